#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

// The interface of each harness: fuzz(), which harness.cpp calls with the inputs that libFuzzer makes.

namespace histo_cl::fuzz {

/// Gives the input to what is tested and asserts what holds of every input. Ends the process if it does not.
void fuzz(std::span<const std::byte> input);

/// The library gives an Error for bad input; everything else that is not as stated ends the process, so that
/// libFuzzer keeps the input.
inline void require(bool holds, std::string_view what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

} // namespace histo_cl::fuzz
