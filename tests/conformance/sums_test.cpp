#include "device_job.hpp"
#include "guarded_counts.hpp"
#include "proof.hpp"
#include "sample_bits.hpp"
#include "support/counters.hpp"
#include "support/f32_sums.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <optional>
#include <type_traits>

// Sums of weights have the same bits with any variant and launch. Weights are added to an existing sum in the
// coarser of two units, the sum's and the weights'. Random jobs add to existing sums of all types.

namespace histo_cl::test {
namespace {

/// Bytes in and above the range of the bins, with weights of very different magnitudes, up to 2^40. In
/// floating point, their sum would depend on the order.
HostJob mixed_job() {
    constexpr std::uint64_t count = 20'000;
    Random random(1);
    HostJob job{.text = "mixed weights", .shape = {.count = count}, .samples = random.bytes(count)};
    std::vector<double> weights(count);
    for (auto& weight : weights)
        weight = std::ldexp(random.real(-1, 1), static_cast<int>(random.whole(-40, 40)));
    const auto bytes = std::as_bytes(std::span(weights));
    job.weights.emplace_back(bytes.begin(), bytes.end());
    return job;
}

/// Bytes in and above the range of the bins, with weights of all magnitudes up to `maximum`, and a mask that
/// hides half of them. If weights are floats, some elements that are not counted, or are below 15, have NaN,
/// infinities or zeros.
HostJob job_of_all_kinds(SampleType type, double maximum) {
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
        auto weight = maximum * random.real(-1, 1);
        if (random.one_in(4)) weight = std::ldexp(weight, -static_cast<int>(random.below(80)));
        if (is_float(type) && (!counted || sample < 15 || sample >= 200) && random.one_in(50))
            weight = random.pick(special);
        store_bits(std::span(weights).subspan(i * bytes(type)), type, nearest_bits(type, weight));
    }
    return job;
}

/// How samples are distributed over the bins, for partitions.
enum class Skew : std::uint8_t { flat, one_bin, flat_where_looked, few_bins };

/// Samples of 32 bits in and above `bins` bins, with weights of both signs. A quarter of the weights are
/// divided by 1 to 2^79, so that some have bits below the words of a local sum. Some float weights are NaN,
/// infinite or 0.
HostJob skewed_job(SampleType weight, std::uint32_t bins, std::uint64_t count, Skew skew) {
    Random random(3);
    HostJob job{.text = "skewed samples",
                .shape = {.count = count},
                .samples = std::vector<std::byte>(count * sizeof(std::uint32_t))};
    auto& weights = job.weights.emplace_back(count * bytes(weight));
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr std::array special{std::numeric_limits<double>::quiet_NaN(), infinity, -infinity, 0.0, -0.0};
    const double maximum = is_float(weight) ? 1000 : 120;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto anywhere = static_cast<std::uint32_t>(i) * 0x9e3779b1U % (bins + bins / 50);
        const bool looked = i % (count / 8) < 128; // see are_flat() in kernels/engines/histogram_in_rounds.cl
        const bool flat = skew == Skew::flat || (skew == Skew::flat_where_looked && looked);
        const auto sample = flat                     ? anywhere
                            : skew == Skew::few_bins ? static_cast<std::uint32_t>(i * i % 97 * 31)
                                                     : 4711U;
        store_bits(std::span(job.samples).subspan(i * sizeof sample), SampleType::u32, sample);
        auto value = maximum * random.real(-1, 1);
        if (random.one_in(4)) value = std::ldexp(value, -static_cast<int>(random.below(80)));
        if (is_float(weight) && random.one_in(500)) value = random.pick(special);
        store_bits(std::span(weights).subspan(i * bytes(weight)), weight, nearest_bits(weight, value));
    }
    return job;
}

