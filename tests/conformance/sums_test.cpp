#include "device_job.hpp"
#include "guarded_counts.hpp"
#include "proof.hpp"
#include "sample_bits.hpp"
#include "support/f32_sums.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <optional>
#include <type_traits>

// Sums of weights: the same bits with any variant and launch, and in the unit of existing sums. Random jobs
// add to existing sums of all types.

namespace histo_cl::test {
namespace {

/// Bytes in and above the range of the bins, with weights of very different magnitudes, up to 2^40: their sum
/// in floating point depends on the order.
HostJob mixed_job() {
    constexpr std::uint64_t count = 20'000;
    Random random(1);
    HostJob job{.text = "mixed weights", .shape = {.count = count}, .samples = std::vector<std::byte>(count)};
    for (auto& sample : job.samples)
        sample = static_cast<std::byte>(random.below(256));
    std::vector<double> weights(count);
    for (auto& weight : weights)
        weight = std::ldexp(random.real(-1, 1), static_cast<int>(random.whole(-40, 40)));
    const auto bytes = std::as_bytes(std::span(weights));
    job.weights.emplace_back(bytes.begin(), bytes.end());
    return job;
}

/// Bytes in and above the range of the bins, half of them masked, with weights of all magnitudes up to
/// `greatest`. Elements that are not counted, and those in the first bins, also have NaN, infinities and
/// zeros.
HostJob job_of_all_kinds(SampleType type, double greatest) {
    constexpr std::uint64_t count = 20'000;
    Random random(2);
    HostJob job{.text = "all kinds of weights",
                .shape = {.count = count},
                .samples = std::vector<std::byte>(count),
                .mask = std::vector<std::byte>(count)};
    auto& weights = job.weights.emplace_back(count * bytes(type));
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr std::array special{std::numeric_limits<double>::quiet_NaN(), infinity, -infinity, 0.0, -0.0};
    for (std::size_t i = 0; i < count; ++i) {
        const auto sample = random.below(256);
        const bool counted = random.one_in(2);
        job.samples[i] = static_cast<std::byte>(sample);
        job.mask[i] = static_cast<std::byte>(counted ? 1 : 0);
        auto weight = greatest * random.real(-1, 1);
        if (random.one_in(4)) weight = std::ldexp(weight, -static_cast<int>(random.below(80)));
        if (is_float(type) && (!counted || sample < 15 || sample >= 200) && random.one_in(50))
            weight = random.pick(special);
        store_bits(std::span(weights).subspan(i * bytes(type)), type, nearest_bits(type, weight));
    }
    return job;
}

/// How the bins of samples are distributed, for partitions of the bins.
enum class Skew : std::uint8_t { flat, one_bin, flat_where_looked, few_bins };

/// Samples of 32 bits in and above `bins` bins, with weights of all magnitudes: half of them are exact in few
/// words of a local sum, others have bits far below, or are negative, NaN, infinite or 0.
HostJob skewed_job(SampleType weight, std::uint32_t bins, std::uint64_t count, Skew skew) {
    Random random(3);
    HostJob job{.text = "skewed samples",
                .shape = {.count = count},
                .samples = std::vector<std::byte>(count * sizeof(std::uint32_t))};
    auto& weights = job.weights.emplace_back(count * bytes(weight));
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr std::array special{std::numeric_limits<double>::quiet_NaN(), infinity, -infinity, 0.0, -0.0};
    const double greatest = is_float(weight) ? 1000 : 120;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto anywhere = static_cast<std::uint32_t>(i) * 0x9e3779b1U % (bins + bins / 50);
        const bool looked = i / 128 % 240 == 0;
        const bool flat = skew == Skew::flat || (skew == Skew::flat_where_looked && looked);
        const auto sample = flat                     ? anywhere
                            : skew == Skew::few_bins ? static_cast<std::uint32_t>(i * i % 97 * 31)
                                                     : 4711U;
        store_bits(std::span(job.samples).subspan(i * sizeof sample), SampleType::u32, sample);
        auto value = greatest * random.real(-1, 1);
        if (random.one_in(4)) value = std::ldexp(value, -static_cast<int>(random.below(80)));
        if (is_float(weight) && random.one_in(500)) value = random.pick(special);
        store_bits(std::span(weights).subspan(i * bytes(weight)), weight, nearest_bits(weight, value));
    }
    return job;
}

/// The default options of the variant, and two kinds of options for other launches.
std::vector<Options> launches(Variant variant) {
    std::vector<Options> all(3, {.variant = variant});
    if (variant != Variant::item_private) all[1].work_group_size = 16;
    all[1].work_groups = 3;
    all[1].partition = Partition::contiguous;
    all[2].coarsening = 5;
    all[2].samples_per_launch = 1777;
    all[2].partition = Partition::interleaved;
    all[2].load_bytes = 1;
    return all;
}

/// The sum of one bin after these weights are added to the sum `before`, by a plan with the bound, if any. T
/// is the type of the sum, double or float.
template <class T>
T added(T before, const std::vector<double>& weights, const std::optional<WeightBound>& bound = {},
        const Options& options = {}) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const auto& device = test_device();
    const Problem problem{.axes = {even_bins(1, 0, 1)},
                          .weights = SampleType::f64,
                          .counter = counter_type_of<T>(),
                          .weight_bound = bound};
    const auto plan = make_plan(problem, options);
    const auto sample_buffer = device.make_buffer(std::vector<std::byte>(weights.size()), CL_MEM_READ_ONLY);
    const auto weight_buffer = device.make_buffer(weights, CL_MEM_READ_ONLY);
    const auto workspace = device.make_buffer(plan.workspace_bytes());
    for (const auto& buffer : {sample_buffer, weight_buffer, workspace})
        keep_until_exit(buffer);
    Job job{.samples = sample_buffer(),
            .shape = {.count = weights.size()},
            .weights = weight_buffer(),
            .workspace = given_workspace(plan, workspace)};
    const GuardedCounts counts(plan);
    const std::array bits{std::uint64_t{std::bit_cast<Bits>(before)}};
    counts.prepare(job, bits);
    plan.enqueue(device.queue()(), job);
    return std::bit_cast<T>(static_cast<Bits>(counts.read().value()[0]));
}

} // namespace

