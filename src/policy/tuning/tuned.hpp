#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/tuning.hpp"
#include "policy/tuning/measured.hpp"

#include <span>
#include <string>
#include <utility>

namespace histo_cl::detail {

/// Options with the knobs of a table under the caller's own, and a word on where they came from or why there
/// are none; no word if no table was looked at.
struct Tuned {
    Options options;
    bool taken = false; ///< a table's knobs are in it
    std::string note;
};

/// From a table of the caller's, called `source` in the note. The problem is valid.
[[nodiscard]] Tuned tuned_by(const TuningTable& table, const std::string& source,
                             const DeviceProfile& profile, const Problem& problem, const Options& options);

/// From the library's own measurements.
[[nodiscard]] Tuned tuned_by(std::span<const MeasuredDevice> measured, const DeviceProfile& profile,
                             const Problem& problem, const Options& options);

/// What the options ask for: their tuning_file first, then, if it has nothing, the library's own. A file that
/// cannot be used is noted and ignored. The problem is valid.
[[nodiscard]] Tuned tuned(const DeviceProfile& profile, const Problem& problem, const Options& options);

/// Words the reason of a variant that a table forced.
void name_tuned(Decision& decision);

/// Makes a plan's state by `make(Options)`: with the table's knobs, or, if they cannot be had, with the
/// caller's options alone. Its decision tells which.
template <class Make>
[[nodiscard]] auto with_tuning(Tuned tuned, const Options& callers, const Make& make) {
    decltype(make(callers)) made;
    if (tuned.taken) {
        try {
            made = make(tuned.options);
            if (!callers.variant && tuned.options.variant) name_tuned(made->decision);
        } catch (const Error& error) {
            tuned.note += std::string("; not taken: ") + error.what();
        }
    }
    if (!made) made = make(callers);
    made->decision.tuning = std::move(tuned.note);
    return made;
}

} // namespace histo_cl::detail
