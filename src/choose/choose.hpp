#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/tuning.hpp"
#include "problem/checked.hpp"
#include "problem/split.hpp"
#include "variants/variant.hpp"

#include <span>
#include <string>
#include <vector>

namespace histo_cl::detail {

/// Calls each(name, Options::*) for every knob, in the order of Options. This is the only list of knobs.
template <class Each>
void for_each_knob(const Each& each) {
    each("variant", &Options::variant);
    each("work_group_size", &Options::work_group_size);
    each("work_groups", &Options::work_groups);
    each("replicas", &Options::replicas);
    each("coarsening", &Options::coarsening);
    each("load_bytes", &Options::load_bytes);
    each("loads_in_flight", &Options::loads_in_flight);
    each("partition", &Options::partition);
    each("merge", &Options::merge);
    each("count_values", &Options::count_values);
}

/// Describes a value of a knob or of samples_per_launch that is invalid on every device, e.g. "load_bytes 3:
/// allowed are 1, 4 and 16"; empty if there is none.
[[nodiscard]] std::string fault_of_knobs(const Options& options);

/// The knobs that are set in `options`, with their origins. Knobs that are also set in `callers` were set by
/// the caller, the others by a tuning table.
[[nodiscard]] std::vector<SetKnob> set_knobs(const Options& options, const Options& callers);

/// Like propose(), but for counting by one variant in one pass.
[[nodiscard]] Proposal propose_variant(const DeviceProfile& profile, const CheckedProblem& problem,
                                       const Options& options, std::span<const Rejection> refused = {});

/// Like choose(), but returns a refusal instead of throwing Error(unsupported). The options must have passed
/// check_knobs(). With several passes, the decision is that for the first one; the others choose their own
/// variants.
[[nodiscard]] Proposal propose(const DeviceProfile& profile, const CheckedProblem& problem,
                               const Options& options, std::span<const Rejection> refused = {});

/// Throws Error(invalid_argument) for a value that no device supports, and if calling_thread is true, which
/// only histogram() on host data supports.
void check_knobs(const Options& options);

/// Sets the number of passes, and the number of axes of the largest pass, in the decision for the first pass.
void set_passes(Decision& decision, const Passes& all);

/// The options for a plan: the caller's, with unset knobs taken from a tuning table.
struct Tuned {
    Options options;
    Options callers;
    bool taken = false; ///< the table's knobs are in `options`
    std::string note;   ///< for Decision::tuning: the table and its knobs, or why none were taken
};

/// Options tuned by a table. `source`: the table's name in the note. The problem must be valid.
[[nodiscard]] Tuned tuned_by(const TuningTable& table, const std::string& source,
                             const DeviceProfile& profile, const Problem& problem, const Options& options);

/// Options tuned by the table in Options::tuning_file. A file that cannot be used is ignored, and the note
/// says why. The problem must be valid.
[[nodiscard]] Tuned tuned(const DeviceProfile& profile, const Problem& problem, const Options& options);

/// Restores the caller's options, because no variant can run with the table's knobs.
void drop_table(Tuned& tuned, const std::string& why);

/// Sets Decision::tuning and Decision::set_knobs of a decision that was made with `tuned.options`.
void note_tuning(Decision& decision, const Tuned& tuned);

} // namespace histo_cl::detail
