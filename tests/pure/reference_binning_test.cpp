#include "core/float_format.hpp"
#include "histo_cl/error.hpp"
#include "reference_counts.hpp"
#include "support/error.hpp"
#include "support/extremes.hpp"

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <doctest/doctest.h>
#include <span>
#include <vector>

// The reference's bins, computed by hand. bins/bin_rule_test.cpp compares the reference with the kernels'
// rule, which has its own arithmetic, for random problems of every kind.

using namespace histo_cl;
using test::check_invalid;
using test::i64_max;
using test::i64_min;

namespace {

Half half(double value) {
    return detail::narrowed<Half>(value);
}
double below(double x) {
    return std::nextafter(x, -inf);
}

} // namespace

TEST_CASE("the top sample below the range's end is in the last bin") {
    CHECK(bin_of(even_bins(128, 0, 255), 254.999985F) == 127);
    CHECK(bin_of(even_bins(128, 0, 255), 255.0F) == none);
    CHECK(bin_of(even_bins(10, 0, 7), 6.99999952F) == 9);
    CHECK(bin_of(even_bins(10, 0, 7), 7.0F) == none);
    CHECK(bin_of(even_bins(10, 0, 7), below(7.0)) == 9);
}

TEST_CASE("the maximum number of bins") {
    const EvenBins wide = even_bins(max_bins, -0x1p63, 0x1p63); // each bin has 2^40 values
    CHECK(bin_of(wide, i64_min) == 0);
    CHECK(bin_of(wide, i64_min + (std::int64_t{1} << 40)) == 1);
    CHECK(bin_of(wide, std::int64_t{-1}) == (1 << 23) - 1);
    CHECK(bin_of(wide, i64_max) == (1 << 24) - 1);
    // More bins than the type has values: x is in bin floor(x·2^24/256).
    CHECK(bin_of(even_bins(max_bins, 0, 256), std::uint8_t{255}) == 255 * 65536);
}

TEST_CASE("no samples and misaligned samples are counted, a part of a sample is refused") {
    const Problem problem{.sample = SampleType::u32, .axes = {even_bins(3, 0, 3)}};
    CHECK(reference_histogram(problem, std::span<const std::byte>{}) == Counts{0, 0, 0});

    const std::vector<std::uint32_t> samples{0, 2, 2, 1, 2};
    std::vector<std::byte> shifted(1 + samples.size() * sizeof(std::uint32_t));
    std::memcpy(shifted.data() + 1, samples.data(), shifted.size() - 1);
    CHECK(reference_histogram(problem, std::span<const std::byte>(shifted).subspan(1)) == Counts{1, 1, 3});

    check_invalid({"21 bytes are not whole elements of 4 bytes"},
                  [&] { return reference_histogram(problem, std::span<const std::byte>(shifted)); });
    CHECK_THROWS_AS((void)reference_histogram({.sample = SampleType::u8, .axes = {even_bins(0, 0, 1)}},
                                              std::span<const std::byte>{}),
                    Error);
}

TEST_CASE("out of range: dropped, clamped, or counted as underflow, overflow and NaN") {
    const std::vector<float> floats{-f32_inf, -1.5F, -1, -0.5F,   0.5F,    0.75F,
                                    1,        1.5F,  2,  f32_inf, f32_nan, -f32_nan};
    Problem problem{.axes = {even_bins(2, -1, 1)}};
    CHECK(counts_of(problem, floats) == Counts{2, 2});
    problem.out_of_range = OutOfRange::clamped;
    CHECK(counts_of(problem, floats) == Counts{4, 6});
    problem.out_of_range = OutOfRange::counted;
    CHECK(counts_of(problem, floats) == Counts{2, 2, 2, 4, 2});
    problem.axes = {edge_bins({-1, 0, 1})};
    CHECK(counts_of(problem, floats) == Counts{2, 2, 2, 4, 2});
    problem.axes = {edge_bins({-inf, 0.0, inf})};
    CHECK(counts_of(problem, floats) == Counts{4, 5, 0, 1, 2});

    const std::vector<std::int8_t> bytes{-128, -5, -4, 0, 3, 4, 127, 127};
    problem.axes = {even_bins(2, -4, 4)};
    CHECK(counts_of(problem, bytes) == Counts{1, 2, 2, 3, 0});
    problem.out_of_range = OutOfRange::clamped;
    CHECK(counts_of(problem, bytes) == Counts{3, 5});
}

