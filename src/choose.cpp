#include "histo_cl/decision.hpp"
#include "histo_cl/error.hpp"
#include "variants/variant.hpp"

#include <algorithm>

namespace histo_cl {
namespace {

using detail::Implementation;
using detail::Proposal;
using detail::Refusal;
using detail::Request;

constexpr std::uint32_t most_replicas = 4096;

[[noreturn]] void invalid(const std::string& message) {
    throw Error(Status::invalid_argument, message);
}

void check_knobs(const Options& options) {
    if (const auto bytes = options.load_bytes; bytes != 0 && bytes != 1 && bytes != 4 && bytes != 16)
        invalid("load_bytes " + std::to_string(bytes) + ": allowed are 1, 4 and 16, or 0 to choose");
    if (options.replicas > most_replicas)
        invalid("replicas " + std::to_string(options.replicas) + ": allowed are 1 to " +
                std::to_string(most_replicas) + ", or 0 to choose");
    if (options.samples_per_launch > 1ULL << 31U)
        invalid("samples_per_launch " + std::to_string(options.samples_per_launch) +
                ": allowed are 1 to 2147483648 (2^31), or 0 for the most");
}

void check_device(const DeviceProfile& device, const Problem& problem) {
    if (problem.sample == SampleType::f64 && !device.fp64)
        throw Error(Status::unsupported,
                    "f64 samples: " + device.name + " has no doubles in its kernels (cl_khr_fp64)");
}

/// What one implementation says to a request; a forced one is not asked whether it is suited.
Proposal ask(const Implementation& candidate, const Request& request, std::span<const Rejection> refused) {
    const auto turned_down = std::ranges::find(refused, candidate.variant, &Rejection::variant);
    if (turned_down != refused.end()) return Refusal{turned_down->reason};
    if (!request.options.variant) {
        if (auto why = candidate.unsuited(request)) return *std::move(why);
    }
    return candidate.propose(request);
}

std::string in_words(const Rejection& rejection) {
    return std::string(name(rejection.variant)) + ": " + rejection.reason;
}

} // namespace

Decision choose(const DeviceProfile& profile, const Problem& problem, const Options& options,
                std::span<const Rejection> refused) {
    problem.validate();
    check_knobs(options);
    check_device(profile, problem);

    const Request request{profile, problem, options};
    const bool forced = options.variant.has_value();
    const std::array<const Implementation*, 1> only{
        &detail::implementation(options.variant.value_or(Variant::global_atomic))};
    std::vector<Rejection> rejections;

    for (const auto* candidate :
         forced ? std::span<const Implementation* const>(only) : detail::candidates(profile)) {
        auto answer = ask(*candidate, request, refused);
        if (auto* why = std::get_if<Refusal>(&answer)) {
            rejections.push_back({candidate->variant, std::move(why->reason)});
            continue;
        }
        auto decision = std::get<Decision>(std::move(answer));
        if (forced) decision.reason = "forced; " + decision.reason;
        decision.rejections = std::move(rejections);
        return decision;
    }

    auto message =
        forced ? std::string("the forced variant cannot run on ") : std::string("no variant can run on ");
    message += profile.name + " with these knobs";
    for (const auto& rejection : rejections)
        message += "; " + in_words(rejection);
    throw Error(Status::unsupported, message);
}

std::uint32_t launched_groups(const Decision& decision, std::uint64_t samples) noexcept {
    const auto share = std::uint64_t{decision.work_group_size} * decision.coarsening;
    const auto wanted = samples / share + (samples % share != 0 ? 1 : 0);
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(wanted, 1, decision.work_groups));
}

std::string to_string(const Decision& decision) {
    const auto number = [](std::uint64_t n) { return std::to_string(n); };
    std::string text = std::string(name(decision.variant)) + " (" + decision.reason + ")\n";
    text += "  launch:    up to " + number(decision.work_groups) + " work-groups of " +
            number(decision.work_group_size);
    if (decision.windows > 1)
        text += " in each of " + number(decision.windows) + " windows of " + number(decision.window_bins) +
                " bins";
    text += ", " + number(decision.coarsening) + " or more samples a work-item\n";
    text += "  load:      " +
            (decision.load_bytes == 1 ? std::string("one sample") : number(decision.load_bytes) + " bytes") +
            " at a time, " + std::string(name(decision.partition)) + " partition\n";
    text += "  memory:    " + number(decision.local_bytes) + " B local, " + number(decision.replicas) +
            (decision.replicas == 1 ? " replica, " : " replicas, ") + number(decision.workspace_bytes) +
            " B workspace\n";
    text += "  merge:     " + std::string(name(decision.merge)) + "\n";
    for (const auto& rejection : decision.rejections)
        text += "  passed over " + in_words(rejection) + "\n";
    return text;
}

} // namespace histo_cl
