// What an enqueue reads and writes: sub-buffers, and 64-bit counts with carries.

#include "api/fixture.hpp"

using namespace histo_cl;
using namespace histo_cl::test;

TEST_CASE("sub-buffers are used, and the memory around them stays untouched") {
    const auto& device = test_device();
    const std::size_t align = device.profile().base_address_align_bytes;
    const auto samples = random_bytes(align + 1000);
    const auto all_samples = device.make_buffer(samples);
    const auto some_samples = part_of(all_samples, align, 1000);
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const auto& plan = plan_for(merge);
        const auto before = align / sizeof(std::uint32_t);
        auto content = rubbish(before + problem_bins + 16);
        const auto around = device.make_buffer(content);
        const auto counts = part_of(around, align, plan.count_bytes());
        plan.enqueue(
            device.queue()(),
            {.samples = some_samples(), .sample_offset = 10, .shape = {.count = 990}, .counts = counts()});
        const auto counted = expected_counts(std::span(samples).subspan(align + 10, 990));
        std::ranges::copy(counted, content.begin() + static_cast<std::ptrdiff_t>(before));
        CHECK(device.read_back<std::uint32_t>(around, content.size()) == content);
    }
}

TEST_CASE("64-bit counts carry past 2^32") {
    const auto& device = test_device();
    const auto samples = random_bytes(5000);
    const auto sample_buffer = device.make_buffer(samples);
    constexpr std::uint64_t before = 0xFFFFFFF0U;
    const auto check = [&](const Plan& plan) {
        INFO(to_string(plan.decision()));
        CHECK(plan.decision().native_atomic64 == device.profile().int64_atomics);
        const auto counts = device.make_buffer(std::vector<std::uint64_t>(problem_bins, before));
        // The first samples cause a carry. The others are counted after it.
        for (const std::uint64_t first : {0U, 200U})
            plan.enqueue(device.queue()(), {.samples = sample_buffer(),
                                            .sample_offset = first,
                                            .shape = {.count = first == 0 ? 200U : 4800U},
                                            .counts = counts(),
                                            .accumulate = true});
        CHECK(device.read_back<std::uint64_t>(counts, problem_bins) == expected_counts(samples, before));
    };
    for (const auto merge : enqueued_merges())
        check(plan_for(merge, CounterType::u64));
    // With this variant, each sample is added to the counts by its own atomic operation.
    check(
        device.plan(problem(CounterType::u64),
                    {.knobs = {.variant = Variant::global_atomic, .work_group_size = 16, .work_groups = 4}}));
}
