#pragma once

#include <histo_cl/number.hpp>
#include <histo_cl/sample.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace files {

/// The samples that a file holds, as its header describes them.
struct Array {
    /// The type of the samples; empty: two bytes without a type ("V2"), which is how NumPy writes bfloat16.
    std::optional<histo_cl::SampleType> type;
    std::endian byte_order = std::endian::native;
    bool fortran_order = false; ///< the first dimension is contiguous; does not change the counts
    /// The lengths of the dimensions, the last of which is contiguous in C order. An image has rows, columns,
    /// and channels if there are several.
    std::vector<std::uint64_t> shape;
    /// Number of samples per element; 0: unknown. If there are several, they are the last dimension.
    std::uint32_t channels = 0;
    bool has_alpha = false;     ///< the last channel is alpha: how opaque a pixel is
    bool other_colours = false; ///< the channels are not red, green and blue but, for example, those of CMYK
    std::vector<histo_cl::Number> missing = {}; ///< the values that mark samples as missing
    std::string unit = {};                      ///< the unit of the samples, such as "Jy"; may be empty

    friend bool operator==(const Array&, const Array&) = default;
};

/// Sets the number of channels, which become the last dimension if there are several.
void add_channels(Array& array, std::uint32_t channels);

/// Number of samples of the shape. It must be below 2^63, as must the number of bytes.
[[nodiscard]] std::uint64_t samples_of(const Array& array);
[[nodiscard]] std::size_t sample_bytes(const Array& array);

/// Whether the samples of the shape have fewer than 2^63 bytes.
[[nodiscard]] bool fits_a_file(const Array& array);

/// Reverses the bytes of each sample in place. The bytes hold whole samples of 1, 2, 4 or 8 bytes.
void swap_bytes(std::span<std::byte> bytes, std::size_t sample_bytes);

} // namespace files
