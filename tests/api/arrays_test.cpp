// Separate channels: jobs that an enqueue rejects, and histogram() of arrays in host memory.

#include "api/fixture.hpp"

#include <array>
#include <numeric>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// Channels x (f32) and y (u16) with four bins each, and a third channel that is not counted.
Problem table() {
    return {.sample = SampleType::f32,
            .axes = {even_bins(4, 0, 8), even_bins(4, 0, 400)},
            .layout = {.channels = 3,
                       .order = Order::separate,
                       .arrays = {{SampleType::f32}, {SampleType::u16}, {SampleType::i64}}}};
}

std::vector<float> some_x(std::size_t count) {
    std::vector<float> x(count);
    for (std::size_t i = 0; i < count; ++i)
        x[i] = static_cast<float>(i % 97) / 12;
    return x;
}

std::vector<std::uint16_t> some_y(std::size_t count) {
    std::vector<std::uint16_t> y(count);
    for (std::size_t i = 0; i < count; ++i)
        y[i] = static_cast<std::uint16_t>(i * i % 431);
    return y;
}

/// The expected counts of x, then those of y, in the bins of table().
std::vector<std::uint64_t> counts_of(std::span<const float> x, std::span<const std::uint16_t> y) {
    std::vector<std::uint64_t> counts(8);
    for (const auto each : x)
        if (each < 8) ++counts[static_cast<std::size_t>(each / 2)];
    for (const auto each : y)
        if (each < 400) ++counts[4 + each / 100U];
    return counts;
}

} // namespace

TEST_CASE("arrays: a job that does not fit the plan is refused, and the counts are untouched") {
    const auto& on = test_device();
    const auto plan = on.plan(table());
    constexpr std::size_t count = 100;
    const auto x = some_x(count);
    const auto y = some_y(count + 3);
    const auto x_buffer = on.make_buffer(x);
    const auto y_buffer = on.make_buffer(y);
    const auto counts = on.make_buffer(rubbish(100)); // as many bytes as x has
    const std::array<ArrayBuffer, 3> good{{{x_buffer()}, {y_buffer(), 3}, {}}};
    const Job job{.shape = {.count = count}, .counts = counts(), .arrays = good};
    const auto refused_job = [&](std::initializer_list<std::string_view> words, const Job& bad) {
        check_invalid(words, [&] { plan.enqueue(on.queue()(), bad); });
        CHECK(on.read_back<std::uint32_t>(counts, 8) == rubbish(8));
    };
    const auto refused = [&](std::initializer_list<std::string_view> words, const auto& change) {
        auto arrays = good;
        change(arrays);
        auto bad = job;
        bad.arrays = arrays;
        refused_job(words, bad);
    };
    refused({"array 0 buffer", "null"}, [](auto& arrays) { arrays[0].samples = nullptr; });
    refused({"array 1 buffer", "206 B", "208 B"}, [](auto& arrays) { arrays[1].sample_offset = 4; });
    refused({"array 1 offset", "2^64"}, [](auto& arrays) { arrays[1].sample_offset = UINT64_MAX; });
    refused({"array 0", "counts", "same memory"}, [&](auto& arrays) { arrays[0].samples = counts(); });
    const auto closed = on.make_buffer(400, CL_MEM_WRITE_ONLY);
    refused({"array 0 buffer", "readable"}, [&](auto& arrays) { arrays[0].samples = closed(); });
    const cl::Context other(cl::Device(on.id(), true));
    const cl::Buffer elsewhere(other, CL_MEM_READ_ONLY, 400);
    refused({"array 0 buffer", "another context"}, [&](auto& arrays) { arrays[0].samples = elsewhere(); });

    auto bad = job;
    bad.arrays = std::span(good).first(2);
    refused_job({"2 arrays for 3 separate channels"}, bad);
    bad.arrays = {};
    refused_job({"0 arrays for 3 separate channels"}, bad);
    bad = job;
    bad.samples = x_buffer();
    refused_job({"samples buffer is given", "job.arrays"}, bad);
    bad = job;
    bad.sample_offset = 1;
    refused_job({"sample_offset 1", "each array has one"}, bad);
    bad = job;
    bad.shape.plane_pitch = 400;
    refused_job({"plane_pitch 400", "planar"}, bad);
    bad = job;
    bad.workspace = x_buffer();
    if (plan.workspace_bytes() > 0 && plan.workspace_bytes() <= 400)
        refused_job({"array 0", "workspace", "same memory"}, bad);

    plan.enqueue(on.queue()(), job);
    const auto expected = counts_of(x, std::span(y).subspan(3));
    CHECK(on.read_back<std::uint32_t>(counts, 8) ==
          std::vector<std::uint32_t>(expected.begin(), expected.end()));
}

TEST_CASE("arrays: a job of another layout that has arrays is refused") {
    const auto& on = test_device();
    const auto samples = on.make_buffer(random_bytes(100));
    const std::array<ArrayBuffer, 1> arrays{{{samples()}}};
    check_invalid({"1 array", "only separate channels have arrays", "interleaved"}, [&] {
        return plan_for(Merge::atomic)
            .count(on.queue()(), {.samples = samples(), .shape = {.count = 100}, .arrays = arrays});
    });
}

