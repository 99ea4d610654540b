#include "bench/contender.hpp"
#include "bench/opencl.hpp"
#include "common/opencl.hpp"
#include "common/timing.hpp"

#include <atomic>
#include <map>
#include <set>
#include <thread>
#include <utility>

namespace bench {

using common::merges_on_host;
using common::Stopwatch;

namespace {

/// The part of a state that its problem depends on.
State problem_key(State state) {
    if (!histo_cl::is_float(state.sample)) state.elements = 0;
    state.entropy = {};
    return state;
}

/// Bytes of workspace to pass to an enqueue. None for Merge::last_group: the plan keeps its own, which every
/// enqueue leaves zero, while a caller's would have to be zeroed first.
std::uint64_t given_workspace(const histo_cl::Plan& plan) {
    return plan.decision().merge == histo_cl::Merge::last_group ? 0 : plan.workspace_bytes();
}

/// The size of a job's buffer of counts: 0 for a plan that returns its counts.
std::uint64_t given_counts(const histo_cl::Plan& plan) {
    return merges_on_host(plan) ? 0 : plan.count_bytes();
}

class LibraryTrial : public Trial {
  public:
    LibraryTrial(OpenCl& opencl, const State& state, histo_cl::Plan plan, double plan_seconds)
        : opencl_(opencl), plan_(std::move(plan)), elements_(state.elements), plan_seconds_(plan_seconds),
          counts_(opencl.memory(given_counts(plan_))),
          workspace_(opencl.memory(given_workspace(plan_))), job_{.samples = opencl.samples(),
                                                                  .shape = shape_of(state),
                                                                  .counts = counts_(),
                                                                  .workspace = workspace_()} {
        if (state.layout == Layout::mask) job_.mask = opencl.mask(state.elements);
    }

    std::vector<std::uint32_t> checked_run() override {
        opencl_.poison(counts_, given_counts(plan_));
        opencl_.poison(workspace_, given_workspace(plan_));
        const Stopwatch stopwatch;
        std::vector<std::uint32_t> returned;
        if (merges_on_host(plan_))
            returned = opencl_.returned_count(plan_, job_);
        else
            opencl_.count(plan_, job_);
        if (first_seconds_ == 0) first_seconds_ = stopwatch.seconds();
        return counts_() != nullptr ? opencl_.read(counts_, plan_.count_bytes()) : std::move(returned);
    }

    std::optional<double> device_seconds() override { return opencl_.device_seconds(plan_, job_); }
    double wall_seconds() override { return opencl_.wall_seconds(plan_, job_); }
    [[nodiscard]] std::uint64_t workspace_bytes() const override { return plan_.workspace_bytes(); }

    [[nodiscard]] std::optional<Planned> planned() const override {
        return Planned{.decision = plan_.decision(),
                       .launched_work_groups = common::launched_work_groups(plan_, elements_),
                       .seconds = plan_seconds_,
                       .first_seconds = first_seconds_,
                       .from_cache = plan_.built_from_cache()};
    }

  private:
    OpenCl& opencl_;
    histo_cl::Plan plan_;
    std::uint64_t elements_;
    double plan_seconds_;
    double first_seconds_ = 0;
    cl::Buffer counts_;
    cl::Buffer workspace_;
    histo_cl::Job job_;
};

/// histo_cl with given options: its own choice, or a forced variant. It plans without
/// Problem::max_samples, so states that differ in integers' elements or in entropy share a plan.
class Library : public Contender {
  public:
    Library(OpenCl& opencl, std::string label, histo_cl::Options options)
        : opencl_(opencl), label_(std::move(label)), options_(std::move(options)) {}

    [[nodiscard]] std::string label() const override { return label_; }
    void make(const DataSet& data, std::uint64_t samples) override { opencl_.make(data, samples); }
    [[nodiscard]] std::unique_ptr<Trial> trial(const State& state) override {
        const auto& [plan, seconds] = plan_for(state);
        return std::make_unique<LibraryTrial>(opencl_, state, plan, seconds);
    }
    [[nodiscard]] std::optional<double> empty_launch_seconds() override {
        return opencl_.empty_launch_seconds();
    }

  private:
    struct TimedPlan {
        histo_cl::Plan plan;
        double seconds; ///< to make it
    };

    [[nodiscard]] const TimedPlan& plan_for(const State& state) {
        const auto key = problem_key(state);
        if (const auto found = plans_.find(key); found != plans_.end()) return found->second;
        constexpr std::size_t max_plans = 64; // each holds its bins' thresholds
        if (plans_.size() == max_plans) plans_.clear();
        const Stopwatch stopwatch;
        histo_cl::Plan plan(opencl_.context(), opencl_.device().id, problem_of(state), options_);
        return plans_.emplace(key, TimedPlan{std::move(plan), stopwatch.seconds()}).first->second;
    }

    OpenCl& opencl_;
    std::string label_;
    histo_cl::Options options_;
    std::map<State, TimedPlan> plans_; ///< keyed by the part of a state that its problem depends on
};

} // namespace

void build_first(OpenCl& opencl, const histo_cl::Options& options, std::span<const State> states,
                 unsigned threads) {
    std::set<State> keys;
    for (const auto& state : states)
        if (!why_skipped(state)) keys.insert(problem_key(state));
    const std::vector<State> distinct(keys.begin(), keys.end());
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < threads; ++i)
        workers.emplace_back([&] {
            for (auto index = next++; index < distinct.size(); index = next++)
                try {
                    const histo_cl::Plan plan(opencl.context(), opencl.device().id,
                                              problem_of(distinct[index]), options);
                } catch (const std::exception&) { // reported by its trial, which makes the same plan
                }
        });
}

std::vector<std::unique_ptr<Contender>> library_contenders(OpenCl& opencl, const histo_cl::Options& options,
                                                           bool all_variants) {
    std::vector<std::unique_ptr<Contender>> contenders;
    contenders.push_back(std::make_unique<Library>(opencl, "histo_cl", options));
    if (all_variants)
        for (const auto variant : histo_cl::all_variants) {
            auto forced = options;
            forced.variant = variant;
            contenders.push_back(std::make_unique<Library>(opencl, std::string(name(variant)), forced));
        }
    return contenders;
}

} // namespace bench
