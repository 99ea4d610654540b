#pragma once

#include "histo_cl/problem.hpp"

#include <string>

namespace histo_cl::detail {

/// Throws Error(invalid_argument) unless the samples of the problem can be put into such bins; `where` goes
/// before the message.
void validate_bins(const Problem& problem, const Binning& binning, const std::string& where);

} // namespace histo_cl::detail
