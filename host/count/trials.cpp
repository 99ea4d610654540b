#include "count/trials.hpp"

#include "common/timing.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace count {

using common::ExitCode;
using common::merges_on_host;

namespace {

/// Whether a chunk can be used in place: on a CPU, if it has the alignment that the device requires of
/// sub-buffers, because kernels may assume this alignment for any buffer.
bool can_stay(const histo_cl::DeviceProfile& profile, std::span<const std::byte> chunk) {
    const auto align = std::max(1U, profile.base_address_align_bytes);
    return profile.type == histo_cl::DeviceType::cpu &&
           reinterpret_cast<std::uintptr_t>(chunk.data()) % align == 0;
}

cl::Buffer in_place(const cl::Context& context, std::span<const std::byte> chunk) {
    auto* const start = const_cast<std::byte*>(chunk.data()); // kernels only read it
    return {context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, chunk.size(), start};
}

/// The shortest time between the ends of consecutive commands; empty if one of the times is unknown.
std::optional<double> shortest_interval(const std::vector<cl::Event>& events) {
    std::optional<double> best;
    for (std::size_t i = 1; i < events.size(); ++i) {
        const auto seconds = common::seconds_between(events[i - 1], events[i]);
        if (!seconds) return std::nullopt;
        best = std::min(best.value_or(*seconds), *seconds);
    }
    return best;
}

/// The number of runs that take about half a second, from 1 to 20.
std::uint32_t suitable_repeats(double seconds) {
    return static_cast<std::uint32_t>(std::clamp(0.5 / seconds, 1.0, 20.0));
}

/// The library's message about a variant, without the name, which the table already shows.
std::string reason_of(const histo_cl::Error& error, histo_cl::Variant variant) {
    const std::string message = error.what();
    const std::string prefix = std::string(histo_cl::name(variant)) + ": ";
    const auto at = message.rfind(prefix);
    return at == std::string::npos ? message : message.substr(at + prefix.size());
}

} // namespace

/// The buffers that one plan writes. Its jobs can share a workspace because the queue is in order: each job
/// starts after the previous one has ended.
struct Session::Target {
    const histo_cl::Plan& plan;
    cl::Buffer counts;
    cl::Buffer workspace;

    Target(const histo_cl::Plan& its_plan, const cl::Context& context)
        : plan(its_plan), counts(context, CL_MEM_READ_WRITE, plan.count_bytes()) {
        if (plan.workspace_bytes() != 0 && plan.decision().merge != histo_cl::Merge::last_group)
            workspace = cl::Buffer(context, CL_MEM_READ_WRITE, plan.workspace_bytes());
    }

    [[nodiscard]] histo_cl::Job job(const Placed& chunk) const {
        return {.samples = chunk.buffer(),
                .shape = {.count = chunk.bytes.size() / element_bytes(plan.problem())},
                .counts = counts(),
                .workspace = workspace()};
    }
};

Session::Session(const histo_cl::Device& device, Chunks chunks)
    : device_(device.id, true), context_(device_), queue_(context_, device_, CL_QUEUE_PROFILING_ENABLE) {
    std::size_t room_bytes = 0;
    for (const auto chunk : chunks) {
        longest_ = std::max(longest_, chunk.size());
        if (can_stay(device.profile, chunk)) {
            chunks_.push_back({chunk, in_place(context_, chunk), false});
        } else {
            room_bytes = std::max(room_bytes, chunk.size());
            chunks_.push_back({.bytes = chunk});
        }
    }
    if (room_bytes == 0) return;
    const cl::Buffer room(context_, CL_MEM_READ_ONLY, room_bytes);
    for (auto& one : chunks_)
        if (one.is_copied) one.buffer = room;
}

histo_cl::Plan Session::plan(histo_cl::Problem problem, const histo_cl::Options& options) const {
    problem.max_samples = longest_ / element_bytes(problem);
    return {context_(), device_(), problem, options};
}

void Session::bring(const Placed& chunk, cl_bool blocking) const {
    if (chunk.is_copied)
        queue_.enqueueWriteBuffer(chunk.buffer, blocking, 0, chunk.bytes.size(), chunk.bytes.data());
}

/// Counts the samples of the chunks, which are on the host, and writes the counts to `result`.
void Session::count(const Target& target, std::vector<std::uint64_t>& result) const {
    if (merges_on_host(target.plan)) return count_on_host(target, result);
    bool first = true;
    for (const auto& chunk : chunks_) {
        bring(chunk, CL_FALSE);
        auto this_chunk = target.job(chunk);
        this_chunk.accumulate = !std::exchange(first, false);
        target.plan.enqueue(queue_(), this_chunk);
    }
    queue_.enqueueReadBuffer(target.counts, CL_TRUE, 0, target.plan.count_bytes(), result.data());
}

void Session::count_on_host(const Target& target, std::vector<std::uint64_t>& result) const {
    std::ranges::fill(result, 0);
    for (const auto& chunk : chunks_) {
        bring(chunk, CL_FALSE);
        auto this_chunk = target.job(chunk);
        this_chunk.counts = nullptr;
        std::ranges::transform(result, target.plan.count(queue_(), this_chunk), result.begin(), std::plus{});
    }
}