TEST_CASE("an inclusive last edge is in the last bin") {
    Problem problem{
        .axes = {even_bins(2, -4, 4)}, .last_edge = LastEdge::inclusive, .out_of_range = OutOfRange::counted};
    CHECK(counts_of<std::int8_t>(problem, {-5, -4, 3, 4, 4, 5}) == Counts{1, 3, 1, 1, 0});
    CHECK(counts_of<double>(problem, {4, std::nextafter(4, 5), quiet_nan}) == Counts{0, 1, 0, 1, 1});
    // The last edge is rounded to 0.7F, as in numpy.histogram(..., bins=4, range=(0, 0.7)) for f32.
    problem.axes = {even_bins(4, 0, 0.7)};
    CHECK(counts_of<float>(problem, {0.7F, std::nextafter(0.7F, 1.0F)}) == Counts{0, 0, 0, 1, 0, 1, 0});
    // Bins 0, 1, 3 and 4 are empty, because both edges of each are rounded to the same number.
    problem.axes = {even_bins(6, 16777216, 16777219)};
    CHECK(counts_of<float>(problem, {16777218.0F, 16777220.0F}) == Counts{0, 0, 0, 0, 0, 2, 0, 0, 0});
}

TEST_CASE("bins between equal edges are empty") {
    constexpr double lower = 10.842447015737212;
    constexpr double next = 10.842447015737214;
    constexpr double upper = 10.842447015737218;
    const std::vector<double> samples{lower, next, std::nextafter(next, upper), upper};
    REQUIRE(std::nextafter(samples[2], HUGE_VAL) == upper);
    // numpy.histogram (1.24) returns 0 1 0 1 0 0 1 1, because it moves a sample by at most one bin.
    CHECK(counts_of<double>({.axes = {even_bins(8, lower, upper)}, .last_edge = LastEdge::inclusive},
                            samples) == Counts{0, 1, 0, 0, 1, 0, 1, 1});
}

TEST_CASE("circular bins of floats") {
    SUBCASE("degrees") {
        const Binning angle = circular_bins(8, -180, 360);
        CHECK(bin_of(angle, 180.0F) == 0);
        CHECK(bin_of(angle, -180.0F) == 0);
        CHECK(bin_of(angle, 179.999985F) == 7);
        CHECK(bin_of(angle, 540.0F) == 0);
        CHECK(bin_of(angle, -540.0F) == 0);
        CHECK(bin_of(angle, std::nextafter(-540.0F, 0.0F)) == 0);
        CHECK(bin_of(angle, std::nextafter(-540.0F, -600.0F)) == 7);
        CHECK(bin_of(angle, 0.0F) == 4);
        CHECK(bin_of(angle, -0.0F) == 4);
        CHECK(bin_of(angle, 0x1p-149F) == 4);
        CHECK(bin_of(angle, -0x1p-149F) == 3);
        // 1e30F is 1.0000000150474662e30, which is a multiple of 360 plus 120.
        CHECK(bin_of(angle, 1e30F) == 6);
        CHECK(bin_of(angle, -1e30F) == 1);
        CHECK(bin_of(circular_bins(36, 0, 360), 1e30F) == 12);
        CHECK(bin_of(circular_bins(36, 0, 360), -1e30F) == 24);
        CHECK(bin_of(circular_bins(36, 0, 360), FLT_MAX) == 0);       // 2^128 - 2^104 is a multiple of 360
        CHECK(bin_of(circular_bins(36, 0, 360), 123456792.0F) == 19); // a multiple of 360 plus 192
    }
    SUBCASE("radians: the period is that of the rounded bounds") {
        constexpr double pi = 3.141592653589793;
        const Binning angle = circular_bins(8, -pi, 2 * pi);
        CHECK(bin_of(angle, 0x1.921fb6p+1F) == 0); // -pi as an f32, plus a period
        CHECK(bin_of(angle, -0x1.921fb6p+1F) == 0);
        CHECK(bin_of(angle, 1e30F) == 4);
        CHECK(bin_of(angle, 0x1.3a28c6p+8F) == 3);       // 100 pi, just below 50 f32 periods
        CHECK(bin_of(angle, 0x1.3a28c59d5433bp+8) == 4); // 100 pi, just above 50 f64 periods
        CHECK(bin_of(angle, pi) == 0);
        CHECK(bin_of(angle, -pi) == 0);
        CHECK(bin_of(angle, 1e300) == 3);
        CHECK(bin_of(angle, 5e-324) == 4);
        CHECK(bin_of(angle, -5e-324) == 3);
    }
    SUBCASE("a first bin far from zero") {
        const Binning far = circular_bins(7, 1e6, 360); // 1e6 is 2777 periods plus 280
        CHECK(bin_of(far, 0.0) == 1);
        CHECK(bin_of(far, 280.0) == 0);
        CHECK(bin_of(far, std::nextafter(280.0, 0)) == 6);
        CHECK(bin_of(far, 1e6) == 0);
        CHECK(bin_of(far, std::nextafter(1e6, 0)) == 6);
        CHECK(bin_of(far, 1e300) == 1);
        CHECK(bin_of(far, -1e300) == 1);
    }
    SUBCASE("a sample nearer to the period's end than rounded arithmetic can tell") {
        // The period is 360 + 2^-44. So -2^-43 is one period below the lower bound, 360 - 2^-44, and is in
        // bin 0. A sample just below -2^-43 is in the last bin.
        const Binning bins = circular_bins(4, 0x1.67fffffffffffp+8, 360);
        CHECK(bin_of(bins, -0x1p-43) == 0);
        CHECK(bin_of(bins, std::nextafter(-0x1p-43, 0)) == 0);
        CHECK(bin_of(bins, std::nextafter(-0x1p-43, -1)) == 3);
    }
    SUBCASE("a sample so close below a period's end that the moved sample is not a number of the type") {
        // -2^-1074 is one period below 360 - 2^-1074, which rounded to a double would be 360, the start of
        // bin 0.
        CHECK(bin_of(circular_bins(6, 0, 360), -0x1p-1074) == 5);
        CHECK(bin_of(circular_bins(6, 0, 360), -0x1p-149F) == 5);
        CHECK(bin_of(circular_bins(6, 0, 360), half(-0x1p-24)) == 5);
    }
    SUBCASE("a period near the largest double") {
        const Binning wide = circular_bins(2, 1e308, 0.7e308);
        CHECK(bin_of(wide, 1e308) == 0);
        CHECK(bin_of(wide, -0.6e308) == 1); // moved by periods to 1.5e308
        CHECK(bin_of(wide, 0.0) == 1);      // 1.4e308
        CHECK(bin_of(wide, DBL_MAX) == 0);  // 1.0977e308
        CHECK(bin_of(circular_bins(2, -8e307, 1.6e308), DBL_MAX) == 1);
    }
    SUBCASE("infinities count as NaN") {
        Problem problem{.axes = {circular_bins(2, 0, 360)}};
        CHECK(counts_of<float>(problem, {f32_inf, -f32_inf, f32_nan}) == Counts{0, 0});
        problem.out_of_range = OutOfRange::clamped;
        CHECK(counts_of<double>(problem, {inf, -inf, quiet_nan}) == Counts{0, 0});
        problem.out_of_range = OutOfRange::counted;
        CHECK(counts_of<double>(problem, {inf, -inf, quiet_nan, 1e300}) == Counts{1, 0, 0, 0, 3});
        CHECK(counts_of<Half>(problem, {half(inf), half(-inf), half(quiet_nan), half(400)}) ==
              Counts{1, 0, 0, 0, 3});
    }
}

