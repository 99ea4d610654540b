#pragma once

#include <histo_cl/histo_cl.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

namespace tune {

/// The table in a file; an empty one if there is no file. Throws UsageError if the file is not a table.
[[nodiscard]] histo_cl::TuningTable read_if_there(const std::filesystem::path& file);

/// The finding for a key: an entry, or that the library's own choice is as good.
struct Finding {
    histo_cl::TuningEntry entry;
    bool better = false;
};

/// Puts a finding into the device's entries, in place of the one of the same key; all others stay.
void put(histo_cl::TuningTable& table, const histo_cl::DeviceProfile& profile, const Finding& finding);

/// Writes the table under another name and renames it, so that the file is always whole. Creates missing
/// folders. Throws UsageError.
void write_table(const std::filesystem::path& file, const histo_cl::TuningTable& table);

/// Knobs that were tried, the decision they led to, and how long one enqueue took with each spread of data.
struct Trial {
    histo_cl::Options knobs = {};
    histo_cl::Decision decision = {};
    std::vector<double> seconds = {};
};

/// Tries knobs; empty if the device cannot have them.
using Try = std::function<std::optional<Trial>(const histo_cl::Options&)>;

/// How much slower than the default choice knobs may be with one spread of data, however fast with another.
inline constexpr double max_slowdown = 1.05;

/// The time of a trial over that of another: the geometric mean over the spreads, because the user's data may
/// resemble either; infinite if one of them is slower than max_slowdown.
[[nodiscard]] double relative_time(const Trial& trial, const Trial& base);

/// Searches for the knobs of the least relative time to `base`, the default choice: every variant first, then
/// from each that is at most 1.5 times as slow as the best, the fastest first, one knob after the other, up
/// and down as long as it helps by 1 %, round and round until none does. Ends early when `time_left` says no.
/// Returns base if nothing is better.
[[nodiscard]] Trial search(const Trial& base, const Try& attempt, const std::function<bool()>& time_left);

/// Times candidate and default in turns, five times, and returns how many times faster the candidate is (the
/// median; see relative_time()), or 0 if it is not faster every time, which is noise.
[[nodiscard]] double confirmed_speedup(const std::function<double()>& relative_time_per_round);

/// Counts that are not the reference's.
class WrongCounts : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The finding for one problem, and the two choices that it compares.
struct Outcome {
    Finding finding;
    Trial base;
    Trial best;
};

/// Tunes the problem of Problem::max_samples elements, by data of every spread. Throws WrongCounts,
/// histo_cl::Error and cl::Error.
[[nodiscard]] Outcome tune_problem(const histo_cl::Device& device, const histo_cl::Problem& problem,
                                   const std::function<bool()>& time_left,
                                   const std::function<void(const histo_cl::Options&)>& before_trial);

} // namespace tune
