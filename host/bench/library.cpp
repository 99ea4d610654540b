#include "bench/contender.hpp"
#include "bench/opencl.hpp"
#include "common/opencl.hpp"
#include "common/timing.hpp"

#include <atomic>
#include <set>
#include <thread>
#include <utility>

namespace bench {

using common::merges_on_host;
using common::Stopwatch;

namespace {

/// Bytes of workspace to pass to an enqueue. 0 for Merge::last_group: the plan has its own workspace, which
/// is zero after each enqueue, while a caller's workspace would have to be zeroed first.
std::uint64_t given_workspace(const histo_cl::Plan& plan) {
    return plan.decision().merge == histo_cl::Merge::last_group ? 0 : plan.workspace_bytes();
}

/// The size of a job's buffer of counts: 0 for a plan that returns its counts.
std::uint64_t given_counts(const histo_cl::Plan& plan) {
    return merges_on_host(plan) ? 0 : plan.count_bytes();
}

class LibraryTrial : public Trial {
  public:
    LibraryTrial(OpenCl& opencl, const State& state, const histo_cl::Options& options)
        : opencl_(opencl), plan_(opencl.context(), opencl.device().id, problem_of(state), options),
          elements_(state.elements), plan_seconds_(since_start_.seconds()),
          counts_(opencl.memory(given_counts(plan_))),
          workspace_(opencl.memory(given_workspace(plan_))), job_{.samples = opencl.samples(),
                                                                  .shape = shape_of(state),
                                                                  .counts = counts_(),
                                                                  .workspace = workspace_()} {
        if (state.layout == Layout::mask) mask_ = opencl.mask(state.elements);
        job_.mask = mask_();
    }

    std::vector<std::uint32_t> checked_run() override {
        opencl_.poison(counts_);
        opencl_.poison(workspace_);
        const Stopwatch stopwatch;
        const auto returned = count();
        if (first_seconds_ == 0) first_seconds_ = stopwatch.seconds();
        if (counts_() == nullptr) return {returned.begin(), returned.end()};
        std::vector<std::uint32_t> counts(plan_.count_bytes() / sizeof(std::uint32_t));
        opencl_.queue().enqueueReadBuffer(counts_, CL_TRUE, 0, plan_.count_bytes(), counts.data());
        return counts;
    }

    /// Returns nothing with Merge::host, because such a plan cannot be enqueued.
    std::optional<double> device_seconds() override {
        if (merges_on_host(plan_)) return std::nullopt;
        return opencl_.clock().seconds(
            [&](const cl::CommandQueue& queue) { return common::enqueue(queue, plan_, job_); });
    }

    double wall_seconds() override {
        // The first command after another context used the device may take longer.
        static_cast<void>(opencl_.empty_launch_seconds());
        return common::seconds_of([&] { static_cast<void>(count()); });
    }

    [[nodiscard]] std::uint64_t workspace_bytes() const override { return plan_.workspace_bytes(); }

    [[nodiscard]] std::optional<Planned> planned() const override {
        return Planned{.decision = plan_.decision(),
                       .launched_work_groups = common::launched_work_groups(plan_, elements_),
                       .seconds = plan_seconds_,
                       .first_seconds = first_seconds_,
                       .from_cache = plan_.built_from_cache()};
    }

  private:
    /// Counts, and waits. With Merge::host, returns the counts; otherwise they are in the job's buffer.
    [[nodiscard]] std::vector<std::uint64_t> count() const {
        if (merges_on_host(plan_)) return plan_.count(opencl_.queue()(), job_).counts;
        plan_.enqueue(opencl_.queue()(), job_);
        opencl_.queue().finish();
        return {};
    }

    OpenCl& opencl_;
    Stopwatch since_start_;
    histo_cl::Plan plan_;
    std::uint64_t elements_;
    double plan_seconds_;
    double first_seconds_ = 0;
    cl::Buffer counts_;
    cl::Buffer workspace_;
    cl::Buffer mask_;
    histo_cl::Job job_;
};

} // namespace

void build_first(OpenCl& opencl, const histo_cl::Options& options, std::span<const State> states,
                 unsigned threads) {
    // States reduced to what a program depends on. Plans are made without Problem::max_samples, so states
    // have the same program if they differ only in entropy or, for integers, in the number of elements.
    std::set<State> keys;
    for (auto state : states) {
        if (why_skipped(state)) continue;
        if (!histo_cl::is_float(state.sample)) state.elements = 0;
        state.entropy = {};
        keys.insert(state);
    }
    const std::vector<State> distinct(keys.begin(), keys.end());
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < threads; ++i)
        workers.emplace_back([&] {
            for (auto index = next++; index < distinct.size(); index = next++)
                try {
                    const histo_cl::Plan plan(opencl.context(), opencl.device().id,
                                              problem_of(distinct[index]), options);
                } catch (const std::exception&) {
                    // The state's trial makes the same plan, and reports the error.
                }
        });
}

Contender library(OpenCl& opencl, std::string_view label, const histo_cl::Options& options) {
    return {.label = std::string(label),
            .make = [&opencl](const DataSet& data, std::uint64_t samples) { opencl.make(data, samples); },
            .trial =
                [&opencl, options](const State& state) {
                    return std::make_unique<LibraryTrial>(opencl, state, options);
                },
            .empty_launch_seconds = [&opencl] { return opencl.empty_launch_seconds(); }};
}

} // namespace bench
