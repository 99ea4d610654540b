#include "histo_cl/error.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/problem.hpp"
#include "support/error.hpp"
#include "support/extremes.hpp"
#include "support/problems.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace histo_cl;
using test::check_invalid;
using test::of_bytes;
using test::u64_max;

namespace {

constexpr std::uint64_t u32_max = std::numeric_limits<std::uint32_t>::max();

void check_footprint(const Problem& problem, const Shape& shape, std::uint64_t samples,
                     std::uint64_t mask = 0, std::uint64_t weights = 0) {
    CAPTURE(to_string(problem));
    REQUIRE_NOTHROW(problem.validate());
    const Footprint bytes = footprint(problem, shape);
    CHECK(bytes.samples == samples);
    CHECK(bytes.mask == mask);
    CHECK(bytes.weights == weights);
}

void check_refused(const Problem& problem, const Shape& shape,
                   std::initializer_list<std::string_view> parts) {
    CAPTURE(to_string(problem));
    REQUIRE_NOTHROW(problem.validate());
    check_invalid(parts, [&] { return footprint(problem, shape); });
}

Binning some_bins() {
    return even_bins(4, 0, 256);
}

/// Channels of u16. `axes` of them are counted: the first ones, unless the layout names others.
Problem of_channels(std::size_t axes, Layout layout) {
    return {.sample = SampleType::u16, .axes = std::vector<Binning>(axes, some_bins()), .layout = layout};
}

} // namespace

TEST_CASE("footprint of flat elements") {
    check_footprint(of_bytes, {.count = 100}, 100);
    check_footprint(of_bytes, {.count = 0}, 0);
    check_refused(of_bytes, {}, {"shape.count is not set", "flat"});
    check_footprint({.sample = SampleType::f64, .axes = {some_bins()}}, {.count = 7}, 56);
    // Ten records of 12 B. The last bytes that are read are those of the second of three u16: 9·12 + 4.
    check_footprint(of_channels(1, {.channels = 3, .active = {1}, .stride = 12}), {.count = 10}, 112);
    // All three u16 of each record: 9·12 + 6.
    check_footprint(of_channels(3, {.stride = 12}), {.count = 10}, 114);
    check_footprint(of_channels(3, {}), {.count = 10}, 60);
    // Packed elements are loaded as a whole.
    check_footprint(of_channels(2, {.channels = 4, .active = {2, 0}}), {.count = 10}, 10 * 8);
}

TEST_CASE("footprint of flat planes") {
    // Two planes of 10 u16.
    check_footprint(of_channels(2, {.order = Order::planar}), {.count = 10}, 40);
    check_footprint(of_channels(2, {.order = Order::planar}), {.count = 10, .plane_pitch = 64}, 64 + 20);
    // The third of four planes is the last in use.
    check_footprint(of_channels(2, {.channels = 4, .active = {2, 0}, .order = Order::planar}), {.count = 10},
                    60);
    // Elements are 6 B apart. A packed plane has 60 B, and the last element of the second plane has 2 B.
    check_footprint(of_channels(2, {.order = Order::planar, .stride = 6}), {.count = 10}, 60 + 9 * 6 + 2);
}

TEST_CASE("footprint of a region of an image") {
    const Problem bytes{.axes = {identity_bins(256)}, .layout = {.rows = true}};
    check_footprint(bytes, {.region = {.width = 20, .height = 10}}, 200);
    check_footprint(bytes, {.region = {.width = 20, .height = 10}, .pitch = 32}, 9 * 32 + 20);
    // Without a pitch, rows end where the region does, and have 13 B. 4 rows are above the region.
    check_footprint(bytes, {.region = {.x = 3, .y = 4, .width = 10, .height = 2}}, 5 * 13 + 13);
    check_footprint(bytes, {.region = {.x = 3, .y = 4, .width = 10, .height = 2}, .pitch = 100}, 500 + 13);
    check_footprint(bytes, {.region = {.x = 3, .y = 4, .width = 0, .height = 2}}, 0);
    check_footprint(bytes, {.region = {.x = 3, .y = 4, .width = 10}}, 0);
    // Rows may overlap, as for a sliding window over a signal.
    check_footprint(bytes, {.region = {.width = 20, .height = 10}, .pitch = 1}, 9 + 20);
    // RGB of u16 of which only R is counted: 2 rows of 8·6 B before the region, and 8 elements in it.
    check_footprint(of_channels(1, {.channels = 3, .rows = true}),
                    {.region = {.y = 2, .width = 8, .height = 1}}, 2 * 48 + 8 * 6);
    // Planes of (1 + 3) rows of (2 + 6)·2 B; the second ends 3 rows and 8 samples after its start.
    check_footprint(of_channels(2, {.order = Order::planar, .rows = true}),
                    {.region = {.x = 2, .y = 1, .width = 6, .height = 3}}, 4 * 16 + 3 * 16 + 16);
    // Planes that are interleaved line by line: a plane's pitch may be smaller than the plane.
    check_footprint(of_channels(2, {.order = Order::planar, .rows = true}),
                    {.region = {.width = 8, .height = 3}, .pitch = 32, .plane_pitch = 16}, 2 * 32 + 16 + 16);
}

