#pragma once

#include "common/manual.hpp"

#include <cstddef>
#include <string>

namespace common {

/// What --help prints, in lines of at most so many columns, and never of more than suits the eye. On narrow
/// terminals an option's text begins below it.
[[nodiscard]] std::string help_text(const Manual& manual, std::size_t columns);

} // namespace common