/// The default options of the variant, and two other sets of options, with different launches.
std::vector<Options> launches(Variant variant) {
    std::vector<Options> all(3, {.knobs = {.variant = variant}});
    if (variant != Variant::item_private) all[1].knobs.work_group_size = 16;
    all[1].knobs.work_groups = 3;
    all[1].knobs.partition = Partition::contiguous;
    all[2].knobs.coarsening = 5;
    all[2].samples_per_launch = 1777;
    all[2].knobs.partition = Partition::interleaved;
    all[2].knobs.load_bytes = 1;
    return all;
}

/// Adds the elements of a job to the counters `before`, with the given workspace, if any. Returns the bits of
/// the counters.
std::vector<std::uint64_t> counters_after(const Plan& plan, std::span<const std::uint64_t> before,
                                          std::span<const std::byte> samples,
                                          std::span<const std::byte> weights, const Shape& shape,
                                          const std::optional<cl::Buffer>& given = {}) {
    const auto& device = test_device();
    const auto sample_buffer = device.make_buffer(samples, CL_MEM_READ_ONLY);
    const auto weight_buffer = device.make_buffer(weights, CL_MEM_READ_ONLY);
    const auto workspace = given ? *given : device.make_buffer(plan.workspace_bytes());
    for (const auto& buffer : {sample_buffer, weight_buffer, workspace})
        keep_until_exit(buffer);
    Job job{.samples = sample_buffer(),
            .shape = shape,
            .weights = weight_buffer(),
            .workspace = given_workspace(plan, workspace)};
    const GuardedCounts counts(plan);
    counts.prepare(job, before);
    plan.enqueue(device.queue()(), job);
    return counts.read().value();
}

/// Adds these weights to the sum `before`, and returns the sum. The plan has the bound, if one is given. T is
/// the type of the sum, double or float.
template <class T>
T added(T before, const std::vector<double>& weights, const std::optional<WeightBound>& bound = {},
        const Options& options = {}) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const Problem problem{.axes = {even_bins(1, 0, 1)},
                          .weights = {.type = SampleType::f64, .bound = bound},
                          .counter = std::same_as<T, float> ? CounterType::f32 : CounterType::f64};
    const std::vector<std::byte> samples(weights.size());
    const std::array bits{std::uint64_t{std::bit_cast<Bits>(before)}};
    const auto after = counters_after(make_plan(problem, options), bits, samples,
                                      std::as_bytes(std::span(weights)), {.count = weights.size()});
    return std::bit_cast<T>(static_cast<Bits>(after[0]));
}

/// The length of the longest queue of a job's last round; 0 if its samples were not queued
/// (kernels/engines/queues.cl).
std::uint32_t longest_queue(const Plan& plan, const HostJob& job) {
    const auto bytes = plan.workspace_bytes();
    const auto workspace = test_device().make_buffer(std::vector<std::byte>(bytes));
    const std::vector<std::uint64_t> zeros(plan.problem().counters());
    static_cast<void>(counters_after(plan, zeros, job.samples, job.weights.front(), job.shape, workspace));
    const auto words = test_device().read_back<std::uint32_t>(workspace, bytes / sizeof(std::uint32_t));
    const auto& decision = plan.decision();
    const auto head = ((bytes - decision.workspace_bytes) / sizeof(std::uint32_t) + 31) / 32 * 32;
    constexpr std::size_t lengths = 16;
    const auto queues = std::span(words).subspan(head + lengths, decision.partitions * decision.work_groups);
    return words[head] == 0 ? 0 : *std::ranges::max_element(queues);
}

/// Counters of one axis, whose sums differ as much as doubles can. The first two sums of each kind are 2^100
/// and 1, and the counts are whole.
std::vector<std::uint64_t> unlike_counters(const Problem& problem) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<double> unlike{0x1p100,   1,        -0.0, 0x1p-1074, -0x1.8p-1060, 0x1.fffffffffffffp1023,
                               -0x1.1p40, 0x1p-300, 0.1,  -1e300};
    if (!under_oclgrind()) // see wrong_jobs()
        unlike.insert(unlike.end(), {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()});
    const auto cells = problem.cells();
    std::vector<std::uint64_t> counters;
    for (std::uint64_t i = 0; i < problem.counters(); ++i)
        counters.push_back(std::bit_cast<std::uint64_t>(problem.weights.counts && i < cells
                                                            ? static_cast<double>(i * i)
                                                            : unlike[i % cells % unlike.size()]));
    return counters;
}

