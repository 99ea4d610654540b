#pragma once

#include "common/manual.hpp"

namespace common {

/// The page in section 1, in the macros of man(7).
[[nodiscard]] std::string man_page(const Manual& manual);

} // namespace common
