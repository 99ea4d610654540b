// Samples that are left out: samples that equal a marker of missing values, with the other samples of their
// elements; and alpha.

#include "files/missing.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace files;
using histo_cl::Number;
using histo_cl::SampleType;

namespace {

template <class T>
struct Result {
    std::vector<T> kept;
    std::vector<std::byte> present;
    LeftOut left_out;
};

template <class T>
Result<T> left_of(std::vector<T> samples, const std::vector<Number>& values, const Elements& elements = {},
                  std::uint32_t alpha_step = 0, std::uint64_t first = 0, std::vector<bool> apply = {}) {
    Markers markers{.type = histo_cl::sample_type_of<T>(), .apply = std::move(apply)};
    for (const auto& value : values)
        markers.bits.push_back(sample_bits(markers.type, value).value());
    Result<T> result;
    const auto bytes =
        leave_out(std::as_bytes(std::span(samples)), std::as_writable_bytes(std::span(samples)).data(),
                  {markers, elements, alpha_step, first, elements.keep_missing ? &result.present : nullptr},
                  result.left_out);
    samples.resize(bytes / sizeof(T));
    result.kept = samples;
    return result;
}

} // namespace

TEST_CASE("a marker becomes a sample of the type, integers exactly and floats rounded") {
    CHECK(sample_bits(SampleType::u8, 255) == 255);
    CHECK(sample_bits(SampleType::i8, -128) == 0x80);
    CHECK(sample_bits(SampleType::u64, std::numeric_limits<std::uint64_t>::max()) == ~std::uint64_t{0});
    CHECK(sample_bits(SampleType::i64, (std::int64_t{1} << 53U) + 1) == (std::uint64_t{1} << 53U) + 1);
    CHECK(sample_bits(SampleType::i16, -9999.0) == 0xd8f1);
    CHECK(sample_bits(SampleType::f32, 1e20) == std::bit_cast<std::uint32_t>(1e20F));
    CHECK(sample_bits(SampleType::f16, -9999) == 0xf0e2); // -10000
    CHECK(sample_bits(SampleType::bf16, 1e20) == 0x60ad);
    CHECK(sample_bits(SampleType::f32, std::numeric_limits<double>::infinity()) == 0x7f800000);
    for (const auto& value : {Number(-1), Number(256), Number(0.5), Number(std::nan("")), Number(1e300)})
        CHECK(!sample_bits(SampleType::u8, value));
    CHECK(!sample_bits(SampleType::u64, 18446744073709551616.0));
    CHECK(!sample_bits(SampleType::i64, std::uint64_t{1} << 63U));
    CHECK(!sample_bits(SampleType::f32, 1e39));
    CHECK(!sample_bits(SampleType::f16, 1e20));
}

TEST_CASE("leaves out samples that equal a marker, with NaN equal to NaN") {
    CHECK(left_of<std::uint8_t>({1, 2, 3, 2}, {2}).kept == std::vector<std::uint8_t>{1, 3});
    CHECK(left_of<std::uint8_t>({1, 2, 3, 2}, {2, 3}).left_out.missing == 3);
    CHECK(left_of<float>({1, -0.0F, 0, 3}, {0}).kept == std::vector<float>{1, 3});
    CHECK(left_of<float>({1, std::nanf("1"), -std::nanf(""), 3}, {std::nan("")}).kept ==
          std::vector<float>{1, 3});
    const auto wide = left_of<std::uint64_t>({~std::uint64_t{0}, ~std::uint64_t{1}}, {~std::uint64_t{0}});
    CHECK(wide.kept == std::vector<std::uint64_t>{~std::uint64_t{1}});
}

TEST_CASE("an element is missing if one of its counted samples is") {
    const std::vector<std::int16_t> pairs{1, 2, -1, 3, 4, -1, 5, 6};
    const auto both = left_of(pairs, {-1}, {.samples = 2});
    CHECK(both.kept == std::vector<std::int16_t>{1, 2, 5, 6});
    CHECK(both.left_out.missing == 2);
    CHECK(left_of(pairs, {-1}, {.samples = 2, .counted = {1}}).kept ==
          std::vector<std::int16_t>{1, 2, -1, 3, 5, 6});
    CHECK(left_of(pairs, {-1}, {.samples = 2}, 0, 0, {false, true}).kept ==
          std::vector<std::int16_t>{1, 2, -1, 3, 5, 6}); // the first sample of an element cannot be marked
    CHECK(left_of(pairs, {-1}, {.samples = 2, .counted = {0}}, 0, 0, {false, true}).kept == pairs);
    const auto kept = left_of(pairs, {-1}, {.samples = 2, .keep_missing = true});
    CHECK(kept.kept == pairs);
    CHECK(kept.left_out.missing == 2);
    CHECK(kept.present == std::vector{std::byte{1}, std::byte{0}, std::byte{0}, std::byte{1}});
}

TEST_CASE("leaves out alpha, wherever a piece begins") {
    const auto at = [](std::uint64_t first) {
        return left_of<std::uint8_t>({10, 11, 12, 13, 14}, {12}, {}, 4, first);
    };
    CHECK(at(0).kept == std::vector<std::uint8_t>{10, 11, 14});
    CHECK(at(1).kept == std::vector<std::uint8_t>{10, 11, 13, 14});
    CHECK(at(2).left_out.alpha == 1);
    CHECK(at(3).left_out.alpha == 2);
    CHECK(at(3).left_out.missing == 1);
}
