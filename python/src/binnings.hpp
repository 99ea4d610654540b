#pragma once

#include "bind.hpp"

#include <histo_cl/binning.hpp>

#include <vector>

namespace histo_cl::python {

/// The binnings in a sequence of EvenBins, EdgeBins ... Raises TypeError for other types.
[[nodiscard]] std::vector<Binning> binnings_from(const py::sequence& axes);

} // namespace histo_cl::python
