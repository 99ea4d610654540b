#include "device_job.hpp"
#include "proof.hpp"
#include "sample_bits.hpp"
#include "support/counters.hpp"
#include "support/error.hpp"

#include <histo_cl/stream.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

// Minima and maxima of weights. The random jobs of the suites pairs, random and partials also have them.

namespace histo_cl::test {
namespace {

constexpr std::array accumulators{Accumulator::minimum, Accumulator::maximum};
constexpr std::array weight_types{SampleType::u8,  SampleType::i8,  SampleType::u16, SampleType::i16,
                                  SampleType::u32, SampleType::i32, SampleType::f16, SampleType::bf16,
                                  SampleType::f32, SampleType::f64};

/// Whether the device supports extremes of these weights.
bool is_supported(SampleType weights) {
    return weights != SampleType::f64 || test_device().profile().int64_atomics;
}

/// The bits of weights at the ends of the type. For integers: the minimum, the maximum and their neighbours.
/// For floats: zeros, denormals, the largest finite numbers, infinities and NaNs, of both signs.
std::vector<std::uint64_t> ends_of(SampleType type) {
    const auto size = 8 * bytes(type);
    const auto all = ~std::uint64_t{0} >> (64 - size), sign = std::uint64_t{1} << (size - 1);
    std::vector<std::uint64_t> ends{0, 1, sign - 1, sign, sign + 1, all};
    if (!is_float(type)) return ends;
    const auto infinity = nearest_bits(type, std::numeric_limits<double>::infinity());
    for (const auto bits : {infinity - 1, infinity, infinity + 1})
        ends.insert(ends.end(), {bits, bits | sign});
    return ends;
}

/// A job of bytes. Some bins get all ends of the weights' type, some get random weights, some get two ends,
/// and some get a single end. Samples from 200 on are out of range, and bins from 56 on are empty.
HostJob job_of_ends(SampleType type, std::uint64_t count) {
    Random random(5);
    HostJob job{.text = "ends of the weights' type", .shape = {.count = count}};
    job.samples.resize(count);
    job.mask.resize(count);
    auto& weights = job.weights.emplace_back(count * bytes(type));
    const auto ends = ends_of(type);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto sample = random.below(56) + (random.one_in(4) ? 200 : 0);
        job.samples[i] = static_cast<std::byte>(sample);
        job.mask[i] = static_cast<std::byte>(random.below(8));
        const auto kind = sample % 7;
        auto bits = random.pick(ends);
        if (kind == 1) bits = nearest_bits(type, random.real(is_signed(type) ? -100 : 0, 100));
        if (kind >= 2) bits = ends[(sample / 7 + (random.one_in(2) ? kind : 0)) % ends.size()];
        if (kind == 6) bits = ends[sample / 7 % ends.size()];
        store_bits(std::span(weights).subspan(i * bytes(type)), type, bits);
    }
    return job;
}

/// Adds weights with these bits to one bin, whose counter has the bits `before`. Returns the counter's bits.
std::uint64_t added(Accumulator accumulator, SampleType type, std::uint64_t before,
                    const std::vector<std::uint64_t>& weights) {
    const auto& device = test_device();
    const auto plan = make_plan({.axes = {even_bins(1, 0, 1)},
                                 .weights = {.type = type, .accumulator = accumulator},
                                 .counter = counter_of(type)},
                                {});
    std::vector<std::byte> memory(std::max<std::size_t>(1, weights.size()) * bytes(type));
    for (std::size_t i = 0; i < weights.size(); ++i)
        store_bits(std::span(memory).subspan(i * bytes(type)), type, weights[i]);
    const auto samples = device.make_buffer(std::vector<std::byte>(std::max<std::size_t>(1, weights.size())));
    const auto weight_buffer = device.make_buffer(memory);
    const auto counts = device.make_buffer(std::vector<std::uint64_t>{before});
    const Job job{.samples = samples(),
                  .shape = {.count = weights.size()},
                  .weights = weight_buffer(),
                  .counts = counts(),
                  .accumulate = true};
    plan.enqueue(device.queue()(), job);
    return device.read_back<std::uint64_t>(counts, 1)[0];
}

std::uint64_t bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

} // namespace

