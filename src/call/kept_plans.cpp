#include "call/kept_plans.hpp"

#include "choose/host_problem.hpp"
#include "core/lru_cache.hpp"
#include "core/mutex.hpp"
#include "core/process.hpp"
#include "device/objects.hpp"
#include "histo_cl/histogram.hpp"
#include "plan/plan.hpp"
#include "problem/splitting.hpp"

#include <atomic>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>

namespace histo_cl::detail {
namespace {

/// A handle that retains its device. A kept plan may be for a sub-device, which the caller may release. While
/// the plan's key retains the sub-device, no other device gets the same handle.
using DeviceHandle = Handle<cl_device_id, clRetainDevice, clReleaseDevice>;

struct PlanKey {
    DeviceHandle device;
    Problem problem;
    Options options;
};

/// Whether two problems are equal except for `counter` and `max_samples`.
bool same_but_for_sizes(const Problem& a, const Problem& b) {
    // Names all members, so that the code does not compile if a new member is not named here.
    const auto members = [](const Problem& problem) {
        const auto& [sample, axes, joint, last_edge, out_of_range, splitting, layout, batch, weights, counter,
                     max_samples] = problem;
        return std::tie(sample, axes, joint, last_edge, out_of_range, splitting, layout, batch, weights);
    };
    return members(a) == members(b);
}

using KeptPlans = LruCache<PlanKey, KeptPlan>;
using KeptFinders = LruCache<Problem, Finders>;

KeptPlans& plans() {
    return one_of_process<KeptPlans>(max_kept_plans, max_kept_plan_bytes);
}

KeptFinders& cells() {
    return one_of_process<KeptFinders>(max_kept_finders, max_kept_finder_bytes);
}

/// The default device; null until it is found. The Device object is never destroyed.
std::atomic<const Device*>& found_default_device() {
    return one_of_process<std::atomic<const Device*>>(nullptr);
}

std::uint64_t bytes_of_edges(const Problem& problem) {
    std::uint64_t edges = 0;
    for (const auto& binning : problem.axes)
        if (const auto* bins = std::get_if<EdgeBins>(&binning)) edges += bins->edges.size();
    return edges * sizeof(Number);
}

std::uint64_t bytes_of(const Plan& plan) {
    const bool keeps_sums = plan.decision().merge == Merge::last_group;
    return plan.threshold_bytes() + (keeps_sums ? plan.workspace_bytes() : 0) +
           bytes_of_edges(plan.problem()); // not twice, because the key shares the edges
}

/// A context of the device, and the pool of the context. All kept plans of a device share one context,
/// because on some devices each context takes memory.
std::pair<Context, std::shared_ptr<StagingPool>> context_of(const Device& device) {
    const auto of_this_device = [&](const PlanKey& key) { return key.device.get() == device.id; };
    if (const auto other = plans().find(of_this_device))
        return {Context::retained(other->context.get()), other->pool};
    return {create_context(device.platform, device.id), std::make_shared<StagingPool>()};
}

/// Whether two problems are equal in all members on which their finders depend.
bool same_cells(const Problem& a, const Problem& b) {
    return a.sample == b.sample && a.joint == b.joint && a.last_edge == b.last_edge &&
           a.out_of_range == b.out_of_range && splits(a) == splits(b) && a.axes == b.axes;
}

} // namespace

std::variant<std::shared_ptr<const KeptPlan>, NotBuilt> kept_plan(const Device& device,
                                                                  const CheckedProblem& checked,
                                                                  std::uint64_t max_samples,
                                                                  const Options& options, Compile compile) {
    const auto is_it = [&](const PlanKey& key) {
        return key.device.get() == device.id && key.problem.counter == checked.counter() &&
               key.problem.max_samples == max_samples && same_but_for_sizes(key.problem, *checked) &&
               key.options == options;
    };
    if (auto found = plans().find(is_it)) return found;
    const auto problem = with_max_samples(checked, max_samples);
    auto [context, pool] = context_of(device);
    auto plan = PlanAccess::make(context.get(), device.id, CheckedProblem::copy(problem), options, compile);
    if (const auto* const missing = std::get_if<NotBuilt>(&plan)) return *missing;
    auto queue = create_queue(context.get(), device.id);
    const auto bytes = bytes_of(std::get<Plan>(plan));
    auto made = std::make_shared<const KeptPlan>(
        KeptPlan{std::move(context), std::move(pool), std::move(queue), std::get<Plan>(std::move(plan))});
    if (auto found = plans().find(is_it)) return found; // another thread has added it meanwhile
    plans().keep({DeviceHandle::retained(device.id), problem, options}, made, bytes);
    return made;
}

void forget_kept_plans(cl_context context) {
    plans().drop([&](const PlanKey&, const KeptPlan& plan) { return plan.context.get() == context; });
}

std::shared_ptr<const Finders> kept_finders(const Problem& problem) {
    const auto is_it = [&](const Problem& key) { return same_cells(key, problem); };
    if (auto found = cells().find(is_it)) return found;
    auto made = std::make_shared<const Finders>(problem);
    if (auto found = cells().find(is_it)) return found;
    cells().keep(problem, made, made->bytes() + bytes_of_edges(problem));
    return made;
}

const Device& kept_default_device() {
    auto& found = found_default_device();
    if (const auto* const device = found.load()) return *device;
    auto made = std::make_unique<const Device>(default_device());
    const Device* another_threads = nullptr;
    return *(found.compare_exchange_strong(another_threads, made.get()) ? made.release() : another_threads);
}

const Device* usable_default_device() try { return &kept_default_device(); } catch (const Error& error) {
    switch (error.status()) {
    case Status::no_platform:
    case Status::no_device:
    case Status::no_compiler:
    case Status::unsupported: return nullptr;
    default: throw;
    }
}

bool has_default_device() {
    return found_default_device() != nullptr;
}

std::size_t kept_plan_count() {
    return plans().size();
}
std::size_t kept_finders_count() {
    return cells().size();
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

void release_kept_plans() {
    const auto all = [](const auto&, const auto&) { return true; };
    detail::plans().drop(all);
    detail::cells().drop(all);
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {
namespace {

constexpr std::size_t max_kernels = 256;

struct CountingSeconds {
    Mutex mutex;
    std::unordered_map<std::size_t, double> seconds HISTO_CL_GUARDED_BY(mutex);
};

CountingSeconds& counting_seconds() {
    return one_of_process<CountingSeconds>();
}

} // namespace

double seconds_without(std::size_t work) {
    auto& all = counting_seconds();
    const Lock lock(all.mutex);
    const auto found = all.seconds.find(work);
    return found == all.seconds.end() ? 0 : found->second;
}

void add_seconds_without(std::size_t work, double seconds) {
    auto& all = counting_seconds();
    const Lock lock(all.mutex);
    // Clearing is rare, because few programs use so many kernels.
    if (all.seconds.size() >= max_kernels) all.seconds.clear();
    all.seconds[work] += seconds;
}

bool is_used_in_place(const DeviceProfile& device, std::span<const std::byte> data,
                      std::size_t alignment) noexcept {
    return device.type == DeviceType::cpu && !data.empty() &&
           reinterpret_cast<std::uintptr_t>(data.data()) % alignment == 0;
}

SampleBuffer read_only_buffer(const KeptPlan& kept, const DeviceProfile& device,
                              std::span<const std::byte> data, std::size_t alignment, bool pinned) {
    auto* const context = kept.context.get();
    // A buffer that the pool does not keep, because it is for a CPU or has no data.
    const auto own = [&](cl_mem_flags flags, std::size_t bytes, const std::byte* from) {
        return SampleBuffer{create_buffer(context, CL_MEM_READ_ONLY | flags, bytes, from)};
    };
    if (data.empty()) return own(0, 1, nullptr);
    // Read-only, because `data` is const and its pages may not be writable.
    if (is_used_in_place(device, data, alignment)) return own(CL_MEM_USE_HOST_PTR, data.size(), data.data());
    if (device.type == DeviceType::cpu) return own(CL_MEM_COPY_HOST_PTR, data.size(), data.data());
    auto buffer = kept.pool->take_buffer(context, data.size());
    upload(*kept.pool, context, kept.queue.get(), buffer.memory.get(), data, pinned);
    return buffer;
}

} // namespace histo_cl::detail
