#include "count/session.hpp"

#include "common/opencl.hpp"
#include "common/timing.hpp"
#include "count/result.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace count {

using common::checked;

namespace {

std::size_t bytes_of_longest(Chunks chunks) {
    std::size_t bytes = 0;
    for (const auto chunk : chunks)
        bytes = std::max(bytes, chunk.size());
    return bytes;
}

/// The shortest time between consecutive ends; empty if one of them is unknown.
std::optional<double> shortest_interval(const std::vector<cl::Event>& events) {
    std::optional<double> best;
    for (std::size_t i = 1; i < events.size(); ++i) {
        const auto seconds = common::seconds_between(events[i - 1], events[i]);
        if (!seconds) return std::nullopt;
        best = std::min(best.value_or(*seconds), *seconds);
    }
    return best;
}

/// The buffers that one plan writes. Its jobs can share a workspace because the queue is in order: each
/// starts after the one before it has ended.
struct Target {
    const histo_cl::Plan& plan;
    cl::Buffer counts;
    cl::Buffer workspace;

    Target(const histo_cl::Plan& its_plan, const cl::Context& context)
        : plan(its_plan), counts(context, CL_MEM_READ_WRITE, plan.count_bytes()) {
        if (plan.workspace_bytes() != 0 && plan.decision().merge != histo_cl::Merge::last_group)
            workspace = cl::Buffer(context, CL_MEM_READ_WRITE, plan.workspace_bytes());
    }
};

/// Such a plan returns its counts: it cannot be enqueued, so the device's clock does not time it.
bool merges_on_host(const histo_cl::Plan& plan) {
    return plan.decision().merge == histo_cl::Merge::host;
}

/// The number of runs that fit half a second, from 1 to 20.
std::uint32_t suitable_repeats(double seconds) {
    return static_cast<std::uint32_t>(std::clamp(0.5 / seconds, 1.0, 20.0));
}

} // namespace

struct Session::State {
    cl::Device device;
    cl::Context context;
    cl::CommandQueue queue; // in order
    std::vector<Placed> chunks;
    std::size_t longest; // bytes

    State(const histo_cl::Device& its_device, Chunks all)
        : device(its_device.id, true), context(device), queue(context, device, CL_QUEUE_PROFILING_ENABLE),
          chunks(placed(context, its_device.profile, all)), longest(bytes_of_longest(all)) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    /// Waits, because after an error a copy may still be reading the chunks.
    ~State() { ::clFinish(queue()); }

    void bring(const Placed& chunk, cl_bool blocking) const {
        if (chunk.is_copied)
            queue.enqueueWriteBuffer(chunk.buffer, blocking, 0, chunk.bytes.size(), chunk.bytes.data());
    }

    [[nodiscard]] static histo_cl::Job job(const Target& target, const Placed& chunk) {
        return {.samples = chunk.buffer(),
                .shape = {.count = chunk.bytes.size() / element_bytes(target.plan.problem())},
                .counts = target.counts(),
                .workspace = target.workspace()};
    }

    /// From host samples to host counts.
    void count(const Target& target, std::vector<std::uint64_t>& result) const {
        if (merges_on_host(target.plan)) return count_on_host(target, result);
        bool first = true;
        for (const auto& chunk : chunks) {
            bring(chunk, CL_FALSE);
            auto this_chunk = job(target, chunk);
            this_chunk.accumulate = !std::exchange(first, false);
            target.plan.enqueue(queue(), this_chunk);
        }
        queue.enqueueReadBuffer(target.counts, CL_TRUE, 0, target.plan.count_bytes(), result.data());
    }

    void count_on_host(const Target& target, std::vector<std::uint64_t>& result) const {
        std::ranges::fill(result, 0);
        for (const auto& chunk : chunks) {
            bring(chunk, CL_FALSE);
            auto this_chunk = job(target, chunk);
            this_chunk.counts = nullptr;
            std::ranges::transform(result, target.plan.count(queue(), this_chunk), result.begin(),
                                   std::plus{});
        }
    }

