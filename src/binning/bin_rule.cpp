#include "binning/bin_rule.hpp"

#include "binning/grid.hpp"
#include "binning/rules.hpp"
#include "core/float_format.hpp"

#include <bit>

namespace histo_cl::detail {
namespace {

/// kernels/bin.cl: the steps of fold() for the longest quotient, the first one, and the check that ends the
/// loop.
std::uint64_t fold_iterations(SampleType sample) noexcept {
    const FloatFormat format(sample);
    const auto longest = static_cast<std::uint64_t>(2 * format.bias - 1); // between two exponents
    const auto step = static_cast<std::uint64_t>(63 - format.stored);
    return (longest + step - 1) / step + 2;
}

/// A step for each power of two (a grid leaves no more), and the check that ends the loop.
std::uint64_t search_iterations(std::uint64_t thresholds) noexcept {
    return static_cast<std::uint64_t>(std::bit_width(thresholds)) + 1;
}

} // namespace

BinRule bin_rule(const Problem& problem, std::size_t axis) {
    auto found = std::visit([&](const auto& bins) { return rule_of(bins, problem); }, problem.axes.at(axis));
    if (found.mode == BinRule::Mode::search) set_grid(found, problem.sample);
    return found;
}

std::vector<BinRule> bin_rules(const Problem& problem) {
    std::vector<BinRule> rules;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        rules.push_back(bin_rule(problem, axis));
    return rules;
}

std::uint64_t most_iterations(const Problem& problem, std::size_t axis) noexcept {
    const auto& binning = problem.axes[axis];
    const auto bins = bin_count(binning);
    if (std::holds_alternative<CustomBins>(binning)) return 0;
    if (std::holds_alternative<CircularBins>(binning))
        return is_float(problem.sample) ? fold_iterations(problem.sample) + search_iterations(2 * bins + 1)
                                        : 0;
    if (std::holds_alternative<EvenBins>(binning) && !is_float(problem.sample)) return 0;
    return search_iterations(bins);
}

} // namespace histo_cl::detail
