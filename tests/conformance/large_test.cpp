#include "guarded_counts.hpp"
#include "proof.hpp"

#include <doctest/doctest.h>
#include <numeric>

// More than 2^32 samples in one enqueue (from a buffer, if one can be that large, and from rows that
// overlap), and more than 2^23 bins.

namespace histo_cl::test {

TEST_SUITE("large") {
    TEST_CASE("one enqueue counts more than 2^32 samples") {
        const auto& device = test_device();
        constexpr std::uint64_t count = (1ULL << 32U) + 12'345;
        constexpr std::uint64_t offset = 3;
        if (device.profile().max_allocation_bytes < count + offset ||
            device.profile().global_memory_bytes / 2 < count + offset) {
            MESSAGE("no buffer of " << count + offset << " B on " << device.profile().name << ": not run");
            return;
        }
        // Nearly all samples are 5, so one counter passes 2^32. The last few are 9, at offsets beyond 2^32.
        const auto samples = device.make_buffer(count + offset);
        // Written from the host, because NVIDIA's driver computes the size of a fill modulo 2^32.
        const std::vector<std::uint8_t> fives(1U << 28U, 5);
        for (std::uint64_t at = 0; at < count + offset; at += fives.size())
            device.queue().enqueueWriteBuffer(samples, CL_TRUE, at,
                                              std::min<std::uint64_t>(fives.size(), count + offset - at),
                                              fives.data());
        const std::vector<std::uint8_t> tail(10'000, 9);
        device.queue().enqueueWriteBuffer(samples, CL_TRUE, count + offset - tail.size(), tail.size(),
                                          tail.data());
        std::size_t plans = 0;
        for (const auto variant : {Variant::local_atomic, Variant::banked_uchar4, Variant::local_packed,
                                   Variant::hot_bin_cache, Variant::item_private, Variant::global_private})
            for (const auto merge : all_merges) {
                const bool by_cpu = device.profile().type == DeviceType::cpu;
                const bool by_items = variant == Variant::item_private || variant == Variant::global_private;
                if (by_cpu ? !by_items || merge == Merge::atomic : variant == Variant::item_private)
                    continue; // would take minutes on this type of device
                const Problem problem{.axes = {identity_bins(256)}, .counter = CounterType::u64};
                std::string why;
                const auto made = try_plan(problem, {.knobs = {.variant = variant, .merge = merge}}, why);
                if (!made) {
                    CHECK(merge != Merge::atomic);
                    continue;
                }
                ++plans;
                const auto& plan = *made;
                const auto got =
                    GuardedCounts(plan)
                        .count(plan,
                               {.samples = samples(), .sample_offset = offset, .shape = {.count = count}})
                        .value();
                CAPTURE(to_string(plan.decision()));
                CHECK(got[5] == count - tail.size());
                CHECK(got[9] == tail.size());
                CHECK(std::accumulate(got.begin(), got.end(), std::uint64_t{0}) == count);
            }
        CHECK(plans >= (device.profile().type == DeviceType::cpu ? 4 : 9));
    }

    TEST_CASE("partitions of more than 2^23 bins are counted") {
        // With 128 partitions, the number of a bin within its partition has 17 bits, if local memory has room
        // for that many counters.
        constexpr std::uint32_t bins = (1U << 23U) + 1;
        std::vector<std::uint32_t> samples(100'000);
        for (std::uint32_t i = 0; i < samples.size(); ++i)
            samples[i] = i * 2'654'435'761U % bins; // spread, with mostly one sample per bin
        std::vector<std::uint64_t> want(bins);
        for (const auto sample : samples)
            ++want[sample];
        const Problem problem{.sample = SampleType::u32, .axes = {identity_bins(bins)}};
        std::string why;
        const auto plan = try_plan(problem, {.knobs = {.variant = Variant::partitioned}}, why);
        if (!plan) {
            MESSAGE(why);
            return;
        }
        CAPTURE(to_string(plan->decision()));
        const auto buffer = test_device().make_buffer(samples, CL_MEM_READ_ONLY);
        const auto got =
            GuardedCounts(*plan).count(*plan, {.samples = buffer(), .shape = {.count = samples.size()}});
        CHECK(difference(got, want, problem.counter, bins) == "");
    }

    TEST_CASE("one enqueue counts more than 2^32 elements of a small buffer, in rows that overlap") {
        constexpr std::uint64_t width = 65'537;
        constexpr std::uint64_t height = 65'536;
        std::vector<std::uint8_t> samples(width + height - 1);
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i] = static_cast<std::uint8_t>(i % 251);
        // Sample k is in as many rows as there are y < height with 0 <= k - y < width.
        std::vector<std::uint64_t> want(256);
        for (std::uint64_t k = 0; k < samples.size(); ++k)
            want[samples[k]] += std::min({k + 1, height, samples.size() - k});
        CHECK(std::accumulate(want.begin(), want.end(), std::uint64_t{0}) == width * height);

        const Problem problem{
            .axes = {identity_bins(256)}, .layout = {.rows = true}, .counter = CounterType::u64};
        const auto plan = make_plan(problem, {});
        CAPTURE(to_string(plan.decision()));
        const auto buffer = test_device().make_buffer(samples, CL_MEM_READ_ONLY);
        const auto counts = test_device().make_buffer(plan.count_bytes());
        plan.enqueue(test_device().queue()(),
                     {.samples = buffer(),
                      .shape = {.region = {.width = width, .height = height}, .pitch = 1},
                      .counts = counts()});
        CHECK(test_device().read_back<std::uint64_t>(counts, want.size()) == want);
    }
}

} // namespace histo_cl::test