TEST_CASE("a sample's custom bin is the value of the expression") {
    const auto counts = [](const char* expression, const std::vector<float>& samples) {
        return counts_of<float>({.axes = {custom_bins(3, expression)}, .out_of_range = OutOfRange::counted},
                                samples);
    };
    const std::vector<float> samples{-0.5F, -0.0F, 0, 0.9F, 1, 2.5F, 3, HUGE_VALF, -HUGE_VALF, std::nanf("")};
    CHECK(counts("x", samples) == Counts{3, 1, 1, 2, 2, 1});
    CHECK(counts("(int)x", samples) == Counts{4, 1, 1, 1, 2, 1});
    CHECK(counts("x < 0 ? NAN : x", samples) == Counts{3, 1, 1, 0, 2, 3});
    CHECK(counts("isnan(x) ? 0 : -1", samples) == Counts{0, 0, 0, 9, 0, 1});
    CHECK(counts("~0ul", samples) == Counts{0, 0, 0, 0, 9, 1});
    CHECK(counts("i / 4", samples) == Counts{4, 4, 1, 0, 0, 1});
    CHECK(counts("i / 3", samples) == Counts{3, 3, 3, 0, 0, 1});
}

TEST_CASE("the index counts the elements of a region row by row, and those of a whole batch") {
    const std::vector<std::uint8_t> samples(100, 1);
    const Problem rows{.axes = {custom_bins(12, "i")}, .layout = {.rows = true}};
    CHECK(reference_histogram(rows, {.samples = std::as_bytes(std::span(samples)),
                                     .shape = {.region = {3, 2, 4, 3}, .pitch = 20}}) == Counts(12, 1));
    Problem batch{.axes = {custom_bins(6, "i")}, .batch = Batch::segments};
    CHECK(reference_histogram(
              batch, {.samples = std::as_bytes(std::span(samples)), .shape = {.count = 6, .segment = 3}}) ==
          Counts{1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1});
    // Elements that the mask excludes have an index, too. A tile has 2 x 2 elements, and the region has
    // 4 x 2.
    const std::vector<std::uint8_t> mask{1, 0, 1, 1, 1, 1, 0, 1};
    const Problem tiles{
        .axes = {custom_bins(8, "i")}, .layout = {.rows = true, .mask = true}, .batch = Batch::tiles};
    CHECK(reference_histogram(tiles, {.samples = std::as_bytes(std::span(samples)),
                                      .shape = {.region = {0, 0, 4, 2}, .tile_width = 2, .tile_height = 2},
                                      .mask = std::as_bytes(std::span(mask))}) ==
          Counts{1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1});
}