    /// The kernels' own time for all chunks.
    [[nodiscard]] std::optional<double> device_time(const Target& target, std::uint32_t repeats) const {
        if (merges_on_host(target.plan)) return std::nullopt;
        double sum = 0;
        for (const auto& chunk : chunks) {
            bring(chunk, CL_TRUE);
            // One more than is timed, all enqueued at once, so that the host runs ahead of the device.
            std::vector<cl::Event> events;
            for (std::uint32_t i = 0; i <= repeats; ++i)
                events.push_back(common::enqueue(queue, target.plan, job(target, chunk)));
            queue.finish();
            const auto best = shortest_interval(events);
            if (!best) return std::nullopt;
            sum += *best;
        }
        return sum;
    }
};

Session::Session(const histo_cl::Device& device, Chunks chunks)
    : state_(std::make_unique<State>(device, chunks)) {}

Session::~Session() = default;

histo_cl::Problem Session::sized(histo_cl::Problem problem) const {
    problem.max_samples = state_->longest / element_bytes(problem);
    return problem;
}

histo_cl::Plan Session::plan(const histo_cl::Problem& problem, const histo_cl::Options& options) const {
    return {state_->context(), state_->device(), sized(problem), options};
}

Measurement Session::measure(const histo_cl::Plan& plan, std::uint32_t repeats) const {
    return checked([&] {
        const Target target(plan, state_->context);
        Measurement result;
        result.counts.resize(plan.problem().counters());
        const auto timed_count = [&] {
            const common::Stopwatch stopwatch;
            state_->count(target, result.counts);
            return stopwatch.seconds();
        };
        const double warm_up = timed_count();
        result.repeats = repeats != 0 ? repeats : suitable_repeats(warm_up);
        result.device_seconds = state_->device_time(target, result.repeats);
        if (!result.device_seconds)
            result.untimed = merges_on_host(plan) ? "merged on the host" : "this driver reports no times";
        result.whole_seconds = timed_count();
        for (std::uint32_t i = 1; i < result.repeats; ++i)
            result.whole_seconds = std::min(result.whole_seconds, timed_count());
        return result;
    });
}

std::uint64_t chunk_limit(const histo_cl::DeviceProfile& profile) {
    constexpr std::uint64_t page = 4096; // so that the next chunk starts on a page, too
    const auto limit = std::min<std::uint64_t>(profile.max_allocation_bytes, 1ULL << 30);
    return limit < page ? limit : limit - limit % page;
}

std::vector<std::uint64_t> reference_counts(const histo_cl::Problem& problem, Chunks chunks) {
    std::vector<std::uint64_t> sum(problem.counters());
    for (const auto chunk : chunks)
        std::ranges::transform(sum, histo_cl::reference_histogram(problem, chunk), sum.begin(), std::plus{});
    return sum;
}

namespace {

/// The alignment that the device requires of sub-buffers, and that kernels may expect of any buffer.
bool can_stay(const histo_cl::DeviceProfile& profile, std::span<const std::byte> chunk) {
    const auto align = std::max(1U, profile.base_address_align_bytes);
    return profile.type == histo_cl::DeviceType::cpu &&
           reinterpret_cast<std::uintptr_t>(chunk.data()) % align == 0;
}

cl::Buffer in_place(const cl::Context& context, std::span<const std::byte> chunk) {
    auto* const start = const_cast<std::byte*>(chunk.data()); // kernels only read it
    return {context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, chunk.size(), start};
}

} // namespace

std::vector<Placed> placed(const cl::Context& context, const histo_cl::DeviceProfile& profile,
                           Chunks chunks) {
    std::vector<Placed> all;
    std::size_t room_bytes = 0;
    for (const auto chunk : chunks) {
        if (can_stay(profile, chunk)) {
            all.push_back({chunk, in_place(context, chunk), false});
        } else {
            room_bytes = std::max(room_bytes, chunk.size());
            all.push_back({.bytes = chunk});
        }
    }
    if (room_bytes == 0) return all;
    const cl::Buffer room(context, CL_MEM_READ_ONLY, room_bytes);
    for (auto& one : all)
        if (one.is_copied) one.buffer = room;
    return all;
}

} // namespace count
