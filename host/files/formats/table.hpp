#pragma once

#include "files/formats/format.hpp"

#include <span>

namespace files {

/// The formats that are recognized, whether or not the program was built with their packages. A .npy file is
/// none of them: its samples are read where they lie.
[[nodiscard]] std::span<const Format> all_formats();

/// Null: none of them.
[[nodiscard]] const Format* format_of(const Start& start);

} // namespace files
