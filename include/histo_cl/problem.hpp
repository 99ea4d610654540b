#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/binning.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/sample.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// Whether a sample equal to the last edge is in the last bin. With `inclusive`, f32 and f64 counts equal
/// those of numpy.histogram, numpy.histogram2d and numpy.histogramdd, unless neighbouring edges are rounded
/// to the same number (docs/binnings.md). Before NumPy 2 the latter two also put an f32 sample in the last
/// bin if it equals the last edge rounded to f32.
enum class LastEdge : std::uint8_t { exclusive, inclusive };

/// What happens to a sample in no bin.
enum class OutOfRange : std::uint8_t {
    dropped, ///< it is not counted
    clamped, ///< it is counted in the first or the last bin; NaN is not
    /// Each axis has three more counters after its bins: below them (underflow), above them (overflow), NaN.
    counted,
};

[[nodiscard]] HISTO_CL_API std::string_view name(LastEdge last_edge) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(OutOfRange out_of_range) noexcept;

/// A bound on float weights that is known before they are summed, see Problem::weight_bound.
struct WeightBound {
    /// A finite positive value that the weights' type can represent. No finite counted weight has a larger
    /// exponent, so all magnitudes are below the next power of two.
    double greatest = 0;
    std::uint64_t elements = 0; ///< maximum number of elements of all parts together, at least 1

    friend bool operator==(const WeightBound&, const WeightBound&) = default;
};

/// What to count. Plain data, independent of devices and without performance knobs.
///
/// A sample x is in bin i exactly when edge[i] <= x < edge[i + 1]; NaN is in none.
struct Problem {
    /// The type in which samples are compared with bounds and edges, and the type of `x` in expressions. Also
    /// the type of samples in memory, unless Layout::arrays specifies another.
    SampleType sample = SampleType::u8;
    /// One binning for each counted channel (up to max_channels), or for each dimension of a joint histogram
    /// (2 or 3). More than 4 axes are counted as columns or in several passes, see Decision::columns and
    /// Decision::passes.
    std::vector<Binning> axes = {EvenBins{256, 0, 256}};
    /// The axes are the dimensions of one histogram, row-major: the last axis is the fastest. As in
    /// numpy.histogramdd, the edges of even bins of float samples are then not rounded to the sample's type;
    /// those of circular bins are.
    bool joint = false;
    LastEdge last_edge = LastEdge::exclusive;
    OutOfRange out_of_range = OutOfRange::dropped;
    Layout layout = {};
    Batch batch = Batch::one;
    /// The type of weights: any sample type except u64 and i64; empty: each element counts 1. See
    /// docs/weights.md for how the sums are the same in every run.
    std::optional<SampleType> weights = {};
    /// Number of weights per element, up to max_weight_vectors, all of that type. The counters are first the
    /// sums of the first weights in all bins, then those of the second, and so on.
    std::uint32_t weight_vectors = 1;
    /// The sums of the squared weights follow all sums of weights, in the same order.
    bool squared_weights = false;
    /// The counts of elements precede the sums of weights, in counters of the same type.
    bool counts_too = false;
    /// For f16, bf16 and f32 weights: each weight is rounded to 29 bits below the power of two above the
    /// greatest weight, regardless of the number of elements. This is the fastest way to sum weights in many
    /// channels. Otherwise sums keep 94 bits, less log2 of the number of elements.
    bool narrow_weights = false;
    /// u32 or u64: a list of indices of that type selects the elements to count, in any order; an element
    /// listed twice counts twice. Empty: all elements of the shape are counted. For flat layouts in one
    /// buffer.
    std::optional<SampleType> indices = {};
    /// Weights are in the order of the indices: weight n belongs to the n-th index, not to the n-th element.
    bool listed_weights = false;
    CounterType counter = CounterType::u32;
    /// Maximum number of elements of one enqueue, 0 if unknown. It determines the size of the launch; u32
    /// counters that it could overflow are rejected by validate().
    std::uint64_t max_samples = 0;
    /// For float weights: the sums' fixed-point unit follows from this bound, not from the job's weights, so
    /// that any split into parts with the same bound adds up to the same bits (see Partial), and no first
    /// pass over the weights is needed. weight_bound() returns the bound that a call without one uses. A job
    /// of more elements is Error(invalid_argument) before anything is enqueued. A weight beyond the bound is
    /// Error(invalid_argument) from calls that return the sums; Plan::enqueue, which does not wait, writes a
    /// NaN to its bin.
    std::optional<WeightBound> weight_bound = {};

