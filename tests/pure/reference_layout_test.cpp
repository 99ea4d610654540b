#include "conformance/random_job.hpp"
#include "histo_cl/error.hpp"
#include "random_problems.hpp"
#include "reference_counts.hpp"
#include "support/error.hpp"
#include "support/problems.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <doctest/doctest.h>
#include <span>
#include <string>
#include <vector>

// The reference's counts of channels, rows, masks, batches and joint histograms.

using namespace histo_cl;
using test::check_invalid;
using test::of_bytes;

namespace {

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
    return std::as_bytes(std::span(values));
}

template <class T>
Counts counts_of(const Problem& problem, const std::vector<T>& samples, const Shape& shape,
                 const std::vector<std::uint8_t>& mask = {}) {
    return reference_histogram(problem,
                               {.samples = bytes_of(samples), .shape = shape, .mask = bytes_of(mask)})
        .counts;
}

/// A bin for each of the values 0 to count - 1.
Binning each(std::uint32_t count) {
    return identity_bins(count);
}

} // namespace

TEST_CASE("interleaved channels are counted, each in its own bins") {
    // Three pixels of R, G, B.
    const std::vector<std::uint8_t> rgb{0, 1, 2, 1, 1, 0, 0, 3, 2};
    CHECK(counts_of({.axes = {each(2), each(4), each(3)}}, rgb, {.count = 3}) ==
          Counts{2, 1, /**/ 0, 2, 0, 1, /**/ 1, 0, 2});
    // Only B and R, in this order.
    const Problem two{.axes = {each(3), each(2)}, .layout = {.channels = 3, .active = {2, 0}}};
    CHECK(counts_of(two, rgb, {.count = 3}) == Counts{1, 0, 2, /**/ 2, 1});
    // The same channel with two kinds of bins. Counters for samples out of range follow the bins of each
    // axis.
    const Problem twice{.axes = {each(2), edge_bins({1, 4})},
                        .out_of_range = OutOfRange::counted,
                        .layout = {.channels = 3, .active = {1, 1}}};
    CHECK(counts_of(twice, rgb, {.count = 3}) == Counts{0, 2, 0, 1, 0, /**/ 3, 0, 0, 0});
    // No shape is needed if the samples make up whole elements.
    CHECK(reference_histogram(two, bytes_of(rgb)) == Counts{1, 0, 2, /**/ 2, 1});
    CHECK_THROWS_AS((void)reference_histogram(two, bytes_of(rgb).first(8)), Error);
}

TEST_CASE("a region without elements counts nothing, however high or wide it is") {
    const Problem problem{.axes = {each(10)}, .layout = {.rows = true}};
    const std::vector<std::uint8_t> image(16);
    for (const Region& region : {Region{.x = 4, .y = 3, .height = 9},
                                 {.x = 4, .y = 3, .width = 9},
                                 {.width = 0, .height = ~std::uint64_t{0}}})
        CHECK(counts_of(problem, image, {.region = region, .pitch = 8}) == Counts(10));
}

TEST_CASE("segments and ragged segments have a histogram each") {
    const std::vector<std::uint8_t> samples{0, 1, 1, 1, 0, 0, 1, 1};
    const Problem segments{.axes = {each(2)}, .batch = Batch::segments};
    CHECK(counts_of(segments, samples, {.count = 8, .segment = 4}) == Counts{1, 3, /**/ 2, 2});
    CHECK(counts_of(segments, samples, {.count = 0, .segment = 4}).empty());
    const Problem ragged{.axes = {each(2)}, .batch = Batch::ragged};
    const std::vector<std::uint64_t> offsets{1, 3, 3, 8};
    CHECK(counts_of(ragged, samples, {.count = 8, .offsets = offsets}) == Counts{0, 2, /**/ 0, 0, /**/ 2, 3});
    CHECK(counts_of(ragged, samples, {.count = 8, .offsets = std::span(offsets).first(1)}).empty());
    // [histogram][channel][bin]
    const Problem channels{.axes = {each(2), each(2)}, .batch = Batch::segments};
    CHECK(counts_of(channels, samples, {.count = 4, .segment = 2}) ==
          Counts{1, 1, /**/ 0, 2, /* */ 1, 1, /**/ 1, 1});
    // Segments longer than the reference's blocks of elements.
    const std::vector<std::uint8_t> many(30000, 1);
    CHECK(counts_of(segments, many, {.count = 30000, .segment = 10000}) ==
          Counts{0, 10000, /**/ 0, 10000, /**/ 0, 10000});
}

