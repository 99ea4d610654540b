#include "random_case.hpp"

#include "device_job.hpp"
#include "guarded_counts.hpp"
#include "proof.hpp"
#include "random_problem.hpp"

namespace histo_cl::test {
namespace {

/// Whether the decision keeps the options that the levels set.
bool kept(const Options& asked, const Decision& decision) {
    return decision.variant == asked.variant && decision.partition == asked.partition &&
           decision.merge == asked.merge && (!asked.load_bytes || decision.load_bytes == asked.load_bytes) &&
           (!asked.loads_in_flight || decision.loads_in_flight == asked.loads_in_flight) &&
           (!asked.count_values || decision.count_values == *asked.count_values);
}

} // namespace

bool compatible(const Level& a, const Level& b) {
    const auto& device = test_device().profile();
    // Oclgrind regards a released buffer as uninitialized, even if commands that use it have not run yet.
    if (under_oclgrind() && (takes_passes(a) || takes_passes(b))) return false;
    return !impossible(a, b) && !depends_on_third(a, b) && rejection(a, b).empty() &&
           missing(a, device).empty() && missing(b, device).empty() &&
           !(is_large_by_value(a, b) && device.local_memory_bytes < (1U << 20U));
}

std::string wrong_case(const Levels& levels, std::uint64_t seed) {
    Random random(seed);
    const auto traits = test::traits(levels);
    // So many that the widest sums, of 16 bytes each, and as many sums of squares fit in half the local
    // memory.
    const auto max_local =
        std::clamp<std::uint64_t>(test_device().profile().local_memory_bytes / 64, 256, 1000);
    const bool up_to_256 =
        traits.variant == Variant::banked_uchar4 || traits.variant == Variant::item_pairs || small_size();
    std::uint64_t max_cells = up_to_256 ? 256 : random.between(256, max_local);
    if (traits.variant == Variant::item_pairs && test_device().profile().local_memory_bytes < 48 * 1024)
        max_cells = 144; // three joint axes with counters for samples out of range need as many
    std::string text = to_string(levels);
    try {
        const auto [problem, equivalent, options] = random_problem(traits, max_cells, random);
        text += "\n  " + to_string(problem);
        const auto plan = make_plan(problem, options);
        text += "\n  " + to_string(plan.decision());
        if (!kept(options, plan.decision())) return text + "not what was asked for";
        for (int i = 0; i < (small_size() ? 2 : 10); ++i) {
            const bool accumulate = random.one_in(3);
            const JobLimits limits{.elements = small_size()       ? 500
                                               : random.one_in(4) ? max_elements
                                                                  : 2000,
                                   .counters = small_size() ? 5000U : 50'000U,
                                   .whole_weights = accumulate,
                                   // Oclgrind 21.10 does not cut integers to odd widths, such as the
                                   // exponents that LLVM makes 11 bits wide to look for 0 and infinity.
                                   .finite_weights = under_oclgrind(),
                                   .no_tiny = has_custom_bins(problem)};
            const auto job = random_job(equivalent, limits, random);
            const auto wrong = wrong_counts(plan, equivalent, job, accumulate, random.one_in(2));
            if (!wrong.empty()) return text + job.text + (accumulate ? ", added to counts: " : ": ") + wrong;
        }
    } catch (const Error& error) {
        return text + ": " + error.what();
    }
    return "";
}

} // namespace histo_cl::test