TEST_CASE("footprint of masks and weights") {
    check_footprint({.axes = {identity_bins(256)}, .layout = {.mask = true}}, {.count = 9}, 9, 9);
    const Problem weighed{.sample = SampleType::u16,
                          .axes = {identity_bins(256)},
                          .layout = {.rows = true, .mask = true},
                          .weights = {.type = SampleType::f64},
                          .counter = CounterType::f64};
    const Region region{.x = 1, .y = 2, .width = 3, .height = 2};
    check_footprint(weighed, {.region = region}, 3 * 8 + 8, 3 * 4 + 4, 3 * 32 + 32);
    check_footprint(weighed, {.region = region, .pitch = 10, .mask_pitch = 5, .weight_pitch = 40}, 3 * 10 + 8,
                    3 * 5 + 4, 3 * 40 + 32);
    const Problem flat{
        .axes = {identity_bins(256)}, .weights = {.type = SampleType::i32}, .counter = CounterType::i64};
    check_footprint(flat, {.count = 5}, 5, 0, 20);
}

TEST_CASE("footprint of weights with a stride, of rows and of columns") {
    // The last of five elements of 12 B ends after its i32.
    check_footprint({.axes = {identity_bins(256)},
                     .weights = {.type = SampleType::i32, .stride = 12},
                     .counter = CounterType::i64},
                    {.count = 5}, 5, 0, 4 * 12 + 4);
    Problem problem{.axes = {identity_bins(256)},
                    .layout = {.rows = true},
                    .weights = {.type = SampleType::f64, .stride = 24},
                    .counter = CounterType::f64};
    const Region region{.x = 1, .y = 2, .width = 3, .height = 2};
    check_footprint(problem, {.region = region}, 4 * 4, 0, 3 * (4 * 24) + 3 * 24 + 8);
    check_footprint(problem, {.region = region, .weight_pitch = 16}, 4 * 4, 0, 3 * 16 + 3 * 24 + 8);
    problem.weights.per = WeightPer::row;
    check_footprint(problem, {.region = region}, 4 * 4, 0, 3 * 24 + 8);
    check_footprint(problem, {.region = region, .weight_pitch = 16}, 4 * 4, 0, 3 * 16 + 8);
    problem.weights.per = WeightPer::column;
    check_footprint(problem, {.region = region}, 4 * 4, 0, 3 * 24 + 8);
    check_refused(problem, {.region = region, .weight_pitch = 16}, {"weight_pitch 16", "weights of columns"});
    problem.weights.stride = 0;
    check_footprint(problem, {.region = region}, 4 * 4, 0, 4 * 8);
    problem.weights.per = WeightPer::row;
    check_footprint(problem, {.region = region}, 4 * 4, 0, 4 * 8);
    problem = {.axes = {identity_bins(256)},
               .weights = {.type = SampleType::u8, .stride = std::uint64_t{1} << 63},
               .counter = CounterType::u64};
    check_footprint(problem, {.count = 2}, 2, 0, (std::uint64_t{1} << 63) + 1);
    check_refused(problem, {.count = 3}, {"count 3", "2^64 B"});
}

TEST_CASE("numbers of elements and histograms of a shape") {
    const auto check = [](const Problem& problem, const Shape& shape, std::uint64_t elements_,
                          std::uint64_t histograms_) {
        CHECK(elements(problem, shape) == elements_);
        CHECK(histograms(problem, shape) == histograms_);
    };
    check({}, {.count = 12}, 12, 1);
    check({}, {}, 0, 1);
    check({.axes = {identity_bins(256)}, .batch = Batch::segments}, {.count = 12, .segment = 4}, 12, 3);
    check({.axes = {identity_bins(256)}, .batch = Batch::segments}, {.segment = 4}, 0, 0);
    const std::vector<std::uint64_t> offsets{2, 2, 7};
    check({.axes = {identity_bins(256)}, .batch = Batch::ragged}, {.count = 12, .offsets = offsets}, 12, 2);
    const Problem tiles{.axes = {identity_bins(256)}, .layout = {.rows = true}, .batch = Batch::tiles};
    const Region region{.x = 5, .y = 6, .width = 10, .height = 7};
    check(tiles, {.region = region, .tile_width = 4, .tile_height = 7}, 70, 3);
    check(tiles, {.region = region, .tile_width = 5, .tile_height = 3}, 70, 6);
    check(tiles, {.region = region, .tile_width = 100, .tile_height = 100}, 70, 1);
    check(tiles, {.region = {.height = 7}, .tile_width = 4, .tile_height = 7}, 0, 0);
    const Region huge{.width = u64_max, .height = 2};
    check(tiles, {.region = huge, .tile_width = 1, .tile_height = 1}, u64_max, u64_max);
    check(tiles, {.region = huge, .tile_width = u64_max, .tile_height = 2}, u64_max, 1);
}

