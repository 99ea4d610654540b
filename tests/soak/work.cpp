#include "work.hpp"

#include "conformance/random_bins.hpp"

#include <array>
#include <utility>

namespace histo_cl::test {

std::vector<Problem> mixed_problems() {
    return {
        {},
        {.sample = SampleType::u8, .axes = {even_bins(100, 0, 250)}, .counter = CounterType::u64},
        {.sample = SampleType::u16, .axes = {even_bins(1000, 0, 65536)}},
        {.sample = SampleType::i32,
         .axes = {even_bins(37, -1000, 1000)},
         .out_of_range = OutOfRange::counted},
        {.sample = SampleType::u32, .axes = {even_bins(60'000, 0, 1'000'000)}},
        {.sample = SampleType::u64, .axes = {identity_bins(200)}, .counter = CounterType::u64},
        {.sample = SampleType::f32, .axes = {even_bins(100, -3, 8.5)}, .last_edge = LastEdge::inclusive},
        {.sample = SampleType::f64, .axes = {edge_bins({-1e9, -2.5, 0, 0.1, 7, 7.25, 100})}},
        {.sample = SampleType::f32, .axes = {log_bins(64, 1, 1000)}, .out_of_range = OutOfRange::clamped},
        {.sample = SampleType::i16, .axes = {circular_bins(36, 0, 360)}},
        {.sample = SampleType::f16, .axes = {even_bins(50, -10, 10)}},
        {.sample = SampleType::bf16, .axes = {even_bins(50, -10, 10)}},
        {.sample = SampleType::u8,
         .axes = {even_bins(8, 0, 256), even_bins(9, 0, 256), even_bins(10, 0, 256)},
         .joint = true},
        {.sample = SampleType::u8,
         .axes = {even_bins(256, 0, 256), even_bins(16, 0, 256)},
         .layout = {.channels = 4, .active = {2, 0}, .rows = true, .mask = true}},
        {.sample = SampleType::f32,
         .axes = {even_bins(20, 0, 10), even_bins(30, 0, 10)},
         .layout = {.order = Order::planar}},
        {.sample = SampleType::i16, .axes = {even_bins(64, -100, 100)}, .layout = {.stride = 12}},
        {.sample = SampleType::u16, .axes = {even_bins(50, 0, 1000)}, .batch = Batch::segments},
        {.sample = SampleType::f32, .axes = {even_bins(10, 0, 8)}, .batch = Batch::ragged},
        {.sample = SampleType::u8,
         .axes = {even_bins(32, 0, 256)},
         .layout = {.rows = true},
         .batch = Batch::tiles},
        {.sample = SampleType::u8,
         .axes = {even_bins(64, 0, 256)},
         .weights = SampleType::u32,
         .counter = CounterType::u64},
        {.sample = SampleType::u16,
         .axes = {even_bins(64, 0, 65536)},
         .weights = SampleType::i32,
         .counter = CounterType::i64},
        {.sample = SampleType::f32,
         .axes = {even_bins(40, -5, 15)},
         .weights = SampleType::f32,
         .counter = CounterType::f64},
        {.sample = SampleType::u8,
         .axes = {even_bins(16, 0, 256)},
         .weights = SampleType::f64,
         .squared_weights = true,
         .counter = CounterType::f64},
    };
}

Problem new_range(Random& random) {
    constexpr std::array samples{SampleType::u8, SampleType::u16, SampleType::i32, SampleType::f32};
    const auto bins = static_cast<std::uint32_t>(random.between(100, 120));
    return {.sample = random.pick(samples), .axes = {even_bins(bins, 0, random.whole(home + 1, 1'000'000))}};
}

Work work_of(const Problem& problem, std::uint64_t elements, Random& random) {
    auto job = random_job(problem, {.elements = elements}, random);
    auto expected = expected_counts(problem, job);
    return {problem, std::move(job), std::move(expected)};
}

HostData host_data(const Work& work) {
    const auto& [problem, job, expected] = work;
    HostData data{.samples = std::span(job.samples).subspan(job.offset * bytes(problem.sample)),
                  .shape = job.whole_shape()};
    if (problem.layout.mask) data.mask = std::span(job.mask).subspan(job.mask_offset);
    if (problem.weights) data.weights = job.weight_spans(bytes(*problem.weights)).front();
    return data;
}

CounterType sum_type(const Problem& problem) noexcept {
    return problem.counter == CounterType::u32 ? CounterType::u64 : problem.counter;
}

} // namespace histo_cl::test
