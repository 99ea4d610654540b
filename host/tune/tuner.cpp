#include "tune/tuner.hpp"

#include "common/opencl.hpp"
#include "common/timing.hpp"
#include "tune/subject.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tune {

using histo_cl::Problem;

namespace {

/// Minimum speedup for which an entry is kept.
constexpr double min_speedup = 1.03;

using Counts = std::vector<std::uint64_t>;

constexpr std::uint64_t max_block_elements = std::uint64_t{1} << 18U;
constexpr double seconds_of_runs = 0.05;
constexpr double min_runs = 3;
constexpr double max_runs = 15;
constexpr cl_uchar poison = 0xA5; // marks counters that were not overwritten

/// The number of planes, and the number of samples per element in each. Interleaved channels are one plane.
struct Planes {
    std::uint64_t count;
    std::uint64_t samples_per_element;
};

Planes planes_of(const Problem& problem) {
    const std::uint64_t channels = problem.channels();
    if (problem.layout.order == histo_cl::Order::planar) return {channels, 1};
    return {1, channels};
}

std::uint64_t block_elements(const Problem& problem) {
    return std::min(problem.max_samples, max_block_elements);
}

/// The planes of a block, one after the other, for a problem with block_elements() elements.
std::vector<std::byte> make_block(const Problem& problem, Spread spread) {
    const auto planes = planes_of(problem);
    const auto samples = block_elements(problem) * planes.count * planes.samples_per_element;
    return random_samples(problem, spread, samples, 1 + static_cast<std::uint64_t>(spread));
}

/// Returns the counts of the data, which consists of whole copies of the block, and a part of another copy.
Counts expected_counts(Problem problem, const std::vector<std::byte>& block) {
    const auto counter = std::exchange(problem.counter, histo_cl::CounterType::u64);
    const auto elements = block_elements(problem);
    const auto counts_of = [&](std::uint64_t first_elements) {
        histo_cl::Shape shape{.count = first_elements};
        if (planes_of(problem).count > 1) shape.plane_pitch = elements * bytes(problem.sample);
        return histo_cl::reference_histogram(problem, histo_cl::HostData{.samples = block, .shape = shape})
            .counts;
    };
    auto counts = counts_of(elements);
    const auto rest = counts_of(problem.max_samples % elements);
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] = std::min(counts[i] * (problem.max_samples / elements) + rest[i], max_count(counter));
    return counts;
}

/// The input with one spread, and the expected counts.
struct Data {
    Spread spread;
    cl::Buffer samples;
    Counts expected;
};

/// Fills a range of `size` bytes, from `first` on, with copies of the range's first `filled` bytes.
void repeat(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::uint64_t first,
            std::uint64_t filled, std::uint64_t size) {
    while (filled < size) {
        const auto more = std::min(filled, size - filled);
        queue.enqueueCopyBuffer(buffer, buffer, first, first + filled, more);
        filled += more;
    }
}

Data make_data(const cl::Context& context, const cl::CommandQueue& queue, const Problem& problem,
               Spread spread) {
    const auto block = make_block(problem, spread);
    const auto planes = planes_of(problem);
    const auto element = planes.samples_per_element * bytes(problem.sample);
    const auto block_bytes = block_elements(problem) * element;
    const auto plane_bytes = problem.max_samples * element;
    Data data{spread, cl::Buffer(context, CL_MEM_READ_WRITE, plane_bytes * planes.count),
              expected_counts(problem, block)};
    for (std::uint64_t plane = 0; plane < planes.count; ++plane) {
        queue.enqueueWriteBuffer(data.samples, CL_TRUE, plane * plane_bytes, block_bytes,
                                 block.data() + plane * block_bytes);
        repeat(queue, data.samples, plane * plane_bytes, block_bytes, plane_bytes);
    }
    queue.finish();
    return data;
}

std::string text_of(Spread spread) {
    return spread == Spread::uniform ? "uniform" : "skewed";
}

/// A problem with data of every spread on a device, where knobs are timed. The data is one block repeated, so
/// that the reference has less to count. Throws histo_cl::Error and cl::Error.
class Rig {
  public:
    /// Problem::max_samples elements are counted.
    Rig(const histo_cl::Device& device, const Problem& problem)
        : problem_(problem), device_(device.id, true), context_(device_),
          queue_(context_, device_, CL_QUEUE_PROFILING_ENABLE),
          counts_(context_, CL_MEM_READ_WRITE,
                  (problem.counters() * bytes(problem.counter) + 3) / 4 * 4) { // as Plan::count_bytes()
        for (const auto spread : spreads)
            data_.push_back(make_data(context_, queue_, problem, spread));
    }

    /// Runs the library's default choice. If the device's clock reports no time, uses the host's clock from
    /// now on. Throws histo_cl::Error if the device does not support the problem.
    [[nodiscard]] Trial default_choice() {
        if (auto trial = run({})) return *std::move(trial);
        device_times_ = false;
        return *run({});
    }

    /// Builds a plan, checks its counts with every spread, and times it. Empty if the device does not support
    /// these knobs. Throws WrongCounts.
    [[nodiscard]] std::optional<Trial> attempt(const histo_cl::Knobs& knobs) const {
        try {
            return common::checked([&] { return run(knobs); });
        } catch (const histo_cl::Error&) {
            return std::nullopt;
        }
    }

