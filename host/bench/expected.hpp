#pragma once

#include "bench/data.hpp"
#include "bench/state.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace bench {

/// The counts of one range of bins: [channel][bin].
struct Tally {
    std::vector<double> edges;
    std::vector<std::vector<std::uint32_t>> counts;
};

/// Counts the first `elements` elements by the definition of a bin, edge[i] <= x < edge[i + 1], in threads.
/// The edges increase, and are exact doubles.
[[nodiscard]] Tally tally(const DataSet& data, std::uint64_t elements, Layout layout,
                          std::vector<double> edges, unsigned threads);

/// The counts of coarser bins, if every edge is one of the fine bins' edges; else empty.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> folded(const Tally& fine,
                                                             std::span<const double> edges);

/// The expected counts of states that differ only in their bins. Bins whose edges are a subset of an earlier
/// query's are summed from its counts, so query the largest number of bins first.
class Expected {
  public:
    Expected(const DataSet& data, std::uint64_t elements, Layout layout, unsigned threads)
        : data_(data), elements_(elements), layout_(layout), threads_(threads) {}

    /// Channel by channel, like the library's counters. Throws like Problem::edges().
    [[nodiscard]] std::vector<std::uint32_t> counts(const histo_cl::Problem& problem);

  private:
    DataSet data_;
    std::uint64_t elements_;
    Layout layout_;
    unsigned threads_;
    std::vector<Tally> tallies_;
};

} // namespace bench
