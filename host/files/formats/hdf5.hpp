#pragma once

#include "files/formats/format.hpp"

namespace files {

/// HDF5, by its library: one dataset of integers or floats, named as FILE:/PATH unless it is the only one.
[[nodiscard]] Format hdf5_format();

} // namespace files
