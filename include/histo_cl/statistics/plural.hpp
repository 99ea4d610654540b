#pragma once

#include "histo_cl/abi.hpp"

#include <cstddef>
#include <string>

namespace histo_cl::detail {

/// A count with its noun, e.g. "1 bin" or "2 bins".
inline std::string plural(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace histo_cl::detail