/// The counters of one axis, repeated for several axes, in the order of a problem with these axes.
std::vector<std::uint64_t> for_axes(std::size_t axes, std::uint64_t cells,
                                    std::span<const std::uint64_t> of_one) {
    std::vector<std::uint64_t> all;
    for (std::size_t sum = 0; sum < of_one.size(); sum += cells)
        for (std::size_t axis = 0; axis < axes; ++axis)
            all.insert(all.end(), of_one.begin() + static_cast<std::ptrdiff_t>(sum),
                       of_one.begin() + static_cast<std::ptrdiff_t>(sum + cells));
    return all;
}

/// The variants that sum weights.
std::vector<Variant> variants_of_sums() {
    std::vector<Variant> all;
    for (const auto variant : all_variants)
        if (variant != Variant::banked_uchar4 && variant != Variant::local_packed &&
            variant != Variant::hot_bin_cache && variant != Variant::item_pairs &&
            variant != Variant::item_packed)
            all.push_back(variant);
    return all;
}

/// Checks that the counters after a job are the same, bit for bit, with each variant, in slices, in a batch,
/// as columns and in passes. With the small size, only every third variant from number `first` on is checked.
/// `one` has one axis. The job has one element in bin 1, of weight 0.5.
void check_added_alike(const Problem& one, std::size_t first) {
    constexpr std::uint64_t rows = 300;
    constexpr std::size_t axes = 6;
    CAPTURE(to_string(one));
    Random random(11);
    std::vector<std::byte> samples(rows);
    std::vector<float> weights(rows);
    for (std::size_t i = 1; i < rows; ++i) {
        samples[i] = static_cast<std::byte>(2 * random.below(13)); // never bin 1
        weights[i] = std::ldexp(static_cast<float>(random.real(-1, 1)), -static_cast<int>(random.below(40)));
    }
    samples[0] = std::byte{1};
    weights[0] = 0.5F;
    const auto weight_bytes = std::as_bytes(std::span(weights));
    const auto before = unlike_counters(one);
    const auto want = counters_after(make_plan(one, {}), before, samples, weight_bytes, {.count = rows});
    const auto cells = one.cells();
    const auto first_sum = one.weights.counts ? cells : 0;
    CHECK(std::bit_cast<double>(want[first_sum]) == 0x1p100);
    CHECK(std::bit_cast<double>(want[first_sum + 1]) == 1.5);
    if (one.weights.squares) CHECK(std::bit_cast<double>(want[first_sum + cells + 1]) == 1.25);
    if (one.weights.counts) CHECK(std::bit_cast<double>(want[1]) == 2);

    std::vector<Options> launches(1, {.samples_per_launch = 77});
    const auto variants = variants_of_sums();
    const std::size_t step = small_size() ? 3 : 1;
    for (std::size_t i = small_size() ? first : 0; i < variants.size(); i += step)
        launches.push_back({.knobs = {.variant = variants[i]}});
    std::size_t ran = 0;
    std::string why;
    for (const auto& options : launches) {
        const auto plan = try_plan(one, options, why);
        if (!plan) continue; // a variant that cannot sum these weights
        ++ran;
        CAPTURE(to_string(plan->decision()));
        CHECK(counters_after(*plan, before, samples, weight_bytes, {.count = rows}) == want);
    }
    CHECK(ran > (small_size() ? 1 : 3));
    auto batch = one;
    batch.batch = Batch::segments;
    CHECK(counters_after(make_plan(batch, {}), before, samples, weight_bytes,
                         {.count = rows, .segment = rows}) == want);

    auto many = one;
    many.axes.assign(axes, one.axes.front());
    std::vector<std::byte> channels;
    for (const auto sample : samples)
        channels.insert(channels.end(), axes, sample);
    for (const auto& options : {Options{}, Options{.knobs = {.variant = Variant::global_atomic}}}) {
        const auto plan = make_plan(many, options);
        CAPTURE(to_string(plan.decision()));
        CHECK((plan.decision().columns || plan.decision().passes > 1));
        if (!options.knobs.variant && !one.weights.squares) CHECK(plan.decision().columns);
        CHECK(counters_after(plan, for_axes(axes, cells, before), channels, weight_bytes, {.count = rows}) ==
              for_axes(axes, cells, want));
    }
}

