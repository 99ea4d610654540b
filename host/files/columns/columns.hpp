#pragma once

#include <histo_cl/sample.hpp>

#include <string>
#include <vector>

namespace files {

/// The columns of a text table that are samples: in the order they were asked for, row after row.
struct Columns {
    histo_cl::SampleType type = histo_cl::SampleType::f64;
    std::vector<std::string> names = {}; ///< by the table's header, else their numbers from 1
};

} // namespace files
