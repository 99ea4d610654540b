#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"
#include "histo_cl/image.hpp"
#include "histo_cl/limits.h"
#include "histo_cl/sample.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

struct Problem;

/// Maximum number of channels of an element that are stored side by side or in planes, and of axes of a
/// problem: 65,536.
inline constexpr std::uint32_t max_channels = HISTO_CL_MAX_CHANNELS;

/// Maximum number of channels of an image, and of channels that are stored in separate arrays: 4.
inline constexpr std::uint32_t max_arrays = HISTO_CL_MAX_ARRAYS;

/// Maximum number of weights per element: 4.
inline constexpr std::uint32_t max_weight_vectors = HISTO_CL_MAX_WEIGHT_VECTORS;

/// Maximum number of histograms in one batch: 2^31.
inline constexpr std::uint64_t max_histograms = HISTO_CL_MAX_HISTOGRAMS;

/// How the channels of an element are stored: side by side, each in its own plane, or each in its own array,
/// such as the columns of a table.
enum class Order : std::uint8_t { interleaved, planar, separate };

/// For samples of 4 bits, two to a byte: whether the sample in the low bits of a byte comes first, or the one
/// in the high bits. `none`: samples do not have 4 bits.
enum class Nibbles : std::uint8_t { none, low_first, high_first };

/// The properties of one channel's array, for Order::separate; see Layout::arrays. A plan is compiled for
/// these properties.
struct Array {
    /// The type of the samples in memory. It must convert exactly to Problem::sample, see converts_exactly().
    SampleType sample = SampleType::u8;
    /// Bytes from one sample to the next in a row, a multiple of the sample's size; 0: packed.
    std::uint64_t stride = 0;

    friend bool operator==(const Array&, const Array&) = default;
};

/// The part of the memory layout that a plan is compiled for; a Shape has the part that may vary. An
/// *element* (a pixel, a point, a record) holds one sample for each channel.
struct Layout {
    /// Samples per element: 1 to max_channels, or to max_arrays for separate channels and images; 0: the
    /// number of axes.
    std::uint32_t channels = 0;
    /// The channel that each axis counts, e.g. {2, 0}; empty: axis i counts channel i.
    std::vector<std::uint32_t> active = {};
    Order order = Order::interleaved; ///< how the channels of an element are stored
    /// Bytes from one element to the next in a row, e.g. the size of a struct of which one field is counted.
    /// A multiple of the sample's size, and at least the size of the samples that are side by side. 0:
    /// packed. For separate channels it must be 0, because their arrays have their own strides.
    std::uint64_t stride = 0;
    /// Whether the elements are in rows, like the pixels of an image; Shape::region is then counted.
    bool rows = false;
    bool mask = false; ///< whether each element has a mask byte; if the byte is 0, the element is not counted
    /// If set, the samples are the channels of an OpenCL image instead of a buffer; see docs/images.md.
    /// `order` must then be interleaved, `stride` 0, and `rows` true except for image1d and image1d_buffer,
    /// which are flat.
    std::optional<ImageLayout> image = {};
    /// For separate channels: the properties of each channel's array. Empty: all arrays are packed and of
    /// type Problem::sample.
    std::vector<Array> arrays = {};
    /// Planar: number of channels side by side in each plane, e.g. 4 in LightGBM's GPU tables, which have a
    /// word of 32 bits for each element. The last plane may have unused channels. Only for flat layouts.
    std::uint32_t plane_channels = 1;
    /// Samples of 4 bits, two to a byte, counted as u8. With several channels side by side, each element
    /// begins at a byte; a single channel (of a plane) is packed without padding. Strides, pitches and
    /// Job::sample_offset are in bytes. Only for flat layouts in one buffer.
    Nibbles nibbles = Nibbles::none;
    /// u32 or u64: a list of indices of that type selects the elements to count, in any order; an element
    /// that is listed twice counts twice. Empty: all elements of the shape are counted. Only for flat layouts
    /// in one buffer.
    std::optional<SampleType> indices = {};

    friend bool operator==(const Layout&, const Layout&) = default;
};

/// Whether one enqueue counts one histogram or many, and which elements belong to which histogram.
enum class Batch : std::uint8_t {
    one,      ///< a single histogram of all elements
    segments, ///< flat layouts: a histogram for every Shape::segment elements
    ragged,   ///< flat layouts: histogram h has elements [offsets[h], offsets[h + 1])
    /// Layouts in rows: a histogram for each tile of the region (and of each slice). Tiles at the right and
    /// lower edges may be smaller.
    tiles,
};

/// @{
/// The name of a value, e.g. "planar".
[[nodiscard]] HISTO_CL_API std::string_view name(Order order) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(Batch batch) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(Nibbles nibbles) noexcept;
/// @}

