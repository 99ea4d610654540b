#include "split_problems.hpp"
#include "support/counters.hpp"
#include "support/extremes.hpp"

#include <histo_cl/histo_cl.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <span>
#include <utility>
#include <vector>

// Fractions of elements that are split, computed by hand.

using namespace histo_cl;
using namespace histo_cl::test;

TEST_CASE("splitting: the examples of the page") {
    CHECK(fractions(interval({even_bins(4, 0, 4)}), {1, 0.5}) == Sums{0.5, 0.5, 0, 0});
    const std::vector<float> pixels{1.0F, 0.5F, 2.5F, 0.25F, 3.9F, 0.5F};
    const std::vector<float> intensities{10.0F, 20.0F, 50.0F};
    auto problem = interval({even_bins(4, 0, 4)});
    problem.sample = problem.weights.type.emplace(SampleType::f32);
    const auto page = [&] {
        auto sums = reference_histogram(problem, {.samples = std::as_bytes(std::span(pixels)),
                                                  .weights = std::as_bytes(std::span(intensities))})
                        .sums;
        // 0.6 and 0.4 of 50 are rounded to multiples of 50 · 2^-24.
        for (auto& sum : sums)
            sum = std::round(sum * 1e5) / 1e5;
        return sums;
    };
    CHECK(page() == Sums{5, 5, 20, 30});
    problem.out_of_range = OutOfRange::clamped;
    CHECK(page() == Sums{5, 5, 20, 50});
    problem.out_of_range = OutOfRange::counted;
    CHECK(page() == Sums{5, 5, 20, 30, 0, 20, 0});
}

TEST_CASE("linear splitting: the two bins with the nearest centres") {
    const auto problem = linear({even_bins(4, 0, 4)}); // centres 0.5, 1.5, 2.5, 3.5
    CHECK(fractions(problem, {0.5}) == Sums{1, 0, 0, 0});
    CHECK(fractions(problem, {1.25}) == Sums{0.25, 0.75, 0, 0});
    CHECK(fractions(problem, {2.0}) == Sums{0, 0.5, 0.5, 0});
    CHECK(fractions(problem, {2.53125}) == Sums{0, 0, 0.96875, 0.03125});
    CHECK(fractions(problem, {0.125}) == Sums{0.625, 0, 0, 0});
    CHECK(fractions(problem, {3.75}) == Sums{0, 0, 0, 0.75});
    CHECK(fractions(problem, {-0.5}) == Sums{0, 0, 0, 0});
    CHECK(fractions(problem, {4.5}) == Sums{0, 0, 0, 0});
    CHECK(fractions(problem, {0.5, 1.25, 2, 3.75}) == Sums{1.25, 1.25, 0.5, 0.75});
    CHECK(fractions(linear({even_bins(2, -8, 0)}), {-3.0}) == Sums{0.25, 0.75});
    CHECK(fractions(linear({even_bins(1, 0, 1)}), {0.75}) == Sums{0.75});
}

TEST_CASE("splitting: shares are rounded to nearest, halves up") {
    const auto bins = even_bins(4, 0, 4);
    // The interval [0.75, 3.25): the shares below the edges 1, 2 and 3 are 0.1, 0.5 and 0.9.
    CHECK(fractions(interval({bins}), {2, 1.25}) == scaled(share, {1677722, 6710886, 6710886, 1677722}));
    // The share below edge 1 is half of the interval, minus or plus half of 2^-24.
    CHECK(fractions(linear({bins}), {1 + 0x1p-25}) == Sums{0.5, 0.5, 0, 0});
    CHECK(fractions(linear({bins}), {1 - 0x1p-25}) == Sums{0.5 + share, 0.5 - share, 0, 0});
    // In joint histograms of three axes, shares are multiples of 2^-21.
    const double x = 1 + 0x1p-22;
    CHECK(fractions(joint(linear({bins, even_bins(1, 0, 1)})), {x, 0.5}) ==
          Sums{0.5 - 0x1p-22, 0.5 + 0x1p-22, 0, 0});
    const std::vector<Binning> three{bins, even_bins(1, 0, 1), even_bins(1, 0, 1)};
    CHECK(fractions(joint(linear(three)), {x, 0.5, 0.5}) == Sums{0.5, 0.5, 0, 0});
    CHECK(fractions(linear(three), {x, 0.5, 0.5}) ==
          Sums{0.5 - 0x1p-22, 0.5 + 0x1p-22, 0, 0, /**/ 1, /**/ 1});
}

