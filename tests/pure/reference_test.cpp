#include "histo_cl/error.hpp"
#include "reference_counts.hpp"
#include "support/error.hpp"
#include "support/extremes.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

using namespace histo_cl;
using test::check_error;
using test::i64_max;
using test::i64_min;
using test::u64_max;

namespace {

float above(float x) {
    return std::nextafter(x, f32_inf);
}
float below(float x) {
    return std::nextafter(x, -f32_inf);
}
double below(double x) {
    return std::nextafter(x, -inf);
}

} // namespace

TEST_CASE("letters: a to z in bins of four") {
    constexpr std::string_view phrase = "programming massively parallel processors";
    const std::vector<char> text(phrase.begin(), phrase.end());
    const Problem by_edges{.sample = SampleType::u8,
                           .axes = {edge_bins({97, 101, 105, 109, 113, 117, 121, 123})}};
    const Problem evenly{.sample = SampleType::u8, .axes = {even_bins(7, 'a', 'a' + 28)}};
    const Counts expected{5, 5, 6, 10, 10, 1, 1}; // spaces are in no bin
    CHECK(reference_histogram(by_edges, std::span(text)) == expected);
    CHECK(reference_histogram(evenly, std::span(text)) == expected);
}

TEST_CASE("the top sample below the range's end is in the last bin") {
    CHECK(bin_of(even_bins(128, 0, 255), 254.999985F) == 127);
    CHECK(bin_of(even_bins(128, 0, 255), 255.0F) == none);
    CHECK(bin_of(even_bins(10, 0, 7), 6.99999952F) == 9);
    CHECK(bin_of(even_bins(10, 0, 7), 7.0F) == none);
    CHECK(bin_of(even_bins(10, 0, 7), below(7.0)) == 9);
}

TEST_CASE("full ranges") {
    SUBCASE("i8, a bin for each value") {
        for (int x = -128; x < 128; ++x)
            CHECK(bin_of(even_bins(256, -128, 128), static_cast<std::int8_t>(x)) == x + 128);
    }
    SUBCASE("i16") {
        const EvenBins bins = even_bins(3, -32768, 32768); // edges -32768, -10922.7, 10922.7, 32768
        CHECK(bin_of<std::int16_t>(bins, -32768) == 0);
        CHECK(bin_of<std::int16_t>(bins, -10923) == 0);
        CHECK(bin_of<std::int16_t>(bins, -10922) == 1);
        CHECK(bin_of<std::int16_t>(bins, 10922) == 1);
        CHECK(bin_of<std::int16_t>(bins, 10923) == 2);
        CHECK(bin_of<std::int16_t>(bins, 32767) == 2);
    }
    SUBCASE("u64 in 4 bins of 2^62") {
        const EvenBins bins = even_bins(4, 0, 0x1p64);
        CHECK(bin_of(bins, std::uint64_t{0}) == 0);
        CHECK(bin_of(bins, (std::uint64_t{1} << 62) - 1) == 0);
        CHECK(bin_of(bins, std::uint64_t{1} << 62) == 1);
        CHECK(bin_of(bins, std::uint64_t{1} << 63) == 2);
        CHECK(bin_of(bins, u64_max) == 3);
    }
    SUBCASE("u64 in thirds: edges 6148914691236517205.33 and 12297829382473034410.67") {
        const EvenBins bins = even_bins(3, 0, 0x1p64);
        CHECK(bin_of(bins, std::uint64_t{6148914691236517205U}) == 0);
        CHECK(bin_of(bins, std::uint64_t{6148914691236517206U}) == 1);
        CHECK(bin_of(bins, std::uint64_t{12297829382473034410U}) == 1);
        CHECK(bin_of(bins, std::uint64_t{12297829382473034411U}) == 2);
    }
    SUBCASE("i64 in the most bins, 2^40 values each") {
        const EvenBins bins = even_bins(max_bins, -0x1p63, 0x1p63);
        CHECK(bin_of(bins, i64_min) == 0);
        CHECK(bin_of(bins, i64_min + (std::int64_t{1} << 40)) == 1);
        CHECK(bin_of(bins, std::int64_t{-1}) == (1 << 23) - 1);
        CHECK(bin_of(bins, std::int64_t{0}) == 1 << 23);
        CHECK(bin_of(bins, i64_max) == (1 << 24) - 1);
    }
}

