#pragma once

#include "histo_cl/error.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

// The interface of each harness: fuzz(), which harness.cpp calls with libFuzzer's inputs, and its assertions.

namespace histo_cl::fuzz {

/// Passes the input to the tested code and asserts what holds for every input. Ends the process if an
/// assertion fails.
void fuzz(std::span<const std::byte> input);

/// Ends the process if a condition does not hold, so that libFuzzer keeps the input. (For invalid input the
/// library throws Error.)
inline void require(bool holds, std::string_view what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

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
