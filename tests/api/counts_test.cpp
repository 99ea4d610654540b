// What an enqueue reads and writes: offsets, launches, carries, and never a byte beside its own.

#include "api/fixture.hpp"

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// A sub-buffer of `size` bytes of `parent` from `origin` on.
cl::Buffer sub_buffer(const cl::Buffer& parent, std::size_t origin, std::size_t size) {
    cl_buffer_region region{origin, size};
    auto whole = parent;
    return whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
}

} // namespace

TEST_CASE("any offset, aligned or not, counts just its samples") {
    const auto& device = test_device();
    const auto samples = random_bytes(1100);
    const auto sample_buffer = device.make_buffer(samples, CL_MEM_READ_ONLY);
    const auto& plan = plan_for(Merge::atomic);
    for (const std::uint64_t offset :
         {0U, 1U, 2U, 3U, 4U, 5U, 15U, 16U, 17U, 127U, 128U, 1000U, 1099U, 1100U}) {
        CAPTURE(offset);
        const auto count = std::min<std::uint64_t>(100, samples.size() - offset);
        const auto counts = device.make_buffer(rubbish());
        plan.enqueue(device.queue()(), {.samples = sample_buffer(),
                                        .sample_offset = offset,
                                        .shape = {.count = count},
                                        .counts = counts()});
        CHECK(counts_in(counts) == expected_counts(std::span(samples).subspan(offset, count)));
    }
}

TEST_CASE("the counts' buffer is untouched past the bins, the samples altogether") {
    const auto& device = test_device();
    const auto samples = random_bytes(5000);
    const auto sample_buffer = device.make_buffer(samples);
    for (const auto merge : enqueued_merges())
        for (const bool accumulate : {false, true})
            for (const std::uint64_t count : {0U, 1U, 5000U}) {
                INFO("merge: ", name(merge), ", accumulate: ", accumulate, ", count: ", count);
                std::vector<std::uint32_t> content(problem_bins, 7);
                content.resize(problem_bins + 64, 0xABABABABU);
                const auto counts = device.make_buffer(content);
                plan_for(merge).enqueue(device.queue()(), {.samples = sample_buffer(),
                                                           .shape = {.count = count},
                                                           .counts = counts(),
                                                           .accumulate = accumulate});
                const auto counted =
                    expected_counts<std::uint32_t>(std::span(samples).first(count), accumulate ? 7 : 0);
                std::ranges::copy(counted, content.begin());
                CHECK(device.read_back<std::uint32_t>(counts, content.size()) == content);
                CHECK(device.read_back<std::uint8_t>(sample_buffer, samples.size()) == samples);
            }
}

TEST_CASE("sub-buffers, with what lies around them untouched") {
    const auto& device = test_device();
    const std::size_t align = device.profile().base_address_align_bytes;
    const auto samples = random_bytes(align + 1000);
    const auto all_samples = device.make_buffer(samples);
    const auto some_samples = sub_buffer(all_samples, align, 1000);
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const auto& plan = plan_for(merge);
        const auto before = align / sizeof(std::uint32_t);
        auto content = rubbish(before + problem_bins + 16);
        const auto around = device.make_buffer(content);
        const auto counts = sub_buffer(around, align, plan.count_bytes());
        plan.enqueue(
            device.queue()(),
            {.samples = some_samples(), .sample_offset = 10, .shape = {.count = 990}, .counts = counts()});
        const auto counted = expected_counts(std::span(samples).subspan(align + 10, 990));
        std::ranges::copy(counted, content.begin() + static_cast<std::ptrdiff_t>(before));
        CHECK(device.read_back<std::uint32_t>(around, content.size()) == content);
    }
}

TEST_CASE("a caller's workspace of just the size needed, and nothing past it is written") {
    const auto& device = test_device();
    const auto samples = random_bytes(5000);
    const auto sample_buffer = device.make_buffer(samples);
    CHECK(plan_for(Merge::atomic).workspace_bytes() == 0);
    for (const auto merge : enqueued_merges()) {
        if (merge == Merge::atomic) continue;
        INFO("merge: ", name(merge));
        const auto& plan = plan_for(merge);
        const auto bytes = plan.workspace_bytes();
        // A row for each of the work-groups, or sums of 64 bits.
        const auto words = merge == Merge::last_group ? 2 * problem_bins : 4 * problem_bins;
        REQUIRE(bytes == words * sizeof(std::uint32_t));
        const Bytes content(bytes + 64, 0xAB);
        const auto exact = device.make_buffer(Bytes(bytes, 0xAB));
        const auto larger = device.make_buffer(content);
        for (const auto& workspace : {exact, larger}) {
            const auto counts = device.make_buffer(rubbish());
            plan.enqueue(device.queue()(), {.samples = sample_buffer(),
                                            .shape = {.count = samples.size()},
                                            .counts = counts(),
                                            .workspace = workspace()});
            CHECK(counts_in(counts) == expected_counts(samples));
        }
        CHECK(device.read_back<std::uint8_t>(larger, 64, bytes) == Bytes(64, 0xAB));
    }
}

TEST_CASE("many launches make one count") {
    const auto& device = test_device();
    const auto samples = random_bytes(5003);
    const auto sample_buffer = device.make_buffer(samples);
    for (const auto merge : enqueued_merges())
        for (const std::uint64_t samples_per_launch : {100U, 999U, 5002U, 5003U}) {
            auto knobs = options(merge);
            knobs.samples_per_launch = samples_per_launch;
            INFO("merge: ", name(merge), ", samples_per_launch: ", samples_per_launch);
            const auto plan = device.plan(problem(), knobs);
            REQUIRE(plan.decision().samples_per_launch == samples_per_launch);
            const auto counts = device.make_buffer(std::vector<std::uint32_t>(problem_bins, 5));
            const auto done = enqueue(plan, device.queue(),
                                      {.samples = sample_buffer(),
                                       .sample_offset = 3,
                                       .shape = {.count = 5000},
                                       .counts = counts(),
                                       .accumulate = true});
            done.wait();
            CHECK(counts_in(counts) == expected_counts<std::uint32_t>(std::span(samples).subspan(3), 5));
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
        // A carry occurs in the first samples; the rest are counted after it.
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
    // Each sample adds one by itself.
    check(device.plan(problem(CounterType::u64),
                      {.variant = Variant::global_atomic, .work_group_size = 16, .work_groups = 4}));
}

TEST_CASE("counts that were 64 bits wide are overwritten in both halves") {
    const auto& device = test_device();
    const auto samples = random_bytes(500);
    const auto sample_buffer = device.make_buffer(samples);
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const auto counts = device.make_buffer(std::vector<std::uint64_t>(problem_bins, ~std::uint64_t{0}));
        plan_for(merge, CounterType::u64)
            .enqueue(device.queue()(),
                     {.samples = sample_buffer(), .shape = {.count = 500}, .counts = counts()});
        CHECK(device.read_back<std::uint64_t>(counts, problem_bins) ==
              expected_counts<std::uint64_t>(samples));
    }
}