TEST_CASE("negative samples") {
    CHECK(counts_of<std::int8_t>(even_bins(4, -100, -20), {-128, -101, -100, -81, -80, -61, -60, -41, -40,
                                                           -21, -20, 0, 127}) == Counts{2, 2, 2, 2});
    // A bound below every value of the type: the bins are [-10, -5), [-5, 0), [0, 5), [5, 10).
    CHECK(counts_of<std::uint8_t>(even_bins(4, -10, 10), {0, 4, 5, 9, 10, 255}) == Counts{0, 0, 2, 2});
}

TEST_CASE("a range wider than the sample type's positive half") {
    // Edges -1.5e9, -5e8, 5e8, 1.5e9.
    CHECK(counts_of<std::int32_t>(even_bins(3, -1.5e9, 1.5e9),
                                  {-1500000001, -1500000000, -500000001, -500000000, 0, 499999999, 500000000,
                                   1499999999, 1500000000}) == Counts{2, 3, 2});
}

TEST_CASE("more bins than the type has values") {
    // x is in bin floor(x·1000/256).
    CHECK(bin_of(even_bins(1000, 0, 256), std::uint8_t{0}) == 0);
    CHECK(bin_of(even_bins(1000, 0, 256), std::uint8_t{1}) == 3);
    CHECK(bin_of(even_bins(1000, 0, 256), std::uint8_t{128}) == 500);
    CHECK(bin_of(even_bins(1000, 0, 256), std::uint8_t{255}) == 996);
    CHECK(bin_of(even_bins(max_bins, 0, 256), std::uint8_t{255}) == 255 * 65536);
    CHECK(bin_of(even_bins(300, 1000, 1300), std::uint8_t{255}) == none);
}

TEST_CASE("a width that the bin count does not divide") {
    // x is in bin floor(x·7/12): edges 0, 1.71, 3.43, 5.14, 6.86, 8.57, 10.29, 12.
    const EvenBins bins = even_bins(7, 0, 12);
    CHECK(bin_of(bins, 11) == 6);
    CHECK(bin_of(bins, 12) == none);
    CHECK(counts_of<std::int32_t>(bins, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) ==
          Counts{2, 2, 2, 1, 2, 2, 1});
}

TEST_CASE("integers above 2^53 stay apart") {
    constexpr std::int64_t big = std::int64_t{1} << 53;
    CHECK(counts_of<std::int64_t>(even_bins(4, big, big + 4),
                                  {big - 1, big, big + 1, big + 2, big + 3, big + 4}) == Counts{1, 1, 1, 1});
    CHECK(counts_of<std::int64_t>(edge_bins({big, big + 1, big + 2}), {big - 1, big, big + 1, big + 2}) ==
          Counts{1, 1});
    CHECK(bin_of(even_bins(2, 1 << 24, (1 << 24) + 2), (1 << 24) + 1) == 1);
}

TEST_CASE("fractional bounds of integer samples") {
    SUBCASE("-0.5 centres the bins on whole numbers") {
        CHECK(counts_of<std::int32_t>(even_bins(3, -0.5, 2.5), {-1, 0, 1, 1, 2, 2, 2, 3}) == Counts{1, 2, 3});
    }
    SUBCASE("a whole edge between fractional bounds belongs to the bin above it") {
        CHECK(counts_of<std::uint8_t>(even_bins(2, -0.5, 2.5), {0, 1, 2, 3}) == Counts{1, 2}); // -0.5, 1, 2.5
    }
    SUBCASE("the finest fraction") {
        CHECK(bin_of(even_bins(1, -0x1p-20, 1), 0) == 0);
        CHECK(bin_of(even_bins(1, 0x1p-20, 1), 0) == none);
        CHECK(bin_of(even_bins(1, 0, 0x1p-20), 0) == 0);
    }
    SUBCASE("edges") {
        CHECK(counts_of<std::int16_t>(edge_bins({0.5, 1.5, 3.0}), {0, 1, 2, 3}) == Counts{1, 1});
    }
}