TEST_CASE("splitting: a scale that is not exact puts no edge into the bin below") {
    // 2^34 / (3 · 2^51) is rounded up, so 3/4, 6/4 and 9/4 are exactly the edges of bins.
    const auto bins = even_bins(4, 0, 3);
    for (int edge = 1; edge < 4; ++edge) {
        const double x = 0.75 * edge;
        auto expected = Sums(4);
        expected[static_cast<std::size_t>(edge)] = 1;
        CHECK(fractions(interval({bins}), {x, 0}) == expected);
        std::swap(expected[static_cast<std::size_t>(edge)], expected[static_cast<std::size_t>(edge) - 1]);
        CHECK(fractions(interval({bins}), {std::nextafter(x, 0.0), 0}) == expected);
        expected[static_cast<std::size_t>(edge)] = expected[static_cast<std::size_t>(edge) - 1] = 0.5;
        CHECK(fractions(linear({bins}), {x}) == expected);
    }
}

TEST_CASE("splitting: the scale has 64 bits") {
    // x is less than 2^-44 of a bin below an edge. If S had one bit less, x would be above the edge.
    const double upper = 8814743877100277;
    for (const double x : {5347439515980458.0, 5347439515980459.0}) {
        const auto sums = fractions(interval({even_bins(1'000'003, 0, upper)}), {x, 0});
        CHECK(std::ranges::find(sums, 1) - sums.begin() == (x == 5347439515980458.0 ? 606648 : 606649));
    }
}

TEST_CASE("interval splitting: intervals of many bins are shifted before they are divided") {
    // The length is 2 · 96 · 2^32 = 3 · 2^38.
    auto sums = fractions(interval({even_bins(512, 0, 512)}), {256, 96});
    std::uint64_t before = 0;
    for (std::uint64_t bin = 160; bin < 352; ++bin) {
        const auto below = ((bin - 159) * (std::uint64_t{1} << 25) + 192) / 384;
        CHECK(sums[bin] == static_cast<double>(below - before) * share);
        before = below;
        sums[bin] = 0;
    }
    CHECK(before == 0x1p24);
    CHECK(sums == Sums(512));
    // The length 2^40 + 2 is shifted to 2^38. So the share below edge 10, which is 2^15 / (2^40 + 2), becomes
    // 2^-25. That is half of 2^-24, the step of shares, and is rounded up.
    sums = fractions(interval({even_bins(512, 0, 512)}), {138 - 0x1p-17 + 0x1p-32, 128 + 0x1p-32});
    Sums expected(512);
    std::fill_n(expected.begin() + 10, 255, 0x1p-8);
    expected[9] = share;
    expected[265] = 0x1p-8 - share;
    CHECK(sums == expected);
    // The length 2^38 + 2^25 is not shifted. The share below edge 100, which is (2^13 + 1) / (2^38 + 2^25),
    // is 2^-25, half of a step. If the length were shifted, the share would be less.
    const double first = 100 - 0x2001p-32;
    const double d = 32 + 0x1p-8;
    CHECK(fractions(interval({even_bins(512, 0, 512)}), {first + d, d})[99] == share);
}

TEST_CASE("interval splitting: without a width an element is whole in the bin of x") {
    const auto problem = interval({even_bins(4, 0, 4)}, OutOfRange::counted);
    const auto in_bin = [](std::size_t cell) {
        Sums sums(7);
        sums[cell] = 1;
        return sums;
    };
    CHECK(fractions(problem, {0, 0}) == in_bin(0));
    CHECK(fractions(problem, {3, 0}) == in_bin(3));
    CHECK(fractions(problem, {std::nextafter(3.0, 0.0), 0}) == in_bin(2));
    CHECK(fractions(problem, {4, 0}) == in_bin(5));
    CHECK(fractions(problem, {std::nextafter(4.0, 0.0), 0}) == in_bin(3));
    CHECK(fractions(problem, {-1e-300, 0}) == in_bin(4)); // rounded down to −1 unit
    CHECK(fractions(problem, {2, -0.0}) == in_bin(2));
    CHECK(fractions(problem, {2, 0x1.8p-51}) == in_bin(2)); // less than a unit of 2^-50
    CHECK(fractions(problem, {2, 0x1.8p-33}) == in_bin(2)); // less than 2^-32 of a bin
    // With a half width of 2^-32 of a bin, the interval begins in the bin below.
    CHECK(fractions(problem, {2, 0x1p-32}) == Sums{0, 0.5, 0.5, 0, 0, 0, 0});
}

