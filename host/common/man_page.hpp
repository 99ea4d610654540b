#pragma once

#include "common/manual.hpp"

namespace common {

/// The page in section 1, in the macros of man(7). The paragraphs of the help's footer that begin with
/// "Exit codes:" and "Examples:" become sections of their own.
[[nodiscard]] std::string man_page(const Manual& manual);

} // namespace common
