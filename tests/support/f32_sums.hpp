#pragma once

#include <limits>
#include <vector>

namespace histo_cl::test {

/// Weights, and their exact sum rounded once to f32.
struct F32Sum {
    std::vector<double> weights;
    float sum;
};

/// Ties, sums that rounding to f64 first would change, denormals, and overflow.
inline std::vector<F32Sum> f32_sums() {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float max = std::numeric_limits<float>::max();
    return {{{0x1p24, 1}, 0x1p24F},
            {{0x1p24, 3}, 0x1p24F + 4},
            {{-0x1p24, -3}, -0x1p24F - 4},
            {{0x1p24, 1, 0x1p-29}, 0x1p24F + 2}, // the nearest double is 2^24 + 1, a tie
            {{0x1p24, 3, -0x1p-29}, 0x1p24F + 2},
            {{1000, 0.1, -1000}, 0.1F},
            {{0x1p-149}, 0x1p-149F},
            {{0x1p-150}, 0},
            {{0x1p-150, 0x1p-210}, 0x1p-149F},
            {{0x1p-149, 0x1p-150}, 0x1p-148F},
            {{-0x1p-149, -0x1p-150}, -0x1p-148F},
            {{0x1p-126, -0x1p-150}, 0x1p-126F},
            {{0x1p-126, -0x1p-150, -0x1p-200}, 0x1p-126F - 0x1p-149F},
            {{max, 0x1p102}, max},
            {{max, 0x1.fffffep102}, max},
            {{max, 0x1p103}, infinity},
            {{-double{max}, -0x1p103}, -infinity},
            {{max, 0x1p103, -0x1p60}, max},
            {{0x1p200}, infinity},
            {{0x1p200, 1, -0x1p200}, 0},
            {{std::numeric_limits<double>::infinity()}, infinity}};
}

} // namespace histo_cl::test
