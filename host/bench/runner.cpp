#include "bench/contender.hpp"
#include "bench/data.hpp"
#include "bench/outcome.hpp"
#include "common/opencl.hpp"

#include <algorithm>
#include <exception>
#include <numeric>
#include <optional>

namespace bench {

namespace {

/// A contender while it is measured on a state.
struct Lane {
    Outcome outcome;
    std::unique_ptr<Trial> trial; ///< null if the contender cannot run the state
    std::vector<double> device;
    std::vector<double> wall;
    bool keeps_time = true; ///< whether the device's clock is used, and reports times

    /// Runs `work`. If it throws, the outcome records the error, and the lane is closed.
    template <class Work>
    void guarded(const Work& work) {
        const auto close = [&](Verdict verdict, const char* message) {
            outcome.verdict = verdict;
            outcome.message = message;
            trial.reset();
            device.clear(); // times of a contender that fails later are no result
            wall.clear();
        };
        try {
            common::checked(work);
        } catch (const histo_cl::Error& error) {
            const bool refused = error.status() == histo_cl::Status::unsupported ||
                                 error.status() == histo_cl::Status::invalid_argument;
            close(refused ? Verdict::rejected : Verdict::failed, error.what());
        } catch (const std::exception& error) {
            close(Verdict::failed, error.what());
        }
    }
};

void check_lane(Lane& lane, std::span<const std::uint32_t> expected) {
    if (!lane.trial) return;
    lane.guarded([&] {
        auto [verdict, message] = check(lane.trial->checked_run(), expected, lane.trial->rounds_edges());
        lane.outcome.verdict = verdict;
        lane.outcome.message = std::move(message);
    });
}

/// The lanes take turns, one run each, so that changes over time affect all of them.
void measure(std::vector<Lane>& lanes, const Pace& pace) {
    const auto until_enough = [&](auto member, const auto& run) {
        for (bool any = true; any;) {
            any = false;
            for (auto& lane : lanes)
                if (lane.trial && !enough(pace, lane.*member)) {
                    lane.guarded([&] { any = run(lane) || any; });
                }
        }
    };
    const auto device_run = [](Lane& lane) {
        if (!lane.keeps_time) return false;
        const auto seconds = lane.trial->device_seconds();
        lane.keeps_time = seconds.has_value();
        if (seconds) lane.device.push_back(*seconds);
        return lane.keeps_time;
    };
    const auto wall_run = [](Lane& lane) {
        lane.wall.push_back(lane.trial->wall_seconds());
        return true;
    };
    for (auto& lane : lanes) // once to warm up
        if (lane.trial)
            lane.guarded([&] {
                lane.keeps_time = pace.device_clock && lane.trial->device_seconds().has_value();
                static_cast<void>(lane.trial->wall_seconds());
            });
    until_enough(&Lane::device, device_run);
    until_enough(&Lane::wall, wall_run);
}

Outcome finished(Lane lane) {
    if (!lane.device.empty()) lane.outcome.device = summary_of(std::move(lane.device));
    if (!lane.wall.empty()) lane.outcome.wall = summary_of(std::move(lane.wall));
    return std::move(lane.outcome);
}

/// The time of the read-only kernel with the fastest of several numbers of work-groups.
std::optional<Summary> read_ceiling(OpenCl& opencl, std::uint64_t bytes) {
    std::optional<Summary> best;
    for (const auto groups_per_unit : {4U, 8U, 16U, 32U}) {
        const auto summary =
            summary_of_runs(10, 1, [&] { return opencl.read_seconds(bytes, groups_per_unit); });
        if (!summary) return std::nullopt;
        if (!best || summary->median < best->median) best = summary;
    }
    return best;
}

/// The first samples of a data set, and the results that all states with the same samples share.
struct Group {
    DataSet data;
    std::uint64_t samples; ///< number of samples of the longest state
    Expected expected;
    std::optional<Summary> read = {}; ///< the time of the read-only kernel, from the first state that is run
};

Result run_state(const State& state, OpenCl& opencl, const Contenders& contenders, const Pace& pace,
                 Group& group) {
    std::vector<Lane> lanes(contenders.size());
    for (std::size_t i = 0; i < lanes.size(); ++i)
        lanes[i].guarded([&] {
            contenders[i].make(group.data, group.samples);
            if (i == 0 && !group.read) group.read = read_ceiling(opencl, stored_bytes(state));
            lanes[i].trial = contenders[i].trial(state);
            lanes[i].outcome.workspace_bytes = lanes[i].trial->workspace_bytes();
        });
    const auto counts = group.expected.counts(problem_of(state));
    for (auto& lane : lanes) {
        if (lane.trial) lane.outcome.planned = lane.trial->planned();
        check_lane(lane, counts);
        if (lane.trial) lane.outcome.planned = lane.trial->planned(); // now first_seconds is known
    }
    measure(lanes, pace);

    Result result{.state = state, .skipped = {}, .read = group.read, .outcomes = {}};
    for (std::size_t i = 0; i < lanes.size(); ++i)
        result.outcomes.emplace_back(contenders[i].label, finished(std::move(lanes[i])));
    return result;
}

std::optional<std::string> why_left_out(const State& state) {
    if (auto reason = why_skipped(state)) return reason;
    try {
        problem_of(state).validate();
    } catch (const histo_cl::Error& error) {
        return error.what(); // e.g. floats too coarse for so many bins
    }
    return std::nullopt;
}

bool same_samples(const State& a, const State& b) {
    return data_set_of(a) == data_set_of(b) && a.elements == b.elements && a.layout == b.layout;
}

} // namespace

bool enough(const Pace& pace, const std::vector<double>& seconds) noexcept {
    const auto sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    if (seconds.size() >= pace.max_runs) return true;
    if (seconds.size() >= pace.runs) return sum >= pace.min_seconds;
    return seconds.size() >= 2 && sum >= pace.max_seconds;
}

void run_states(std::span<const State> states, OpenCl& opencl, const Contenders& contenders, const Pace& pace,
                unsigned threads, const Progress& progress) {
    std::optional<Group> group;
    for (std::size_t index = 0; index < states.size(); ++index) {
        const auto& state = states[index];
        if (index == 0 || !same_samples(state, states[index - 1])) {
            const auto data = data_set_of(state);
            group = Group{data, 0, Expected(data, state.elements, state.layout, threads)};
            for (const auto& other : states.subspan(index))
                if (data_set_of(other) == data)
                    group->samples = std::max(group->samples, stored_samples(other));
        }
        progress.before(state, index);
        const auto reason = why_left_out(state);
        progress.after(reason ? Result{.state = state, .skipped = reason, .read = {}, .outcomes = {}}
                              : run_state(state, opencl, contenders, pace, *group));
    }
}

Summary empty_launch(const Contender& contender) {
    return summary_of_runs(200, 20, contender.empty_launch_seconds).value();
}

} // namespace bench
