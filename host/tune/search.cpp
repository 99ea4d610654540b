#include "common/timing.hpp"
#include "tune/tuner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace tune {

namespace {

using histo_cl::Decision;
using histo_cl::Knobs;

constexpr double max_time_of_step = 0.99;
constexpr double max_time_of_start = 1.5;

struct Scored {
    Trial trial;
    double score;
};

/// A function that returns copies of the knobs. In each copy, one knob has a value other than the decision's.
using Steps = std::vector<Knobs> (*)(const Knobs&, const Decision&);

/// Returns copies of the knobs. In each, one knob is the decision's value multiplied or divided by `factor`.
template <auto knob, auto decided, std::uint32_t factor>
std::vector<Knobs> more_and_less(const Knobs& from, const Decision& decision) {
    std::vector<Knobs> steps;
    const std::uint32_t value = decision.*decided;
    if (value <= std::numeric_limits<std::uint32_t>::max() / factor) {
        steps.push_back(from);
        steps.back().*knob = value * factor;
    }
    if (value / factor != 0) {
        steps.push_back(from);
        steps.back().*knob = value / factor;
    }
    return steps;
}

/// Returns copies of the knobs. In each, one knob has another of its few values.
template <auto knob, auto decided, auto values>
std::vector<Knobs> others(const Knobs& from, const Decision& decision) {
    std::vector<Knobs> steps;
    for (const auto value : values) {
        if (value == decision.*decided) continue;
        steps.push_back(from);
        steps.back().*knob = value;
    }
    return steps;
}

/// All merges except Merge::host. A plan with that merge cannot be enqueued, so a tuning table must not
/// select it.
constexpr std::array enqueued_merges = [] {
    std::array<histo_cl::Merge, histo_cl::all_merges.size() - 1> merges{};
    std::ranges::remove_copy(histo_cl::all_merges, merges.begin(), histo_cl::Merge::host);
    return merges;
}();

constexpr std::array<Steps, 9> coordinates{
    more_and_less<&Knobs::work_group_size, &Decision::work_group_size, 2>,
    more_and_less<&Knobs::replicas, &Decision::replicas, 2>,
    more_and_less<&Knobs::work_groups, &Decision::work_groups, 2>,
    others<&Knobs::load_bytes, &Decision::load_bytes, std::array{1U, 4U, 16U}>,
    more_and_less<&Knobs::loads_in_flight, &Decision::loads_in_flight, 2>,
    more_and_less<&Knobs::coarsening, &Decision::coarsening, 4>,
    others<&Knobs::merge, &Decision::merge, enqueued_merges>,
    others<&Knobs::partition, &Decision::partition, histo_cl::all_partitions>,
    others<&Knobs::count_values, &Decision::count_values, std::array{false, true}>,
};

class Search {
  public:
    Search(const Trial& base, const Try& attempt, const std::function<bool()>& time_left)
        : base_(base), attempt_(attempt), time_left_(time_left) {}

    Trial run() {
        auto starts = variants();
        std::ranges::stable_sort(starts, {}, &Scored::score);
        Scored best{base_, 1};
        for (const auto& start : starts) {
            if (start.score > starts.front().score * max_time_of_start) break;
            const auto end = descend(start);
            if (end.score < best.score) best = end;
        }
        return best.trial;
    }

  private:
    /// Tries knobs; empty if the device does not support them, if they were tried before, or if no time is
    /// left.
    std::optional<Scored> attempt(const Knobs& knobs) {
        if (!time_left_() || std::ranges::find(tried_, knobs) != tried_.end()) return std::nullopt;
        tried_.push_back(knobs);
        auto trial = attempt_(knobs);
        if (!trial) return std::nullopt;
        const auto score = relative_time(*trial, base_);
        return Scored{*std::move(trial), score};
    }

    std::vector<Scored> variants() {
        std::vector<Scored> found;
        for (const auto variant : histo_cl::all_variants)
            if (auto scored = attempt({.variant = variant})) found.push_back(*std::move(scored));
        return found;
    }

    /// Changes one knob as long as that makes the plan faster. Returns whether it has changed the knob.
    bool follow(Steps steps, Scored& current) {
        bool moved = false;
        for (bool again = true; again;) {
            again = false;
            for (const auto& knobs : steps(current.trial.knobs, current.trial.decision)) {
                auto next = attempt(knobs);
                if (!next || next->score >= current.score * max_time_of_step) continue;
                current = *std::move(next);
                moved = again = true;
                break;
            }
        }
        return moved;
    }

    Scored descend(Scored current) {
        for (bool moved = true; moved;) {
            moved = false;
            for (const auto steps : coordinates)
                moved = follow(steps, current) || moved;
        }
        return current;
    }

    const Trial& base_;
    const Try& attempt_;
    const std::function<bool()>& time_left_;
    std::vector<Knobs> tried_;
};

} // namespace

double relative_time(const Trial& trial, const Trial& base) {
    double logs = 0;
    for (std::size_t i = 0; i < base.seconds.size(); ++i) {
        const double ratio = trial.seconds[i] / base.seconds[i];
        if (!(ratio <= max_slowdown)) return std::numeric_limits<double>::infinity();
        logs += std::log(ratio);
    }
    return std::exp(logs / static_cast<double>(base.seconds.size()));
}

Trial search(const Trial& base, const Try& attempt, const std::function<bool()>& time_left) {
    return Search(base, attempt, time_left).run();
}

double confirmed_speedup(const std::function<double()>& relative_time_per_round) {
    std::vector<double> times(5);
    for (auto& time : times) {
        time = relative_time_per_round();
        if (!(time < 1)) return 0;
    }
    return 1 / common::median(std::move(times));
}

} // namespace tune
