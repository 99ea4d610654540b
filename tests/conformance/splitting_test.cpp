#include "device_job.hpp"
#include "proof.hpp"
#include "sample_bits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

// Elements that are spread over several bins (docs/splitting.md).

namespace histo_cl::test {
namespace {

constexpr std::array split_variants{Variant::global_atomic, Variant::global_private, Variant::local_atomic,
                                    Variant::item_private};
constexpr std::array split_samples{SampleType::f32, SampleType::u8,   SampleType::i16, SampleType::u32,
                                   SampleType::f16, SampleType::bf16, SampleType::f64, SampleType::i32};

/// Even bins of different ranges, then half widths if the problem needs them.
std::vector<Binning> axes_of(Splitting splitting, std::size_t axes) {
    const std::array bins{even_bins(7, 0, 7), even_bins(5, -3.25, 8), even_bins(3, 2, 1000)};
    std::vector<Binning> all(bins.begin(), bins.begin() + static_cast<std::ptrdiff_t>(axes));
    if (splitting == Splitting::interval) all.insert(all.end(), axes, HalfWidths{});
    return all;
}

/// A sample near the range of the axes, sometimes a whole number; or, rarely, NaN, infinite or far outside.
double random_sample(Random& random) {
    if (random.one_in(4)) return std::floor(random.real(-4, 12));
    if (random.one_in(40)) return std::numeric_limits<double>::quiet_NaN();
    if (random.one_in(40)) return random.one_in(2) ? -HUGE_VAL : HUGE_VAL;
    if (random.one_in(20)) return random.real(-1e30, 1e30);
    return random.real(-4, 12);
}

double random_half_width(Random& random) {
    if (random.one_in(8)) return 0;
    if (random.one_in(20)) return random.real(0, 1e6);
    if (random.one_in(40)) return random.one_in(2) ? -1 : std::numeric_limits<double>::quiet_NaN();
    return random.real(0, 3);
}

HostJob random_elements(const Problem& problem, std::size_t count) {
    Random random(11);
    HostJob job{.text = "elements to split", .shape = {.count = count}};
    const auto size = bytes(problem.sample);
    const auto channels = problem.axes.size();
    job.samples.resize(count * channels * size);
    for (std::size_t i = 0; i < count * channels; ++i) {
        const auto channel = problem.layout.order == Order::planar ? i / count : i % channels;
        const bool is_width = kind_of(problem.axes[channel]) == BinningKind::half_widths;
        auto value = is_width ? random_half_width(random) : random_sample(random);
        if (!is_float(problem.sample))
            value = std::isfinite(value)
                        ? std::clamp(std::floor(value), is_signed(problem.sample) ? -9.0 : 0.0, 99.0)
                        : 7;
        store_bits(std::span(job.samples).subspan(i * size), problem.sample,
                   nearest_bits(problem.sample, value));
    }
    if (problem.layout.mask) job.mask = random.bytes(count, 4);
    for (std::uint32_t vector = 0; problem.weights.type && vector < problem.weights.vectors; ++vector) {
        const auto weight_size = bytes(*problem.weights.type);
        auto& weights = job.weights.emplace_back(count * weight_size);
        for (std::size_t i = 0; i < count; ++i)
            store_bits(
                std::span(weights).subspan(i * weight_size), *problem.weights.type,
                nearest_bits(*problem.weights.type, random.one_in(500) ? HUGE_VAL : random.real(-100, 100)));
    }
    return job;
}

} // namespace

TEST_SUITE("splitting") {
    TEST_CASE("fractions are the reference's with every variant, type and number of axes") {
        constexpr std::array policies{OutOfRange::dropped, OutOfRange::clamped, OutOfRange::counted};
        constexpr std::array weights{std::optional<SampleType>(), std::optional(SampleType::f32),
                                     std::optional(SampleType::f64), std::optional(SampleType::bf16)};
        std::size_t n = 0, plans = 0;
        for (const auto splitting : {Splitting::linear, Splitting::interval})
            for (std::size_t axes = 1; axes <= (splitting == Splitting::linear ? 3U : 2U); ++axes)
                for (const auto sample : split_samples)
                    for (const auto variant : split_variants) {
                        ++n;
                        if (small_size() && n % 7 != 0) continue; // runs one combination in seven
                        Problem problem{.sample = sample,
                                        .axes = axes_of(splitting, axes),
                                        .joint = axes > 1 && n % 3 != 0,
                                        .out_of_range = policies[n % policies.size()],
                                        .splitting = splitting,
                                        .layout = {.order = n % 5 == 0 ? Order::planar : Order::interleaved,
                                                   .mask = n % 11 < 3},
                                        .weights = {.type = weights[n / 3 % weights.size()]},
                                        .counter = n % 4 == 1 ? CounterType::f32 : CounterType::f64};
                        if (problem.weights.type && n % 2 == 0) problem.weights.vectors = 2;
                        problem.weights.counts = problem.weights.type && n / 2 % 2 == 0;
                        problem.weights.squares = problem.weights.type && n / 4 % 2 == 0;
                        if (problem.weights.type && n % 3 == 0)
                            problem.weights.bound = WeightBound{.maximum = 100, .elements = 1U << 20U};
                        CAPTURE(to_string(problem));
                        std::string why;
                        const auto plan = try_plan(problem, {.knobs = {.variant = variant}}, why);
                        if (!plan) continue;
                        ++plans;
                        CAPTURE(to_string(plan->decision()));
                        const auto job = random_elements(problem, small_size() ? 700 : 5000);
                        CHECK(wrong_counts(*plan, problem, job, false, n % 2 == 0) == "");
                    }
        CHECK(plans >= (small_size() ? 8 : 80));
    }

    TEST_CASE("random jobs of all layouts and batches") {
        struct Case {
            Layout layout;
            Batch batch = Batch::one;
            WeightPer weights_per = WeightPer::element;
        };
        const std::array cases{
            Case{.layout = {.stride = 20}},
            Case{.layout = {.channels = 5, .active = {3, 1}}},
            Case{.layout = {.order = Order::planar, .rows = true}, .weights_per = WeightPer::row},
            Case{.layout = {.rows = true, .mask = true}, .batch = Batch::tiles},
            Case{.layout = {.mask = true}, .batch = Batch::segments},
            Case{.layout = {}, .batch = Batch::ragged},
            Case{.layout = {.rows = true}, .weights_per = WeightPer::column},
        };
        Random random(3);
        std::size_t n = 0;
        for (const auto& [layout, batch, weights_per] : cases)
            for (const auto splitting : {Splitting::linear, Splitting::interval}) {
                ++n;
                if (small_size() && n % 4 > 1) continue; // tests each case with one way of splitting
                Problem problem{.sample = SampleType::f32,
                                .axes = splitting == Splitting::linear
                                            ? std::vector<Binning>{even_bins(9, 0, 90), even_bins(4, -20, 60)}
                                            : std::vector<Binning>{even_bins(9, 0, 90), HalfWidths{}},
                                .joint = splitting == Splitting::linear && n % 4 < 2,
                                .out_of_range = n % 3 == 0 ? OutOfRange::counted : OutOfRange::dropped,
                                .splitting = splitting,
                                .layout = layout,
                                .batch = batch,
                                .weights = {.type = SampleType::f32, .per = weights_per},
                                .counter = CounterType::f64};
                if (n % 2 == 0) problem.weights.stride = 12;
                problem.weights.counts = n % 3 < 2;
                problem.weights.squares = n % 4 == 1;
                if (n % 5 == 0) problem.weights.order = CounterOrder::by_cell;
                CAPTURE(to_string(problem));
                const auto plan = make_plan(problem, {});
                CAPTURE(to_string(plan.decision()));
                CHECK(wrong_jobs(plan, problem, small_size() ? 2 : 10,
                                 {.elements = small_size() ? 500U : 5000U, .counters = 50'000},
                                 random) == "");
            }
    }

    TEST_CASE(
        "bytes with several weights are no columns, and infinities of narrower arrays are far outside") {
        Problem problem{.axes = {even_bins(8, 0, 256), even_bins(8, 0, 256)},
                        .splitting = Splitting::linear,
                        .weights = {.type = SampleType::f32, .vectors = 2},
                        .counter = CounterType::f64};
        CHECK(wrong_counts(make_plan(problem, {}), problem, random_elements(problem, 3000), false, true) ==
              "");
        CHECK(wrong_counts(make_plan(problem, {}), problem, random_elements(problem, 70'000), false, true) ==
              "");

        constexpr std::uint16_t infinity = 0x7C00;
        const std::array<std::uint16_t, 3> halves{infinity, static_cast<std::uint16_t>(infinity | 0x8000U),
                                                  0x3C00};
        const Problem narrow{.sample = SampleType::f32,
                             .axes = {even_bins(4, -1e6, 1e6)},
                             .out_of_range = OutOfRange::counted,
                             .splitting = Splitting::linear,
                             .layout = {.order = Order::separate, .arrays = {{SampleType::f16}}}};
        const std::array<HostArray, 1> arrays{std::as_bytes(std::span(halves))};
        for (const bool thread : {true, false}) {
            const auto sums =
                histogram(narrow, HostData{.arrays = arrays}, Options{.calling_thread = thread}).sums;
            CHECK(sums[4] == 1);
            CHECK(sums[5] == 1);
        }
    }

    TEST_CASE("variants that add an element to one bin are rejected, and tuning tables ignored") {
        const Problem problem{.sample = SampleType::f32,
                              .axes = axes_of(Splitting::linear, 1),
                              .splitting = Splitting::linear,
                              .counter = CounterType::f64};
        std::string why;
        CHECK_FALSE(try_plan(problem, {.knobs = {.variant = Variant::local_aggregated}}, why).has_value());
        CHECK(why.find("adds an element to one bin only") != std::string::npos);
        CHECK(make_plan(problem, {.tuning_file = "tuning.txt"}).decision().tuning ==
              "tuning tables have no entries for elements that are split");
    }
}

} // namespace histo_cl::test
