#pragma once

#include "files/formats/format.hpp"

namespace files {

/// NumPy's .npz, a ZIP file of .npy files, by libzip. Its arrays are read one after another, and so must have
/// one type and byte order.
[[nodiscard]] Format npz_format();

} // namespace files