TEST_CASE("splitting: what is out of range is dropped, clamped or counted") {
    const auto of = [](OutOfRange policy, std::initializer_list<double> element) {
        return fractions(interval({even_bins(2, 0, 2)}, policy), element);
    };
    using enum OutOfRange;
    CHECK(of(dropped, {0, 1}) == Sums{0.5, 0});
    CHECK(of(clamped, {0, 1}) == Sums{1, 0});
    CHECK(of(counted, {0, 1}) == Sums{0.5, 0, /**/ 0.5, 0, 0});
    CHECK(of(dropped, {1.75, 1}) == Sums{0.125, 0.5});
    CHECK(of(clamped, {1.75, 1}) == Sums{0.125, 0.875});
    CHECK(of(counted, {1.75, 1}) == Sums{0.125, 0.5, /**/ 0, 0.375, 0});
    CHECK(of(dropped, {1, 2}) == Sums{0.25, 0.25});
    CHECK(of(clamped, {1, 2}) == Sums{0.5, 0.5});
    CHECK(of(counted, {1, 2}) == Sums{0.25, 0.25, /**/ 0.25, 0.25, 0});
    for (const double x : {-3.0, -1e30, -1e300, -inf}) {
        CHECK(of(dropped, {x, 1}) == Sums{0, 0});
        CHECK(of(clamped, {x, 1}) == Sums{1, 0});
        CHECK(of(counted, {x, 1}) == Sums{0, 0, /**/ 1, 0, 0});
    }
    for (const double x : {3.0, 1e30, 1e300, inf}) {
        CHECK(of(dropped, {x, 1}) == Sums{0, 0});
        CHECK(of(clamped, {x, 1}) == Sums{0, 1});
        CHECK(of(counted, {x, 1}) == Sums{0, 0, /**/ 0, 1, 0});
        CHECK(fractions(linear({even_bins(2, 0, 2)}, counted), {x}) == Sums{0, 0, /**/ 0, 1, 0});
    }
}

TEST_CASE("splitting: NaN and invalid half widths are counted as NaN") {
    const std::vector<std::array<double, 2>> elements{
        {quiet_nan, 0.5}, {-quiet_nan, inf}, {1, quiet_nan}, {1, inf}, {1, -inf}, {1, -0.5}, {1, -5e-324}};
    for (const auto& element : elements) {
        const double x = element[0];
        const double d = element[1];
        CAPTURE(x);
        CAPTURE(d);
        CHECK(fractions(interval({even_bins(2, 0, 2)}), {x, d}) == Sums{0, 0});
        CHECK(fractions(interval({even_bins(2, 0, 2)}, OutOfRange::clamped), {x, d}) == Sums{0, 0});
        CHECK(fractions(interval({even_bins(2, 0, 2)}, OutOfRange::counted), {x, d}) ==
              Sums{0, 0, /**/ 0, 0, 1});
    }
    CHECK(fractions(linear({even_bins(2, 0, 2)}), {quiet_nan}) == Sums{0, 0});
    CHECK(fractions(linear({even_bins(2, 0, 2)}, OutOfRange::counted), {quiet_nan}) ==
          Sums{0, 0, /**/ 0, 0, 1});
    // If x and d are infinite, the element counts as NaN.
    CHECK(fractions(interval({even_bins(1, 0, 2)}, OutOfRange::counted), {inf, inf}) == Sums{0, 0, 0, 1});
}

