#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/binning.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/export.h"
#include "histo_cl/layout.hpp"
#include "histo_cl/sample.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// Whether a sample equal to the last edge is in the last bin. With `inclusive`, counts of f32 and f64
/// samples equal those of numpy.histogram, numpy.histogram2d and numpy.histogramdd, unless neighbouring edges
/// are rounded to the same number (docs/binnings.md). Before NumPy 2, histogram2d and histogramdd also put an
/// f32 sample in the last bin if it equals the last edge rounded to f32.
enum class LastEdge : std::uint8_t { exclusive, inclusive };

/// How a sample that is in no bin is counted.
enum class OutOfRange : std::uint8_t {
    dropped, ///< it is not counted
    clamped, ///< it is counted in the first or the last bin, whichever is nearer; NaN is not counted
    /// Each axis has three more counters after its bins: for samples below the bins (underflow), for samples
    /// above the bins (overflow), and for NaN.
    counted,
};

/// The order of a histogram's counters if each cell has several counters. A cell has the count of elements,
/// the sums of the weights, and the sums of the squared weights, in this order. The problem decides which of
/// them exist.
enum class CounterOrder : std::uint8_t {
    by_sum,  ///< [sum][cell]: the counters of all cells for one sum are side by side
    by_cell, ///< [cell][sum]: the counters of one cell are side by side
};

/// The name of a value, e.g. "by_sum".
[[nodiscard]] HISTO_CL_API std::string_view name(CounterOrder order) noexcept;

/// What a cell holds: the sum, or an extreme, of the weights of its elements.
enum class Accumulator : std::uint8_t {
    sum,
    /// The least weight. An empty cell has the greatest value of the counter's type, for floats infinity.
    minimum,
    /// The greatest weight. An empty cell has the least value of the counter's type, for floats -infinity.
    maximum,
};

/// How an element is spread over several bins of an axis. Each of these bins gets a fraction of the element's
/// weight (docs/splitting.md).
enum class Splitting : std::uint8_t {
    none, ///< not at all: a sample is in one bin
    /// Splits an element between the two bins with the nearest centres, in proportion to the distance from
    /// the other centre (cloud-in-cell).
    linear,
    /// Splits an element over the bins that the interval [x - d, x + d] overlaps, in proportion to the
    /// overlap. The axes of the samples x come first. After them come as many axes of HalfWidths, in the same
    /// order, whose samples are the half widths d.
    interval,
};

/// @{
/// The name of a value, e.g. "clamped".
[[nodiscard]] HISTO_CL_API std::string_view name(Splitting splitting) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(LastEdge last_edge) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(OutOfRange out_of_range) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(Accumulator accumulator) noexcept;
/// @}

/// Which elements share a weight. Rows and columns are numbered from the first in memory, not from the first
/// in the region.
enum class WeightPer : std::uint8_t {
    element, ///< each element has its own weight
    /// Layouts in rows: all elements of a row have one weight; Shape::weight_pitch is the distance from the
    /// weight of one row to that of the next.
    row,
    column, ///< layouts in rows: all elements of a column have one weight, in all slices as well
};

/// The name of a value, e.g. "row".
[[nodiscard]] HISTO_CL_API std::string_view name(WeightPer per) noexcept;

/// A bound on float weights that is known before they are summed, see Weights::bound.
struct WeightBound {
    /// A finite positive value in the range of the weights' type. No finite counted weight may have a larger
    /// exponent: all magnitudes must be below the next power of two above this value.
    double maximum = 0;
    std::uint64_t elements = 0; ///< maximum number of elements of all parts together, at least 1

    friend bool operator==(const WeightBound&, const WeightBound&) = default;
};

