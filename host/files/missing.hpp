#pragma once

#include <histo_cl/number.hpp>
#include <histo_cl/sample.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace files {

/// The elements of a reader, and which of their samples are no data.
struct Elements {
    std::size_t samples = 1; ///< of an element
    /// The samples of an element that are counted: where one is missing, so is the element. None: all.
    std::vector<std::uint32_t> counted = {};
    bool leave_out_alpha = false; ///< of images; elements have one sample then
    /// Missing elements are read like others, by one thread, and SampleReader::present() says which they are.
    bool keep_missing = false;
};

/// The values that mark samples of a file as missing, as bits of their type.
struct Markers {
    histo_cl::SampleType type = histo_cl::SampleType::u8;
    std::vector<std::uint64_t> bits = {};
};

/// A number as the bits of a sample: integers exactly, floats rounded as samples are. Empty if the type has
/// no such value.
[[nodiscard]] std::optional<std::uint64_t> sample_bits(histo_cl::SampleType type,
                                                       const histo_cl::Number& value);

/// How many samples are left out, and why.
struct LeftOut {
    std::uint64_t missing = 0; ///< elements
    std::uint64_t alpha = 0;   ///< samples
};

/// Leaves samples that are no data out of whole elements of a file.
struct Sieve {
    const Markers& markers; ///< in their own type a NaN equals any NaN
    const Elements& elements;
    std::uint32_t alpha_step; ///< every n-th sample is alpha; 0: none is
    std::uint64_t first;      ///< the number of the first sample in its file
    std::vector<std::byte>*
        present; ///< a byte for each element is appended, 0: missing; null: they are dropped
};

/// Moves the elements that stay to `to`, which is not after them, and returns their bytes.
[[nodiscard]] std::size_t leave_out(std::span<const std::byte> samples, std::byte* to, const Sieve& sieve,
                                    LeftOut& left_out);

} // namespace files
