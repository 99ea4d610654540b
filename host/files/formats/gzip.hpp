#pragma once

#include "files/formats/format.hpp"

namespace files {

/// RFC 1952, by zlib; several members make one stream, and zeros may follow the last.
[[nodiscard]] Format gzip_format();

} // namespace files
