// Problems, options and devices. Each decision keeps the given knobs, and has a program. A valid problem
// without options has a decision for every real device, unless it needs doubles that the device lacks.

#include "data/profiles.hpp"
#include "fuzz/harness.hpp"
#include "fuzz/problems.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/kernel_source.hpp"
#include "problem/binnings.hpp"
#include "problem/split.hpp"
#include "support/decision_fault.hpp"

namespace histo_cl::fuzz {
namespace {

/// A real device, or one that reports strange values.
DeviceProfile some_profile(Input& input, bool& real) {
    auto profile = input.one_of(test::real_profiles()).profile;
    real = input.below(4) != 0;
    if (real) return profile;
    for (auto* const member : {&profile.compute_units, &profile.max_work_group_size, &profile.wave_width,
                               &profile.base_address_align_bytes, &profile.loop_limit})
        if (input.flag()) *member = static_cast<std::uint32_t>(input.size());
    for (auto* const member : {&profile.local_memory_bytes, &profile.local_memory_reach_bytes,
                               &profile.global_memory_bytes, &profile.max_allocation_bytes})
        if (input.flag()) *member = input.size();
    for (auto* const member :
         {&profile.local_memory_dedicated, &profile.int64_atomics, &profile.fp64, &profile.little_endian,
          &profile.understates_kernels, &profile.reports_races, &profile.images, &profile.depth_images})
        if (input.flag()) *member = input.flag();
    return profile;
}

void check_decision(const DeviceProfile& profile, const Problem& problem, const Options& options,
                    const Decision& decision) {
    const auto of_pass = decision.passes > 1 || detail::takes_passes(problem)
                             ? detail::passes(problem).problems.front()
                             : problem;
    const auto fault = test::fault_of(profile, of_pass, options, decision);
    require(fault.empty(), std::string("a plan can run, but ").append(fault));
    const auto lost = test::lost_knob(options, decision);
    require(lost.empty(), std::string("a knob is kept: ").append(lost));
    require(!decision.reason.empty() && !to_string(decision).empty(), "a decision has words");
}

} // namespace

void fuzz(std::span<const std::byte> bytes) {
    Input input(bytes);
    bool real = true;
    const auto profile = some_profile(input, real);
    const auto options = input.flag() ? some_options(input) : Options();
    std::vector<Rejection> refused;
    if (input.below(8) == 0) refused.push_back({input.one_of(all_variants), "refused"});
    const auto problem = some_problem(input, 2000);
    const bool valid = gives_or_refuses([&] { problem.validate(); });
    require(!to_string(problem).empty(), "a problem has words");

    Decision decision;
    if (!gives_or_refuses([&] { decision = choose(profile, problem, options, refused); })) {
        const bool has_to = valid && real && options == Options() && refused.empty();
        require(!has_to || (!profile.fp64 && !detail::what_needs_doubles(problem).empty()),
                "a valid problem has a decision");
        return;
    }
    require(valid, "what has a decision is valid");
    require(decision.columns || refused.empty() || decision.variant != refused[0].variant,
            "what is refused is not taken");
    check_decision(profile, problem, options, decision);
    const auto source = kernel_source(problem, decision);
    require(!source.source.empty(), "a decision has a program");
    require(kernel_source(problem, decision).source == source.source, "the same one each time");
}

} // namespace histo_cl::fuzz
