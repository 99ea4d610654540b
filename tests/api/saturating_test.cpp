// Counters of 8 and 16 bits, which stop at their maximum: what each call returns, and what it refuses.

#include "api/fixture.hpp"

#include <histo_cl/stream.hpp>

#include <array>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// Four bins with 100, 300, 70,000 and 255 samples.
const Bytes& data() {
    static const Bytes samples = [] {
        Bytes all;
        for (const auto& [value, count] : {std::pair{0, 100}, {1, 300}, {2, 70'000}, {3, 255}})
            all.insert(all.end(), static_cast<std::size_t>(count), static_cast<std::uint8_t>(value));
        return all;
    }();
    return samples;
}

Problem four_bins(CounterType counter) {
    return {.axes = {even_bins(4, 0, 4)}, .counter = counter};
}

const std::vector<std::uint16_t> in_words{100, 300, 65535, 255};
const std::vector<std::uint64_t> bytes_in_64_bits{100, 255, 255, 255};
const std::vector<std::uint64_t> exact{100, 300, 70'000, 255};

HostData host_data() {
    return {.samples = bytes_of(data())};
}

} // namespace

TEST_CASE("saturating: calls on host data return counts in 64 bits") {
    const auto narrow = four_bins(CounterType::u8);
    CHECK(reference_histogram(narrow, host_data()) == bytes_in_64_bits);
    CHECK(reference_histogram(four_bins(CounterType::u16), host_data()) == in_words);
    for (const bool thread : {true, false}) {
        const Options options{.calling_thread = thread};
        CHECK(histogram(four_bins(CounterType::u16), host_data(), options) == in_words);
        CHECK(histogram(narrow, host_data(), options) == bytes_in_64_bits);
        CHECK(histogram(four_bins(CounterType::u32), host_data(), options) == exact);
    }
    const std::array devices{device(), device()};
    CHECK(histogram(narrow, host_data(), on_device, devices) == bytes_in_64_bits);
}

TEST_CASE("saturating: a plan and a call on a queue return counts in 64 bits") {
    const auto& on = test_device();
    const auto samples = on.make_buffer(data());
    const Job job{.samples = samples(), .shape = {.count = data().size()}};
    for (const auto merge : merges()) {
        const auto plan = on.plan(four_bins(CounterType::u8), options(merge));
        CAPTURE(to_string(plan.decision()));
        CHECK(plan.count(on.queue()(), job) == bytes_in_64_bits);
    }
    CHECK(histogram(on.queue()(), four_bins(CounterType::u16), job) == in_words);
}

TEST_CASE("saturating: partials and streams count in 64 bits, and stop when the counts are returned") {
    const auto narrow = four_bins(CounterType::u8);
    auto whole = partial_histogram(narrow, {.samples = bytes_of(data()).first(60'000)}, on_device);
    whole.merge(
        partial_histogram(four_bins(CounterType::u64), {.samples = bytes_of(data()).subspan(60'000)}));
    CHECK(whole.histogram() == bytes_in_64_bits);
    CHECK(Partial::from_bytes(four_bins(CounterType::u64), whole.to_bytes()).histogram() == exact);

    Stream stream(narrow, {.options = on_device, .chunk_bytes = 4096});
    for (int time = 0; time < 2; ++time)
        stream.push(host_data());
    CHECK(stream.histogram() == std::vector<std::uint64_t>{200, 255, 255, 255});
    CHECK(stream.partial().histogram() == std::vector<std::uint64_t>{200, 255, 255, 255});
}

TEST_CASE("saturating: weights, maps and differences are refused") {
    const auto& on = test_device();
    auto weighted = four_bins(CounterType::u8);
    weighted.weights.type = SampleType::f32;
    check_invalid({"u8 counters with weights", "f32", "f64"}, [&] { return on.plan(weighted); });
    check_invalid({"u8 counters with weights"}, [&] { return Partial(weighted); });
    check_invalid({"u8", "u32 and u64"},
                  [&] { return EqualizationPlan(on.context()(), on.id(), CounterType::u8); });
    check_invalid({"u16", "saturate", "u32, u64, i64, f64 and f32"},
                  [&] { return SubtractionPlan(on.context()(), on.id(), CounterType::u16); });
}

TEST_CASE("saturating: the memory of counts has whole words") {
    const auto& on = test_device();
    const Problem problem{.axes = {even_bins(5, 0, 5)}, .counter = CounterType::u8};
    const auto plan = on.plan(problem);
    CHECK(plan.count_bytes() == 8);
    CHECK(plan.count_bytes(3) == 16);
    CHECK(on.plan({.axes = {even_bins(5, 0, 5)}, .counter = CounterType::u16}).count_bytes() == 12);
    const auto samples = on.make_buffer(data());
    const auto small = on.make_buffer(5);
    const Job job{.samples = samples(), .shape = {.count = data().size()}, .counts = small()};
    check_invalid({"counts", "5 B", "8"}, [&] { plan.enqueue(on.queue()(), job); });
}

TEST_CASE("saturating: max_samples may exceed 2^32") {
    auto problem = four_bins(CounterType::u8);
    problem.max_samples = std::uint64_t{1} << 40U;
    CHECK_NOTHROW(problem.validate());
}
