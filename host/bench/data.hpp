#pragma once

#include "bench/draw.hpp"
#include "bench/state.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bench {

/// An endless sequence of samples, each a function of its index. The data of a state are the first samples of
/// the sequence. States that differ only in layout share a data set. So do integer states of different
/// lengths, except for shapes with a period (`count`).
struct DataSet {
    histo_cl::SampleType sample = histo_cl::SampleType::f32;
    std::uint64_t span = 1; ///< samples are in [0, span); for text: 0
    Entropy entropy = {};
    std::uint32_t bins = 0;  ///< number of bins for shapes, else 0
    std::uint64_t count = 0; ///< the period of the shapes that repeat, else 0

    friend auto operator<=>(const DataSet&, const DataSet&) = default;
};

/// The data set of a state. Drawn integers are in [0, upper bound]; the upper bound itself is out of range.
/// If the type cannot hold the upper bound, they are in [0, the type's maximum]. Drawn floats, and all other
/// kinds of data except text, are in [0, upper bound).
[[nodiscard]] DataSet data_set_of(const State& state) noexcept;

/// The number of explicit mantissa bits; 0 for integers.
[[nodiscard]] std::uint32_t mantissa_bits(histo_cl::SampleType type) noexcept;

/// The arguments of kernels/shape.cl for a data set: its struct, and its table, which is empty if not needed.
[[nodiscard]] draw::DataShape data_shape_of(const DataSet& data) noexcept;
[[nodiscard]] std::vector<std::uint64_t> table_of(const DataSet& data);

/// The samples of a data set on the host, as bits.
class Samples {
  public:
    explicit Samples(const DataSet& data)
        : data_(data), shape_(data_shape_of(data)), table_(table_of(data)) {}

    [[nodiscard]] std::uint64_t operator[](std::uint64_t index) const noexcept;

  private:
    DataSet data_;
    draw::DataShape shape_;
    std::vector<std::uint64_t> table_;
};

/// Whether the kernels in kernels/ generate the data set; else the host does.
[[nodiscard]] bool is_generated_on_device(const DataSet& data) noexcept;

/// Writes the samples from index `first` on, in the given number of threads.
void fill(const DataSet& data, std::uint64_t first, std::span<std::byte> bytes, unsigned threads);

/// The value of a sample's bits; integers are below 2^32 and not negative.
[[nodiscard]] double value_of(histo_cl::SampleType type, std::uint64_t bits) noexcept;

/// How full each bin of a shape is, relative to the fullest. Only for the kinds of data whose bins are drawn.
[[nodiscard]] std::vector<double> bin_weights(Kind kind, std::uint32_t bins);

/// The table of kernels/shape.cl that draws bins by their weights.
[[nodiscard]] std::vector<std::uint64_t> alias_table(const std::vector<double>& weights);

/// Returns character `index` of an endless ASCII text: sentences, lines and paragraphs of English words,
/// which are about as frequent as in print. The text repeats after one MiB.
[[nodiscard]] char text_at(std::uint64_t index) noexcept;

/// Position `index` of a random walk in [0, span), in units of 2^-32; span < 2^32. Steps are of about
/// span / 2^steps, up or down at random, and the walk is reflected at the ends of the range.
[[nodiscard]] std::uint64_t walk_at(std::uint64_t index, unsigned steps, std::uint64_t span) noexcept;

/// The edges of bins, and the counts between them: [channel][bin].
struct Tally {
    std::vector<double> edges;
    std::vector<std::vector<std::uint32_t>> counts;
};

/// Counts the first `elements` elements by the definition of a bin, edge[i] <= x < edge[i + 1], in up to
/// `threads` threads. The edges must increase, and must be exact, not rounded to doubles.
[[nodiscard]] Tally tally(const DataSet& data, std::uint64_t elements, Layout layout,
                          std::vector<double> edges, unsigned threads);

/// Returns the counts of coarser bins, added up from the fine ones. Empty unless every coarse edge is a fine
/// edge.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> folded(const Tally& fine,
                                                             std::span<const double> edges);

/// The expected counts of states that differ only in their bins. If the edges of the bins are among the edges
/// of an earlier query, its counts are added up, so query the largest number of bins first.
class Expected {
  public:
    Expected(const DataSet& data, std::uint64_t elements, Layout layout, unsigned threads)
        : data_(data), elements_(elements), layout_(layout), threads_(threads) {}

    /// The expected counts, channel by channel, like the library's counters. Throws the same errors as
    /// Problem::edges().
    [[nodiscard]] std::vector<std::uint32_t> counts(const histo_cl::Problem& problem);

  private:
    DataSet data_;
    std::uint64_t elements_;
    Layout layout_;
    unsigned threads_;
    std::vector<Tally> tallies_;
};

} // namespace bench
