#include "device_job.hpp"
#include "guarded_counts.hpp"
#include "proof.hpp"
#include "random_bins.hpp"
#include "random_case.hpp"
#include "random_problem.hpp"
#include "sample_bits.hpp"
#include "support/counters.hpp"
#include "support/f32_sums.hpp"

#include <bit>
#include <cmath>
#include <doctest/doctest.h>

// Many channels, most of them bytes, counted as columns (kernels/columns/columns.cl,
// kernels/columns/item_columns.cl) or in passes of the variants, and compared with the reference.

namespace histo_cl::test {
namespace {

/// Weight types that columns can sum.
constexpr std::array summed{SampleType::f32,  SampleType::f32, SampleType::f64, SampleType::f16,
                            SampleType::bf16, SampleType::u8,  SampleType::i8,  SampleType::u16,
                            SampleType::i16,  SampleType::u32, SampleType::i32};

Layout random_layout(std::size_t axes, Random& random) {
    Layout layout{.channels = static_cast<std::uint32_t>(axes + (random.one_in(2) ? 0 : random.below(5))),
                  .order = random.one_in(3) ? Order::planar : Order::interleaved,
                  .mask = random.one_in(4)};
    if (layout.order == Order::planar && random.one_in(2))
        layout.plane_channels = random.pick(std::array{2U, 3U, 4U, 4U, 8U});
    if (random.one_in(4)) layout.nibbles = random.one_in(2) ? Nibbles::low_first : Nibbles::high_first;
    const auto min_stride = layout.order == Order::planar ? layout.plane_channels : layout.channels;
    if (random.one_in(3)) layout.stride = min_stride + random.below(9);
    if (random.one_in(2)) layout.active = some_channels(layout.channels, axes, random);
    return layout;
}

struct Columns {
    Problem problem;
    Problem equivalent; ///< a problem with the same counts, without custom bins
};

Columns random_columns(Random& random) {
    const std::size_t axes =
        random.one_in(3) ? random.between(1, 8) : random.between(5, small_size() ? 12 : 70);
    const auto layout = random_layout(axes, random);
    const bool nibbles = layout.nibbles != Nibbles::none;
    Problem problem{.sample = !nibbles && random.one_in(4) ? SampleType::i8 : SampleType::u8,
                    .axes = {},
                    .last_edge = random.one_in(2) ? LastEdge::inclusive : LastEdge::exclusive,
                    .out_of_range = random.pick(
                        std::array{OutOfRange::dropped, OutOfRange::clamped, OutOfRange::counted}),
                    .layout = layout,
                    .counter = random.pick(
                        std::array{CounterType::u32, CounterType::u64, CounterType::u8, CounterType::u16})};
    if (random.one_in(2)) {
        problem.weights.type = random.pick(summed);
        problem.weights.narrow =
            is_float(*problem.weights.type) && *problem.weights.type != SampleType::f64 && random.one_in(2);
        problem.weights.vectors = random.one_in(2) ? 2 : static_cast<std::uint32_t>(random.between(1, 4));
        if (random.one_in(2)) problem.weights.stride = random.between(1, 6) * bytes(*problem.weights.type);
        problem.weights.counts = random.one_in(2);
        problem.counter = counter_of(*problem.weights.type);
        if (!problem.weights.narrow && random.one_in(3))
            problem.weights.accumulator = random.pick(std::array{Accumulator::minimum, Accumulator::maximum});
        else if (problem.counter == CounterType::f64 && random.one_in(2))
            problem.counter = CounterType::f32;
        if (random.one_in(2)) problem.weights.order = CounterOrder::by_cell;
    }
    if (random.one_in(2)) {
        problem.layout.indices = random.one_in(2) ? SampleType::u32 : SampleType::u64;
        problem.weights.listed = problem.weights.type && random.one_in(3);
    }
    // A plan that expects few samples may use other tables.
    if (random.one_in(3)) problem.max_samples = max_elements;
    if (axes <= 4 && problem.weights.vectors == 1 && !problem.weights.counts)
        problem.layout.indices = SampleType::u32;
    auto equivalent = problem;
    const auto values = random.pick(std::array{16, 64, 256, 256}); // with 256, bins of any kind
    for (std::size_t axis = 0; axis < axes; ++axis) {
        if (axis != 0 && random.one_in(2)) { // use the same bins as for the previous axis
            problem.axes.push_back(problem.axes.back());
            equivalent.axes.push_back(equivalent.axes.back());
            continue;
        }
        if (values < 256) {
            const auto bins = static_cast<std::uint32_t>(random.between(6, 40));
            problem.axes.push_back(random.one_in(2) ? even_bins(bins, 0, values)
                                                    : identity_bins(static_cast<std::uint32_t>(values)));
            equivalent.axes.push_back(problem.axes.back());
            continue;
        }
        const auto bins = random_bins(random.pick(all_bins), problem.sample, problem.last_edge, 300, random);
        problem.axes.push_back(bins.binning);
        equivalent.axes.push_back(bins.equivalent);
    }
    return {problem, equivalent};
}

std::string wrong_jobs(const Plan& plan, const Problem& equivalent, Random& random) {
    return wrong_jobs(plan, equivalent, small_size() ? 2 : 6, {.elements = small_size() ? 300 : max_elements},
                      random);
}

/// Compares partial_histogram() with the reference. Returns the first difference, or "".
std::string wrong_part(const Columns& columns, const Options& options, Random& random) {
    const auto job = random_job(columns.equivalent, {.elements = 2000}, random);
    std::vector<std::uint64_t> want;
    const auto got = counts_by(columns.problem, job, [&](const HostData& data) {
        auto problem = columns.problem, equivalent = columns.equivalent;
        if (is_float(*problem.weights.type) && problem.weights.accumulator == Accumulator::sum)
            problem.weights.bound = equivalent.weights.bound = weight_bound(equivalent, data);
        want = reference_bits(equivalent, data);
        return bits_of(partial_histogram(problem, data, options, test_device().device()).histogram());
    });
    const auto wrong = difference(got, want, columns.problem.counter, columns.problem.counters());
    return wrong.empty() ? "" : job.text + ", a part: " + wrong;
}

/// Whether no column kernel supports the problem's extremes with these options. Extremes of f64 weights need
/// the CPU's kernel and 64-bit atomics.
bool is_wide_extreme(const Problem& problem, const Options& options) {
    const auto& profile = test_device().profile();
    const bool by_items =
        options.knobs.work_group_size ? *options.knobs.work_group_size == 1 : profile.type == DeviceType::cpu;
    return problem.weights.accumulator != Accumulator::sum && problem.weights.type == SampleType::f64 &&
           !(by_items && profile.int64_atomics);
}

/// Whether the options select the kernel for CPUs although the driver ends its loops too early
/// (DeviceProfile::loop_limit).
bool is_looping(const Options& options) {
    return test_device().profile().loop_limit != 0 && options.knobs.work_group_size == 1U;
}

void check_columns(std::uint64_t seed) {
    Random random(seed);
    const auto columns = random_columns(random);
    CAPTURE(to_string(columns.problem));
    Options options;
    if (random.one_in(2))
        options.knobs.work_group_size = random.one_in(2) ? 1 : 64; // 1: the kernel for CPUs; 64: for GPUs
    if (random.one_in(2)) options.knobs.merge = Merge::atomic;     // a second launch writes the counters
    if (random.one_in(4)) options.samples_per_launch = random.between(100, 3000);
    // Passes release memory that commands still use, and Oclgrind regards released memory as uninitialized.
    // So there are no passes under Oclgrind.
    const bool passes = !under_oclgrind() && random.one_in(6);
    if (passes) options = {.knobs = {.variant = Variant::global_atomic}};
    if (columns.problem.weights.type == SampleType::f64 &&
        columns.problem.weights.accumulator != Accumulator::sum && !test_device().profile().int64_atomics)
        return;
    const auto plan = make_plan(columns.problem, options);
    CAPTURE(to_string(plan.decision()));
    CHECK((plan.decision().columns || passes || is_looping(options) ||
           is_wide_extreme(columns.problem, options)));
    CHECK(wrong_jobs(plan, columns.equivalent, random) == "");
    // Not under Oclgrind: calls on host data release much memory, which it then regards as uninitialized.
    if (columns.problem.weights.type && !under_oclgrind()) CHECK(wrong_part(columns, options, random) == "");
}

/// Checks rows that all have the same values and weights. There are so many rows that tables are emptied
/// before the last row, or that several work-groups count.
void check_alike(SampleType type, std::array<double, 2> weights, bool narrow = false) {
    const std::uint64_t rows = small_size() ? 2000 : 200'000;
    Problem problem{.axes = std::vector<Binning>(6, identity_bins(4)),
                    .weights = {.type = type, .counts = true, .vectors = 2, .narrow = narrow}};
    problem.counter = counter_of(type);
    HostJob job;
    job.shape.count = rows;
    job.samples.assign(6 * rows, std::byte{3});
    for (const auto weight : weights) {
        auto& of_rows = job.weights.emplace_back(rows * bytes(type));
        for (std::uint64_t row = 0; row < rows; ++row)
            store_bits(std::span(of_rows).subspan(row * bytes(type)), type, nearest_bits(type, weight));
    }
    for (const std::uint32_t size : {1U, 64U}) {
        if (is_looping({.knobs = {.work_group_size = size}})) continue;
        const auto plan = make_plan(problem, {.knobs = {.work_group_size = size}});
        CHECK(plan.decision().columns);
        CHECK(wrong_counts(plan, problem, job, false, true) == "");
    }
}

} // namespace

TEST_SUITE("columns") {
    TEST_CASE("random columns") {
        for_each_random_case({1}, small_size() ? 6 : 24, check_columns);
    }

    TEST_CASE("nibbles and planes of several channels, in one launch and in passes") {
        Random random(5);
        const std::vector<Binning> nibbles(9, identity_bins(16));
        for (const auto& problem :
             {Problem{.axes = nibbles, .layout = {.nibbles = Nibbles::low_first, .indices = SampleType::u32}},
              Problem{.axes = nibbles,
              .layout = {.order = Order::planar, .plane_channels = 8, .nibbles = Nibbles::high_first}},
              Problem{.sample = SampleType::u16,
              .axes = std::vector<Binning>(2, even_bins(9, 0, 65536)),
              .layout = {.channels = 6, .active = {5, 1}, .order = Order::planar, .plane_channels = 4}}})
            for (const auto& options : {Options{}, Options{.knobs = {.variant = Variant::global_atomic}}}) {
                const auto plan = make_plan(problem, options);
                if (under_oclgrind() && !plan.decision().columns) continue; // as in check_columns()
                CAPTURE(to_string(problem));
                CHECK(wrong_jobs(plan, problem, random) == "");
            }
    }

    TEST_CASE("more rows than a table takes before it is emptied") {
        // The floats have only ones in their significands, and the integers are the type's extremes. The
        // limbs of the sums (kernels/columns/column_table.cl) therefore grow as fast as they can.
        check_alike(SampleType::f32, {std::nextafter(2.0F, 0.0F), -std::nextafter(2.0F, 0.0F)}, true);
        check_alike(SampleType::f32, {std::nextafter(2.0F, 0.0F), -std::nextafter(2.0F, 0.0F)});
        check_alike(SampleType::f64, {std::nextafter(2.0, 0.0), -std::nextafter(2.0, 0.0)});
        check_alike(SampleType::i32, {-2147483648.0, 2147483647});
        check_alike(SampleType::i8, {-128, 127});
        if (small_size()) return; // limbs of the other types grow like those of wider or signed integers
        check_alike(SampleType::u32, {4294967295, 4294967295});
        check_alike(SampleType::u16, {65535, 65535});
        check_alike(SampleType::i16, {-32768, 32767});
    }

    TEST_CASE("minima and maxima of every type of weights, with the kernel of GPUs and that of CPUs") {
        Random random(3);
        std::size_t n = 0;
        for (const auto type : std::span(summed).subspan(1)) {
            if (type == SampleType::f64 && !test_device().profile().int64_atomics) continue;
            Problem problem{
                .axes = std::vector<Binning>(5, even_bins(9, 0, 250)),
                .weights = {.type = type,
                            .counts = random.one_in(2),
                            .accumulator = random.one_in(2) ? Accumulator::minimum : Accumulator::maximum,
                            .vectors = random.one_in(2) ? 2U : 1U},
                .counter = counter_of(type)};
            if (random.one_in(2)) problem.axes[2] = identity_bins(16); // 16 values; the other axes have 250
            for (const std::uint32_t size : {1U, 64U}) {
                if (small_size() && ++n % 3 == 0) continue; // runs two of three
                if (is_looping({.knobs = {.work_group_size = size}})) continue;
                CAPTURE(to_string(problem));
                const auto plan = make_plan(problem, {.knobs = {.work_group_size = size}});
                if (under_oclgrind() && !plan.decision().columns) continue; // as in check_columns()
                CHECK(plan.decision().columns !=
                      is_wide_extreme(problem, {.knobs = {.work_group_size = size}}));
                CHECK(wrong_jobs(plan, problem, random) == "");
            }
        }
    }

    TEST_CASE("sums of f32 are rounded once, beside the other counters of a bin") {
        Problem problem{.axes = std::vector<Binning>(6, identity_bins(4)),
                        .weights = {.counts = true, .vectors = 2, .order = CounterOrder::by_cell},
                        .counter = CounterType::f32};
        for (const auto type : {SampleType::f64, SampleType::f32}) {
            problem.weights.type = type;
            problem.weights.narrow = type == SampleType::f32; // large sums of narrow weights are infinite
            const auto plan = make_plan(problem, {});
            CHECK(plan.decision().columns);
            for (const auto& each : f32_sums()) {
                const auto& weights = each.weights;
                const float sum = each.sum;
                CAPTURE(sum);
                HostJob job{.text = "few weights",
                            .shape = {.count = weights.size()},
                            .samples = std::vector<std::byte>(6 * weights.size(), std::byte{2})};
                for (int vector = 0; vector < 2; ++vector) {
                    auto& of_rows = job.weights.emplace_back(weights.size() * bytes(type));
                    for (std::size_t row = 0; row < weights.size(); ++row)
                        store_bits(std::span(of_rows).subspan(row * bytes(type)), type,
                                   nearest_bits(type, vector == 0 ? weights[row] : -weights[row]));
                }
                CHECK(wrong_counts(plan, problem, job, false, true) == "");
            }
        }
    }

    TEST_CASE("a weight beyond the bound marks a sum of f32, and the mark stays") {
        const Problem problem{
            .axes = std::vector<Binning>(6, identity_bins(4)),
            .weights = {.type = SampleType::f32, .narrow = true, .bound = WeightBound{1, 100}},
            .counter = CounterType::f32};
        const auto plan = make_plan(problem, {});
        const auto samples = test_device().make_buffer(std::vector<std::byte>(12, std::byte{1}));
        const auto weights = test_device().make_buffer(std::vector<float>{4, 0.5F});
        const GuardedCounts counts(plan);
        Job job{.samples = samples(), .shape = {.count = 2}, .weights = weights()};
        counts.prepare(job, std::vector<std::uint64_t>(24));
        const auto sums = [&] {
            plan.enqueue(test_device().queue()(), job);
            return counts.read().value();
        };
        CHECK(sums()[1] == 0x7FE2'6579U);
        job.weight_offset = 1; // an ordinary weight
        job.shape.count = 1;
        const auto after = sums();
        CHECK(after[1] == 0x7FE2'6579U);
        CHECK(after[0] == 0);
    }

    TEST_CASE("a job without rows after one with great weights") {
        const Problem problem{.axes = std::vector<Binning>(6, identity_bins(4)),
                              .weights = {.type = SampleType::f32, .narrow = true},
                              .counter = CounterType::f64};
        for (const std::uint32_t size : {1U, 64U}) {
            if (is_looping({.knobs = {.work_group_size = size}})) continue;
            const auto plan = make_plan(problem, {.knobs = {.work_group_size = size}});
            HostJob job;
            job.samples.assign(std::size_t{6} * 8, std::byte{1});
            const std::vector<float> weights(8, 0x1p100F);
            const auto bytes = std::as_bytes(std::span(weights));
            job.weights.emplace_back(bytes.begin(), bytes.end());
            for (const std::uint64_t rows : {8U, 0U}) {
                job.shape.count = rows;
                CHECK(wrong_counts(plan, problem, job, rows == 0, true) == "");
            }
        }
    }
}

} // namespace histo_cl::test