TEST_CASE("shape members that the problem does not use are refused") {
    check_refused({.axes = {identity_bins(256)}, .layout = {.rows = true}}, {.count = 3},
                  {"count 3", "flat layouts"});
    check_refused(of_bytes, {.region = {.x = 3}}, {"region.x 3", "layouts in rows"});
    check_refused(of_bytes, {.region = {.y = 3}}, {"region.y 3", "layouts in rows"});
    check_refused(of_bytes, {.region = {.width = 3}}, {"region.width 3", "layouts in rows"});
    check_refused(of_bytes, {.region = {.height = 3}}, {"region.height 3", "layouts in rows"});
    check_refused(of_bytes, {.pitch = 64}, {"pitch 64", "layouts in rows"});
    check_refused({.axes = {identity_bins(256)}, .layout = {.rows = true}}, {.mask_pitch = 64},
                  {"mask_pitch 64", "with a mask"});
    check_refused({.axes = {identity_bins(256)}, .layout = {.mask = true}}, {.mask_pitch = 64},
                  {"mask_pitch 64", "layouts in rows"});
    check_refused({.axes = {identity_bins(256)}, .layout = {.rows = true}}, {.weight_pitch = 64},
                  {"weight_pitch 64", "weights"});
    check_refused(
        {.axes = {identity_bins(256)}, .weights = {.type = SampleType::u32}, .counter = CounterType::u64},
        {.weight_pitch = 64}, {"weight_pitch 64", "layouts in rows"});
    check_refused(of_bytes, {.plane_pitch = 64}, {"plane_pitch 64", "planar"});
    check_refused(of_bytes, {.count = 4, .segment = 2}, {"segment 2", "batches of segments"});
    check_refused({.axes = {identity_bins(256)}, .layout = {.rows = true}}, {.tile_width = 2},
                  {"tile_width 2", "batches of tiles"});
    check_refused({.axes = {identity_bins(256)}, .layout = {.rows = true}}, {.tile_height = 2},
                  {"tile_height 2", "batches of tiles"});
    const std::vector<std::uint64_t> offsets{0, 2, 4};
    check_refused(of_bytes, {.count = 4, .offsets = offsets}, {"3 offsets", "ragged"});
}

TEST_CASE("pitches that are not whole samples or weights are refused") {
    const Problem problem{.sample = SampleType::u32,
                          .axes = {identity_bins(256)},
                          .layout = {.order = Order::planar, .rows = true},
                          .weights = {.type = SampleType::f64},
                          .counter = CounterType::f64};
    const Region region{.width = 2, .height = 2};
    check_refused(problem, {.region = region, .pitch = 10}, {"pitch 10 B", "sample", "4 B"});
    check_refused(problem, {.region = region, .plane_pitch = 62}, {"plane_pitch 62 B", "sample", "4 B"});
    check_refused(problem, {.region = region, .weight_pitch = 20}, {"weight_pitch 20 B", "weight", "8 B"});
}

TEST_CASE("batches that do not fit the elements are refused") {
    const Problem segments{.axes = {identity_bins(256)}, .batch = Batch::segments};
    check_refused(segments, {.count = 12}, {"segment 0", "at least 1"});
    check_refused(segments, {.count = 12, .segment = 5}, {"count 12", "multiple", "5"});
    const Problem ragged{.axes = {identity_bins(256)}, .batch = Batch::ragged};
    check_refused(ragged, {.count = 12}, {"no offsets"});
    const std::vector<std::uint64_t> falling{0, 5, 4, 12};
    check_refused(ragged, {.count = 12, .offsets = falling}, {"offset 2 (4)", "offset 1 (5)", "not fall"});
    const std::vector<std::uint64_t> beyond{0, 5, 13};
    check_refused(ragged, {.count = 12, .offsets = beyond}, {"offset 2 (13)", "12 elements"});
    check_footprint(ragged, {.count = 13, .offsets = beyond}, 13);
    const Problem tiles{.axes = {identity_bins(256)}, .layout = {.rows = true}, .batch = Batch::tiles};
    const Region region{.width = 4, .height = 4};
    check_refused(tiles, {.region = region, .tile_width = 2}, {"2 x 0", "at least 1"});
    check_refused(tiles, {.region = region, .tile_height = 2}, {"0 x 2", "at least 1"});
    check_footprint(tiles, {.region = region, .tile_width = 3, .tile_height = 9}, 16);
}

