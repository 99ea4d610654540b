#pragma once

#include <histo_cl/sample.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace files {

// NumPy's .npy format, versions 1.0 to 3.0, as numpy.lib.format documents it: a magic string, the length of
// the header, the header (a Python dictionary), and the samples.

/// What the header says.
struct NpyHeader {
    /// Empty: two bytes without a type ("V2"), which is how bfloat16 is written.
    std::optional<histo_cl::SampleType> type;
    std::endian byte_order = std::endian::native;
    bool fortran_order = false; ///< which changes no counts
    std::vector<std::uint64_t> shape;

    friend bool operator==(const NpyHeader&, const NpyHeader&) = default;
};

/// The samples of the shape: fewer than 2^63, and so are their bytes.
[[nodiscard]] std::uint64_t samples_of(const NpyHeader& header);
[[nodiscard]] std::size_t sample_bytes(const NpyHeader& header);

/// Whether a file that begins so is of this format.
[[nodiscard]] bool is_npy(std::span<const std::byte> start);

/// The offset of the first sample in a file that is_npy() and begins so, at most 64 KiB and no more than are
/// given. Throws UsageError, without the file's name, for another version, and for a header that is longer.
[[nodiscard]] std::size_t npy_samples_begin(std::span<const std::byte> start);

/// Parses the first npy_samples_begin() bytes of a file. Throws UsageError, without the file's name, for a
/// header that is malformed, and for samples of a type that the library does not have.
[[nodiscard]] NpyHeader parse_npy_header(std::span<const std::byte> start);

} // namespace files