TEST_CASE("splitting: half widths beyond the range") {
    // 1/2000 of the element is in each bin.
    CHECK(fractions(interval({even_bins(4, 0, 4)}, OutOfRange::counted), {2, 1000}) ==
          scaled(share, {8388, 8389, 8389, 8388, /**/ 8371831, 8371831, 0}));
    CHECK(fractions(interval({even_bins(4, 0, 4)}, OutOfRange::clamped), {2, 1000}) ==
          scaled(share, {8371831 + 8388, 8389, 8389, 8371831 + 8388}));
    // x is limited to 2^61 units of 2^-50, which is 2048, and d is limited to 1024.
    for (const double d : {1024.0, 3000.0, 1e300})
        CHECK(fractions(interval({even_bins(4, 0, 4)}, OutOfRange::counted), {2, d}) ==
              scaled(share, {8192, 8192, 8192, 8192, /**/ 1022 * 8192, 1022 * 8192, 0}));
    CHECK(fractions(interval({even_bins(4, 0, 4)}, OutOfRange::counted), {inf, 1e300}) ==
          Sums{0, 0, 0, 0, /**/ 0, 1, 0});
    // A half width is limited to 2^60 steps of 2^-32 of a bin, which is 2^28 bins. Each bin is one unit wide.
    const auto sums = fractions(interval({even_bins(65536, 0x1p52, 0x1p52 + 65536)}, OutOfRange::counted),
                                {0x1p52 + 32768, 0x1p40});
    CHECK(std::vector(sums.end() - 3, sums.end()) == Sums{0.5 - 0x1p-14, 0.5 - 0x1p-14, 0});
}

