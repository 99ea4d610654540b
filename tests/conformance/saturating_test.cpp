#include "device_job.hpp"
#include "proof.hpp"

#include <cstring>
#include <doctest/doctest.h>
#include <utility>

// Saturating counters (8 and 16 bits), which stop at their maximum. They are tested with every variant, in
// batches and columns, and with several axes, partitions and launches.

namespace histo_cl::test {
namespace {

constexpr std::array narrow_counters{CounterType::u8, CounterType::u16};

std::uint32_t maximum(CounterType counter) {
    return static_cast<std::uint32_t>(max_count(counter));
}

/// Bytes in random order. `numbers[i]` of them have the value i.
std::vector<std::byte> bytes_with_counts(std::span<const std::uint32_t> numbers) {
    std::vector<std::byte> samples;
    for (std::size_t value = 0; value < numbers.size(); ++value)
        samples.insert(samples.end(), numbers[value], static_cast<std::byte>(value));
    Random random(7);
    random.shuffle(samples);
    return samples;
}

/// A job with counts just below, at, just above and far above the maximum of a counter.
HostJob job_around(CounterType counter) {
    const auto m = maximum(counter);
    HostJob job{.text = "counts around the greatest"};
    job.samples = bytes_with_counts(std::array{m - 1, m, m + 1, 0U, 3 * m, 1U, m / 2, m + 2, 2 * m + 1, m});
    job.shape.count = job.samples.size();
    return job;
}

/// Counts into new counters, and adds to existing ones. Returns the first difference, or "".
std::string wrong_both(const Plan& plan, const Problem& problem, const HostJob& job) {
    auto wrong = wrong_counts(plan, problem, job, false, true);
    return wrong.empty() ? wrong_counts(plan, problem, job, true, false) : wrong;
}

template <class T>
void set_samples(HostJob& job, const std::vector<T>& samples) {
    job.samples.resize(samples.size() * sizeof(T));
    std::memcpy(job.samples.data(), samples.data(), job.samples.size());
    job.shape.count = samples.size();
}

} // namespace

TEST_SUITE("saturating") {
    TEST_CASE("counters stop at their greatest value, with every variant and merge") {
        for (const auto counter : narrow_counters) {
            const auto job = job_around(counter);
            const Problem problem{.axes = {even_bins(10, 0, 10)}, .counter = counter};
            std::size_t plans = 0;
            for (const auto variant : all_variants)
                for (const auto merge : all_merges) {
                    if (small_size() && (static_cast<int>(variant) + static_cast<int>(merge)) % 2 ==
                                            (counter == CounterType::u8 ? 0 : 1))
                        continue;
                    std::string why;
                    const auto plan = try_plan(
                        problem,
                        {.knobs = {.variant = variant, .work_groups = 5, .coarsening = 256, .merge = merge}},
                        why);
                    if (!plan) continue;
                    ++plans;
                    CAPTURE(to_string(plan->decision()));
                    CHECK(wrong_both(*plan, problem, job) == "");
                }
            CHECK(plans >= (small_size() ? 8 : 18));
        }
    }

    TEST_CASE("a job of several launches adds to what saturated before") {
        for (const auto counter : narrow_counters) {
            const auto job = job_around(counter);
            const Problem problem{.axes = {even_bins(10, 0, 10)}, .counter = counter};
            for (const auto merge : all_merges) {
                std::string why;
                const auto plan = try_plan(problem,
                                           {.knobs = {.variant = Variant::local_atomic, .merge = merge},
                                            .samples_per_launch = maximum(counter) / 2},
                                           why);
                if (!plan) continue;
                CAPTURE(to_string(plan->decision()));
                CHECK(wrong_both(*plan, problem, job) == "");
            }
        }
    }

    TEST_CASE("histograms of a batch whose counters share words are counted by teams and by groups") {
        for (const auto counter : narrow_counters)
            for (const auto batch : {Batch::segments, Batch::ragged, Batch::tiles}) {
                if (small_size() && counter == CounterType::u16 && batch == Batch::ragged) continue;
                Problem problem{.axes = {even_bins(3, 0, 3)}, .batch = batch, .counter = counter};
                problem.layout.rows = batch == Batch::tiles;
                const std::uint64_t size = maximum(counter) + 11, parts = 7;
                HostJob job{.text = "a batch"};
                job.samples.resize(size * parts);
                for (std::size_t i = 0; i < job.samples.size();
                     ++i) // nearly all samples of a segment are in one bin
                    job.samples[i] = static_cast<std::byte>(i % 64 == 5 ? i % 4 : i / size % 3);
                if (batch == Batch::tiles) {
                    job.shape = {
                        .region = {.width = size, .height = parts}, .tile_width = size, .tile_height = 1};
                } else {
                    job.shape.count = job.samples.size();
                    if (batch == Batch::segments) job.shape.segment = size;
                    if (batch == Batch::ragged)
                        job.offsets = {0, 3, size, size, 3 * size, 3 * size + 260, 7 * size};
                }
                for (const bool teams : {true, false}) {
                    Options options{.knobs = {.variant = Variant::local_atomic}};
                    if (!teams) options.knobs.work_groups = 9; // teams do not support this knob
                    const auto plan = make_plan(problem, options);
                    CHECK(plan.decision().teams == teams);
                    CAPTURE(to_string(problem));
                    CAPTURE(to_string(plan.decision()));
                    CHECK(wrong_both(plan, problem, job) == "");
                }
            }
    }

    TEST_CASE("several axes, counts out of range, clamped samples and joint bins") {
        Random random(3);
        for (const auto counter : narrow_counters)
            for (const auto policy : {OutOfRange::counted, OutOfRange::clamped})
                for (const bool joint : {false, true}) {
                    if (small_size() && joint == (policy == OutOfRange::counted)) continue;
                    const Problem problem{.sample = SampleType::i16,
                                          .axes = {even_bins(3, -20, 20), even_bins(2, 0, 900)},
                                          .joint = joint,
                                          .out_of_range = policy,
                                          .counter = counter};
                    HostJob job{.text = "two axes"};
                    std::vector<std::int16_t> samples(2 * (5 * maximum(counter) + 3));
                    for (auto& sample : samples)
                        sample = static_cast<std::int16_t>(static_cast<int>(random.below(90)) - 30);
                    set_samples(job, samples);
                    job.shape.count = samples.size() / 2;
                    const auto plan = make_plan(problem, {});
                    CAPTURE(to_string(problem));
                    CAPTURE(to_string(plan.decision()));
                    CHECK(wrong_both(plan, problem, job) == "");
                }
    }

    TEST_CASE("columns and passes") {
        for (const auto counter : narrow_counters) {
            constexpr std::size_t columns = 6;
            const std::size_t rows = maximum(counter) + 37;
            Problem problem{.axes = {}, .counter = counter};
            for (std::size_t axis = 0; axis < columns; ++axis)
                problem.axes.push_back(axis % 2 == 0 ? Binning(identity_bins(5)) : even_bins(3, 0, 256));
            HostJob job{.text = "columns"};
            job.samples.resize(rows * columns);
            for (std::size_t i = 0; i < job.samples.size(); ++i)
                job.samples[i] = static_cast<std::byte>(i % 29 == 0 ? i % 7 : i % columns);
            job.shape.count = rows;
            const std::array<Options, 3> ways{
                {{}, {.knobs = {.work_group_size = 64}}, {.knobs = {.variant = Variant::local_atomic}}}};
            for (const auto& options : ways) {
                if (small_size() && options.knobs.work_group_size && counter == CounterType::u16) continue;
                const auto plan = make_plan(problem, options);
                CHECK(plan.decision().columns == !options.knobs.variant);
                CAPTURE(to_string(plan.decision()));
                CHECK(wrong_both(plan, problem, job) == "");
                auto some = job;
                some.axes = {0, 3, 5};
                CHECK(wrong_both(plan, problem, some) == "");
            }
        }
    }

    TEST_CASE("partitions: flat and skewed samples, in several rounds") {
        const auto bins = small_size() ? 5000U : 100'003U; // not a multiple of four
        for (const auto counter : narrow_counters) {
            const Problem problem{
                .sample = SampleType::u32, .axes = {even_bins(bins, 0, bins)}, .counter = counter};
            Options options{.knobs = {.variant = Variant::partitioned, .work_groups = 2}};
            options.knobs.work_group_size =
                std::min(64U, make_plan(problem, options).decision().work_group_size);
            options.workspace_limit =
                small_size() ? 34'100U : 1U << 19U; // queues of a few lines, so that there are several rounds
            options.knobs.loads_in_flight = 1;
            const auto plan = make_plan(problem, options);
            CAPTURE(to_string(plan.decision()));
            CHECK(plan.decision().partitions != 0);
            std::vector<std::uint32_t> samples(3 * maximum(counter) + 40'000);
            HostJob job{.text = "flat"};
            for (std::size_t i = 0; i < samples.size(); ++i)
                samples[i] = static_cast<std::uint32_t>(i) * 0x9e3779b1U % (bins + bins / 50);
            set_samples(job, samples);
            CHECK(wrong_both(plan, problem, job) == "");
            // Most rounds queue samples of a single bin, but the check for flat data reads few of them.
            job.text = "runs that the look misses";
            for (std::size_t i = 0; i < samples.size(); ++i)
                if (i / 128 % 240 != 0) samples[i] = 4711;
            set_samples(job, samples);
            CHECK(wrong_both(plan, problem, job) == "");
            job.text = "skewed";
            for (std::size_t i = 0; i < samples.size(); ++i)
                samples[i] = i % 10 == 0 ? samples[i] / 3 : static_cast<std::uint32_t>(i % 3);
            set_samples(job, samples);
            CHECK(wrong_both(plan, problem, job) == "");
        }
    }
}

} // namespace histo_cl::test
