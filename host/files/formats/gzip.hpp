#pragma once

#include "files/formats/format.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace files {

/// RFC 1952, by zlib; several members make one stream, and zeros may follow the last.
[[nodiscard]] Format gzip_format();

/// Throws UsageError, as fail_as_unreadable() of that format, unless a block of its file begins with a whole
/// stream of gzip or zlib, which unpacks to no more than `most` bytes and has their checksum. Without zlib it
/// checks nothing.
void verify_deflate(std::string_view format, std::span<std::byte> packed,
                    std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

} // namespace files
