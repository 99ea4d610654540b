#pragma once

#include "histo_cl/error.hpp"

#include <string>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Rejects an argument; the message says what was given and what is allowed.
[[noreturn]] inline void invalid(const std::string& message) {
    throw Error(Status::invalid_argument, message);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
