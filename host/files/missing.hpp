#pragma once

#include <histo_cl/number.hpp>
#include <histo_cl/sample.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace files {

/// How a reader groups samples into elements, and which elements it leaves out.
struct Elements {
    std::size_t samples = 1; ///< samples per element
    /// The samples of an element that are counted. If one of them is missing, the whole element is missing.
    /// Empty: all samples.
    std::vector<std::uint32_t> counted = {};
    bool leave_out_alpha = false; ///< leaves out the alpha of images; elements must have one sample
    /// Missing elements are read like others, and SampleReader::present() marks them. Only one thread may
    /// read then.
    bool keep_missing = false;
};

/// The values that mark samples of a file as missing, as bits of their type.
struct Markers {
    histo_cl::SampleType type = histo_cl::SampleType::u8;
    std::vector<std::uint64_t> bits = {};
    /// Whether each sample of an element can be marked, such as a column of numbers. Empty: all can.
    std::vector<bool> apply = {};
};

/// Returns the bits of a sample with that value: integers exactly, floats rounded to the type. Empty if the
/// type has no such value.
[[nodiscard]] std::optional<std::uint64_t> sample_bits(histo_cl::SampleType type,
                                                       const histo_cl::Number& value);

/// The numbers of elements and samples that are left out, by reason.
struct LeftOut {
    std::uint64_t missing = 0; ///< number of missing elements
    std::uint64_t alpha = 0;   ///< number of samples of alpha
};

/// The parameters for removing missing elements and alpha from whole elements of a file.
struct Sieve {
    const Markers& markers; ///< a NaN among them matches any NaN
    const Elements& elements;
    std::uint32_t alpha_step; ///< every n-th sample is alpha; 0: none is
    std::uint64_t first;      ///< the index of the first sample in its file
    /// A byte per element is appended, which is 0 if the element is missing. If null, missing elements are
    /// dropped.
    std::vector<std::byte>* present;
};

/// Moves the remaining elements to `to`, which must not begin after `samples`. Returns their number of bytes,
/// and adds to `left_out`.
[[nodiscard]] std::size_t leave_out(std::span<const std::byte> samples, std::byte* to, const Sieve& sieve,
                                    LeftOut& left_out);

} // namespace files