    /// Number of counters of one axis: its bins, and three more with OutOfRange::counted.
    [[nodiscard]] HISTO_CL_API std::uint64_t extent(std::size_t axis) const noexcept;

    /// Number of bins of one histogram, including those for samples out of range: the sum of the axes'
    /// extents (in the order of the axes), or their product for a joint histogram. UINT64_MAX if beyond 64
    /// bits.
    [[nodiscard]] HISTO_CL_API std::uint64_t cells() const noexcept;

    /// Number of counters per cell: 1 without weights; otherwise weight_vectors, twice that with
    /// squared_weights, and 1 more with counts_too.
    [[nodiscard]] HISTO_CL_API std::uint32_t counters_per_cell() const noexcept;

    /// Number of counters of one histogram, [sum][cell]: cells() times counters_per_cell().
    [[nodiscard]] HISTO_CL_API std::uint32_t counters() const noexcept;

    /// The channel that an axis counts.
    [[nodiscard]] HISTO_CL_API std::uint32_t channel(std::size_t axis) const noexcept;

    /// Number of samples per element.
    [[nodiscard]] HISTO_CL_API std::uint32_t channels() const noexcept;

    /// The edges of one axis, one more than it has bins, each rounded to the nearest double. For float
    /// samples they are exact, and those of numpy.linspace; for integer samples an edge is a rational, which
    /// is rounded here, but not for the counts. Circular bins end at edge 0 + period, which is not rounded to
    /// the sample's type. Throws like validate(), and Error(invalid_argument) for custom bins, which have no
    /// edges, and for an axis that does not exist.
    [[nodiscard]] HISTO_CL_API std::vector<double> edges(std::size_t axis = 0) const;
    /// The same edges as Numbers. Whole edges of integer samples are integers. An edge that is not whole
    /// although its nearest double is becomes the next integer, which is the smallest in the bin. Edges of
    /// 64-bit integers are therefore exact. Those of EdgeBins are as given.
    [[nodiscard]] HISTO_CL_API std::vector<Number> edge_numbers(std::size_t axis = 0) const;

    /// Throws Error(invalid_argument), whose message says what was given and what is allowed, for: no axes or
    /// too many, no bins or more than max_bins counters, bounds or edges that are NaN or do not increase,
    /// bounds that are not finite, a range too fine or too wide for its type, an invalid expression, channels
    /// that do not exist, a stride that is too small or not a multiple of the sample's size, not one array
    /// per channel or one whose type does not convert exactly, a batch that the layout does not support,
    /// weights or counters of the wrong type, too many weights per element, weight_vectors above 1 or
    /// counts_too without weights, narrow weights of another type or with squares, indices of another type or
    /// layout, listed weights without weights or indices, a weight bound that is invalid or without float
    /// weights, u32 counters that max_samples could overflow.
    HISTO_CL_API void validate() const;

    friend bool operator==(const Problem&, const Problem&) = default;
};

/// Whether an axis has custom bins.
[[nodiscard]] HISTO_CL_API bool has_custom_bins(const Problem& problem) noexcept;

/// A description, e.g. "u8 samples into 256 even bins over [0, 256), u32 counters".
[[nodiscard]] HISTO_CL_API std::string to_string(const Problem& problem);

} // namespace histo_cl::inline HISTO_CL_ABI
