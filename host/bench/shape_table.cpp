#include "shape_table.hpp"

#include "draw.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace bench {

namespace {

/// The weights exp(-steepness * energy): with logarithms of ranks for energies, a power law.
std::vector<double> weights_of(const std::vector<double>& energies, double steepness) {
    std::vector<double> weights(energies.size());
    std::ranges::transform(energies, weights.begin(),
                           [&](double energy) { return std::exp(-steepness * energy); });
    return weights;
}

/// The entropy of bins of such weights: of exp(-steepness * energy) / sum.
double entropy_of(const std::vector<double>& energies, double steepness) {
    double sum = 0;
    double sum_of_energies = 0;
    for (const auto energy : energies) {
        const auto weight = std::exp(-steepness * energy);
        sum += weight;
        sum_of_energies += weight * energy;
    }
    return std::log(sum) + steepness * sum_of_energies / sum;
}

/// The weights that have half the entropy of equal ones. It falls with steepness.
std::vector<double> weights_of_half_the_entropy(const std::vector<double>& energies) {
    constexpr double steepest = 1024;
    const auto half = std::log(static_cast<double>(energies.size())) / 2;
    const auto is_above = [&](double steepness) { return entropy_of(energies, steepness) > half; };
    double low = 0;
    double high = 1;
    while (high < steepest && is_above(high))
        low = std::exchange(high, 2 * high);
    for (int halving = 0; halving < 14; ++halving)
        (is_above((low + high) / 2) ? low : high) = (low + high) / 2;
    return weights_of(energies, high);
}

std::vector<double> logarithms_of_ranks(std::uint32_t bins) {
    std::vector<double> logarithms(bins);
    for (std::uint32_t bin = 0; bin < bins; ++bin)
        logarithms[bin] = std::log(bin + 1.0);
    return logarithms;
}

/// How far normally distributed numbers are below the greatest of them.
std::vector<double> normal_energies(std::uint32_t bins) {
    std::vector<double> numbers(bins);
    for (std::uint32_t bin = 0; bin < bins; ++bin) { // by Box and Muller
        const auto draws = draw::scrambled(bin + 1);
        const auto radius = std::sqrt(-2 * std::log((static_cast<double>(draws >> 32) + 1) * 0x1p-32));
        const auto angle = static_cast<double>(draws & 0xffffffff) * 0x1p-31 * std::numbers::pi;
        numbers[bin] = radius * std::cos(angle);
    }
    const auto greatest = *std::ranges::max_element(numbers);
    for (auto& number : numbers)
        number = greatest - number;
    return numbers;
}

/// In an order at random, the same in every run.
std::vector<double> scattered(std::vector<double> values) {
    for (auto left = values.size(); left > 1; --left)
        std::swap(values[left - 1], values[draw::scrambled(left) % left]);
    return values;
}

} // namespace

std::vector<double> bin_weights(Kind kind, std::uint32_t bins) {
    if (kind == Kind::concentrated) return weights_of_half_the_entropy(normal_energies(bins));
    const auto ranks = logarithms_of_ranks(bins);
    if (kind == Kind::power_law) return scattered(weights_of_half_the_entropy(ranks));
    return kind == Kind::zipf ? weights_of(ranks, 1) : scattered(weights_of(ranks, 1));
}

std::vector<std::uint64_t> alias_table(const std::vector<double>& weights) {
    const auto bins = weights.size();
    const auto scale = static_cast<double>(bins) / std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<double> shares(bins); // of the average that a bin still has to give away
    std::vector<std::uint64_t> table(bins);
    std::vector<std::size_t> under;
    std::vector<std::size_t> over;
    for (std::size_t bin = 0; bin < bins; ++bin) {
        shares[bin] = weights[bin] * scale;
        table[bin] = std::uint64_t{bin} << 32; // itself, in either case
        (shares[bin] < 1 ? under : over).push_back(bin);
    }
    while (!under.empty() && !over.empty()) {
        const auto poor = under.back();
        const auto rich = over.back();
        under.pop_back();
        table[poor] = std::uint64_t{rich} << 32 | static_cast<std::uint64_t>(shares[poor] * 0x1p32);
        shares[rich] -= 1 - shares[poor];
        if (shares[rich] >= 1) continue;
        over.pop_back();
        under.push_back(rich);
    }
    return table;
}

} // namespace bench
