#pragma once

#include "bind.hpp"

#include <histo_cl/binning.hpp>

#include <vector>

namespace histo_cl::python {

/// From a sequence of EvenBins, EdgeBins ... Raises TypeError for all else.
[[nodiscard]] std::vector<Binning> binnings_from(const py::sequence& axes);

} // namespace histo_cl::python