/// The weights of a problem. If `type` is empty, there are no weights: each element counts 1, and all other
/// members must be at their defaults, except `order`, and `squares` with splitting.
struct Weights {
    /// Any sample type except u64 and i64. Sums have the same bits in every run; docs/weights.md says how.
    std::optional<SampleType> type = {};
    /// Whether there are also counts of elements. They precede the sums, minima or maxima of weights, in
    /// counters of the same type. With splitting, sums of fractions take the place of the counts, as in a
    /// problem without weights.
    bool counts = false;
    /// Whether there are also sums of the squared weights. They follow all sums of weights, in the same
    /// order. With splitting, they are sums of the squared fractions of weights.
    bool squares = false;
    /// With `minimum` or `maximum`, each cell keeps the exact minimum or maximum of the weights, in a counter
    /// of the type that a sum has. -0 is below +0, and a NaN makes a cell NaN, as in numpy.minimum. `minimum`
    /// and `maximum` cannot be combined with `squares`, `narrow`, a bound or f32 counters. Devices need
    /// 64-bit atomics (cl_khr_int64_base_atomics) for f64 weights.
    Accumulator accumulator = Accumulator::sum;
    /// Number of weights per element, 1 to max_weight_vectors, all of type `type`. The sums of the first
    /// weights come first, then the sums of the second weights, and so on.
    std::uint32_t vectors = 1;
    /// Bytes from one weight of a vector to the next in a row (WeightPer::row: to the weight of the next
    /// row), a multiple of the weight's size; 0: packed. E.g. 16 if the weights are the four components of a
    /// float4; their Job::weight_vectors then have the offsets 0 to 3.
    std::uint64_t stride = 0;
    WeightPer per = WeightPer::element; ///< which elements share a weight, in every weight vector
    /// With Layout::indices: whether weights are in the order of the indices. Weight n then belongs to the
    /// n-th index, not to the n-th element.
    bool listed = false;
    /// The order of counters wherever they are written; the words of a Partial are always by_sum.
    CounterOrder order = CounterOrder::by_sum;
    /// For f16, bf16 and f32 weights: whether each weight is rounded to a multiple of a unit that does not
    /// depend on the number of elements. The unit is 2^-29 times the power of two above the greatest weight,
    /// but at least 2^-120. This is the fastest way to sum weights in many channels. Without `narrow`, a
    /// weight keeps 94 bits below that power of two, minus log2 of the number of elements.
    bool narrow = false;
    /// For float weights: the fixed-point unit of the sums follows from this bound instead of from the job's
    /// weights. Parts of the data with the same bound then add up to the same bits (see Partial), and no
    /// first pass over the weights is needed. weight_bound() returns the bound that a call without a bound
    /// uses.
    ///
    /// For a job with more elements than the bound allows, calls throw Error(invalid_argument) before
    /// anything is enqueued. For a weight beyond the bound, calls that return the sums throw
    /// Error(invalid_argument); Plan::enqueue, which does not wait, writes a NaN to the counter of that
    /// weight.
    std::optional<WeightBound> bound = {};

    friend bool operator==(const Weights&, const Weights&) = default;
};

/// What to count. Plain data, independent of devices and without performance knobs.
///
/// A sample x is in bin i exactly when edge[i] <= x < edge[i + 1]; NaN is in no bin.
struct Problem {
    /// The type in which samples are compared with edges, and the type of `x` in expressions (float for f16
    /// and bf16). Also the type of samples in memory, unless Layout::arrays specifies another type or the
    /// channels of Layout::image have another type.
    SampleType sample = SampleType::u8;
    /// Required: a binning for each counted channel (up to max_channels), or for each dimension of a joint
    /// histogram (2 or 3). More than 4 axes are counted as columns or in several passes, see
    /// Decision::columns and Decision::passes.
    std::vector<Binning> axes = {};
    /// Whether the axes are the dimensions of one histogram, in row-major order: the last axis varies
    /// fastest. As in numpy.histogramdd, the edges of even bins of float samples are then doubles, not
    /// rounded to the sample's type. Edges of circular bins are rounded in joint histograms, too.
    bool joint = false;
    LastEdge last_edge = LastEdge::exclusive; ///< whether a sample equal to the last edge is in the last bin
    OutOfRange out_of_range = OutOfRange::dropped; ///< how samples in no bin are counted
    /// How elements are split over bins. Unless this is `none`, the problem must have 1 to 3 axes of even
    /// bins (`interval`: 1 or 2, followed by as many axes of half widths); samples of at most 32 bits, or f64
    /// samples; f64 or f32 counters; and float weights or no weights. Without weights, the counters are sums
    /// of fractions. Splitting cannot be combined with narrow weights, minima, maxima, indices or
    /// LastEdge::inclusive.
    Splitting splitting = Splitting::none;
    Layout layout = {};       ///< how the samples are stored
    Batch batch = Batch::one; ///< one histogram or many
    Weights weights = {};     ///< what each element adds to its bin
    /// The type that Plan::enqueue() writes. u8 and u16 counters are only for counts without weights. They
    /// saturate, for any number of elements: counts that would exceed 255 or 65,535 are 255 or 65,535. Sums
    /// of weights need u64, i64, f64 or f32 (docs/weights.md). Calls that return a Histogram also saturate
    /// with u8 and u16, and round sums with f32; otherwise they use counters of 64 bits.
    CounterType counter = CounterType::u32;
    /// Maximum number of elements of one enqueue; 0: unknown. The size of launches depends on it. validate()
    /// rejects u32 counters that this many elements could overflow.
    std::uint64_t max_samples = 0;

