#pragma once

#include "core/text.hpp"
#include "histo_cl/error.hpp"

namespace histo_cl::detail {

/// Rejects an argument; the message, in parts, says what was given and what is allowed.
template <class... Parts>
[[noreturn]] void invalid(const Parts&... message) {
    throw Error(Status::invalid_argument, concat(message...));
}

} // namespace histo_cl::detail
