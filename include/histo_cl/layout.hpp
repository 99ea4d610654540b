#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/image.hpp"
#include "histo_cl/limits.hpp"
#include "histo_cl/sample.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

struct Problem;

/// Maximum number of channels of an element, and so of axes of a problem: 65,536 side by side or in planes.
inline constexpr std::uint32_t max_channels = HISTO_CL_MAX_CHANNELS;

/// Maximum number of separate channels, and of channels of an image.
inline constexpr std::uint32_t max_arrays = HISTO_CL_MAX_ARRAYS;

/// Maximum number of weights per element.
inline constexpr std::uint32_t max_weight_vectors = HISTO_CL_MAX_WEIGHT_VECTORS;

/// Maximum number of histograms in one batch: 2^31.
inline constexpr std::uint64_t max_histograms = HISTO_CL_MAX_HISTOGRAMS;

/// How the channels of an element are stored: side by side, each in its own plane, or each in its own array,
/// such as the columns of a table.
enum class Order : std::uint8_t { interleaved, planar, separate };

/// Which of the two samples of 4 bits in a byte comes first: the one in its low bits, or in its high bits.
enum class Nibbles : std::uint8_t { none, low_first, high_first };

/// The fixed properties of the array that holds one channel; see Layout::arrays.
struct Array {
    /// The type of the samples in memory. It converts exactly to Problem::sample, see converts_exactly().
    SampleType sample = SampleType::u8;
    /// Bytes from one sample to the next in a row, a multiple of the sample's size; 0: packed.
    std::uint64_t stride = 0;

    friend bool operator==(const Array&, const Array&) = default;
};

/// The fixed part of how samples lie in memory; a plan is compiled for it. An *element* (a pixel, a point, a
/// record) holds one sample for each channel.
struct Layout {
    /// Samples per element: 1 to max_channels, or to max_arrays for separate channels and images; 0: the
    /// number of axes.
    std::uint32_t channels = 0;
    /// The channel that each axis counts, e.g. {2, 0}; empty: axis i counts channel i.
    std::vector<std::uint32_t> active = {};
    Order order = Order::interleaved;
    /// Bytes from one element to the next in a row, e.g. the sizeof of a struct with a counted field: a
    /// multiple of the sample's size, at least the size of the element's samples; 0: packed. 0 for separate
    /// channels, whose arrays have their own strides.
    std::uint64_t stride = 0;
    bool rows = false; ///< the elements are rows of an image, and a Shape says which region is counted
    bool mask = false; ///< each element has a mask byte; if it is 0 the element is not counted
    /// The samples are the channels of an image, not of a buffer; see docs/images.md. `order` must then be
    /// interleaved, `stride` 0, and `rows` true except for image1d and image1d_buffer, which are flat.
    std::optional<ImageLayout> image = {};
    /// Separate channels: the array of each; empty: all are packed and of Problem::sample.
    std::vector<Array> arrays = {};
    /// Planar: number of channels side by side in each plane, e.g. 4 in LightGBM's GPU tables, which have a
    /// word of 32 bits for each element. The last plane may hold fewer. Not for layouts in rows.
    std::uint32_t plane_channels = 1;
    /// Samples of 4 bits, two to a byte, counted as u8. With several channels side by side, each element
    /// begins at a byte; a single channel (in its plane) is packed without padding. Strides, pitches and
    /// Job::sample_offset count bytes. For flat layouts in one buffer.
    Nibbles nibbles = Nibbles::none;

    friend bool operator==(const Layout&, const Layout&) = default;
};

/// Whether one enqueue counts one histogram or many, and how they share the elements.
enum class Batch : std::uint8_t {
    one,      ///< a single histogram
    segments, ///< flat: each Shape::segment elements are one histogram
    ragged,   ///< flat: elements [offsets[h], offsets[h + 1]) are histogram h
    /// rows: one histogram per tile of the region (of each slice); tiles at the right and lower edges may be
    /// smaller
    tiles,
};

[[nodiscard]] HISTO_CL_API std::string_view name(Order order) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(Batch batch) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(Nibbles nibbles) noexcept;

/// A rectangle of an image, in elements.
struct Region {
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    /// image2d_array and image3d: the first slice, and the number of slices. All slices have the same
    /// rectangle; the rows of a slice follow those of the previous slice, also in the mask and the weights.
    std::uint64_t z = 0;
    std::uint64_t depth = 1;
};

