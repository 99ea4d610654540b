#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/sample.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// A contiguous range of samples, such as std::vector, std::array or std::span.
template <class Range>
concept SampleRange = requires(const Range& samples) {
    requires Sample<std::remove_pointer_t<decltype(std::data(samples))>>;
    std::size(samples);
};

/// A view of a contiguous range in host memory, at any alignment: the type of its values, and its bytes.
/// Every SampleRange converts to it. The memory must outlive the view: a temporary range lives only until the
/// end of the statement.
struct HostArray {
    /// The type of the values; empty for std::byte, which holds values of any type.
    std::optional<SampleType> type = {};
    std::span<const std::byte> bytes = {}; ///< the memory

    /// No values.
    HostArray() = default;
    /// Values of the type `of`.
    HostArray(SampleType of, std::span<const std::byte> memory) noexcept : type(of), bytes(memory) {}
    /// The values of a range. A range of std::byte has no type.
    template <SampleRange Range>
    HostArray(const Range& values) noexcept // NOLINT(google-explicit-constructor): a range is an array
        : bytes(std::as_bytes(std::span(std::data(values), std::size(values)))) {
        using Value = std::remove_cvref_t<decltype(*std::data(values))>;
        if constexpr (!std::is_same_v<Value, std::byte>) type = sample_type_of<Value>();
    }
    /// Not accepted, because a literal would include its terminating zero: use std::string_view.
    template <std::size_t size>
    HostArray(const char (&literal)[size]) = delete; // NOLINT(*-avoid-c-arrays)
    /// Not accepted, because its values are single bits: use std::vector<std::uint8_t>.
    HostArray(const std::vector<bool>& bits_instead_of_bytes) = delete;
};

/// Data in host memory to count. Each array starts with the first sample, mask byte, weight or index. Calls
/// throw Error(invalid_argument) for an array whose type is not the problem's, and for a mask whose values
/// are larger than a byte.
struct HostData {
    /// The samples. In a flat layout without Shape::count, all samples are counted; these must then be whole
    /// elements. With a Layout::stride, the array may end right after the last counted sample. Empty: no
    /// elements.
    HostArray samples = {};
    Shape shape = {};    ///< which elements are counted
    HostArray mask = {}; ///< for a layout with a mask: a byte for each element
    /// For a problem with weights: a weight for each element, or with Weights::per for each row or column.
    /// With a Weights::stride, the array may end right after the last weight.
    HostArray weights = {};
    /// For several weights per element, instead of `weights`: an array for each weight vector.
    std::span<const HostArray> weight_vectors = {};
    /// The indices, for a problem with indices. Calls throw Error(invalid_argument) for an index of
    /// Shape::source_count or more.
    HostArray indices = {};
    /// For separate channels, instead of `samples`: an array for each channel, empty if no axis counts the
    /// channel. Without Shape::count, all counted channels must have the same number of samples.
    std::span<const HostArray> arrays = {};
    /// Declares that all of the data is page-locked, such as the mapping of a CL_MEM_ALLOC_HOST_PTR buffer.
    /// The data is then not copied to staging memory for a GPU. If the declaration is wrong, counting is
    /// slower, but the counts are the same.
    bool pinned = false;
};

} // namespace histo_cl::inline HISTO_CL_ABI