TEST_CASE("joint histograms: the last axis varies fastest") {
    const std::vector<std::uint8_t> pairs{0, 2, 1, 0, 1, 2, 1, 2, 0, 3, 2, 0};
    Problem problem{.axes = {each(2), each(3)}, .joint = true};
    // (0, 3) and (2, 0) are dropped, because one of the two samples is out of range.
    CHECK(counts_of(problem, pairs, {.count = 6}) == Counts{0, 0, 1, /**/ 1, 0, 2});
    problem.out_of_range = OutOfRange::clamped;
    CHECK(counts_of(problem, pairs, {.count = 6}) == Counts{0, 0, 2, /**/ 2, 0, 2});
    problem.out_of_range = OutOfRange::counted;
    CHECK(counts_of(problem, pairs, {.count = 6}) == Counts{0, 0, 1, 0, 1, 0,   //
                                                            1, 0, 2, 0, 0, 0,   //
                                                            0, 0, 0, 0, 0, 0,   // underflow
                                                            1, 0, 0, 0, 0, 0,   // overflow
                                                            0, 0, 0, 0, 0, 0}); // NaN
    const std::vector<std::uint8_t> triples{1, 1, 1, 0, 1, 0, 1, 1, 1};
    CHECK(counts_of({.axes = {each(2), each(2), each(2)}, .joint = true}, triples, {.count = 3}) ==
          Counts{0, 0, 1, 0, 0, 0, 0, 2});
    const Problem chosen{
        .axes = {each(2), each(2)}, .joint = true, .layout = {.channels = 3, .active = {2, 0}}};
    CHECK(counts_of(chosen, triples, {.count = 3}) == Counts{1, 0, 0, 2});
    const Problem planes{.axes = {each(2), each(3)},
                         .joint = true,
                         .layout = {.order = Order::planar, .mask = true},
                         .batch = Batch::segments};
    CHECK(counts_of<std::uint8_t>(planes, {0, 1, 1, 0, /**/ 2, 2, 0, 0}, {.count = 4, .segment = 2},
                                  {1, 1, 1, 0}) == Counts{0, 0, 1, 0, 0, 1, /**/ 0, 0, 0, 1, 0, 0});
}

TEST_CASE("joint even edges of floats are doubles") {
    // 0.7F is below the double 0.7. The last edge of a single axis is rounded to 0.7F, so 0.7F is out of
    // range. A joint axis keeps the double 0.7, so 0.7F is in range.
    const std::vector<float> samples{0.7F, 0.1F};
    Problem problem{.sample = SampleType::f32, .axes = {even_bins(1, 0, 0.7), even_bins(1, 0, 1)}};
    CHECK(counts_of(problem, samples, {.count = 1}) == Counts{0, 1});
    problem.joint = true;
    CHECK(counts_of(problem, samples, {.count = 1}) == Counts{1});
    // 0.1F is above the double 0.1, and the f32 before it is below.
    problem.axes = {even_bins(1, 0.1, 1), even_bins(1, 0.1, 1)};
    CHECK(counts_of<float>(problem, {0.1F, 0.1F}, {.count = 1}) == Counts{1});
    CHECK(counts_of<float>(problem, {0.1F, std::nextafter(0.1F, 0.0F)}, {.count = 1}) == Counts{0});
    // Circular edges are rounded even if the axes are joint. The period starts at -0x1.921fb6p+1, and its
    // end, 0x1.921fb6p+1, is in bin 0 again.
    const Binning angle = circular_bins(2, -3.141592653589793, 6.283185307179586);
    problem.axes = {angle, angle};
    CHECK(counts_of<float>(problem, {0x1.921fb6p+1F, -0x1.921fb6p+1F}, {.count = 1}) == Counts{1, 0, 0, 0});
}

