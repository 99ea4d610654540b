#include "histo_cl/decision.hpp"

#include "histo_cl/error.hpp"
#include "policy/choose.hpp"
#include "policy/host_problem.hpp"

#include <algorithm>

namespace histo_cl {
namespace {

using detail::Implementation;
using detail::Refusal;
using detail::Request;

constexpr std::uint32_t most_replicas = 4096;

[[noreturn]] void invalid(const std::string& message) {
    throw Error(Status::invalid_argument, message);
}

void check_knobs(const Options& options) {
    if (const auto bytes = options.load_bytes; bytes != 0 && bytes != 1 && bytes != 4 && bytes != 16)
        invalid("load_bytes " + std::to_string(bytes) + ": allowed are 1, 4 and 16, or 0 to choose");
    if (const auto loads = options.loads_in_flight; loads > 8 || (loads & (loads - 1)) != 0)
        invalid("loads_in_flight " + std::to_string(loads) + ": allowed are 1, 2, 4 and 8, or 0 to choose");
    if (options.replicas > most_replicas)
        invalid("replicas " + std::to_string(options.replicas) + ": allowed are 1 to " +
                std::to_string(most_replicas) + ", or 0 to choose");
    if (options.calling_thread.value_or(false))
        invalid("calling_thread: only histogram() on host data can count there");
    if (options.samples_per_launch > 1ULL << 31U)
        invalid("samples_per_launch " + std::to_string(options.samples_per_launch) +
                ": allowed are 1 to 2147483648 (2^31), or 0 for the most");
}

void check_device(const DeviceProfile& device, const Problem& problem) {
    if (problem.sample == SampleType::f64 && !device.fp64)
        throw Error(Status::unsupported,
                    "f64 samples: " + device.name + " has no doubles in its kernels (cl_khr_fp64)");
}

/// Why a driver turned the variant down already, if it did.
std::optional<Refusal> turned_down(Variant variant, std::span<const Rejection> refused) {
    const auto found = std::ranges::find(refused, variant, &Rejection::variant);
    if (found == refused.end()) return std::nullopt;
    return Refusal{found->reason};
}

std::string in_words(const Rejection& rejection) {
    return std::string(name(rejection.variant)) + ": " + rejection.reason;
}

} // namespace

detail::Proposal detail::propose(const DeviceProfile& profile, const CheckedProblem& checked,
                                 const Options& options, std::span<const Rejection> refused) {
    const auto& problem = *checked;
    check_knobs(options);
    check_device(profile, problem);

    const Request request{profile, problem, options};
    std::vector<Rejection> rejections;
    const auto reject = [&](Variant variant, const Refusal& why) {
        rejections.push_back({variant, why.reason});
    };
    const auto accept = [&](Decision decision, const char* how) {
        std::erase_if(rejections, [&](const Rejection& r) { return r.variant == decision.variant; });
        decision.reason = how + decision.reason;
        decision.rejections = std::move(rejections);
        return decision;
    };

    const std::array only{&detail::implementation(options.variant.value_or(Variant::global_atomic))};
    const auto candidates =
        options.variant ? std::span<const Implementation* const>(only) : detail::candidates(profile);
    std::vector<Decision> last_resorts; // can run, but are not suited
    for (const auto* candidate : candidates) {
        if (const auto why = turned_down(candidate->variant, refused)) {
            reject(candidate->variant, *why);
            continue;
        }
        auto proposal = candidate->propose(request);
        if (const auto* why = std::get_if<Refusal>(&proposal)) {
            reject(candidate->variant, *why);
            continue;
        }
        auto decision = std::get<Decision>(std::move(proposal));
        if (options.variant) return accept(std::move(decision), "forced; ");
        const auto why = candidate->unsuited(request);
        if (!why) return accept(std::move(decision), "");
        reject(candidate->variant, *why);
        last_resorts.push_back(std::move(decision));
    }
    if (!last_resorts.empty())
        return accept(std::move(last_resorts.front()), "none is suited, this can run; ");

    auto message = std::string(options.variant ? "the forced variant cannot" : "no variant can") +
                   " run on " + profile.name + " with these knobs";
    for (const auto& rejection : rejections)
        message += "; " + in_words(rejection);
    return Refusal{std::move(message)};
}

Decision detail::choose(const DeviceProfile& profile, const CheckedProblem& problem, const Options& options,
                        std::span<const Rejection> refused) {
    auto proposal = propose(profile, problem, options, refused);
    if (const auto* why = std::get_if<Refusal>(&proposal)) throw Error(Status::unsupported, why->reason);
    return std::get<Decision>(std::move(proposal));
}

Decision choose(const DeviceProfile& profile, const Problem& problem, const Options& options,
                std::span<const Rejection> refused) {
    return detail::choose(profile, detail::CheckedProblem(problem), options, refused);
}

Decision choose_for_host_data(const DeviceProfile& profile, const Problem& given, const Shape& shape,
                              const Options& options) {
    const auto problem = detail::CheckedProblem::with_wide_counters(given);
    const auto elements = detail::check_shape(problem, shape).elements;
    const auto counter = detail::counter_of(profile, problem, elements, options);
    if (counter.is_calling_thread) {
        Decision decision;
        decision.calling_thread = true;
        decision.reason = counter.reason;
        return decision;
    }
    const auto planned = detail::with_max_samples(problem, detail::max_samples_of_kept_plan(given, elements));
    auto decision = detail::choose(profile, detail::CheckedProblem::copy(planned), options);
    if (profile.type == DeviceType::cpu) decision.reason += "; not on the calling thread: " + counter.reason;
    return decision;
}

std::uint32_t launched_groups(const Decision& decision, std::uint64_t samples) noexcept {
    const auto share = std::uint64_t{decision.work_group_size} * decision.coarsening;
    const auto wanted = samples / share + (samples % share != 0 ? 1 : 0);
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(wanted, 1, decision.work_groups));
}

std::string to_string(const Decision& decision) {
    const auto count = [](std::uint64_t n, const std::string& what) {
        return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
    };
    if (decision.calling_thread) return "calling thread (" + decision.reason + ")\n";
    std::string text = std::string(name(decision.variant)) + " (" + decision.reason + ")\n";
    text += "  launch:    up to " + count(decision.work_groups, "work-group") + " of " +
            count(decision.work_group_size, "work-item");
    if (decision.windows > 1)
        text +=
            " in each of " + count(decision.windows, "window") + " of " + count(decision.window_bins, "bin");
    text += ", " + count(decision.coarsening, "sample") + " or more a work-item\n";
    if (decision.block_elements != 0)
        text += "  load:      blocks of " + count(decision.block_elements, "element") + " where they lie, " +
                std::string(name(decision.partition)) + " partition\n";
    else
        text +=
            "  load:      " + (decision.load_bytes == 1 ? "one sample" : count(decision.load_bytes, "byte")) +
            " at a time, " + std::to_string(decision.loads_in_flight) + " in flight, " +
            std::string(name(decision.partition)) + " partition\n";
    if (decision.count_values)
        text += "  values:    " + count(decision.window_bins, "value") + " counted, then binned\n";
    text += "  memory:    " + std::to_string(decision.local_bytes) + " B local, " +
            count(decision.replicas, "replica") + ", " + std::to_string(decision.workspace_bytes) +
            " B workspace\n";
    text += "  merge:     " + std::string(name(decision.merge)) + "\n";
    if (!decision.tuning.empty()) text += "  tuning:    " + decision.tuning + "\n";
    for (const auto& rejection : decision.rejections)
        text += "  passed over " + in_words(rejection) + "\n";
    return text;
}

} // namespace histo_cl