TEST_CASE("more elements than the problem or its counters allow are refused") {
    check_footprint({.axes = {identity_bins(256)}, .max_samples = 10}, {.count = 10}, 10);
    check_refused({.axes = {identity_bins(256)}, .max_samples = 10}, {.count = 11},
                  {"count 11", "at most 10"});
    check_refused({.axes = {identity_bins(256)}, .layout = {.rows = true}, .max_samples = 10},
                  {.region = {.width = 4, .height = 3}}, {"region of 12", "at most 10"});
    check_footprint(of_bytes, {.count = u32_max}, u32_max);
    check_refused(of_bytes, {.count = u32_max + 1}, {"count 4294967296", "u32 counter", "u64"});
    check_footprint({.axes = {identity_bins(256)}, .counter = CounterType::u64}, {.count = u32_max + 1},
                    u32_max + 1);
}

TEST_CASE("sizes beyond 64 bits are refused") {
    const Problem wide{.sample = SampleType::u64, .axes = {identity_bins(256)}, .counter = CounterType::u64};
    constexpr std::uint64_t max_elements = u64_max / 8;
    check_footprint(wide, {.count = max_elements}, 8 * max_elements);
    check_refused(wide, {.count = max_elements + 1}, {"2^64"});
    check_refused(wide, {.count = u64_max}, {"2^64"});
    Problem rows = wide;
    rows.layout.rows = true;
    check_refused(rows, {.region = {.width = 1ULL << 32, .height = 1ULL << 32}}, {"2^64"});
    check_refused(rows, {.region = {.x = u64_max, .width = 1, .height = 1}}, {"2^64"});
    check_refused(rows, {.region = {.y = u64_max, .width = 1, .height = 1}}, {"2^64"});
    check_refused(rows, {.region = {.y = 1ULL << 32, .width = 1, .height = 1}, .pitch = 1ULL << 32},
                  {"2^64"});
    // The second of two planes is counted.
    Problem planar = wide;
    planar.layout = {.channels = 2, .active = {1}, .order = Order::planar};
    check_refused(planar, {.count = 1, .plane_pitch = u64_max - 7}, {"2^64"});
    check_footprint(planar, {.count = 1, .plane_pitch = u64_max - 23}, u64_max - 15);
    // Only the mask's rows are too long.
    Problem masked = wide;
    masked.layout = {.rows = true, .mask = true};
    check_refused(masked, {.region = {.y = 2, .width = 1, .height = 1}, .mask_pitch = u64_max}, {"2^64"});
    Problem weighed = wide;
    weighed.layout = {.rows = true};
    weighed.weights.type = SampleType::u32;
    check_refused(weighed, {.region = {.y = 2, .width = 1, .height = 1}, .weight_pitch = u64_max - 3},
                  {"2^64"});
}

TEST_CASE("more histograms than one batch can have are refused") {
    const auto check_too_many = [](const Problem& problem, const Shape& shape, std::uint64_t histograms) {
        check_refused(problem, shape, {std::to_string(histograms) + " histograms", "2147483648 (2^31)"});
    };
    constexpr auto u64 = CounterType::u64;
    const Problem segments{.axes = {identity_bins(256)}, .batch = Batch::segments, .counter = u64};
    check_footprint(segments, {.count = max_histograms, .segment = 1}, max_histograms);
    check_too_many(segments, {.count = max_histograms + 1, .segment = 1}, max_histograms + 1);
    const Problem tiles{
        .axes = {identity_bins(256)}, .layout = {.rows = true}, .batch = Batch::tiles, .counter = u64};
    const auto tiles_of = [](std::uint64_t width, std::uint64_t height) {
        return Shape{.region = {.width = width, .height = height}, .tile_width = 1, .tile_height = 1};
    };
    check_footprint(tiles, tiles_of(1U << 16U, 1U << 15U), max_histograms);
    check_too_many(tiles, tiles_of(1U << 16U, (1U << 15U) + 1), max_histograms + (1U << 16U));
    check_too_many(tiles, tiles_of(1ULL << 40U, 1ULL << 40U), u64_max);
    // The offsets are not read.
    const std::uint64_t offset = 0;
    const std::span offsets(&offset, max_histograms + 2);
    check_too_many({.axes = {identity_bins(256)}, .batch = Batch::ragged}, {.count = 1, .offsets = offsets},
                   max_histograms + 1);
}