  private:
    /// Runs a plan after filling the counters with `poison`, and returns its counts.
    [[nodiscard]] Counts count(const histo_cl::Plan& plan, const histo_cl::Job& job) const {
        queue_.enqueueFillBuffer(counts_, poison, 0, plan.count_bytes());
        plan.enqueue(queue_(), job);
        const auto read = [&]<class Counter>(Counter /*type*/) {
            std::vector<Counter> result(problem_.counters());
            queue_.enqueueReadBuffer(counts_, CL_TRUE, 0, result.size() * sizeof(Counter), result.data());
            return Counts(result.begin(), result.end());
        };
        switch (problem_.counter) {
        case histo_cl::CounterType::u8: return read(std::uint8_t{});
        case histo_cl::CounterType::u16: return read(std::uint16_t{});
        case histo_cl::CounterType::u32: return read(std::uint32_t{});
        default: return read(std::uint64_t{});
        }
    }

    /// Returns the median time from the end of one run to the end of the next, by the device's clock.
    [[nodiscard]] std::optional<double> device_time(const histo_cl::Plan& plan, const histo_cl::Job& job,
                                                    int runs) const {
        std::vector<cl::Event> events;
        for (int i = 0; i <= runs; ++i)
            events.push_back(common::enqueue(queue_, plan, job));
        queue_.finish();
        std::vector<double> seconds;
        for (std::size_t i = 1; i < events.size(); ++i) {
            const auto one = common::seconds_between(events[i - 1], events[i]);
            if (!one) return std::nullopt;
            seconds.push_back(*one);
        }
        return common::median(std::move(seconds));
    }

    /// The median time of a run: by the device's clock or, if that reports no times, by the host's.
    [[nodiscard]] std::optional<double> time(const histo_cl::Plan& plan, const histo_cl::Job& job) const {
        const auto once = [&] {
            return common::seconds_of([&] { common::enqueue(queue_, plan, job).wait(); });
        };
        const auto runs = static_cast<int>(std::clamp(seconds_of_runs / once(), min_runs, max_runs));
        if (device_times_) return device_time(plan, job, runs);
        std::vector<double> seconds(static_cast<std::size_t>(runs));
        std::ranges::generate(seconds, once);
        return common::median(std::move(seconds));
    }

    /// Builds a plan with the knobs, checks its counts, and times it. Empty if the clock in use reports no
    /// time.
    [[nodiscard]] std::optional<Trial> run(const histo_cl::Knobs& knobs) const {
        const histo_cl::Plan plan(
            context_(), device_(), problem_,
            {.knobs = knobs, .program_cache = {.bytes = 0}}); // most of these programs are of no use later
        Trial trial{.knobs = knobs, .decision = plan.decision()};
        const auto workspace = plan.workspace_bytes() == 0
                                   ? cl::Buffer()
                                   : cl::Buffer(context_, CL_MEM_READ_WRITE, plan.workspace_bytes());
        for (const auto& one : data_) {
            const histo_cl::Job job{.samples = one.samples(),
                                    .shape = {.count = problem_.max_samples},
                                    .counts = counts_(),
                                    .workspace = workspace()};
            if (count(plan, job) != one.expected)
                throw WrongCounts("wrong counts of " + text_of(one.spread) + " samples with " +
                                  to_string(knobs) + ":\n" + to_string(trial.decision));
            const auto seconds = time(plan, job);
            if (!seconds) return std::nullopt;
            trial.seconds.push_back(*seconds);
        }
        return trial;
    }

    Problem problem_;
    cl::Device device_;
    cl::Context context_;
    cl::CommandQueue queue_; // an in-order queue
    cl::Buffer counts_;
    std::vector<Data> data_;
    bool device_times_ = true;
};

} // namespace

Outcome tune_problem(const histo_cl::Device& device, const Problem& problem,
                     const std::function<bool()>& time_left,
                     const std::function<void(const histo_cl::Knobs&)>& before_trial) {
    Rig rig(device, problem);
    Outcome outcome;
    before_trial({});
    outcome.base = rig.default_choice();
    const auto attempt = [&](const histo_cl::Knobs& knobs) {
        before_trial(knobs);
        return rig.attempt(knobs);
    };
    outcome.best = search(outcome.base, attempt, time_left);
    outcome.finding.entry = {.key = tuning_key(problem), .knobs = outcome.best.knobs};
    if (outcome.best.knobs == histo_cl::Knobs{}) return outcome;
    const auto speedup = confirmed_speedup([&] {
        auto base = rig.default_choice();
        auto best = rig.attempt(outcome.best.knobs);
        if (!best) return 1.0; // it was supported before, so the result is unreliable
        outcome.base = std::move(base);
        outcome.best = *std::move(best);
        return relative_time(outcome.best, outcome.base);
    });
    outcome.finding.better = speedup >= min_speedup;
    outcome.finding.entry.speedup = std::round(speedup * 100) / 100;
    return outcome;
}

} // namespace tune
