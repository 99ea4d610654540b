#include "guarded_counts.hpp"
#include "proof.hpp"
#include "support/random.hpp"
#include "support/reference_bits.hpp"

#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

// Sums of weights: the same bits with any variant and launch, and accumulation over several enqueues.

namespace histo_cl::test {
namespace {

constexpr std::uint64_t sample_count = 20'000;

/// Bytes below 200 in 40 bins. The other bytes are above the range.
Problem weighted(SampleType weights, CounterType counter, bool squared) {
    return {.axes = {even_bins(40, 0, 200)},
            .out_of_range = OutOfRange::counted,
            .weights = weights,
            .squared_weights = squared,
            .counter = counter};
}

std::vector<std::byte> random_samples() {
    Random random(1);
    std::vector<std::byte> samples(sample_count);
    for (auto& sample : samples)
        sample = static_cast<std::byte>(random.below(256));
    return samples;
}

/// Weights of very different magnitudes, up to 2^40: their sum in floating point depends on the order.
std::vector<double> mixed_weights() {
    Random random(2);
    std::vector<double> weights(sample_count);
    for (auto& weight : weights)
        weight = std::ldexp(random.real(-1, 1), static_cast<int>(random.whole(-40, 40)));
    return weights;
}

template <class Weight>
std::vector<Weight> whole_weights() {
    Random random(3);
    std::vector<Weight> weights(sample_count);
    for (auto& weight : weights)
        weight = static_cast<Weight>(random.whole(std::is_signed_v<Weight> ? -1000 : 0, 1000));
    return weights;
}

/// Samples and weights on the device, for jobs that sum them.
class Weighing {
  public:
    Weighing(const std::vector<std::byte>& samples, std::span<const std::byte> weights)
        : samples_(test_device().make_buffer(samples, CL_MEM_READ_ONLY)),
          weights_(test_device().make_buffer(weights, CL_MEM_READ_ONLY)) {
        keep_until_exit(samples_);
        keep_until_exit(weights_);
    }

    void enqueue(const Plan& plan, Job job) const {
        const auto workspace = test_device().make_buffer(plan.workspace_bytes());
        keep_until_exit(workspace);
        job.samples = samples_();
        job.weights = plan.problem().weights ? weights_() : nullptr;
        job.weight_offset = plan.problem().weights ? job.sample_offset : 0;
        job.workspace = given_workspace(plan, workspace);
        plan.enqueue(test_device().queue()(), job);
    }

