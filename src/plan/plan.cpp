#include "histo_cl/plan.hpp"

#include "binning/bin_rule.hpp"
#include "codegen/kernel_source.hpp"
#include "histo_cl/device.hpp"
#include "opencl/device.hpp"
#include "opencl/objects.hpp"
#include "plan/launch.hpp"
#include "plan/plan_state.hpp"
#include "policy/choose.hpp"
#include "policy/tuned.hpp"
#include "program/build_failure.hpp"
#include "program/program.hpp"

#include <algorithm>
#include <exception>

namespace histo_cl {
namespace {

using namespace detail;

/// A variant that this driver does not take after all.
struct TurnedDown {
    std::string reason;
};

/// The built kernel has less room than the device promised: the profile to choose by from now on, and a word
/// on why.
struct LessRoom {
    DeviceProfile limits;
    std::string words;
};

/// The thresholds of all axes, one after the other, as the kernels read them: one KEY each.
void upload_thresholds(PlanState& plan, std::span<const BinRule> rules) {
    const auto upload = [&plan, rules]<class Key>(Key) {
        std::vector<Key> keys;
        for (const auto& rule : rules)
            for (const auto threshold : rule.thresholds)
                keys.push_back(static_cast<Key>(threshold));
        if (keys.empty()) return;
        plan.threshold_bytes = keys.size() * sizeof(Key);
        plan.thresholds = create_buffer(plan.context.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                        plan.threshold_bytes, keys.data());
    };
    if (bytes(plan.problem.sample) == 8) {
        upload(std::uint64_t{});
    } else {
        upload(std::uint32_t{});
    }
}

/// Whether a decision counts on more local memory than the device tells of.
bool is_beyond_told(const Decision& decision, const DeviceProfile& profile) {
    return decision.local_bytes > profile.local_memory_bytes;
}

/// The limits that only the built kernel tells, against those that the decision was made by.
void check_built_kernel(const PlanState& plan, DeviceProfile limits) {
    constexpr auto call = "clGetKernelWorkGroupInfo";
    const auto get = [&plan](cl_kernel kernel, cl_uint what, size_t size, void* value, size_t* used) {
        return clGetKernelWorkGroupInfo(kernel, plan.device, what, size, value, used);
    };
    const auto size = info<size_t>(get, plan.histogram.get(), CL_KERNEL_WORK_GROUP_SIZE, call);
    if (size < plan.decision.work_group_size && !limits.understates_kernels) {
        limits.max_work_group_size = static_cast<std::uint32_t>(size);
        throw LessRoom{std::move(limits), "; the built kernel allows work-groups of " + std::to_string(size)};
    }
    const auto taken = info<cl_ulong>(get, plan.histogram.get(), CL_KERNEL_LOCAL_MEM_SIZE, call);
    // Of the device, not of the limits: those may be less already by what the driver adds.
    const auto& device = plan.profile;
    const bool beyond_told = is_beyond_told(plan.decision, device);
    const auto available = beyond_told ? device.local_memory_reach_bytes : device.local_memory_bytes;
    if (taken > available) { // what the driver adds is taken to grow with what the kernel asks for
        auto& limit = beyond_told ? limits.local_memory_reach_bytes : limits.local_memory_bytes;
        limit = plan.decision.local_bytes * available / taken;
        if (!beyond_told) limits.local_memory_reach_bytes = 0;
        throw LessRoom{std::move(limits), "; the built kernel took " + std::to_string(taken) +
                                              " B of local memory for " +
                                              std::to_string(plan.decision.local_bytes) + " B"};
    }
}

/// One launch with no samples on a queue of our own: some drivers refuse only then. It reads nothing but
/// zeros and writes nothing but zeros, to a row of partials or sums and to the counts, so two buffers serve
/// as all of its buffers.
void try_launch(const PlanState& plan) try {
    const auto zeros = [&plan](std::uint64_t bytes) {
        const std::vector<std::byte> content(bytes);
        return create_buffer(plan.context.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                             content.data());
    };
    const auto before = workspace_parts(plan.problem, 1).partials * sizeof(cl_uint);
    const auto after =
        std::max({row_bytes(plan.decision), private_bytes(plan.problem), sums_bytes(plan.problem)});
    const auto scratch = zeros(before + after + 2 * sizeof(cl_ulong));
    const auto counts = zeros(plan.count_bytes(1));
    const auto queue = create_queue(plan.context.get(), plan.device);
    Commands commands(queue.get(), {}, false);
    const auto buffer = scratch.get();
    launch_histogram(commands, plan, {buffer, buffer, buffer, buffer, counts.get(), buffer},
                     {.histograms = 1, .widest = 0}, {}, false);
    check(clFinish(queue.get()), "clFinish");
} catch (const Error& error) {
    throw TurnedDown{error.what()};
}

/// Builds what was decided and tries it.
void build(PlanState& plan, const DeviceProfile& limits, std::span<const BinRule> rules,
           const ProgramCache& cache) {
    auto built = build_program(plan.context.get(), plan.device, plan.profile, plan.problem,
                               detail::kernel_source(plan.problem, plan.decision, rules), cache);
    plan.program = std::move(built.program);
    plan.from_cache = built.from_cache;
    plan.histogram = create_kernel(plan.program.get(), "histogram");
    if (plan.decision.merge == Merge::device)
        plan.merge_partials = create_kernel(plan.program.get(), "merge_partials");
    if (has_wide_sums(plan.problem)) {
        plan.zero_sums = create_kernel(plan.program.get(), "zero_sums");
        plan.weight_range = create_kernel(plan.program.get(), "weight_range");
        plan.count_range = create_kernel(plan.program.get(), "count_range");
        plan.finish_sums = create_kernel(plan.program.get(), "finish_sums");
    }
    check_built_kernel(plan, limits);
    try_launch(plan);
}

ProgramCache cache_for(const Options& options) {
    if (!options.program_cache) return ProgramCache({});
    return ProgramCache(options.cache_directory.empty() ? default_cache_directory()
                                                        : std::filesystem::path(options.cache_directory));
}

/// Whether a trial has found that the device has no more local memory than it tells: kept with the programs,
/// so that it is tried once only.
class LocalMemoryTrial {
  public:
    LocalMemoryTrial(const ProgramCache& cache, const DeviceProfile& profile)
        : cache_(cache), key_("no local memory beyond the told " + device_key(profile)) {}

