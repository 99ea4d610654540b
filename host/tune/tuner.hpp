#pragma once

#include "tune/search.hpp"
#include "tune/table_file.hpp"

#include <histo_cl/histo_cl.hpp>

#include <functional>
#include <stdexcept>

namespace tune {

/// Counts that are not the reference's.
class WrongCounts : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What was found for one problem, and the two that it compares.
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
