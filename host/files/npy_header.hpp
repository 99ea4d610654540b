#pragma once

#include "files/array.hpp"

#include <cstddef>
#include <span>

namespace files {

// NumPy's .npy format, versions 1.0 to 3.0, documented in numpy.lib.format: a magic string, the version, the
// length of the header, the header (a Python dictionary), and the samples.

/// Whether a file that begins with these bytes is of this format.
[[nodiscard]] bool is_npy(std::span<const std::byte> start);

/// The offset of the first sample in a file that begins with `start` and satisfies is_npy(). Throws
/// UsageError, without the file's name, for another version, and for a header longer than `start` or 64 KiB.
[[nodiscard]] std::size_t npy_samples_begin(std::span<const std::byte> start);

/// Parses the first npy_samples_begin() bytes of a file. Throws UsageError, without the file's name, for a
/// header that is malformed, and for samples of a type that the library does not support.
[[nodiscard]] Array parse_npy_header(std::span<const std::byte> start);

} // namespace files