  private:
    cl::Buffer samples_;
    cl::Buffer weights_;
};

/// The default options of the variant, and two kinds of options for other launches.
std::vector<Options> launches(Variant variant) {
    std::vector<Options> all(3, forced(variant));
    if (variant != Variant::item_private) all[1].work_group_size = 16;
    all[1].work_groups = 3;
    all[1].partition = Partition::contiguous;
    all[2].coarsening = 5;
    all[2].samples_per_launch = 1777;
    all[2].partition = Partition::interleaved;
    all[2].load_bytes = 1;
    return all;
}

/// Checks that three enqueues, of which the second and the third add to the existing counts, give the counts
/// of all samples.
template <class Weight>
void check_parts(const Problem& problem) {
    const auto samples = random_samples();
    const auto weights = whole_weights<Weight>();
    const auto bytes = problem.weights ? std::as_bytes(std::span(weights)) : std::span<const std::byte>();
    const auto want =
        reference_bits(problem, {.samples = samples, .shape = {.count = sample_count}, .weights = bytes});
    const Weighing weighing(samples, bytes);
    const auto plan = make_plan(problem, {});
    CAPTURE(to_string(problem));
    const GuardedCounts counts(plan);
    Job job{.shape = {.count = 7001}};
    counts.prepare(job);
    for (const std::uint64_t first : {0U, 7001U, 7002U}) {
        job.sample_offset = first;
        job.shape.count = first == 0 ? 7001 : first == 7001 ? 1 : sample_count - first;
        weighing.enqueue(plan, job);
        job.accumulate = true;
    }
    CHECK(difference(counts.read(), want, problem.counter, problem.counters()) == "");
}

/// The sum of one bin after these weights are added to the sum `before`, by a plan with the bound, if any.
double added(double before, const std::vector<double>& weights,
             const std::optional<WeightBound>& bound = {}) {
    const Problem problem{.axes = {even_bins(1, 0, 1)},
                          .weights = SampleType::f64,
                          .counter = CounterType::f64,
                          .weight_bound = bound};
    const auto plan = make_plan(problem, {});
    const GuardedCounts counts(plan);
    Job job{.shape = {.count = weights.size()}};
    const std::array bits{std::bit_cast<std::uint64_t>(before)};
    counts.prepare(job, bits);
    Weighing(std::vector<std::byte>(weights.size()), std::as_bytes(std::span(weights))).enqueue(plan, job);
    return std::bit_cast<double>(counts.read().value()[0]);
}

double added_below(const WeightBound& bound, double before, const std::vector<double>& weights) {
    return added(before, weights, bound);
}

} // namespace

TEST_SUITE("sums") {
    TEST_CASE("sums have the same bits with every variant and launch") {
        const auto samples = random_samples();
        const auto weights = mixed_weights();
        const auto problem = weighted(SampleType::f64, CounterType::f64, true);
        const auto want = reference_bits(problem, {.samples = samples,
                                                   .shape = {.count = sample_count},
                                                   .weights = std::as_bytes(std::span(weights))});
        const auto bound = weight_bound(problem, {.samples = samples,
                                                  .shape = {.count = sample_count},
                                                  .weights = std::as_bytes(std::span(weights))});
        const Weighing weighing(samples, std::as_bytes(std::span(weights)));
        for (const auto variant : all_variants) {
            if (variant == Variant::banked_uchar4 || variant == Variant::local_packed ||
                variant == Variant::hot_bin_cache || variant == Variant::partitioned ||
                variant == Variant::item_pairs || variant == Variant::item_packed)
                continue; // do not support weights
            for (const auto& options : launches(variant)) {
                auto launched = problem;
                if (options.work_groups) launched.weight_bound = bound; // the same unit
                const auto plan = make_plan(launched, options);
                CAPTURE(to_string(plan.decision()));
                const GuardedCounts counts(plan);
                for (int run = 0; run < 2; ++run) {
                    Job job{.shape = {.count = sample_count}};
                    counts.prepare(job);
                    weighing.enqueue(plan, job);
                    CHECK(difference(counts.read(), want, problem.counter, problem.counters()) == "");
                }
                if (small_size()) break;
            }
        }
    }

    TEST_CASE("enqueues add up, with all counters") {
        const auto counted = [](CounterType counter) {
            auto problem = weighted(SampleType::u32, counter, false);
            problem.weights = std::nullopt;
            return problem;
        };
        check_parts<std::uint32_t>(counted(CounterType::u32));
        check_parts<std::uint32_t>(counted(CounterType::u64));
        check_parts<std::uint32_t>(weighted(SampleType::u32, CounterType::u64, true));
        check_parts<std::int32_t>(weighted(SampleType::i32, CounterType::i64, true));
        check_parts<std::uint8_t>(weighted(SampleType::u8, CounterType::u64, true));
        check_parts<std::int16_t>(weighted(SampleType::i16, CounterType::i64, true));
        check_parts<float>(weighted(SampleType::f32, CounterType::f64, true));
        check_parts<double>(weighted(SampleType::f64, CounterType::f64, true));
    }

    TEST_CASE("weights are added to an existing floating-point sum in one unit") {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        CHECK(added(0x1p60, {-0x1p60, 1}) == 1);
        CHECK(added(-0x1p60, {0.25}) == -0x1p60 + 0.25);
        CHECK(added(1, {0x1p200, -0x1p200}) == 0); // 1 is less than half a unit of such weights
        CHECK(added(0x1p200, {1e-300, 3}) == 0x1p200);
        CHECK(added(1e308, {1e308}) == infinity);
        CHECK(added(0.5, {}) == 0.5);
        CHECK(added(infinity, {1}) == infinity);
        CHECK(std::isnan(added(infinity, {-infinity})));
        CHECK(std::isnan(added(std::numeric_limits<double>::quiet_NaN(), {1})));
        CHECK(added(0x1p-1074, {0x1p-1074}) == 0x1p-1073);
        CHECK(std::bit_cast<std::uint64_t>(added(2, {-2})) == 0); // +0
    }

    TEST_CASE("weights within a bound are added in its unit, and one beyond it marks the sum") {
        CHECK(added_below({2, 3}, 1, {3.5, -0.25}) == 4.25);
        CHECK(added_below({2, 2}, 0x1p100, {1, 1}) == 0x1p100); // the existing sum has the greater unit
        CHECK(added_below({0x1p40, 1}, 0.5, {0x1p-40}) == 0.5 + 0x1p-40);
        const auto beyond = added_below({2, 9}, 1, {1, 4, std::numeric_limits<double>::infinity()});
        CHECK(std::isnan(beyond));
        // The mark of such a sum stays. A weight with the same bits is an ordinary NaN.
        const auto bits = std::bit_cast<std::uint64_t>(beyond);
        CHECK(std::bit_cast<std::uint64_t>(added_below({2, 9}, beyond, {1})) == bits);
        CHECK(std::bit_cast<std::uint64_t>(added(beyond, {1})) == bits);
        CHECK(std::bit_cast<std::uint64_t>(added_below({2, 9}, 1, {beyond})) != bits);
    }
}

} // namespace histo_cl::test
