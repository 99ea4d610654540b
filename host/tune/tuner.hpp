#pragma once

#include <histo_cl/histo_cl.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

namespace tune {

/// Reads the table in a file; an empty table if the file does not exist. Throws UsageError if the file is not
/// a table.
[[nodiscard]] histo_cl::TuningTable read_if_there(const std::filesystem::path& file);

/// The result of tuning for one key of the table.
struct Finding {
    histo_cl::TuningEntry entry;
    bool better = false; ///< whether the entry is faster than the library's default choice
};

/// Puts the finding's entry into the table, in place of the device's entry with the same key if there is one.
/// If the finding is not better, only removes that entry.
void put(histo_cl::TuningTable& table, const histo_cl::DeviceProfile& profile, const Finding& finding);

/// Writes the table to a temporary file and renames it, so that the file is always complete. Creates missing
/// folders. Throws UsageError.
void write_table(const std::filesystem::path& file, const histo_cl::TuningTable& table);

/// Knobs that were tried, the decision they led to, and how long one enqueue took with each spread of data.
struct Trial {
    histo_cl::Knobs knobs = {};
    histo_cl::Decision decision = {};
    std::vector<double> seconds = {};
};

/// Tries knobs; empty if the device does not support them.
using Try = std::function<std::optional<Trial>(const histo_cl::Knobs&)>;

/// Knobs are rejected if they are slower than the default choice by more than this factor with any spread of
/// data, even if they are faster with another spread.
inline constexpr double max_slowdown = 1.05;

/// Returns the time of a trial divided by the time of `base`: the geometric mean over the spreads, because
/// the user's data may resemble any of them. Infinite if the ratio exceeds max_slowdown for one spread.
[[nodiscard]] double relative_time(const Trial& trial, const Trial& base);

/// Searches for the knobs with the smallest time relative to `base`, the default choice. Tries every variant
/// first. Then starts from each variant that takes at most 1.5 times as long as the best, the fastest first.
/// From there, changes one knob after the other, up and down, while that gains more than 1 %, and repeats
/// this until no change of a knob gains as much. Ends early when time_left() is false. Returns base if
/// nothing is better.
[[nodiscard]] Trial search(const Trial& base, const Try& attempt, const std::function<bool()>& time_left);

/// Calls `relative_time_per_round` up to five times; each call times the default and the candidate again and
/// returns their relative_time(). Returns the median speedup of the candidate, or 0 if it is not faster in
/// every round, which suggests noise.
[[nodiscard]] double confirmed_speedup(const std::function<double()>& relative_time_per_round);

/// Thrown if counts differ from the reference.
class WrongCounts : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The finding for one problem, and the two compared choices.
struct Outcome {
    Finding finding;
    Trial base;
    Trial best;
};

/// Tunes a problem for Problem::max_samples elements, with data of every spread. Throws WrongCounts,
/// histo_cl::Error and cl::Error.
[[nodiscard]] Outcome tune_problem(const histo_cl::Device& device, const histo_cl::Problem& problem,
                                   const std::function<bool()>& time_left,
                                   const std::function<void(const histo_cl::Knobs&)>& before_trial);

} // namespace tune
