#include "bench/data.hpp"
#include "bench/draw.hpp"

#include <algorithm>
#include <functional>
#include <thread>

namespace bench {

namespace {

/// Finds bins by a guess, corrected by the edges.
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

/// [channel][bin], with one more bin for samples out of range.
using Counts = std::vector<std::vector<std::uint32_t>>;

/// A subset of the elements.
struct Part {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t all; ///< how many elements there are
};

/// Calls count(channel, bits of a sample) for each counted sample.
template <class Count>
void for_each_sample(const DataSet& data, const Samples& samples, Part part, Layout layout,
                     const Count& count) {
    const auto stored = stored_channels(layout);
    const auto counted = counted_channels(layout);
    const auto mantissa = mantissa_bits(data.sample);
    const auto for_each = [&](const auto& bits_at) {
        for (auto element = part.begin; element < part.end; ++element)
            for (std::uint32_t channel = 0; channel < counted; ++channel)
                count(channel, bits_at(element * stored + channel));
    };
    const auto bits_at = [&](std::uint64_t index) { return samples[index]; };
    const auto picture = picture_of(part.all);
    if (layout == Layout::mask) {
        for (auto element = part.begin; element < part.end; ++element)
            if (mask_of(element) != 0) count(0, bits_at(element));
    } else if (layout == Layout::region) {
        for_each([&](std::uint64_t element) { return bits_at(place_of(element, layout, picture)); });
    } else if (data.entropy.kind == Kind::drawn) { // by far the most common, so it is in the loop
        for_each([&](std::uint64_t index) {
            return draw::sample_bits(index, data.entropy.draws, data.span, mantissa);
        });
    } else {
        for_each(bits_at);
    }
}

/// Whether the bins are those of the integers 0, 1, 2 …
bool are_integers(const std::vector<double>& edges) {
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (edges[i] != static_cast<double>(i)) return false;
    return true;
}

Counts count_part(const DataSet& data, const Samples& samples, Part part, Layout layout,
                  const std::vector<double>& edges) {
    const auto bins = edges.size() - 1;
    Counts counts(counted_channels(layout), std::vector<std::uint32_t>(bins + 1));
    if (!histo_cl::is_float(data.sample) && are_integers(edges)) {
        for_each_sample(data, samples, part, layout, [&](std::uint32_t channel, std::uint64_t bits) {
            ++counts[channel][std::min<std::uint64_t>(bits, bins)];
        });
        return counts;
    }
    const Finder find(edges);
    for_each_sample(data, samples, part, layout, [&](std::uint32_t channel, std::uint64_t bits) {
        ++counts[channel][find(value_of(data.sample, bits))];
    });
    return counts;
}

/// A constant sample is drawn only once.
Counts count_constant(const DataSet& data, std::uint64_t elements, Layout layout,
                      const std::vector<double>& edges) {
    Counts counts(counted_channels(layout), std::vector<std::uint32_t>(edges.size()));
    const auto bin = Finder(edges)(value_of(data.sample, Samples(data)[0]));
    for (auto& channel : counts)
        channel[bin] = static_cast<std::uint32_t>(elements);
    return counts;
}

void add(Counts& sums, const Counts& counts) {
    for (std::size_t channel = 0; channel < sums.size(); ++channel)
        std::ranges::transform(sums[channel], counts[channel], sums[channel].begin(), std::plus{});
}

} // namespace

Tally tally(const DataSet& data, std::uint64_t elements, Layout layout, std::vector<double> edges,
            unsigned threads) {
    Counts sums;
    if (data.entropy.draws == 0 && layout != Layout::mask) {
        sums = count_constant(data, elements, layout, edges);
    } else {
        // Each thread has its own bins, so it should have more samples than those.
        const auto useful =
            std::max(elements / std::max<std::uint64_t>(edges.size(), 1 << 14), std::uint64_t{1});
        const auto parts = std::min<std::uint64_t>(std::max(threads, 1U), useful);
        const Samples samples(data);
        std::vector<Counts> counts(parts);
        std::vector<std::jthread> workers;
        for (std::uint64_t i = 0; i < parts; ++i)
            workers.emplace_back([&, i] {
                const Part part{elements / parts * i, i + 1 == parts ? elements : elements / parts * (i + 1),
                                elements};
                counts[i] = count_part(data, samples, part, layout, edges);
            });
        workers.clear(); // waits
        sums = std::move(counts.front());
        for (std::uint64_t i = 1; i < parts; ++i)
            add(sums, counts[i]);
    }
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