/// The rectangle of an image that is counted, in elements.
struct Region {
    std::uint64_t x = 0;      ///< the first column
    std::uint64_t y = 0;      ///< the first row
    std::uint64_t width = 0;  ///< number of columns
    std::uint64_t height = 0; ///< number of rows
    /// The first slice of an image3d or of an array of 2-D images. The same rectangle of all slices is
    /// counted. In the mask and the weights, the rows of a slice follow those of the previous slice.
    std::uint64_t z = 0;
    std::uint64_t depth = 1; ///< number of slices
};

/// The part of the memory layout that may vary from one enqueue to the next: the number of elements, and the
/// distances between rows. The problem decides which members are used; the others must be at their defaults.
struct Shape {
    /// Flat layouts: number of elements to count. For problems with indices: the number of indices. Required
    /// in a Job; if it is not set in HostData, all elements (or indices) are counted.
    std::optional<std::uint64_t> count = {};
    /// For problems with indices: the number of elements in memory; indices are 0 to source_count − 1.
    /// Required in a Job; in HostData, 0 means all elements of `samples`.
    std::uint64_t source_count = 0;
    Region region = {}; ///< layouts in rows: the part of the image to count

    /// Layouts in rows: bytes from one row of samples to the next, in every array of separate channels. A
    /// multiple of the sample's size; rows may overlap. 0: packed rows of region.x + region.width elements.
    /// Must be 0 for images.
    std::uint64_t pitch = 0;
    /// Layouts in rows: bytes from one row of the mask to the next. Rows may overlap. 0: packed rows of
    /// region.x + region.width bytes.
    std::uint64_t mask_pitch = 0;
    /// Layouts in rows: bytes from one row of weights to the next, a multiple of the weight's size. Rows may
    /// overlap. 0: packed rows of region.x + region.width weights, or of one weight with WeightPer::row. Must
    /// be 0 with WeightPer::column, because all rows share the weights of columns.
    std::uint64_t weight_pitch = 0;
    /// Planar: bytes from one plane to the next, a multiple of the sample's size. 0: packed planes; flat
    /// layouts have `count` elements per plane (`source_count` with indices), layouts in rows have region.y +
    /// region.height rows.
    std::uint64_t plane_pitch = 0;

    /// Batch::segments: elements per histogram; `count` must be a multiple of this.
    std::uint64_t segment = 0;
    /// Batch::ragged: the first element of each histogram, followed by the end of the last histogram. There
    /// is therefore one offset more than there are histograms. Offsets never decrease, and the last is at
    /// most `count`. They are read during the enqueue only.
    std::span<const std::uint64_t> offsets = {};
    std::uint64_t tile_width = 0;  ///< Batch::tiles: width of a tile, in elements
    std::uint64_t tile_height = 0; ///< Batch::tiles: height of a tile, in elements
};

/// Number of elements that a shape counts: its count (0 if not set), or for layouts in rows the product of
/// the region's width, height and depth (UINT64_MAX if that is beyond 64 bits).
[[nodiscard]] HISTO_CL_API std::uint64_t elements(const Problem& problem, const Shape& shape) noexcept;

/// Number of histograms that a shape counts: 1, or the number of segments or tiles of a batch. Tiles are
/// numbered row by row. The counts are [histogram][counter]; each histogram has Problem::counters() counters.
[[nodiscard]] HISTO_CL_API std::uint64_t histograms(const Problem& problem, const Shape& shape) noexcept;

/// Number of bytes that counting a shape reads from each buffer, from the job's offset on. With a stride, the
/// last element ends after its last counted sample or its weight. `samples` is 0 for an image and for
/// separate channels.
struct Footprint {
    std::uint64_t samples = 0; ///< bytes of samples
    std::uint64_t mask = 0;    ///< bytes of the mask
    std::uint64_t weights = 0; ///< bytes of each weight vector
    std::uint64_t indices = 0; ///< bytes of the indices
    /// For separate channels: the bytes of each array; 0 if no axis counts the channel.
    std::array<std::uint64_t, max_arrays> arrays = {};
};

/// The number of bytes that counting the shape reads.
///
/// Throws like Problem::validate(), and Error(invalid_argument) for:
///
/// - members that the problem does not use, and a weight_pitch with WeightPer::column;
/// - a flat layout without a count, and indices without a source_count;
/// - a pitch that is not a multiple of the size of a sample or weight;
/// - offsets that are missing, decrease or exceed the count, a count that is not a multiple of the segment,
///   and tiles or segments of 0 elements;
/// - more than max_histograms histograms, and sizes beyond 64 bits;
/// - more elements than Problem::max_samples, the weight bound or a u32 counter allows.
[[nodiscard]] HISTO_CL_API Footprint footprint(const Problem& problem, const Shape& shape);

} // namespace histo_cl::inline HISTO_CL_ABI
