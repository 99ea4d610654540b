#pragma once

#include "tune/subject.hpp"

#include <string>
#include <vector>

namespace tune {

/// A problem whose program is to be built ahead.
struct Warm {
    std::string name;
    histo_cl::Problem problem;
};

/// The common problems, if no others are given: of each sample type the bins that histogram() takes by
/// default, and even bins from 0, few and many, in both counters; of floats logarithmic ones.
[[nodiscard]] std::vector<Warm> common_problems();

/// Those given.
[[nodiscard]] std::vector<Warm> problems_of(const std::vector<Subject>& subjects);

/// Makes the plan of each, so that the caches of the library and of the driver hold its program, and prints a
/// line on each as it is done. Throws histo_cl::Error, but for problems that the device cannot count.
void warm_caches(const histo_cl::Device& device, const std::vector<Warm>& problems);

} // namespace tune
