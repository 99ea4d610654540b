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

/// Limits the number of bins of each axis so that the first axis can have 6 bins and the number of cells
/// stays within its limit.
class Budget {
  public:
    Budget(const Problem& problem, std::size_t axes, std::uint64_t cells)
        : joint_(problem.joint), axes_(axes), apart_(problem.out_of_range == OutOfRange::counted ? 3 : 0),
          left_(cells) {}

    std::uint64_t next() {
        const auto extent = joint_ ? static_cast<std::uint64_t>(std::pow(static_cast<double>(left_),
                                                                         1.0 / static_cast<double>(axes_)))
                                   : left_ / axes_;
        const std::uint64_t minimum = first_ ? home + 1 : 1;
        first_ = false;
        return std::max(minimum, extent > apart_ ? extent - apart_ : 0);
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
    auto layout = traits.problem.layout;
    const auto channels = layout.channels;
    layout.rows = traits.place == Place::rows || traits.place == Place::strided_rows;
    if (traits.place == Place::strided || traits.place == Place::strided_rows) {
        const auto samples = layout.order == Order::interleaved ? channels : 1;
        layout.stride = (samples + random.between(1, 5)) * bytes(traits.problem.sample);
    }
    if (axes == channels && random.one_in(2)) layout.channels = 0;
    if (!random.one_in(3)) layout.active = some_channels(channels, axes, random);
    return layout;
}

Options random_options(Options options, Random& random) {
    if (random.one_in(2)) return options;
    if (random.one_in(2)) options.knobs.work_groups = static_cast<std::uint32_t>(random.between(1, 20));
    if (random.one_in(2)) options.knobs.coarsening = static_cast<std::uint32_t>(random.between(1, 100));
    if (random.one_in(3)) options.samples_per_launch = random.between(100, 3000);
    return options;
}

} // namespace

std::vector<std::uint32_t> some_channels(std::uint32_t channels, std::size_t count, Random& random) {
    std::vector<std::uint32_t> left(channels);
    std::iota(left.begin(), left.end(), 0U);
    std::vector<std::uint32_t> some;
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = random.below(left.size());
        some.push_back(left[at]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return some;
}

RandomProblem random_problem(const Traits& traits, std::uint64_t max_cells, Random& random) {
    auto problem = traits.problem;
    const auto channels = problem.layout.channels;
    const bool by_value = traits.options.knobs.count_values.value_or(false);
    // The local memory that compatible() requires has room for the values of at most three axes of 16 bits.
    const auto max_axes = by_value ? std::min(channels, 3U) : channels;
    const bool in_passes = channels > 4 && !by_value;
    const std::size_t axes = problem.joint ? traits.joint
                             : in_passes   ? random.between(5, channels)
                                           : random.between(1, max_axes);
    const auto others = std::span(other_bins).subspan(by_value ? 1 : 0);
    problem.layout = random_layout(traits, axes, random);
    problem.weights.narrow = problem.weights.type == SampleType::f32 && !problem.weights.squares &&
                             problem.weights.accumulator == Accumulator::sum && random.one_in(2);
    if (traits.weight_gaps) problem.weights.stride = random.between(2, 10) * bytes(*problem.weights.type);
    problem.weights.listed = problem.layout.indices && problem.weights.type && random.one_in(3);
    auto equivalent = problem;
    Budget budget(problem, axes, max_cells);
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto bins = random_bins(axis == 0 ? traits.bins : random.pick(others), problem.sample,
                                      problem.last_edge, budget.next(), random);
        budget.take(bin_count(bins.binning));
        problem.axes.push_back(bins.binning);
        equivalent.axes.push_back(bins.equivalent);
    }
    if (random.one_in(4)) problem.max_samples = max_elements;
    if (problem.cells() > max_cells) throw std::logic_error("more counters than were asked for");
    return {problem, equivalent, random_options(traits.options, random)};
}

} // namespace histo_cl::test
