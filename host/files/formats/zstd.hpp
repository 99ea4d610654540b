#pragma once

#include "files/formats/format.hpp"

namespace files {

/// RFC 8878, by libzstd; several frames make one stream.
[[nodiscard]] Format zstd_format();

} // namespace files
