#include "guarded_counts.hpp"
#include "proof.hpp"
#include "support/random.hpp"

#include <bit>
#include <cmath>
#include <doctest/doctest.h>

// Expressions of an element's index, which the reference cannot know: against loops of their own. (Those of x
// alone are among the random cases, as the even and circular bins that they are equal to.)

namespace histo_cl::test {
namespace {

constexpr std::uint64_t offset = 3;

std::vector<std::byte> random_bytes(std::size_t count, Random& random) {
    std::vector<std::byte> bytes(count);
    for (auto& byte : bytes)
        byte = static_cast<std::byte>(random.below(128));
    return bytes;
}

/// Several launches of several work-groups.
Options in_parts(Variant variant) {
    auto options = forced(variant);
    options.samples_per_launch = 701;
    options.coarsening = 10;
    return options;
}

void check(const Problem& problem, const Options& options, const Shape& shape,
           const std::vector<std::byte>& samples, const std::vector<std::byte>& mask,
           std::span<const std::uint64_t> want) {
    const auto& device = test_device();
    const auto plan = make_plan(problem, options);
    CAPTURE(to_string(problem));
    CAPTURE(to_string(plan.decision()));
    const auto sample_buffer = device.make_buffer(samples);
    const auto mask_buffer = device.make_buffer(mask);
    const auto histograms = histo_cl::histograms(problem, shape);
    const auto workspace = device.make_buffer(plan.workspace_bytes(histograms));
    for (const auto& buffer : {sample_buffer, mask_buffer, workspace})
        keep_until_exit(buffer);
    const GuardedCounts counts(plan, histograms);
    Job job{.samples = sample_buffer(),
            .sample_offset = offset,
            .shape = shape,
            .mask = problem.layout.mask ? mask_buffer() : nullptr,
            .workspace = workspace()};
    counts.prepare(job);
    plan.enqueue(device.queue()(), job);
    CHECK(difference(counts.read(), want, problem.counter, problem.counters()) == "");
}

} // namespace

TEST_SUITE("custom") {
    TEST_CASE("the index of a flat element counts from the job's first") {
        Random random(1);
        constexpr std::uint64_t count = 5000;
        constexpr std::uint64_t segment = 1000;
        const auto samples = random_bytes(offset + count, random);
        for (const auto variant : {Variant::global_atomic, Variant::local_aggregated, Variant::item_private})
            for (const auto load : {1U, 16U}) {
                const Problem problem{.axes = {custom_bins(7, "i % 7"), custom_bins(200, "x + (i & 64)")},
                                      .layout = {.active = {0, 0}},
                                      .batch = Batch::segments};
                std::vector<std::uint64_t> want(count / segment * 207);
                for (std::uint64_t i = 0; i < count; ++i) {
                    const auto x = std::to_integer<std::uint64_t>(samples[offset + i]);
                    ++want[i / segment * 207 + i % 7];
                    ++want[i / segment * 207 + 7 + x + (i & 64)];
                }
                auto options = in_parts(variant);
                options.load_bytes = load;
                auto one_channel = problem;
                one_channel.layout.channels = 1;
                check(one_channel, options, {.count = count, .segment = segment}, samples, {}, want);
            }
    }

    TEST_CASE("the index in rows goes row by row through the region, whatever the tiles and the mask") {
        Random random(2);
        const Region region{2, 1, 61, 47};
        constexpr std::uint64_t pitch = 71;
        const auto samples = random_bytes(offset + pitch * 48, random);
        const auto mask = random_bytes(pitch * 48, random);
        for (const auto variant : {Variant::local_atomic, Variant::item_private}) {
            const Problem problem{.axes = {custom_bins(100, "(int)(i >> 3) - (int)x")},
                                  .out_of_range = OutOfRange::counted,
                                  .layout = {.rows = true, .mask = true},
                                  .batch = Batch::tiles};
            const Shape shape{
                .region = region, .pitch = pitch, .mask_pitch = pitch, .tile_width = 20, .tile_height = 30};
            std::vector<std::uint64_t> want(std::size_t{4} * 2 * 103);
            for (std::uint64_t y = 0; y < region.height; ++y)
                for (std::uint64_t x = 0; x < region.width; ++x) {
                    const auto at = (region.y + y) * pitch + region.x + x;
                    if (mask[at] == std::byte{0}) continue;
                    const auto index = static_cast<std::int64_t>(y * region.width + x);
                    const auto bin = index / 8 - std::to_integer<std::int64_t>(samples[offset + at]);
                    const auto tile = y / 30 * 4 + x / 20;
                    ++want[tile * 103 + static_cast<std::uint64_t>(bin < 0 ? 100 : bin >= 100 ? 101 : bin)];
                }
            check(problem, in_parts(variant), shape, samples, mask, want);
        }
    }

    /// All 65536 of them; of each the float's bits are counted, in three parts.
    template <NarrowFloat T>
    void check_each_value() {
        constexpr std::uint32_t part = 2048;
        std::vector<T> samples;
        std::vector<std::uint64_t> want(3 * part);
        for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
            samples.push_back({static_cast<std::uint16_t>(bits)});
            const float value = to_float(samples.back());
            if (std::isnan(value)) continue;
            const auto in_all = std::bit_cast<std::uint32_t>(value);
            ++want[in_all >> 22U];
            ++want[part + (in_all >> 11U) % part];
            ++want[2 * part + in_all % part];
        }
        const Problem problem{.sample = sample_type_of<T>(),
                              .axes = {custom_bins(part, "as_uint(x) >> 22"),
                                       custom_bins(part, "as_uint(x) >> 11 & 2047"),
                                       custom_bins(part, "as_uint(x) & 2047")},
                              .layout = {.channels = 1, .active = {0, 0, 0}}};
        CAPTURE(to_string(problem));
        const auto counts = count(problem, std::as_bytes(std::span(samples)), forced(Variant::global_atomic));
        CHECK(counts == want);
    }

    TEST_CASE("expressions see a narrow float as the float of its value") {
        check_each_value<Half>();
        check_each_value<Bfloat16>();
    }
}

} // namespace histo_cl::test