TEST_CASE("splitting: bins whose bounds are large, small or close") {
    const double billion = 1e9;
    const auto narrow = even_bins(4, billion, billion + 1); // a unit is 2^-23
    CHECK(fractions(linear({narrow}), {billion + 0.375}) == Sums{0, 1, 0, 0});
    CHECK(fractions(linear({narrow}), {billion + 0.5}) == Sums{0, 0.5, 0.5, 0});
    CHECK(fractions(interval({narrow}), {billion + 0.5, 0.3125}) ==
          scaled(share, {1677722, 6710886, 6710886, 1677722}));
    const auto tiny = even_bins(2, -1e-300, 1e-300);
    CHECK(fractions(linear({tiny}), {0}) == Sums{0.5, 0.5});
    CHECK(fractions(linear({tiny}), {0.5e-300}) == Sums{0, 1});
    CHECK(fractions(linear({tiny}), {-0.25e-300}) == Sums{0.75, 0.25});
    CHECK(fractions(interval({tiny}, OutOfRange::clamped), {1, 0.5}) == Sums{0, 1});
    const auto huge = even_bins(2, -1e300, 1e300);
    CHECK(fractions(linear({huge}), {0}) == Sums{0.5, 0.5});
    CHECK(fractions(interval({huge}), {1e300, 1e300}) == Sums{0, 0.5});
    CHECK(fractions(interval({huge}, OutOfRange::counted), {-5e-324, 0}) == Sums{1, 0, /**/ 0, 0, 0});
    CHECK(fractions(interval({huge}, OutOfRange::counted), {5e-324, 1e-300}) == Sums{0, 1, /**/ 0, 0, 0});
    // The narrowest valid bins: a unit is 2^-1073.
    const auto smallest = even_bins(2, 0, 0x1p-1021);
    CHECK(fractions(linear({smallest}), {0x1p-1022}) == Sums{0.5, 0.5});
    CHECK(fractions(linear({smallest}), {0x1.8p-1022}) == Sums{0, 1});
    CHECK(fractions(interval({smallest}, OutOfRange::counted), {-5e-324, 0}) == Sums{0, 0, /**/ 1, 0, 0});
    // Each bin is one unit wide, which is the last bit of the bounds.
    const auto last_bits = even_bins(4, 0x1p52, 0x1p52 + 4);
    CHECK(fractions(linear({last_bits}), {0x1p52 + 1}) == Sums{0.5, 0.5, 0, 0});
    CHECK(fractions(interval({last_bits}), {0x1p52 + 2, 2}) == Sums{0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("joint splitting: a cell gets the product of the axes' fractions") {
    const auto bins = even_bins(2, 0, 2);
    CHECK(fractions(joint(linear({bins, bins})), {1, 0.75}) == Sums{0.375, 0.125, /**/ 0.375, 0.125});
    CHECK(fractions(joint(linear({bins, even_bins(3, 0, 3)})), {1.75, 1.75}) ==
          Sums{0, 0, 0, /**/ 0, 0.75 * 0.75, 0.75 * 0.25});
    CHECK(fractions(joint(linear({bins, bins, bins})), {1, 0.75, 1.25}) ==
          scaled(1 / 32.0, {3.0, 9, 1, 3, /**/ 3, 9, 1, 3}));
    // Half widths follow the samples of all axes: [0, 1) x [0.5, 2.5).
    CHECK(fractions(joint(interval({bins, bins})), {0.5, 1.5, 0.5, 1}) == Sums{0.25, 0.5, 0, 0});
    CHECK(fractions(joint(interval({bins, bins}, OutOfRange::clamped)), {0.5, 1.5, 0.5, 1}) ==
          Sums{0.25, 0.75, 0, 0});
    CHECK(fractions(joint(interval({bins, bins}, OutOfRange::counted)), {0, 1.5, 0.5, 1}) ==
          scaled(0.125, {1.0, 2, 0, 1, 0,    //
                         0,   0, 0, 0, 0,    //
                         1,   2, 0, 1, 0,    // underflow
                         0,   0, 0, 0, 0,    // overflow
                         0,   0, 0, 0, 0})); // NaN
    // The element is NaN on the first axis.
    CHECK(fractions(joint(interval({bins, bins}, OutOfRange::counted)), {1, 1.5, -1, 1}) ==
          scaled(0.25, {0.0, 0, 0, 0, 0, //
                        0,   0, 0, 0, 0, //
                        0,   0, 0, 0, 0, //
                        0,   0, 0, 0, 0, //
                        1,   2, 0, 1, 0}));
    CHECK(fractions(joint(interval({bins, bins}, OutOfRange::clamped)), {1, 1.5, -1, 1}) == Sums{0, 0, 0, 0});
    // Separate axes.
    CHECK(fractions(interval({bins, even_bins(1, 0, 1)}), {1, 0.5, -1, 1}) == Sums{0, 0, /**/ 0.5});
    CHECK(fractions(linear({bins, even_bins(3, 0, 3)}), {1, 0.75}) == Sums{0.5, 0.5, /**/ 0.75, 0.25, 0});
}

TEST_CASE("splitting: integers, narrow floats, and separate arrays") {
    const auto eight = even_bins(4, 0, 8);
    CHECK(fractions<std::uint8_t>(linear({eight}), {3}) == Sums{0, 1, 0, 0});
    CHECK(fractions<std::uint8_t>(linear({eight}), {4, 0}) == Sums{0.5, 0.5, 0.5, 0});
    CHECK(fractions<std::uint8_t>(interval({eight}), {4, 3}) ==
          scaled(share, {2796203, 5592405, 5592405, 2796203}));
    // The interval [-160, 32): 1/6 of it is below all bins, 5/6 is below the second bin.
    CHECK(fractions<std::int8_t>(interval({even_bins(2, -128, 128)}), {-64, 96}) ==
          scaled(share, {13981013 - 2796203, 16777216 - 13981013}));
    CHECK(fractions<std::int16_t>(interval({even_bins(2, -2, 2)}, OutOfRange::counted), {-1, 2}) ==
          Sums{0.5, 0.25, /**/ 0.25, 0, 0});
    CHECK(fractions<std::int16_t>(interval({even_bins(2, -2, 2)}, OutOfRange::counted), {1, -2}) ==
          Sums{0, 0, /**/ 0, 0, 1});
    CHECK(fractions<std::uint16_t>(linear({even_bins(2, -0.5, 1.5)}), {0, 1, 1, 2}) == Sums{1, 2});
    CHECK(fractions<std::int32_t>(linear({even_bins(2, -0x1'0000'0000, 0x1'0000'0000)}),
                                  {std::numeric_limits<std::int32_t>::min()}) == Sums{1, 0});
    CHECK(fractions<std::uint32_t>(linear({even_bins(1, 0, ~std::uint64_t{0})}),
                                   {std::numeric_limits<std::uint32_t>::max()}) ==
          Sums{0.5}); // 2^32 − 1 is 2^21 − 1 units of 2^11, far below the bin's width
    CHECK(fractions<Half>(linear({even_bins(4, 0, 4)}), {{0x3D00}}) == Sums{0.25, 0.75, 0, 0});
    CHECK(fractions<Half>(linear({even_bins(4, 0, 4)}, OutOfRange::counted), {{0x7E00}, {0xFC00}}) ==
          Sums{0, 0, 0, 0, /**/ 1, 0, 1});
    CHECK(fractions<Bfloat16>(linear({even_bins(4, 0, 4)}), {{0x4040}}) == Sums{0, 0, 0.5, 0.5});
    CHECK(fractions<float>(linear({even_bins(4, 0, 4)}), {1 + 0x1p-23F}) ==
          Sums{0.5 - 0x1p-23, 0.5 + 0x1p-23, 0, 0});
}