/// The time of the kernels for all chunks, in seconds; empty if it is unknown, or if the host merges.
std::optional<double> Session::device_time(const Target& target, std::uint32_t repeats) const {
    if (merges_on_host(target.plan)) return std::nullopt;
    double sum = 0;
    for (const auto& chunk : chunks_) {
        bring(chunk, CL_TRUE);
        // Enqueues all runs at once, so that the host runs ahead of the device. There is one run more than is
        // timed, because a run is timed from the end of the previous one.
        std::vector<cl::Event> events;
        for (std::uint32_t i = 0; i <= repeats; ++i)
            events.push_back(common::enqueue(queue_, target.plan, target.job(chunk)));
        queue_.finish();
        const auto best = shortest_interval(events);
        if (!best) return std::nullopt;
        sum += *best;
    }
    return sum;
}

Measurement Session::measure(const histo_cl::Plan& plan, std::uint32_t repeats) const {
    return common::checked([&] {
        const Target target(plan, context_);
        Measurement result;
        result.counts.resize(plan.problem().counters());
        const auto timed_count = [&] {
            const common::Stopwatch stopwatch;
            count(target, result.counts);
            return stopwatch.seconds();
        };
        const double warm_up = timed_count();
        result.repeats = repeats != 0 ? repeats : suitable_repeats(warm_up);
        result.device_seconds = device_time(target, result.repeats);
        if (!result.device_seconds)
            result.untimed = merges_on_host(plan) ? "merged on the host" : "this driver reports no times";
        result.whole_seconds = timed_count();
        for (std::uint32_t i = 1; i < result.repeats; ++i)
            result.whole_seconds = std::min(result.whole_seconds, timed_count());
        return result;
    });
}

std::uint64_t chunk_limit(const histo_cl::DeviceProfile& profile) {
    constexpr std::uint64_t page = 4096; // whole pages, so that each chunk starts on a page
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

/// Makes the plan, and describes it.
Result planned(const Session& session, const histo_cl::Problem& problem, const histo_cl::Options& options,
               std::optional<histo_cl::Plan>& plan) {
    const common::Stopwatch stopwatch;
    plan.emplace(session.plan(problem, options));
    Result result;
    result.problem = plan->problem();
    describe(result, *plan, stopwatch.seconds());
    return result;
}

/// Adds the measurement of a round. The result keeps the best times of all rounds. If the counts of a round
/// are wrong, the result keeps these counts.
void add(Result& result, Measurement round, std::span<const std::uint64_t> reference) {
    const bool is_right = std::ranges::equal(round.counts, reference);
    if (const auto& before = result.measured; result.verified) {
        round.repeats += before.repeats;
        round.whole_seconds = std::min(round.whole_seconds, before.whole_seconds);
        if (round.device_seconds && before.device_seconds)
            round.device_seconds = std::min(*round.device_seconds, *before.device_seconds);
        if (!result.verified.value_or(true)) round.counts = before.counts;
    }
    result.verified = result.verified.value_or(true) && is_right;
    result.measured = std::move(round);
}

} // namespace

Result run(const Session& session, const histo_cl::Problem& problem, const histo_cl::Options& options,
           std::uint32_t repeats) {
    std::optional<histo_cl::Plan> plan;
    auto result = planned(session, problem, options, plan);
    result.measured = session.measure(*plan, repeats);
    return result;
}

std::vector<Trial> try_all(const Session& session, const histo_cl::Problem& problem,
                           histo_cl::Options options, std::uint32_t repeats,
                           std::span<const std::uint64_t> reference,
                           const std::function<void(histo_cl::Variant)>& before) {
    constexpr std::uint32_t rounds = 3; // so that a slow moment of the machine affects all variants
    const auto each = (repeats + rounds - 1) / rounds;
    std::vector<Trial> trials;
    for (const auto variant : histo_cl::all_variants)
        trials.push_back({.variant = variant, .result = std::nullopt, .reason = {}});
    std::vector<std::optional<histo_cl::Plan>> plans(trials.size());
    for (std::uint32_t round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < trials.size(); ++i) {
            auto& trial = trials[i];
            if (!trial.reason.empty()) continue;
            before(trial.variant);
            options.knobs.variant = trial.variant;
            try {
                if (!plans[i]) trial.result = planned(session, problem, options, plans[i]);
                add(*trial.result, session.measure(*plans[i], each), reference);
            } catch (const histo_cl::Error& error) {
                if (error.status() == histo_cl::Status::invalid_argument) throw;
                trial.result.reset();
                trial.rejected = error.status() == histo_cl::Status::unsupported;
                trial.reason = reason_of(error, trial.variant);
            }
        }
    return trials;
}

std::optional<histo_cl::Decision> chosen_decision(const Session& session, const histo_cl::Problem& problem,
                                                  const histo_cl::Options& options) try {
    return session.plan(problem, options).decision();
} catch (const histo_cl::Error&) {
    return std::nullopt;
}

ExitCode verdict(std::span<const Trial> trials) {
    const auto ran = [](const Trial& trial) { return trial.result.has_value(); };
    const auto wrong = [](const Trial& trial) {
        return trial.result && !trial.result->verified.value_or(true);
    };
    const auto failed = [](const Trial& trial) { return !trial.result && !trial.rejected; };
    if (std::ranges::any_of(trials, wrong)) return ExitCode::wrong_counts;
    if (std::ranges::any_of(trials, failed)) return ExitCode::device;
    return std::ranges::any_of(trials, ran) ? ExitCode::ok : ExitCode::usage;
}

} // namespace count
