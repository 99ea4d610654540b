#include "histo_cl/plan.hpp"

#include "core/share.hpp"
#include "core/text.hpp"
#include "plan/partial_sums.hpp"
#include "plan/plan.hpp"
#include "problem/histogram.hpp"
#include "problem/weights.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI {

using namespace detail;

namespace {

MadeEngine make_engine(cl_context context, cl_device_id device, const CheckedProblem& problem,
                       const Options& options, Compile compile) {
    auto used = std::make_shared<const PlanDevice>(plan_device(context, device));
    const auto limit = counts_limit(used->profile, options, sums_per_cell(*problem));
    auto target = std::make_shared<const Target>(Target{std::move(used), *problem, limit});
    return detail::make_engine(std::move(target), options, compile);
}

/// What an enqueue writes to Job::counts: the problem's counters, or the output of enqueue_partial().
enum class Output : std::uint8_t { counts, partial };

/// The events that an enqueue waits for, and where it stores the events of its last and first command. If a
/// pointer is null, this event is not requested.
struct Events {
    std::span<const cl_event> wait;
    cl_event* last;
    cl_event* first;
};

/// Calls Commands::copy_kernels_for() with all memory of a job.
void copy_kernels_for(Commands& commands, const Engine& engine, const Job& job) {
    std::vector<Memory> memory{job.samples,   job.mask,    job.weights, job.counts,
                               job.workspace, job.indices, job.skipped};
    std::ranges::transform(job.arrays, std::back_inserter(memory), &ArrayBuffer::samples);
    std::ranges::transform(job.weight_vectors, std::back_inserter(memory), &WeightBuffer::weights);
    commands.copy_kernels_for(memory, [&engine](cl_kernel kernel) { return engine.copy_kernel(kernel); });
}

void enqueue_job(const Engine& engine, Output output, cl_command_queue queue, const Job& job,
                 const Events& events) {
    if (engine.decision().merge == Merge::host)
        invalid("the plan merges on the host, which waits: enqueue() does not, call count()");
    check_queue(engine.device(), queue);
    const auto shape = check_shape(engine.checked_problem(), job.shape);
    const bool partial = output == Output::partial;
    check_counts(engine, job, partial ? engine.partial_bytes() : engine.count_bytes(shape.histograms),
                 check_job(engine, job, shape, events.wait));

    Commands commands(queue, engine.device().profile, events.wait,
                      events.last != nullptr || events.first != nullptr);
    copy_kernels_for(commands, engine, job);
    if (partial && has_wide_sums(engine.problem()))
        engine.enqueue_partial(commands, job, shape);
    else
        engine.enqueue(commands, job, shape);
    if (commands.empty()) commands.marker(); // nothing to count, but the event must complete after `wait`
    if (events.first != nullptr) *events.first = commands.first().give();
    if (events.last != nullptr) *events.last = commands.last().give();
}

/// Checks a job whose counts are returned, and returns count(commands).
template <class Count>
auto count_checked(const Engine& engine, cl_command_queue queue, const Job& job, const CheckedShape& shape,
                   std::span<const cl_event> wait, const Count& count) {
    check_returned_counts(job);
    check_queue(engine.device(), queue);
    check_job(engine, job, shape, wait);
    const auto& profile = engine.device().profile;
    Commands commands(queue, profile, wait_where_unsafe(profile, wait), false);
    copy_kernels_for(commands, engine, job);
    return count(commands);
}

} // namespace

Plan::Plan(cl_context context, cl_device_id device, const Problem& problem, const Options& options)
    : engine_(detail::share(std::get<0>(
          histo_cl::make_engine(context, device, CheckedProblem(problem), options, Compile::yes)))) {}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

std::variant<Plan, NotBuilt> PlanAccess::make(cl_context context, cl_device_id device,
                                              const CheckedProblem& problem, const Options& options,
                                              Compile compile) {
    auto made = histo_cl::make_engine(context, device, problem, options, compile);
    if (const auto* const missing = std::get_if<NotBuilt>(&made)) return *missing;
    return Plan(share(std::get<0>(std::move(made))));
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

const Problem& Plan::problem() const noexcept {
    return engine_->problem();
}
const Decision& Plan::decision() const noexcept {
    return engine_->decision();
}
const DeviceProfile& Plan::profile() const noexcept {
    return engine_->device().profile;
}
std::uint64_t Plan::workspace_bytes(std::uint64_t histograms) const noexcept {
    return engine_->workspace_bytes(histograms);
}
std::uint64_t Plan::threshold_bytes() const noexcept {
    return engine_->threshold_bytes();
}
std::uint64_t Plan::count_bytes(std::uint64_t histograms) const noexcept {
    return engine_->count_bytes(histograms);
}
bool Plan::built_from_cache() const noexcept {
    return !engine_->was_compiled();
}

void Plan::enqueue(cl_command_queue queue, const Job& job, std::span<const cl_event> wait, cl_event* event,
                   cl_event* first) const {
    enqueue_job(*engine_, Output::counts, queue, job, {wait, event, first});
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

std::uint64_t partial_bytes(const Plan& plan) noexcept {
    return PlanAccess::engine(plan).partial_bytes();
}

void enqueue_partial(const Plan& plan, cl_command_queue queue, const Job& job, std::span<const cl_event> wait,
                     cl_event* event) {
    check_mergeable(plan.problem());
    if (job.counts.kind() != MemoryKind::object || job.workspace.kind() != MemoryKind::object)
        invalid("an address is given for the counts or the workspace of a part: they must be cl_mem");
    if (job.accumulate) invalid("accumulate is set for a part: parts are merged on the host");
    enqueue_job(PlanAccess::engine(plan), Output::partial, queue, job, {wait, event, nullptr});
}

std::vector<std::uint64_t> count_sums(const Plan& plan, cl_command_queue queue, const Job& job,
                                      const CheckedShape& shape, std::span<const cl_event> wait) {
    const auto& engine = PlanAccess::engine(plan);
    return count_checked(engine, queue, job, shape, wait,
                         [&](Commands& commands) { return engine.count(commands, job, shape); });
}

std::vector<std::uint64_t> count_words(const Plan& plan, cl_command_queue queue, const Job& job,
                                       const CheckedShape& shape) {
    const auto& problem = plan.problem();
    if (!has_wide_sums(problem))
        return words_of_counters(problem, by_sum(problem, count_sums(plan, queue, job, shape)));
    const auto& engine = PlanAccess::engine(plan);
    return count_checked(engine, queue, job, shape, {}, [&](Commands& commands) {
        return words_of(problem, problem.counter, engine.read_partial(commands, job, shape));
    });
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

Histogram Plan::count(cl_command_queue queue, const Job& job, std::span<const cl_event> wait) const {
    const auto shape = check_shape(PlanAccess::engine(*this).checked_problem(), job.shape);
    return histogram_of(problem(), shape.elements, count_sums(*this, queue, job, shape, wait));
}

} // namespace histo_cl::inline HISTO_CL_ABI