TEST_SUITE("extremes") {
    TEST_CASE("extremes are the reference's with every variant and type of weights") {
        std::vector<Options> launches(3);
        launches[1] = {.knobs = {.work_groups = 3, .partition = Partition::contiguous}};
        launches[2] = {.knobs = {.coarsening = 5, .load_bytes = 1}};
        launches[2].samples_per_launch = 1777;
        std::size_t n = 0;
        for (const auto type : weight_types) {
            if (!is_supported(type)) continue;
            const auto job = job_of_ends(type, small_size() ? 3000 : 20'000);
            for (const auto variant : all_variants) {
                if (is_cut_short(variant)) continue;
                for (const auto accumulator : accumulators) {
                    ++n;
                    if (small_size() && n % 7 != 0) continue; // runs one combination in seven
                    const Problem problem{
                        .axes = {identity_bins(200)},
                        .out_of_range = n % 2 == 0 ? OutOfRange::counted : OutOfRange::dropped,
                        .layout = {.mask = n % 5 < 2},
                        .weights = {.type = type,
                                    .counts = n % 13 < 6,
                                    .accumulator = accumulator,
                                    .order = n % 11 < 5 ? CounterOrder::by_cell : CounterOrder::by_sum},
                        .counter = counter_of(type)};
                    auto options = launches[n / 2 % launches.size()];
                    options.knobs.variant = variant;
                    CAPTURE(to_string(problem));
                    std::string why;
                    const auto plan = try_plan(problem, options, why);
                    const bool refuses =
                        variant == Variant::banked_uchar4 || variant == Variant::local_packed ||
                        variant == Variant::hot_bin_cache || variant == Variant::partitioned ||
                        variant == Variant::item_pairs || variant == Variant::item_packed;
                    CHECK(plan.has_value() != refuses);
                    if (!plan) continue;
                    CAPTURE(to_string(plan->decision()));
                    CHECK(wrong_counts(*plan, problem, job, false, n % 4 < 2) == "");
                }
            }
        }
    }

    TEST_CASE("existing extremes are kept if they are more extreme than the job's") {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        constexpr double denormal = 5e-324;
        constexpr auto nan = std::uint64_t{0x7FF8'0000'0000'0000};
        const auto minimum = [](double before, std::vector<double> weights) {
            std::vector<std::uint64_t> all;
            for (const auto weight : weights)
                all.push_back(nearest_bits(SampleType::f32, weight));
            return added(Accumulator::minimum, SampleType::f32, bits(before), all);
        };
        CHECK(minimum(1, {2, 3}) == bits(1));
        CHECK(minimum(1, {}) == bits(1));
        CHECK(minimum(3, {2, 4}) == bits(2));
        CHECK(minimum(0.0, {-0.0}) == bits(-0.0));
        CHECK(minimum(-0.0, {0.0}) == bits(-0.0));
        CHECK(minimum(denormal, {1e-40}) == bits(denormal));
        CHECK(minimum(1e-30, {1.401298464324817e-45}) == bits(1.401298464324817e-45));
        CHECK(minimum(-infinity, {1}) == bits(-infinity));
        CHECK(minimum(infinity, {infinity}) == bits(infinity));
        CHECK(minimum(1, {0x1p300}) == bits(1)); // 2^300 is infinite as an f32
        CHECK(minimum(std::bit_cast<double>(0xFFF0'0000'0000'0001), {1}) == nan);
        CHECK(minimum(1, {std::numeric_limits<double>::quiet_NaN()}) == nan);
        constexpr auto top = std::uint64_t{1} << 63;
        CHECK(added(Accumulator::maximum, SampleType::i32, top, {0x8000'0000}) == 0xFFFF'FFFF'8000'0000);
        CHECK(added(Accumulator::maximum, SampleType::i32, top, {}) == top);
        CHECK(added(Accumulator::maximum, SampleType::i32, top - 1, {5}) == top - 1);
        CHECK(added(Accumulator::minimum, SampleType::u32, ~std::uint64_t{0}, {0xFFFF'FFFF}) == 0xFFFF'FFFF);
        CHECK(added(Accumulator::minimum, SampleType::u32, std::uint64_t{1} << 40, {}) == std::uint64_t{1}
                                                                                              << 40);
        CHECK(added(Accumulator::maximum, SampleType::u32, 0, {0}) == 0);
    }

    TEST_CASE("every call has the reference's extremes of several vectors, passes and lists") {
        Random random(9);
        for (const auto type : {SampleType::i32, SampleType::f64, SampleType::bf16}) {
            if (!is_supported(type)) continue;
            for (const bool listed : {false, true}) {
                Problem problem{.axes = std::vector<Binning>(listed ? 3 : 6, even_bins(9, 0, 60)),
                                .weights = {.type = type,
                                            .counts = type != SampleType::bf16,
                                            .accumulator = random.pick(accumulators),
                                            .vectors = 3,
                                            .order = listed ? CounterOrder::by_sum : CounterOrder::by_cell},
                                .counter = counter_of(type)};
                if (listed) problem.layout.indices = SampleType::u32;
                CAPTURE(to_string(problem));
                const auto job = random_job(problem, {.elements = 3000}, random);
                const auto want = expected_counts(problem, job);
                const auto got = counts_by(problem, job, [&](const HostData& data) {
                    const auto& device = test_device().device();
                    return bits_of(histogram(problem, data, {.calling_thread = false}, device));
                });
                CHECK(got == want);
            }
        }
    }

    TEST_CASE("a stream keeps the extremes of all pushes, of host data and of a job") {
        const auto& device = test_device();
        const auto job = job_of_ends(SampleType::f32, 5000);
        const Problem problem{
            .axes = {identity_bins(200)},
            .weights = {.type = SampleType::f32, .counts = true, .accumulator = Accumulator::maximum},
            .counter = CounterType::f64};
        const auto sample_buffer = device.make_buffer(job.samples);
        const auto weight_buffer = device.make_buffer(job.weights.front());
        const auto of = [&](std::size_t first, std::size_t count) {
            return HostData{.samples = std::span(job.samples).subspan(first, count),
                            .weights = std::span(job.weights.front()).subspan(4 * first, 4 * count)};
        };
        for (const bool on_thread : {false, true}) {
            Stream stream(problem, {.options = {.calling_thread = on_thread},
                                    .devices = std::array{device.device()},
                                    .chunk_bytes = 1000});
            const auto empty = stream.histogram();
            CHECK(empty.counts == std::vector<std::uint64_t>(200));
            CHECK(empty.sums == std::vector(200, -std::numeric_limits<double>::infinity()));
            stream.push(of(0, 3000));
            stream.push(device.queue()(), {.samples = sample_buffer(),
                                           .sample_offset = 3000,
                                           .shape = {.count = 1500},
                                           .weights = weight_buffer(),
                                           .weight_offset = 3000});
            stream.push(of(4500, 500));
            CHECK(bits_of(stream.partial().histogram()) == reference_bits(problem, of(0, 5000)));
        }
    }

    TEST_CASE("a plan for extremes refuses what only sums have") {
        const Problem columns{.axes = std::vector<Binning>(6, identity_bins(4)),
                              .weights = {.type = SampleType::u8, .accumulator = Accumulator::maximum},
                              .counter = CounterType::u64};
        const auto plan = make_plan(columns, {});
        CHECK(plan.decision().columns);
        const auto& device = test_device();
        const auto memory = device.make_buffer(std::vector<std::byte>(1024));
        const auto counts = device.make_buffer(std::vector<std::byte>(1024));
        const std::array<std::uint32_t, 1> axes{1};
        const Job job{.samples = memory(),
                      .shape = {.count = 10},
                      .weights = memory(),
                      .counts = counts(),
                      .axes = axes};
        check_invalid({"axes are listed for a maximum"}, [&] { plan.enqueue(device.queue()(), job); });
        if (!is_supported(SampleType::f64)) return;
        std::string why;
        const Problem wide{.axes = {identity_bins(4)},
                           .weights = {.type = SampleType::f64, .accumulator = Accumulator::minimum},
                           .counter = CounterType::f64};
        CHECK_FALSE(try_plan(wide, {.knobs = {.variant = Variant::local_atomic, .replicas = 4}}, why));
        CHECK(why.find("1 replica, not 4") != std::string::npos);
    }
}

} // namespace histo_cl::test