/// What may vary from one enqueue to the next: the number of elements and the distances of their rows. The
/// problem decides which members are used; the others must be left at 0 or empty.
struct Shape {
    /// Flat layouts: elements to count. Required in a Job; without it, HostData is counted whole. For
    /// problems with indices: the number of indices.
    std::optional<std::uint64_t> count = {};
    /// For problems with indices: the number of elements in memory; indices are 0 to source_count − 1.
    /// Required in a Job; in HostData, 0 means all samples.
    std::uint64_t source_count = 0;
    Region region = {}; ///< layouts in rows: the part of the image to count

    /// Layouts in rows: bytes from one row to the next, of the samples (not of images), of the mask and of
    /// the weights. A multiple of the sample's (weight's) size; rows may overlap. 0: packed, rows of region.x
    /// + region.width elements. With separate channels `pitch` applies to every array.
    std::uint64_t pitch = 0;
    std::uint64_t mask_pitch = 0;
    std::uint64_t weight_pitch = 0;
    /// Planar: bytes from one channel's plane to the next, a multiple of the sample's size. 0: packed,
    /// `count` elements (with indices `source_count`), or region.y + region.height rows of `pitch` bytes. A
    /// packed plane of nibbles has half as many bytes, rounded up.
    std::uint64_t plane_pitch = 0;

    std::uint64_t segment = 0; ///< Batch::segments: elements of each; count is a multiple of it
    /// Batch::ragged: the first element of each histogram, and the end of the last: one more than there are
    /// histograms, at most max_histograms + 1. They never decrease, and the last is at most `count`. Read
    /// during the enqueue only.
    std::span<const std::uint64_t> offsets = {};
    std::uint64_t tile_width = 0;  ///< Batch::tiles: elements of a tile in x …
    std::uint64_t tile_height = 0; ///< … and in y
};

/// Data in host memory to count. Each span starts with the first element's first sample, mask byte or weight,
/// at any alignment.
struct HostData {
    /// In a flat layout without Shape::count, all of them are counted, and they must be whole elements (with
    /// a stride, the last element may end after its last active sample). Empty: no elements.
    std::span<const std::byte> samples = {};
    Shape shape = {};
    std::span<const std::byte> mask = {};    ///< for a layout with a mask
    std::span<const std::byte> weights = {}; ///< for a problem with weights, one of each element
    /// For several weights per element, instead of `weights`: a span per weight.
    std::span<const std::span<const std::byte>> weight_vectors = {};
    /// For a problem with indices. An index beyond the elements is Error(invalid_argument).
    std::span<const std::byte> indices = {};
    /// For separate channels, instead of `samples`: a span per channel, empty where no axis counts the
    /// channel. Without Shape::count all counted channels hold equally many samples.
    std::span<const std::span<const std::byte>> arrays = {};
    /// Declares that all of the data is page-locked, such as the mapping of a CL_MEM_ALLOC_HOST_PTR buffer:
    /// it is then not copied to staging memory for a GPU. If that is wrong, counting is slower, but the
    /// counts are the same.
    bool pinned = false;
};

/// Number of elements that a shape counts: its count (0 if not set), or width times height times depth of its
/// region (UINT64_MAX if that is beyond 64 bits).
[[nodiscard]] HISTO_CL_API std::uint64_t elements(const Problem& problem, const Shape& shape) noexcept;

/// Number of histograms that a shape counts: 1, or the number of the batch's segments or tiles (row by row).
/// The counts are [histogram][axis][bin], Problem::counters() for each histogram.
[[nodiscard]] HISTO_CL_API std::uint64_t histograms(const Problem& problem, const Shape& shape) noexcept;

/// Number of bytes that a shape reads from each buffer, starting at the job's offset. With a stride, the last
/// element ends after its last active sample. 0 for an image, which is not a buffer.
struct Footprint {
    std::uint64_t samples = 0;
    std::uint64_t mask = 0;
    std::uint64_t weights = 0; ///< of each vector of weights
    std::uint64_t indices = 0;
    /// For separate channels, the bytes of each array (`samples` is then 0); 0 if no axis counts the channel.
    std::array<std::uint64_t, max_arrays> arrays = {};
};

/// Throws like Problem::validate(), and Error(invalid_argument) for: members that the problem does not use, a
/// flat layout without a count, a pitch that is not a multiple of the sample's size, decreasing offsets, a
/// count that is not whole segments, tiles or segments of 0 elements, more than max_histograms, sizes beyond
/// 64 bits, and more elements than Problem::max_samples, the weight bound or a u32 counter allows.
[[nodiscard]] HISTO_CL_API Footprint footprint(const Problem& problem, const Shape& shape);

} // namespace histo_cl::inline HISTO_CL_ABI