TEST_SUITE("sums") {
    TEST_CASE("sums have the same bits with every variant and launch") {
        const auto job = mixed_job();
        const Problem problem{.axes = {even_bins(40, 0, 200)},
                              .out_of_range = OutOfRange::counted,
                              .weights = SampleType::f64,
                              .squared_weights = true,
                              .counter = CounterType::f64};
        const auto bound = weight_bound(
            problem, {.samples = job.samples, .shape = job.shape, .weights = job.weights.front()});
        for (const auto variant : all_variants) {
            if (variant == Variant::banked_uchar4 || variant == Variant::local_packed ||
                variant == Variant::hot_bin_cache || variant == Variant::partitioned ||
                variant == Variant::item_pairs || variant == Variant::item_packed)
                continue; // do not support squares of weights
            const auto all = launches(variant);
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (small_size() && i != static_cast<std::size_t>(variant) % all.size()) continue;
                const auto& options = all[i];
                auto launched = problem;
                if (options.work_groups) launched.weight_bound = bound; // the same unit
                const auto plan = make_plan(launched, options);
                CAPTURE(to_string(plan.decision()));
                for (int run = 0; run < 2; ++run)
                    CHECK(wrong_counts(plan, problem, job, false, false) == "");
            }
        }
    }

    TEST_CASE("weights are queued by partitions: several rounds, full queues, and skew") {
        const auto bins = small_size() ? 5000U : 20'000U;
        const std::uint64_t count = small_size() ? 20'003 : 60'003;
        const auto check = [&](SampleType type, const std::optional<WeightBound>& bound, bool narrow) {
            const Problem problem{.sample = SampleType::u32,
                                  .axes = {even_bins(bins, 0, bins)},
                                  .weights = type,
                                  .narrow_weights = narrow,
                                  .counter = is_float(type)           ? CounterType::f64
                                             : type == SampleType::u8 ? CounterType::u64
                                                                      : CounterType::i64,
                                  .weight_bound = bound};
            CAPTURE(to_string(problem));
            const auto one_round = make_plan(problem, {.variant = Variant::partitioned});
            CHECK(wrong_counts(one_round, problem, skewed_job(type, bins, count, Skew::flat), false, false) ==
                  "");
            Options options{.variant = Variant::partitioned, .work_groups = 2};
            options.work_group_size = std::min(64U, one_round.decision().work_group_size);
            options.loads_in_flight = 1;
            const auto sums = one_round.workspace_bytes() - one_round.decision().workspace_bytes;
            // Queues of one or a few lines, so that several rounds are needed.
            const auto line = 64 * (2 + bytes(type)) * 2 * one_round.decision().partitions;
            options.workspace_limit = sums + (small_size() ? 2 : 5) * line;
            const auto plan = make_plan(problem, options);
            CAPTURE(to_string(plan.decision()));
            CHECK(plan.decision().partitions >= 32);
            CHECK(plan.workspace_bytes() <= options.workspace_limit);
            for (const auto skew : {Skew::flat, Skew::one_bin, Skew::flat_where_looked, Skew::few_bins}) {
                CAPTURE(static_cast<int>(skew));
                CHECK(wrong_counts(plan, problem, skewed_job(type, bins, count, skew), false, false) == "");
            }
        };
        for (const auto type : {SampleType::u8, SampleType::i16, SampleType::i32, SampleType::f16,
                                SampleType::bf16, SampleType::f32, SampleType::f64})
            check(type, {}, false);
        check(SampleType::f32, WeightBound{1e6, std::uint64_t{1} << 40U}, false);
        check(SampleType::f32, {}, true);
    }

    TEST_CASE("weights of all kinds are summed exactly, in blocks too") {
        for (const auto type : {SampleType::f16, SampleType::bf16, SampleType::f32, SampleType::f64}) {
            const Problem problem{.axes = {even_bins(40, 0, 200)},
                                  .layout = {.mask = true},
                                  .weights = type,
                                  .squared_weights = type != SampleType::f64,
                                  .counter = CounterType::f64};
            const auto plan = make_plan(problem, {});
            CAPTURE(to_string(plan.decision()));
            for (const double greatest : {1.0, 0x1.8p-10, 0x1p-120, 0x1p-1000}) {
                CAPTURE(greatest);
                CHECK(wrong_counts(plan, problem, job_of_all_kinds(type, greatest), false, false) == "");
            }
        }
    }

    TEST_CASE("tables that exceed a CPU's local memory are in the workspace") {
        const auto& profile = test_device().profile();
        if (profile.type != DeviceType::cpu || profile.loop_limit != 0 || profile.reports_races) return;
        for (const auto type : {SampleType::f32, SampleType::i32}) {
            const auto bins = static_cast<std::uint32_t>(profile.local_memory_bytes / 8);
            const Problem problem{.axes = {even_bins(bins, 0, 200)},
                                  .layout = {.mask = true},
                                  .weights = type,
                                  .squared_weights = true,
                                  .counter = is_float(type) ? CounterType::f64 : CounterType::i64};
            const auto plan = make_plan(problem, {.variant = Variant::item_private});
            CHECK(plan.decision().local_bytes == 0);
            CHECK(wrong_counts(plan, problem, job_of_all_kinds(type, 1000), false, false) == "");
        }
    }

    TEST_CASE("the greatest weight is found wherever it is") {
        const std::uint64_t count = test_device().profile().reports_races ? 10'000 : 1U << 20U;
        const Problem problem{
            .axes = {even_bins(4, 0, 1)}, .weights = SampleType::f32, .counter = CounterType::f64};
        const auto plan = make_plan(problem, {});
        for (const auto place : {std::uint64_t{0}, count / 4 - 1, count - 1}) {
            std::vector<float> weights(count, 1.0F);
            weights[place] = 1e30F; // a unit of 2^-72 would be too small for it
            HostJob job{.text = "one great weight",
                        .shape = {.count = count},
                        .samples = std::vector<std::byte>(count)};
            const auto bytes = std::as_bytes(std::span(weights));
            job.weights.emplace_back(bytes.begin(), bytes.end());
            CHECK(wrong_counts(plan, problem, job, false, false) == "");
        }
    }

    TEST_CASE("weights are added to an existing floating-point sum in one unit") {
        for (const auto variant : {std::optional<Variant>(), std::optional(Variant::partitioned)}) {
            const auto sum = [&](double before, const std::vector<double>& weights,
                                 const std::optional<WeightBound>& bound = {}) {
                return added(before, weights, bound, {.variant = variant});
            };
            constexpr double infinity = std::numeric_limits<double>::infinity();
            CHECK(sum(0x1p60, {-0x1p60, 1}) == 1);
            CHECK(sum(-0x1p60, {0.25}) == -0x1p60 + 0.25);
            CHECK(sum(1, {0x1p200, -0x1p200}) == 0); // 1 is less than half a unit of such weights
            CHECK(sum(0x1p200, {1e-300, 3}) == 0x1p200);
            CHECK(sum(1e308, {1e308}) == infinity);
            CHECK(sum(0.5, {}) == 0.5);
            CHECK(sum(infinity, {1}) == infinity);
            CHECK(std::isnan(sum(infinity, {-infinity})));
            CHECK(std::isnan(sum(std::numeric_limits<double>::quiet_NaN(), {1})));
            CHECK(sum(0x1p-1074, {0x1p-1074}) == 0x1p-1073);
            CHECK(std::bit_cast<std::uint64_t>(sum(2, {-2})) == 0); // +0
        }
    }

    TEST_CASE("sums of f32 are rounded once, also when weights are added to an existing sum") {
        const auto bits = [](float sum) { return std::bit_cast<std::uint32_t>(sum == 0 ? 0 : sum); };
        for (const auto& [weights, want] : f32_sums()) {
            CAPTURE(want);
            CHECK(bits(added(0.0F, weights)) == bits(want));
            const std::vector first(weights.begin(), weights.begin() + 1);
            const auto before = static_cast<float>(first[0]);
            if (before == first[0]) // the existing sum is exact
                CHECK(bits(added(before, {weights.begin() + 1, weights.end()})) == bits(want));
        }
        constexpr float infinity = std::numeric_limits<float>::infinity();
        CHECK(added(infinity, {1}) == infinity);
        CHECK(std::isnan(added(infinity, {-std::numeric_limits<double>::infinity()})));
        CHECK(added(1.0F, {0x1p200, -0x1p200}) == 0);
        constexpr WeightBound bound{2, 9};
        const auto beyond = std::bit_cast<std::uint32_t>(added(1.0F, {1, 4}, bound));
        CHECK(beyond == 0x7FE2'6579U);
        CHECK(std::bit_cast<std::uint32_t>(added(std::bit_cast<float>(beyond), {1}, bound)) == beyond);
        CHECK(std::bit_cast<std::uint32_t>(added(std::bit_cast<float>(beyond), {1})) == beyond);
        CHECK(std::bit_cast<std::uint32_t>(added(std::bit_cast<float>(beyond ^ 1U), {1})) == 0x7FC0'0000U);
    }

    TEST_CASE("weights within a bound are added in its unit, and one beyond it marks the sum") {
        for (const auto variant : {std::optional<Variant>(), std::optional(Variant::partitioned)}) {
            const auto sum = [&](double before, const std::vector<double>& weights,
                                 const std::optional<WeightBound>& bound = {}) {
                return added(before, weights, bound, {.variant = variant});
            };
            CHECK(sum(1, {3.5, -0.25}, WeightBound{2, 3}) == 4.25);
            CHECK(sum(0x1p100, {1, 1}, WeightBound{2, 2}) ==
                  0x1p100); // the existing sum has the greater unit
            CHECK(sum(0.5, {0x1p-40}, WeightBound{0x1p40, 1}) == 0.5 + 0x1p-40);
            constexpr WeightBound bound{2, 9};
            const auto beyond = sum(1, {1, 4, std::numeric_limits<double>::infinity()}, bound);
            CHECK(std::isnan(beyond));
            // The mark of such a sum stays. A weight with the same bits is an ordinary NaN.
            const auto bits = std::bit_cast<std::uint64_t>(beyond);
            CHECK(std::bit_cast<std::uint64_t>(sum(beyond, {1}, bound)) == bits);
            CHECK(std::bit_cast<std::uint64_t>(sum(beyond, {1})) == bits);
            CHECK(std::bit_cast<std::uint64_t>(sum(1, {beyond}, bound)) != bits);
        }
    }
}

} // namespace histo_cl::test