/// Enough elements for a guess of the unit (Single::launch_wide_sums).
HostJob job_for_a_guess(const Problem& problem) {
    const std::uint64_t count = (std::uint64_t{1} << 22U) + 5;
    Random random(3);
    HostJob job{.text = "an unusual last weight",
                .shape = {.count = count},
                .samples = std::vector<std::byte>(count * bytes(problem.sample))};
    auto& weights = job.weights.emplace_back(count * sizeof(float));
    for (std::size_t i = 0; i < count; ++i) {
        store_bits(std::span(job.samples).subspan(i * bytes(problem.sample)), problem.sample,
                   i + 1 == count ? 1 : random.below(problem.sample == SampleType::u8 ? 256 : 20'000));
        const auto weight = static_cast<float>(random.real(-1, 1));
        store_bits(std::span(weights).subspan(i * sizeof(float)), SampleType::f32,
                   std::bit_cast<std::uint32_t>(weight));
    }
    return job;
}

/// Bytes, and for each of them four weights that are adjacent in memory.
struct Interleaved {
    std::vector<std::uint8_t> samples;
    std::vector<float> weights;

    explicit Interleaved(std::size_t count) : weights(4 * count) {
        Random random(4);
        samples = random.bytes<std::uint8_t>(count);
        for (auto& weight : weights)
            weight =
                static_cast<float>(std::ldexp(random.real(-1, 1), static_cast<int>(random.whole(-9, 9))));
    }

    /// The vectors, each from its first weight to the end of its last.
    [[nodiscard]] std::array<HostArray, 4> vectors() const {
        std::array<HostArray, 4> all;
        const auto bytes = std::as_bytes(std::span(weights));
        for (std::size_t vector = 0; vector < all.size(); ++vector)
            all.at(vector) = bytes.subspan(vector * sizeof(float), bytes.size() - 3 * sizeof(float));
        return all;
    }
};

/// Counts four interleaved vectors from one buffer. Returns the first difference from the reference, or "".
std::string wrong_interleaved(const Plan& plan, const Interleaved& data, const Shape& shape) {
    const auto& device = test_device();
    const auto samples = device.make_buffer(data.samples, CL_MEM_READ_ONLY);
    const auto weights = device.make_buffer(data.weights, CL_MEM_READ_ONLY);
    const auto workspace = device.make_buffer(plan.workspace_bytes());
    for (const auto& buffer : {samples, weights, workspace})
        keep_until_exit(buffer);
    std::array<WeightBuffer, 4> vectors;
    for (std::size_t vector = 0; vector < vectors.size(); ++vector)
        vectors.at(vector) = {weights(), vector};
    Job job{.samples = samples(),
            .shape = shape,
            .workspace = given_workspace(plan, workspace),
            .weight_vectors = vectors};
    const auto of_host = data.vectors();
    const auto want = reference_bits(
        plan.problem(),
        {.samples = std::as_bytes(std::span(data.samples)), .shape = shape, .weight_vectors = of_host});
    const GuardedCounts counts(plan);
    return difference(counts.count(plan, job), want, CounterType::f64, plan.problem().counters());
}

} // namespace

TEST_SUITE("sums") {
    TEST_CASE("vectors that are interleaved in one buffer, by every variant, as columns and in passes") {
        const Interleaved data(small_size() ? 600 : 6000);
        const Shape flat{.count = data.samples.size()};
        Problem problem{.axes = {even_bins(40, 0, 200)},
                        .weights = {.type = SampleType::f32, .counts = true, .vectors = 4, .stride = 16},
                        .counter = CounterType::f64};
        const auto check = [&](const Options& options, const Shape& shape) {
            const auto plan = make_plan(problem, options);
            CAPTURE(to_string(problem));
            CAPTURE(to_string(plan.decision()));
            CHECK(wrong_interleaved(plan, data, shape) == "");
        };
        check({}, flat);
        check({.knobs = {.work_group_size = 32}}, flat);
        problem.weights.squares = true;
        for (const auto variant : variants_of_sums())
            if (variant != Variant::partitioned && (!small_size() || static_cast<int>(variant) % 3 == 0))
                check({.knobs = {.variant = variant}}, flat);
        // Oclgrind regards the range of several passes as uninitialized, because a fill sets it.
        if (under_oclgrind()) return;
        problem.weights.squares = false;
        problem.layout.nibbles = Nibbles::low_first; // nibbles are gathered, so they are counted in passes
        problem.axes.assign(5, identity_bins(16));
        check({.knobs = {.variant = Variant::global_atomic}}, {.count = data.samples.size() / 3});
    }

    TEST_CASE("weights with a stride, of rows and of columns, by every variant and by loops and vectors") {
        Random random(7);
        const JobLimits limits{.elements = small_size() ? 500U : 5000U, .whole_weights = true};
        std::size_t n = 0;
        for (const auto variant : variants_of_sums())
            for (const auto per : {WeightPer::element, WeightPer::row, WeightPer::column})
                for (const bool vectors : {false, true}) {
                    // Covers each variant, and each of the six combinations of `per` and `vectors`.
                    if (small_size() && n++ % 5 != 0) continue;
                    const auto type =
                        random.pick(std::array{SampleType::f32, SampleType::i16, SampleType::f64});
                    const Problem problem{
                        .sample = SampleType::u16,
                        .axes = {even_bins(50, 0, 60'000)},
                        .layout = {.rows = true, .mask = random.one_in(2)},
                        .weights = {.type = type,
                                    .stride = random.pick(std::array{0U, 3U, 4U}) * bytes(type),
                                    .per = per},
                        .counter = counter_of(type)};
                    Options options{.knobs = {.variant = variant}};
                    if (vectors) options.knobs.load_bytes = 16;
                    const auto plan = make_plan(problem, options);
                    CAPTURE(to_string(problem));
                    CAPTURE(to_string(plan.decision()));
                    CHECK(wrong_jobs(plan, problem, small_size() ? 1 : 3, limits, random) == "");
                }
    }

    TEST_CASE("sums have the same bits with every variant and launch") {
        const auto job = mixed_job();
        const Problem problem{.axes = {even_bins(40, 0, 200)},
                              .out_of_range = OutOfRange::counted,
                              .weights = {.type = SampleType::f64, .squares = true},
                              .counter = CounterType::f64};
        const auto bound = weight_bound(
            problem, {.samples = job.samples, .shape = job.shape, .weights = job.weights.front()});
        for (const auto variant : variants_of_sums()) {
            if (variant == Variant::partitioned) continue; // does not support squares of weights
            const auto all = launches(variant);
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (small_size() && i != static_cast<std::size_t>(variant) % all.size()) continue;
                const auto& options = all[i];
                auto launched = problem;
                // The bound gives the same unit as the weights.
                if (options.knobs.work_groups) launched.weights.bound = bound;
                const auto plan = make_plan(launched, options);
                CAPTURE(to_string(plan.decision()));
                for (int run = 0; run < 2; ++run)
                    CHECK(wrong_counts(plan, problem, job, false, false) == "");
            }
        }
    }

    TEST_CASE("weights are queued by partitions: several rounds, full queues, and skew") {
        const auto bins = small_size() ? 5000U : 20'000U;
        const std::uint64_t count = small_size() ? 30'003 : 60'003;
        const auto check = [&](SampleType type, const std::optional<WeightBound>& bound, bool narrow) {
            const Problem problem{.sample = SampleType::u32,
                                  .axes = {even_bins(bins, 0, bins)},
                                  .weights = {.type = type, .narrow = narrow, .bound = bound},
                                  .counter = counter_of(type)};
            CAPTURE(to_string(problem));
            Options options{.knobs = {.variant = Variant::partitioned}};
            const auto usual = choose(test_device().profile(), problem, options);
            options.knobs.work_groups = 2;
            options.knobs.work_group_size = std::min(64U, usual.work_group_size);
            options.knobs.loads_in_flight = 1;
            // With the small size, this plan and the one below share a program.
            const auto one_round = make_plan(
                problem, small_size() ? options : Options{.knobs = {.variant = Variant::partitioned}});
            CHECK(wrong_counts(one_round, problem, skewed_job(type, bins, count, Skew::flat), false, false) ==
                  "");
            const auto sums = one_round.workspace_bytes() - one_round.decision().workspace_bytes;
            // Each queue has room for one whole line, because it has room for less than two.
            constexpr std::uint32_t line = 64;
            const auto queues = 2 * one_round.decision().partitions;
            options.workspace_limit = sums + 2 * line * (2 + bytes(type)) * queues;
            const auto plan = make_plan(problem, options);
            CAPTURE(to_string(plan.decision()));
            CHECK(plan.decision().partitions >= 32);
            CHECK(2 * plan.decision().partitions == queues);
            CHECK(count / queues > line + line / 2); // more numbers than flat samples queue in a round
            CHECK(plan.workspace_bytes() <= options.workspace_limit);
            for (const auto skew : {Skew::flat, Skew::one_bin, Skew::flat_where_looked, Skew::few_bins}) {
                CAPTURE(static_cast<int>(skew));
                CHECK(wrong_counts(plan, problem, skewed_job(type, bins, count, skew), false, false) == "");
            }
            // Samples that are flat only where a work-group checks them fill the queues of one partition.
            CHECK(longest_queue(plan, skewed_job(type, bins, count, Skew::flat_where_looked)) == line);
            CHECK(longest_queue(plan, skewed_job(type, bins, count, Skew::flat)) > 0);
            CHECK(longest_queue(plan, skewed_job(type, bins, count, Skew::one_bin)) == 0);
        };
        for (const auto type : {SampleType::u8, SampleType::i16, SampleType::f32, SampleType::f64})
            check(type, {}, false);
        if (!small_size()) // these are queued in as many bytes as the types above
            for (const auto type : {SampleType::i32, SampleType::f16, SampleType::bf16})
                check(type, {}, false);
        check(SampleType::f32, WeightBound{1e6, std::uint64_t{1} << 40U}, false);
        check(SampleType::f32, {}, true);
    }

    TEST_CASE("weights of all kinds are summed exactly, in blocks too") {
        for (const auto type : {SampleType::f16, SampleType::bf16, SampleType::f32, SampleType::f64}) {
            const Problem problem{.axes = {even_bins(40, 0, 200)},
                                  .layout = {.mask = true},
                                  .weights = {.type = type, .squares = type != SampleType::f64},
                                  .counter = CounterType::f64};
            const auto plan = make_plan(problem, {});
            CAPTURE(to_string(plan.decision()));
            for (const double maximum : {1.0, 0x1.8p-10, 0x1p-120, 0x1p-1000}) {
                CAPTURE(maximum);
                CHECK(wrong_counts(plan, problem, job_of_all_kinds(type, maximum), false, false) == "");
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
                                  .weights = {.type = type, .squares = true},
                                  .counter = counter_of(type)};
            const auto plan = make_plan(problem, {.knobs = {.variant = Variant::item_private}});
            CHECK(plan.decision().local_bytes == 0);
            CHECK(wrong_counts(plan, problem, job_of_all_kinds(type, 1000), false, false) == "");
        }
    }

    TEST_CASE("the greatest weight is found wherever it is") {
        const std::uint64_t count = test_device().profile().reports_races ? 10'000 : 1U << 20U;
        const Problem problem{
            .axes = {even_bins(4, 0, 1)}, .weights = {.type = SampleType::f32}, .counter = CounterType::f64};
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

    TEST_CASE("sums are right whether the guess of their unit is right, too small, or too coarse") {
        const auto& profile = test_device().profile();
        // The unit is not guessed on devices with a loop limit, and Oclgrind is slow.
        if (profile.loop_limit != 0 || profile.reports_races) return;
        const Problem problem{.axes = {even_bins(40, 0, 200)},
                              .weights = {.type = SampleType::f32, .counts = true},
                              .counter = CounterType::f64};
        const Problem many{.sample = SampleType::u32,
                           .axes = {even_bins(20'000, 0, 20'000)},
                           .weights = {.type = SampleType::f32},
                           .counter = CounterType::f64};
        const auto plan = make_plan(problem, {.knobs = {.variant = Variant::local_atomic}});
        const auto queued = make_plan(many, {.knobs = {.variant = Variant::partitioned}});
        auto job = job_for_a_guess(problem), many_job = job_for_a_guess(many);
        for (const auto unusual : {std::numeric_limits<float>::infinity(), 1e6F, 1e-20F}) {
            CAPTURE(unusual);
            for (auto* const each : {&job, &many_job})
                store_bits(std::span(each->weights.front()).last(sizeof unusual), SampleType::f32,
                           std::bit_cast<std::uint32_t>(unusual));
            CHECK(wrong_counts(plan, problem, job, false, false) == "");
            CHECK(wrong_counts(queued, many, many_job, false, false) == "");
        }
    }

    TEST_CASE("weights are added to an existing floating-point sum in the coarser unit") {
        for (const auto variant : {std::optional<Variant>(), std::optional(Variant::partitioned)}) {
            const auto sum = [&](double before, const std::vector<double>& weights,
                                 const std::optional<WeightBound>& bound = {}) {
                return added(before, weights, bound, {.knobs = {.variant = variant}});
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

    TEST_CASE("existing sums do not change the unit of others, with any variant or engine") {
        const Problem problem{
            .axes = {identity_bins(26)}, .weights = {.type = SampleType::f32}, .counter = CounterType::f64};
        check_added_alike(problem, 2);
        auto squares = problem;
        squares.weights.squares = squares.weights.counts = true;
        check_added_alike(squares, 1);
        auto narrow = problem;
        narrow.weights.narrow = narrow.weights.counts = true;
        check_added_alike(narrow, 0);
        narrow.weights.bound = WeightBound{.maximum = 1, .elements = 1U << 20U};
        check_added_alike(narrow, 0);
    }

    TEST_CASE("sums of f32 are rounded once, also when weights are added to an existing sum") {
        const auto bits = [](float sum) { return std::bit_cast<std::uint32_t>(sum == 0 ? 0 : sum); };
        for (const auto& each : f32_sums()) {
            const auto& weights = each.weights;
            const float want = each.sum;
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
                return added(before, weights, bound, {.knobs = {.variant = variant}});
            };
            CHECK(sum(1, {3.5, -0.25}, WeightBound{2, 3}) == 4.25);
            CHECK(sum(0x1p100, {1, 1}, WeightBound{2, 2}) ==
                  0x1p100); // the existing sum has the coarser unit
            CHECK(sum(0.5, {0x1p-40}, WeightBound{0x1p40, 1}) == 0.5 + 0x1p-40);
            constexpr WeightBound bound{2, 9};
            const auto beyond = sum(1, {1, 4, std::numeric_limits<double>::infinity()}, bound);
            CHECK(std::isnan(beyond));
            // The NaN that marks a weight beyond the bound is kept. A weight with these bits is only a NaN.
            const auto bits = std::bit_cast<std::uint64_t>(beyond);
            CHECK(std::bit_cast<std::uint64_t>(sum(beyond, {1}, bound)) == bits);
            CHECK(std::bit_cast<std::uint64_t>(sum(beyond, {1})) == bits);
            CHECK(std::bit_cast<std::uint64_t>(sum(1, {beyond}, bound)) != bits);
        }
    }
}

} // namespace histo_cl::test
