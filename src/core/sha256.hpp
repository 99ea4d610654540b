#pragma once

#include "histo_cl/abi.hpp"

#include <string>
#include <string_view>

namespace histo_cl::detail {

/// The SHA-256 digest (FIPS 180-4) in 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

} // namespace histo_cl::detail
