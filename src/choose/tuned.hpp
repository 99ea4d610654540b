#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/tuning.hpp"

#include <string>

namespace histo_cl::detail {

/// The options to make a plan by: the caller's, with the knobs of a tuning table for what they leave unset.
struct Tuned {
    Options options;
    Options callers;
    bool taken = false; ///< the table's knobs are in `options`
    std::string note;   ///< Decision::tuning: the table and its knobs, or why there are none
};

/// By a table, which the note calls `source`. The problem is valid.
[[nodiscard]] Tuned tuned_by(const TuningTable& table, const std::string& source,
                             const DeviceProfile& profile, const Problem& problem, const Options& options);

/// By Options::tuning_file. A file that cannot be used is noted and ignored. The problem is valid.
[[nodiscard]] Tuned tuned(const DeviceProfile& profile, const Problem& problem, const Options& options);

/// Goes back to the caller's options, since no variant can run with the table's knobs.
void give_up_table(Tuned& tuned, const std::string& why);

/// Writes to a decision that was made by `tuned.options` what the table had to do with it.
void note_tuning(Decision& decision, const Tuned& tuned);

} // namespace histo_cl::detail
