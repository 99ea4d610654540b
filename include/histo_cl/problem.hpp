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

/// Whether a sample equal to the last edge is in the last bin. With `inclusive` f32 and f64 counts equal
/// those of numpy.histogram, numpy.histogram2d and numpy.histogramdd, unless neighbouring edges are rounded
/// to the same number (docs/binnings.md). (Before NumPy 2 the latter two take an f32 sample for one on the
/// last edge if it is the edge rounded to f32.)
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

/// What is known of float weights before they are summed, see Problem::weight_bound.
struct WeightBound {
    /// A finite positive value that the weights' type can represent. No finite counted weight has a greater
    /// exponent, so all magnitudes are below the next power of two.
    double greatest = 0;
    std::uint64_t elements = 0; ///< of all parts together, at least 1

    friend bool operator==(const WeightBound&, const WeightBound&) = default;
};

/// What to count. Plain data: independent of devices, and nothing in it is a performance knob.
///
/// A sample x is in bin i exactly when edge[i] <= x < edge[i + 1]; NaN is in none.
struct Problem {
    /// What samples are counted as: bounds, edges and expressions are of this type, and so are the samples in
    /// memory, unless Layout::arrays says otherwise.
    SampleType sample = SampleType::u8;
    /// One for each channel that is counted (up to max_channels), or for each dimension of a joint histogram
    /// (2 or 3). More than 4 axes take several passes, see Decision::passes.
    std::vector<Binning> axes = {EvenBins{256, 0, 256}};
    /// The axes are the dimensions of one histogram, row-major: the last axis is the fastest. The edges of
    /// even bins of float samples are then not rounded to the sample's type, as in numpy.histogramdd; those
    /// of circular bins are.
    bool joint = false;
    LastEdge last_edge = LastEdge::exclusive;
    OutOfRange out_of_range = OutOfRange::dropped;
    Layout layout = {};
    Batch batch = Batch::one;
    /// The type of each element's weight: any sample type but u64 and i64; empty: each counts 1. See
    /// docs/weights.md for how the sums are the same in every run.
    std::optional<SampleType> weights = {};
    /// How many weights an element has, up to max_weight_vectors, all of that type. The sums of the first
    /// weights of all bins are followed by those of the second, and so on.
    std::uint32_t weight_vectors = 1;
    /// After all sums of weights come those of their squares, in the same order.
    bool squared_weights = false;
    /// Before the sums of weights come the counts of elements, in the same counters.
    bool counts_too = false;
    /// For f16, bf16 and f32 weights: each is rounded to the 29 bits below the power of two above the
    /// greatest weight, for any number of elements. Devices sum these fastest in many channels at once. Else
    /// weights have 94 bits, less those of the number of elements.
    bool narrow_weights = false;
    /// u32 or u64: a list of indices of that type names the elements that are counted, in any order and as
    /// often as they are named. Empty: all elements of the shape are counted. For flat layouts in one buffer.
    std::optional<SampleType> indices = {};
    /// The weights are those of the list's positions, not of the elements that it names.
    bool listed_weights = false;
    CounterType counter = CounterType::u32;
    /// The maximum elements of one enqueue, 0 if unknown. It sizes the launch; a u32 counter that it could
    /// overflow is rejected at once.
    std::uint64_t max_samples = 0;
    /// For float weights: the fixed point of the sums follows from this bound, not from the job's weights. So
    /// any split into parts with the same bound adds up to the same bits (see Partial), and no pass over the
    /// weights comes first. weight_bound() returns the bound that a call without one uses. A job of more
    /// elements is Error(invalid_argument) before anything is enqueued. So is a weight beyond the bound, from
    /// calls that return the sums; Plan::enqueue, which does not wait, writes a NaN to its bin.
    std::optional<WeightBound> weight_bound = {};

    /// The counters of one axis: its bins, and three more where what is out of range is counted.
    [[nodiscard]] HISTO_CL_API std::uint64_t extent(std::size_t axis) const noexcept;

    /// The bins of one histogram, with the counters of samples out of range: the sum of the axes' extents
    /// (axis by axis), or their product for a joint one. The largest value if beyond 64 bits.
    [[nodiscard]] HISTO_CL_API std::uint64_t cells() const noexcept;

    /// What is counted in each cell: 1 without weights; else weight_vectors sums, as many with
    /// squared_weights, and 1 with counts_too.
    [[nodiscard]] HISTO_CL_API std::uint32_t counters_per_cell() const noexcept;

    /// All counters of one histogram: cells() times counters_per_cell(), [sum][cell].
    [[nodiscard]] HISTO_CL_API std::uint32_t counters() const noexcept;

    /// The channel that an axis counts.
    [[nodiscard]] HISTO_CL_API std::uint32_t channel(std::size_t axis) const noexcept;

    /// The samples of an element.
    [[nodiscard]] HISTO_CL_API std::uint32_t channels() const noexcept;

    /// The edges in use of one axis, one more than it has bins, each rounded to the nearest double. For float
    /// samples they are exact, and those of numpy.linspace; for integer samples an edge is a rational, so the
    /// double can be off by its rounding (the counts never are). Circular bins end at edge 0 + period, which
    /// is not rounded to the sample's type. Throws like validate(), and Error(invalid_argument) for custom
    /// bins, which have none, and for an axis that is not there.
    [[nodiscard]] HISTO_CL_API std::vector<double> edges(std::size_t axis = 0) const;
    /// The same edges as numbers: whole edges of integer samples are integers. If an edge is not whole but
    /// its nearest double is, it is the next integer, which is the least in the bin. So edges of 64-bit
    /// integers are as exact as their counts. Those of EdgeBins are as given.
    [[nodiscard]] HISTO_CL_API std::vector<Number> edge_numbers(std::size_t axis = 0) const;

    /// Throws Error(invalid_argument) that says what was given and what is allowed: no axes or too many, no
    /// bins or more than max_bins counters, bounds or edges that are NaN or do not rise, bounds that are not
    /// finite, a range too fine or too wide for its type, an expression that is none, channels that are not
    /// there, a stride that is too small or no multiple of the sample's size, arrays that are not one per
    /// channel or of a type that does not convert exactly, a batch that does not go with the layout, weights
    /// or counters of the wrong type, too many weights of an element, several or counts beside them without
    /// weights, narrow weights of another type or with squares, indices of another type or layout, listed
    /// weights without weights and indices, a weight bound that is invalid or without float weights, a u32
    /// counter that max_samples could overflow.
    HISTO_CL_API void validate() const;

    friend bool operator==(const Problem&, const Problem&) = default;
};

/// Whether an axis has custom bins.
[[nodiscard]] HISTO_CL_API bool has_custom_bins(const Problem& problem) noexcept;

/// In words, e.g. "u8 samples into 256 even bins over [0, 256), u32 counters".
[[nodiscard]] HISTO_CL_API std::string to_string(const Problem& problem);

} // namespace histo_cl::inline HISTO_CL_ABI
