#include "random_problem.hpp"

#include "random_bins.hpp"
#include "random_job.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace histo_cl::test {
namespace {

/// The bins of axes after the first. Custom bins come first, because problems that are counted by value leave
/// them out.
constexpr std::array other_bins{Bins::custom, Bins::powers, Bins::even,    Bins::fine,
                                Bins::edges,  Bins::log,    Bins::circular};

/// Limits the bins of each axis so that the first can have 6 and the cells stay within the limit.
class Budget {
  public:
    Budget(const Traits& traits, std::size_t axes, std::uint64_t cells)
        : joint_(traits.joint != 0), axes_(axes), apart_(traits.out_of_range == OutOfRange::counted ? 3 : 0),
          left_(cells) {}

    std::uint64_t next() {
        const auto extent = joint_ ? static_cast<std::uint64_t>(std::pow(static_cast<double>(left_),
                                                                         1.0 / static_cast<double>(axes_)))
                                   : left_ / axes_;
        const std::uint64_t least = first_ ? home + 1 : 1;
        first_ = false;
        return std::max(least, extent > apart_ ? extent - apart_ : 0);
    }
    void take(std::uint64_t bins) {
        --axes_;
        left_ = joint_ ? left_ / (bins + apart_) : left_ - bins - apart_;
    }

  private:
    bool joint_;
    std::size_t axes_;
    std::uint64_t apart_;
    std::uint64_t left_;
    bool first_ = true;
};

Layout random_layout(const Traits& traits, std::size_t axes, Random& random) {
    Layout layout{.channels = traits.channels, .order = traits.order, .mask = traits.mask};
    layout.rows = traits.place == Place::rows || traits.place == Place::strided_rows;
    if (traits.place == Place::strided || traits.place == Place::strided_rows) {
        const auto samples = traits.order == Order::interleaved ? traits.channels : 1;
        layout.stride = (samples + random.between(1, 5)) * bytes(traits.sample);
    }
    if (axes == traits.channels && random.one_in(2)) layout.channels = 0;
    if (random.one_in(3)) return layout;
    std::vector<std::uint32_t> channels(traits.channels);
    std::iota(channels.begin(), channels.end(), 0U);
    for (std::size_t i = 0; i < axes; ++i) { // any of the remaining channels, in any order
        const auto at = random.below(channels.size());
        layout.active.push_back(channels[at]);
        channels.erase(channels.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return layout;
}

Options random_options(const Traits& traits, Random& random) {
    Options options;
    options.variant = traits.variant;
    options.partition = traits.partition;
    options.merge = traits.merge;
    options.load_bytes = traits.load_bytes;
    options.loads_in_flight = traits.loads_in_flight;
    options.count_values = traits.count_values;
    if (random.one_in(2)) return options;
    if (random.one_in(2)) options.work_groups = static_cast<std::uint32_t>(random.between(1, 20));
    if (random.one_in(2)) options.coarsening = static_cast<std::uint32_t>(random.between(1, 100));
    if (random.one_in(3)) options.samples_per_launch = random.between(100, 3000);
    return options;
}

} // namespace

RandomProblem random_problem(const Traits& traits, std::uint64_t max_cells, Random& random) {
    const bool by_value = traits.count_values.value_or(false);
    // The local memory that compatible() requires has room for the values of at most three axes of 16 bits.
    const auto max_axes = by_value ? std::min(traits.channels, 3U) : traits.channels;
    const bool in_passes = traits.channels > 4 && !by_value;
    const std::size_t axes = traits.joint != 0 ? traits.joint
                             : in_passes       ? random.between(5, traits.channels)
                                               : random.between(1, max_axes);
    const auto others = std::span(other_bins).subspan(by_value ? 1 : 0);
    Problem problem{.sample = traits.sample,
                    .axes = {},
                    .joint = traits.joint != 0,
                    .last_edge = traits.last_edge,
                    .out_of_range = traits.out_of_range,
                    .layout = random_layout(traits, axes, random),
                    .batch = traits.batch,
                    .weights = traits.weights,
                    .weight_vectors = traits.weight_vectors,
                    .squared_weights = traits.squared,
                    .counts_too = traits.counts_too,
                    .narrow_weights =
                        traits.weights == SampleType::f32 && !traits.squared && random.one_in(2),
                    .indices = traits.indices,
                    .listed_weights = traits.indices && traits.weights && random.one_in(3),
                    .counter = traits.counter};
    auto equivalent = problem;
    Budget budget(traits, axes, max_cells);
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto bins = random_bins(axis == 0 ? traits.bins : random.pick(others), traits.sample,
                                      traits.last_edge, budget.next(), random);
        budget.take(bin_count(bins.binning));
        problem.axes.push_back(bins.binning);
        equivalent.axes.push_back(bins.equivalent);
    }
    if (random.one_in(4)) problem.max_samples = max_elements;
    if (problem.cells() > max_cells) throw std::logic_error("more counters than were asked for");
    return {problem, equivalent, random_options(traits, random)};
}

} // namespace histo_cl::test
