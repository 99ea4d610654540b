#pragma once

#include <string_view>

namespace files {

/// What separates the fields of a table that begins so: of tab, semicolon and comma the first one that each
/// of the first lines has, and has as often; else the one that the first line has most of; a comma if it has
/// none. What is in quotes does not count.
[[nodiscard]] char separator_of(std::string_view start);

} // namespace files