    /// Number of counters of one axis: its bins, and three more with OutOfRange::counted. 0 for HalfWidths
    /// and for an axis that does not exist.
    [[nodiscard]] HISTO_CL_API std::uint64_t extent(std::size_t axis) const noexcept;

    /// Number of cells of one histogram. Its cells are the bins and, with OutOfRange::counted, the counters
    /// for samples out of range. The number is the sum of the axes' extents, and cells are in the order of
    /// the axes. For a joint histogram it is the product of the extents. UINT64_MAX if beyond 64 bits.
    [[nodiscard]] HISTO_CL_API std::uint64_t cells() const noexcept;

    /// Number of counters per cell: Weights::vectors, twice that with squares, and 1 more with counts.
    /// Without weights it is 1, or 2 with splitting and squares.
    [[nodiscard]] HISTO_CL_API std::uint32_t counters_per_cell() const noexcept;

    /// Number of counters of one histogram: cells() times counters_per_cell(). UINT32_MAX if beyond 32 bits,
    /// which validate() rejects.
    [[nodiscard]] HISTO_CL_API std::uint32_t counters() const noexcept;

    /// The channel that an axis counts.
    [[nodiscard]] HISTO_CL_API std::uint32_t channel(std::size_t axis) const noexcept;

    /// Number of samples per element.
    [[nodiscard]] HISTO_CL_API std::uint32_t channels() const noexcept;

    /// The edges of one axis, one more than the axis has bins, each rounded to the nearest double. For float
    /// samples the edges of even bins are exact, and equal to those of numpy.linspace. For integer samples an
    /// edge can be a rational number, which is rounded here but not for counting. The last edge of circular
    /// bins is edge 0 + period, not rounded to the sample's type. Throws like validate(), and
    /// Error(invalid_argument) for custom bins, which have no edges, and for an axis that does not exist.
    [[nodiscard]] HISTO_CL_API std::vector<double> edges(std::size_t axis = 0) const;
    /// The edges, like edges(), as Numbers. For EdgeBins, they are the given edges. For even and circular
    /// bins of integer samples, whole edges are integers, and an edge that is not whole is a double. If
    /// rounding to a double would make that edge whole, the edge is instead the next integer, which is the
    /// smallest integer in the bin. Edges of 64-bit integers therefore separate the bins exactly.
    [[nodiscard]] HISTO_CL_API std::vector<Number> edge_numbers(std::size_t axis = 0) const;

    /// Throws Error(invalid_argument), whose message says what was given and what is allowed, for:
    ///
    /// - no axes or too many, and no bins or too many (max_bins, max_counters);
    /// - bounds or edges that are NaN or do not increase, bounds that are infinite, and bounds that the kind
    ///   of bins does not allow for the sample's type;
    /// - an invalid expression;
    /// - channels that do not exist, and a stride that is too small or not a multiple of the sample's size;
    /// - a number of arrays other than one per channel, and an array whose type does not convert exactly;
    /// - nibbles with another sample type than u8, and nibbles or planes of several channels in a layout that
    ///   is not flat;
    /// - an image whose kind or type does not fit the rest of the problem;
    /// - a batch that the layout does not support;
    /// - weights or counters of the wrong type, an invalid CounterOrder, and too many weights per element;
    /// - members of Weights that need a type, if there is none;
    /// - a Weights::stride that is not a multiple of the weight's size, and weights per row or column in a
    ///   flat layout;
    /// - a minimum or maximum with members that only sums support;
    /// - what the member `splitting` excludes;
    /// - narrow weights with squares, or of a type other than f16, bf16 and f32;
    /// - indices of a type other than u32 and u64, in a layout that does not support them, or with custom
    ///   bins that use `i`;
    /// - listed weights without weights or indices;
    /// - a weight bound that is invalid, or without float weights;
    /// - u32 counters that max_samples could overflow.
    HISTO_CL_API void validate() const;

    friend bool operator==(const Problem&, const Problem&) = default;
};

/// Whether an axis has custom bins.
[[nodiscard]] HISTO_CL_API bool has_custom_bins(const Problem& problem) noexcept;

/// A description, e.g. "u8 samples into 256 even bins over [0, 256), u32 counters".
[[nodiscard]] HISTO_CL_API std::string to_string(const Problem& problem);

} // namespace histo_cl::inline HISTO_CL_ABI