TEST_CASE("spans that are too short or not used are refused") {
    const auto refused = [](const char* words, const Problem& problem, const HostData& data) {
        check_invalid({words}, [&] { return reference_histogram(problem, data); });
    };
    const std::vector<std::byte> some(100);
    const std::span<const std::byte> bytes(some);
    refused("9 bytes of samples: the shape needs 10", of_bytes,
            {.samples = bytes.first(9), .shape = {.count = 10}});
    const Problem masked{.axes = {identity_bins(256)}, .layout = {.mask = true}};
    refused("9 bytes of the mask: the shape needs 10", masked,
            {.samples = bytes, .shape = {.count = 10}, .mask = bytes.first(9)});
    const Problem weighed{
        .axes = {identity_bins(256)}, .weights = {.type = SampleType::u32}, .counter = CounterType::u64};
    refused("39 bytes of weights: the shape needs 40", weighed,
            {.samples = bytes, .shape = {.count = 10}, .weights = bytes.first(39)});
    refused("100 bytes of the mask: the problem does not use them", of_bytes,
            {.samples = bytes, .shape = {.count = 10}, .mask = bytes});
    refused("100 bytes of weights: the problem does not use them", of_bytes,
            {.samples = bytes, .shape = {.count = 10}, .weights = bytes});
    refused("segment 5: only batches of segments have one", of_bytes,
            {.samples = bytes, .shape = {.count = 10, .segment = 5}});
    refused("no axes", {}, {.samples = bytes});
}

TEST_CASE("elements in any layout have the counts of the same elements packed") {
    RandomProblems random(31337);
    for (int round = 0; round < 300; ++round) {
        Problem problem{.sample = SampleType::u16};
        problem.axes.assign(1 + random.below(3), even_bins(5, 0, 60000));
        problem.joint = problem.axes.size() > 1 && random.one_in(2);
        problem.out_of_range = static_cast<OutOfRange>(random.below(3));
        auto& layout = problem.layout;
        layout.channels = static_cast<std::uint32_t>(random.between(problem.axes.size(), 4));
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
            layout.active.push_back(static_cast<std::uint32_t>(random.below(layout.channels)));
        layout.order = random.one_in(2) ? Order::planar : Order::interleaved;
        const bool planar = layout.order == Order::planar;
        layout.stride = 2 * ((planar ? 1 : layout.channels) + random.below(3));
        layout.rows = !random.one_in(3);
        layout.mask = random.one_in(2);
        const bool tiled = layout.rows && random.one_in(2);
        if (tiled) problem.batch = Batch::tiles;
        const auto job = test::random_job(problem, {.elements = 300}, random);
        INFO("seed ", random.seed(), ", round ", round, ": ", to_string(problem), ": ", job.text);

        // The elements of each histogram, packed and interleaved.
        const auto& shape = job.shape;
        const auto region =
            layout.rows ? shape.region : Region{.width = shape.count.value_or(0), .height = 1};
        const auto width = region.x + region.width;
        const auto pitch = shape.pitch != 0 ? shape.pitch : layout.stride * width;
        const auto mask_pitch = shape.mask_pitch != 0 ? shape.mask_pitch : width;
        const auto plane_pitch =
            shape.plane_pitch != 0 ? shape.plane_pitch : pitch * (region.y + region.height);
        const auto tile_width = tiled ? shape.tile_width : std::max<std::uint64_t>(region.width, 1);
        const auto tile_height = tiled ? shape.tile_height : std::max<std::uint64_t>(region.height, 1);
        Problem packed = problem;
        packed.layout = {};
        packed.batch = Batch::one;
        Counts expected;
        for (std::uint64_t top = 0; top == 0 || top < region.height; top += tile_height)
            for (std::uint64_t left = 0; left == 0 || left < region.width; left += tile_width) {
                std::vector<std::uint16_t> gathered;
                for (auto y = region.y + top; y < region.y + std::min(top + tile_height, region.height); ++y)
                    for (auto x = region.x + left; x < region.x + std::min(left + tile_width, region.width);
                         ++x) {
                        const auto mask_at = job.mask_offset + y * mask_pitch + x;
                        if (layout.mask && job.mask[mask_at] == std::byte{0}) continue;
                        for (const auto channel : layout.active) {
                            const auto at = job.offset * 2 + y * pitch + x * layout.stride +
                                            channel * (planar ? plane_pitch : 2);
                            std::memcpy(&gathered.emplace_back(), &job.samples[at], 2);
                        }
                    }
                const Counts counts = reference_histogram(packed, bytes_of(gathered)).counts;
                expected.insert(expected.end(), counts.begin(), counts.end());
            }
        if (histograms(problem, shape) == 0) expected.clear();
        CHECK(test::expected_counts(problem, job) == expected);
    }
}
