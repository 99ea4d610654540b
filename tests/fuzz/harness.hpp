#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

// The interface of each harness: fuzz(), which harness.cpp calls with libFuzzer's inputs.

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

} // namespace histo_cl::fuzz
