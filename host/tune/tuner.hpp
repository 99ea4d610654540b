#pragma once

#include "tune/rig.hpp"
#include "tune/search.hpp"
#include "tune/table_file.hpp"

#include <histo_cl/histo_cl.hpp>

#include <filesystem>
#include <functional>

namespace tune {

/// The least speedup for which an entry is kept.
inline constexpr double min_speedup = 1.03;

/// Times candidate and default in turns, five times, and returns how many times faster the candidate is (the
/// median; see relative_time()), or 0 if it is not faster every time, which is noise.
[[nodiscard]] double confirmed_speedup(const std::function<double()>& relative_time_per_round);

/// What was found for one problem, and the two that it compares.
struct Outcome {
    Finding finding;
    Trial base;
    Trial best;
};

/// Tunes one problem. Throws like Rig.
[[nodiscard]] Outcome tune_problem(const Rig& rig, const histo_cl::Problem& problem,
                                   const std::function<bool()>& time_left,
                                   const std::function<void(const histo_cl::Options&)>& before_trial);

} // namespace tune
