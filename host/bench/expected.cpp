#include "bench/data.hpp"

#include <algorithm>
#include <functional>
#include <thread>

namespace bench {

namespace {

/// Finds bins: guesses a bin, and corrects it by comparisons with the edges.
class Finder {
  public:
    explicit Finder(const std::vector<double>& edges)
        : edges_(edges), scale_(static_cast<double>(edges.size() - 1) / (edges.back() - edges.front())) {}

    /// The bin of x, or the number of bins if it is out of range.
    [[nodiscard]] std::size_t operator()(double x) const {
        const auto bins = edges_.size() - 1;
        if (!(x >= edges_.front() && x < edges_.back())) return bins;
        auto bin = std::min(static_cast<std::size_t>((x - edges_.front()) * scale_), bins - 1);
        while (x < edges_[bin])
            --bin;
        while (x >= edges_[bin + 1])
            ++bin;
        return bin;
    }

  private:
    const std::vector<double>& edges_;
    double scale_;
};

/// Counts as [channel][bin], with one more bin for samples out of range.
using Counts = std::vector<std::vector<std::uint32_t>>;

/// Counts elements [begin, end). `all`: the number of all elements.
Counts count_part(const DataSet& data, const Samples& samples, std::uint64_t begin, std::uint64_t end,
                  std::uint64_t all, Layout layout, const std::vector<double>& edges) {
    const auto stored = stored_channels(layout);
    const auto counted = counted_channels(layout);
    const auto picture = picture_of(all);
    const Finder find(edges);
    Counts counts(counted, std::vector<std::uint32_t>(edges.size()));
    for (auto element = begin; element < end; ++element) {
        if (layout == Layout::mask && mask_of(element) == 0) continue;
        const auto first = place_of(element, layout, picture) * stored;
        for (std::uint32_t channel = 0; channel < counted; ++channel)
            ++counts[channel][find(value_of(data.sample, samples[first + channel]))];
    }
    return counts;
}

} // namespace

Tally tally(const DataSet& data, std::uint64_t elements, Layout layout, std::vector<double> edges,
            unsigned threads) {
    // Each thread has its own counters, so it should have more samples than bins.
    const auto useful = std::max(elements / std::max<std::uint64_t>(edges.size(), 1 << 14), std::uint64_t{1});
    const auto parts = std::min<std::uint64_t>(std::max(threads, 1U), useful);
    const Samples samples(data);
    std::vector<Counts> counts(parts);
    std::vector<std::jthread> workers;
    for (std::uint64_t i = 0; i < parts; ++i)
        workers.emplace_back([&, i] {
            counts[i] = count_part(data, samples, elements * i / parts, elements * (i + 1) / parts, elements,
                                   layout, edges);
        });
    workers.clear(); // waits for the threads
    auto& sums = counts.front();
    for (std::uint64_t i = 1; i < parts; ++i)
        for (std::size_t channel = 0; channel < sums.size(); ++channel)
            std::ranges::transform(sums[channel], counts[i][channel], sums[channel].begin(), std::plus{});
    for (auto& channel : sums)
        channel.pop_back();
    return {std::move(edges), std::move(sums)};
}

std::vector<std::vector<std::uint32_t>> folded(const Tally& fine, std::span<const double> edges) {
    if (!std::ranges::includes(fine.edges, edges)) return {};
    std::vector<std::vector<std::uint32_t>> sums(fine.counts.size(),
                                                 std::vector<std::uint32_t>(edges.size() - 1));
    auto bin =
        static_cast<std::size_t>(std::ranges::lower_bound(fine.edges, edges.front()) - fine.edges.begin());
    for (std::size_t coarse = 0; coarse + 1 < edges.size(); ++coarse)
        for (; fine.edges[bin] < edges[coarse + 1]; ++bin)
            for (std::size_t channel = 0; channel < sums.size(); ++channel)
                sums[channel][coarse] += fine.counts[channel][bin];
    return sums;
}

std::vector<std::uint32_t> Expected::counts(const histo_cl::Problem& problem) {
    auto edges = problem.edges(0);
    std::vector<std::vector<std::uint32_t>> counts;
    for (const auto& fine : tallies_)
        if (counts = folded(fine, edges); !counts.empty()) break;
    if (counts.empty()) {
        tallies_.push_back(tally(data_, elements_, layout_, std::move(edges), threads_));
        counts = tallies_.back().counts;
    }
    std::vector<std::uint32_t> joined;
    for (const auto& channel : counts)
        joined.insert(joined.end(), channel.begin(), channel.end());
    return joined;
}

} // namespace bench
