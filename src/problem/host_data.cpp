#include "problem/host_data.hpp"

#include "core/invalid.hpp"
#include "core/saturating.hpp"
#include "problem/pitches.hpp"

namespace histo_cl::detail {
namespace {

void check_span(const char* what, std::span<const std::byte> given, std::uint64_t needed, bool used) {
    if (!used && !given.empty())
        invalid(std::to_string(given.size()) + " bytes of " + what + ": the problem has no use for them");
    if (given.size() < needed)
        invalid(std::to_string(given.size()) + " bytes of " + what + ": the shape needs " +
                std::to_string(needed));
}

} // namespace

Footprint check_host_data(const Problem& problem, const HostData& data) {
    const auto needed = footprint(problem, data.shape);
    check_span("samples", data.samples, needed.samples, true);
    check_span("the mask", data.mask, needed.mask, problem.layout.mask);
    check_span("weights", data.weights, needed.weights, problem.weights.has_value());
    return needed;
}

HostData flat_data(const Problem& problem, std::span<const std::byte> samples) {
    const auto planes = problem.layout.order == Order::planar ? problem.channels() : 1;
    const auto element = saturating_multiply(pitches(problem, {}).stride, planes);
    if (samples.size() % element != 0)
        invalid(std::to_string(samples.size()) + " bytes are not whole elements of " +
                std::to_string(element) + " bytes");
    return {.samples = samples, .shape = {.count = samples.size() / element}};
}

} // namespace histo_cl::detail
