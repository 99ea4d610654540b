#pragma once

#include "fuzz/harness.hpp"
#include "histo_cl/error.hpp"

namespace histo_cl::fuzz {

/// Whether the action succeeded. Otherwise it must have thrown an Error with a message, because the input is
/// invalid or unsupported.
template <class Action>
bool gives_or_refuses(const Action& action) {
    try {
        action();
        return true;
    } catch (const Error& error) {
        const auto status = error.status();
        require(status == Status::invalid_argument || status == Status::unsupported,
                "input is refused as such");
        require(error.what()[0] != '\0', "an error has a message");
        return false;
    }
}

} // namespace histo_cl::fuzz