TEST_CASE("arrays: two arrays may be in one buffer, and one array may be counted twice") {
    const auto& on = test_device();
    const auto x = some_x(64);
    const auto buffer = on.make_buffer(x);
    Problem problem{
        .sample = SampleType::f32,
        .axes = {even_bins(4, 0, 8), even_bins(4, 0, 8)},
        .layout = {.order = Order::separate, .arrays = {{SampleType::f32, 8}, {SampleType::f32, 8}}}};
    const std::array<ArrayBuffer, 2> in_turn{{{buffer(), 0}, {buffer(), 1}}};
    const auto even_and_odd =
        on.plan(problem).count(on.queue()(), {.shape = {.count = 32}, .arrays = in_turn});
    const auto all = histogram(x, problem.axes[0]);
    for (std::size_t bin = 0; bin < 4; ++bin)
        CHECK(even_and_odd[bin] + even_and_odd[4 + bin] == all[bin]);

    problem.layout = {.channels = 1, .active = {0, 0}, .order = Order::separate};
    const auto twice =
        on.plan(problem).count(on.queue()(), {.shape = {.count = 64}, .arrays = std::span(in_turn).first(1)});
    for (std::size_t bin = 0; bin < 4; ++bin)
        CHECK((twice[bin] == all[bin] && twice[4 + bin] == all[bin]));
}

TEST_CASE("arrays: tuning tables are used only for samples in one buffer") {
    const auto plan = test_device().plan(table(), {.tuning_file = "no such file"});
    CHECK(plan.decision().tuning.find("no entries for separate arrays") != std::string::npos);
}

TEST_CASE("histogram(): host arrays are counted in place, misaligned and strided") {
    constexpr std::size_t count = 300'001;
    const auto x = some_x(count);
    const auto y = some_y(count + 1);
    auto problem = table();
    const auto expected = counts_of(x, std::span(y).subspan(1));
    const auto count_arrays = [&](std::span<const std::byte> of_x, std::span<const std::byte> of_y,
                                  const Options& options) {
        const std::array<HostArray, 3> arrays{of_x, of_y, {}};
        return histogram(problem, {.arrays = arrays}, options, device());
    };
    const auto whole_x = bytes_of(x);
    const auto whole_y = bytes_of(y).subspan(2);
    CHECK(count_arrays(whole_x, whole_y, on_device) == expected);
    CHECK(count_arrays(whole_x, whole_y, {}) == expected);
    CHECK(count_arrays(whole_x, whole_y, {.calling_thread = true}) == expected);
    check_invalid({"array 0 holds 300001", "array 1 holds 300002"},
                  [&] { return count_arrays(whole_x, bytes_of(y), on_device); });

    // A CPU's kernels cannot use misaligned arrays in place.
    std::vector<std::byte> moved(1 + whole_x.size());
    std::ranges::copy(whole_x, moved.begin() + 1);
    CHECK(count_arrays(std::span(moved).subspan(1), whole_y, on_device) == expected);

    struct Record {
        std::int32_t id;
        float x;
        std::uint16_t y;
    };
    std::vector<Record> records(1000);
    for (std::size_t i = 0; i < records.size(); ++i)
        records[i] = {static_cast<std::int32_t>(i), x[i], y[i + 1]};
    problem.layout.arrays = {{SampleType::f32, sizeof(Record)}, {SampleType::u16, sizeof(Record)}, {}};
    CHECK(count_arrays(bytes_of(records).subspan(offsetof(Record, x)),
                       bytes_of(records).subspan(offsetof(Record, y)),
                       on_device) == counts_of(std::span(x).first(1000), std::span(y).subspan(1, 1000)));
}

TEST_CASE("histogram(): arrays that cannot be used in place are copied chunk by chunk") {
    if (device().profile.type != DeviceType::cpu) return;
    constexpr std::size_t count = 24'000'000; // 96 MB of f32, of which 64 MiB are copied at once
    const Problem problem{
        .sample = SampleType::f32,
        .axes = {even_bins(4, 0, 8), even_bins(4, 0, 8)},
        .layout = {.order = Order::separate, .arrays = {{SampleType::f32}, {SampleType::u8}}}};
    std::vector<std::byte> memory(1 + 4 * count);
    const auto x = some_x(97 * 3); // three periods
    std::vector<std::uint8_t> y(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(&memory[1 + 4 * i], &x[i % 97], 4);
        y[i] = static_cast<std::uint8_t>(i % 9);
    }
    const std::array<HostArray, 2> arrays{std::span(memory).subspan(1), bytes_of(y)};
    std::vector<std::uint64_t> expected(8);
    for (std::size_t i = 0; i < count; ++i) {
        if (x[i % 97] < 8) ++expected[static_cast<std::size_t>(x[i % 97] / 2)];
        if (y[i] < 8) ++expected[4 + y[i] / 2U];
    }
    CHECK(histogram(problem, {.arrays = arrays}, on_device, device()) == expected);
}