    [[nodiscard]] bool has_failed() const { return cache_.load(key_).has_value(); }
    void failed() const { cache_.store(key_, ProgramCache::Binary{0}); }

  private:
    const ProgramCache& cache_;
    std::string key_;
};

/// Builds the first decision that the driver takes, by the options of a tuning table if they can be had.
void decide_and_build(PlanState& plan, Tuned tuned) {
    check_knobs(tuned.callers);
    const auto rules = bin_rules(plan.problem);
    upload_thresholds(plan, rules);
    const auto cache = cache_for(tuned.callers);
    const LocalMemoryTrial trial(cache, plan.profile);
    auto limits = plan.profile; // or less, if built kernels have less room
    std::string lowered;
    std::vector<Rejection> refused;
    std::exception_ptr build_failure;
    bool beyond_told_failed = false; // local memory
    for (;;) {
        auto proposal = propose(limits, plan.problem, tuned.options, refused);
        if (const auto* const why = std::get_if<Refusal>(&proposal)) {
            if (tuned.taken) { // from the start, without the table
                give_up_table(tuned, why->reason);
                limits = plan.profile;
                lowered.clear();
                refused.clear();
                build_failure = nullptr;
                beyond_told_failed = false;
                continue;
            }
            if (build_failure) std::rethrow_exception(build_failure); // it has the compiler's log
            throw Error(Status::unsupported, why->reason);
        }
        plan.decision = std::get<Decision>(std::move(proposal));
        if (is_beyond_told(plan.decision, limits) && !beyond_told_failed && trial.has_failed()) {
            limits.local_memory_reach_bytes = 0;
            continue;
        }
        const bool beyond_told = is_beyond_told(plan.decision, limits);
        const auto told_only = [&] { // ends: without a reach, nothing is beyond what is told
            beyond_told_failed = true;
            limits.local_memory_reach_bytes = 0;
            lowered += "; a trial for more local memory than the device tells of failed";
        };
        try {
            build(plan, limits, rules, cache);
            plan.decision.reason += lowered;
            note_tuning(plan.decision, tuned);
            if (beyond_told_failed) trial.failed(); // else it was not for the memory
            return;
        } catch (const LessRoom& less) { // ends: each time a limit falls, down to a refusal
            limits = less.limits;
            lowered += less.words;
        } catch (const TurnedDown& why) {
            if (beyond_told) {
                told_only();
            } else {
                refused.push_back({plan.decision.variant, "turned down by the driver: " + why.reason});
            }
        } catch (const Error& error) {
            if (error.status() == Status::build_failed && beyond_told && !has_custom_bins(plan.problem)) {
                told_only();
            } else {
                if (error.status() != Status::build_failed || tuned.callers.variant) throw;
                if (has_custom_bins(plan.problem)) throw; // likely by them, and so with any variant
                if (!build_failure) build_failure = std::current_exception();
                refused.push_back(
                    {plan.decision.variant, "does not compile: " + std::string(error.opencl_name())});
            }
        }
    }
}

void check_device_of_context(const PlanState& plan) {
    const auto count =
        info<cl_uint>(clGetContextInfo, plan.context.get(), CL_CONTEXT_NUM_DEVICES, "clGetContextInfo");
    std::vector<cl_device_id> devices(count);
    check(clGetContextInfo(plan.context.get(), CL_CONTEXT_DEVICES, count * sizeof(cl_device_id),
                           devices.data(), nullptr),
          "clGetContextInfo");
    // Of a context of sub-devices PoCL names the whole devices.
    auto device = plan.device;
    while (device != nullptr && std::ranges::find(devices, device) == devices.end())
        device = parent_of(device);
    if (device == nullptr)
        throw Error(Status::invalid_argument,
                    "the device " + plan.profile.name + " is not one of the context's");
}

std::shared_ptr<PlanState> make_plan(cl_context context, cl_device_id device, const DeviceProfile& profile,
                                     const Problem& problem, const Options& options) {
    auto plan = std::make_shared<PlanState>();
    plan->profile = profile;
    plan->device = device;
    plan->workspace_limit = options.workspace_limit;
    plan->problem = problem;
    plan->context = Context::retained(context);
    check_device_of_context(*plan);
    decide_and_build(*plan, tuned(profile, problem, options));
    return plan;
}

} // namespace

Plan::Plan(cl_context context, cl_device_id device, const Problem& problem, const Options& options) {
    if (context == nullptr)
        throw Error(Status::invalid_argument, "the context is a null handle: a cl_context is needed");
    const auto profile = device_profile(device);
    if (!profile.compiler_available)
        throw Error(Status::no_compiler, profile.name + " cannot build kernels from source");
    problem.validate();
    state_ = make_plan(context, device, profile, problem, options);
}

const Problem& Plan::problem() const noexcept {
    return state_->problem;
}
const Decision& Plan::decision() const noexcept {
    return state_->decision;
}
const DeviceProfile& Plan::profile() const noexcept {
    return state_->profile;
}
std::uint64_t Plan::workspace_bytes(std::uint64_t histograms) const noexcept {
    return state_->workspace_bytes(histograms);
}
std::uint64_t Plan::threshold_bytes() const noexcept {
    return state_->threshold_bytes;
}
std::uint64_t Plan::count_bytes(std::uint64_t histograms) const noexcept {
    return state_->count_bytes(histograms);
}
bool Plan::built_from_cache() const noexcept {
    return state_->from_cache;
}

} // namespace histo_cl