TEST_CASE("float edges are rounded to the sample's type") {
    // 0.1F is above 0.1, and is the first sample of the range all the same.
    CHECK(bin_of(even_bins(4, 0.1, 0.9), 0.1F) == 0);
    CHECK(bin_of(even_bins(4, 0.1, 0.9), below(0.1F)) == none);
    // 0.7F is below 0.7, and is the end of the range all the same.
    CHECK(bin_of(even_bins(4, 0, 0.7), below(0.7F)) == 3);
    CHECK(bin_of(even_bins(4, 0, 0.7), 0.7F) == none);
    // Explicit edges are not rounded.
    CHECK(bin_of(edge_bins({0.1, 0.7}), below(0.1F)) == none);
    CHECK(bin_of(edge_bins({0.1, 0.7}), 0.1F) == 0);
    CHECK(bin_of(edge_bins({0.1, 0.7}), 0.7F) == 0);
    CHECK(bin_of(edge_bins({0.1, 0.7}), above(0.7F)) == none);
}

TEST_CASE("float edges are numpy.linspace's") {
    // numpy.linspace(0, 1, 11)[3] is 0.30000000000000004.
    CHECK(bin_of(even_bins(10, 0, 1), 0.3) == 2);
    CHECK(bin_of(even_bins(10, 0, 1), 0.30000000000000004) == 3);
    // numpy.linspace(-1, 1, 11)[3] and [5] are these; a fused multiply-add would give neither.
    CHECK(bin_of(even_bins(10, -1, 1), -0x1.9999999999998p-2) == 3);
    CHECK(bin_of(even_bins(10, -1, 1), below(-0x1.9999999999998p-2)) == 2);
    CHECK(bin_of(even_bins(10, -1, 1), 0.0) == 5);
    CHECK(bin_of(even_bins(10, -1, 1), below(0.0)) == 4);
}

TEST_CASE("an edge between two floats") {
    const EdgeBins bins = edge_bins({1.0, 1.0 + 0x1p-30, 2.0});
    CHECK(bin_of(bins, 1.0F) == 0);
    CHECK(bin_of(bins, above(1.0F)) == 1);
    CHECK(bin_of(bins, 1.0) == 0);
    CHECK(bin_of(bins, 1.0 + 0x1p-30) == 1);
    // A whole number that no double holds: 2^53 is below it, 2^53 + 2 is not.
    CHECK(bin_of(edge_bins({0, (std::int64_t{1} << 53) + 1, 0x1p60}), 0x1p53) == 0);
    CHECK(bin_of(edge_bins({0, (std::int64_t{1} << 53) + 1, 0x1p60}), 0x1p53 + 2) == 1);
}

TEST_CASE("both zeros are one number") {
    for (const double zero : {0.0, -0.0}) {
        CHECK(bin_of(even_bins(4, zero, 1), -0.0F) == 0);
        CHECK(bin_of(even_bins(4, zero, 1), 0.0F) == 0);
        CHECK(bin_of(even_bins(4, -1, zero), -0.0) == none);
        CHECK(bin_of(even_bins(4, -1, zero), 0.0) == none);
        CHECK(bin_of(edge_bins({-1.0, zero, 1.0}), -0.0F) == 1);
        CHECK(bin_of(edge_bins({-1.0, zero, 1.0}), 0.0F) == 1);
        CHECK(bin_of(edge_bins({-1, 0, 1}), -0.0) == 1);
    }
}

