#pragma once

namespace plot {

/// The style of a page around its pictures, and the script that brings it to life.
extern const char* const page_style;
extern const char* const page_script;

} // namespace plot