TEST_CASE("denormal samples and edges") {
    CHECK(bin_of(even_bins(4, 0, 1), 0x1p-149F) == 0);
    CHECK(bin_of(even_bins(4, 0, 1), -0x1p-149F) == none);
    CHECK(bin_of(even_bins(4, 0, 1), -0x1p-1074) == none);
    CHECK(bin_of(edge_bins({0.0, 0x1p-149, 0x1p-148}), 0.0F) == 0);
    CHECK(bin_of(edge_bins({0.0, 0x1p-149, 0x1p-148}), 0x1p-149F) == 1);
    CHECK(bin_of(edge_bins({0.0, 0x1p-149, 0x1p-148}), 0x1p-148F) == none);
    // The least f64 is above zero; no f32 is between them.
    CHECK(bin_of(edge_bins({0x1p-1074, 1.0}), 0.0F) == none);
    CHECK(bin_of(edge_bins({0x1p-1074, 1.0}), 0x1p-149F) == 0);
    CHECK(bin_of(edge_bins({0x1p-1074, 1.0}), 0x1p-1074) == 0);
}

TEST_CASE("infinities") {
    CHECK(counts_of<float>(even_bins(2, -1, 1), {-f32_inf, f32_inf}) == Counts{0, 0});
    const EdgeBins everything = edge_bins({-inf, 0.0, inf});
    CHECK(counts_of<float>(everything, {-f32_inf, -std::numeric_limits<float>::max(), 0.0F,
                                        std::numeric_limits<float>::max(), f32_inf}) == Counts{2, 2});
    CHECK(counts_of<double>(everything, {-inf, 1.0, inf}) == Counts{1, 1});
    CHECK(counts_of<std::int8_t>(everything, {-128, -1, 0, 127}) == Counts{2, 2});
    CHECK(counts_of<std::uint64_t>(everything, {0, u64_max}) == Counts{0, 2});
}

TEST_CASE("NaN is in no bin") {
    const std::vector<float> f32{std::bit_cast<float>(0x7FC00000U), std::bit_cast<float>(0xFFC00000U),
                                 std::bit_cast<float>(0x7F800001U), std::bit_cast<float>(0xFFFFFFFFU)};
    const std::vector<double> f64{
        std::bit_cast<double>(0x7FF8000000000000U), std::bit_cast<double>(0xFFF8000000000000U),
        std::bit_cast<double>(0x7FF0000000000001U), std::bit_cast<double>(0xFFFFFFFFFFFFFFFFU)};
    for (const Binning& binning : {Binning(even_bins(2, -1, 1)), Binning(edge_bins({-inf, 0.0, inf}))}) {
        CHECK(counts_of(binning, f32) == Counts{0, 0});
        CHECK(counts_of(binning, f64) == Counts{0, 0});
    }
}

TEST_CASE("no samples, samples at an odd address, and a ragged size") {
    const Problem problem{.sample = SampleType::u32, .axes = {even_bins(3, 0, 3)}};
    CHECK(reference_histogram(problem, std::span<const std::byte>{}) == Counts{0, 0, 0});

    const std::vector<std::uint32_t> samples{0, 2, 2, 1, 2};
    std::vector<std::byte> shifted(1 + samples.size() * sizeof(std::uint32_t));
    std::memcpy(shifted.data() + 1, samples.data(), shifted.size() - 1);
    CHECK(reference_histogram(problem, std::span<const std::byte>(shifted).subspan(1)) == Counts{1, 1, 3});

    check_error(Status::invalid_argument, {"21 bytes are not whole elements of 4 bytes"},
                [&] { (void)reference_histogram(problem, std::span<const std::byte>(shifted)); });
    CHECK_THROWS_AS((void)reference_histogram({.sample = SampleType::u8, .axes = {even_bins(0, 0, 1)}},
                                              std::span<const std::byte>{}),
                    Error);
}
