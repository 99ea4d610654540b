#include "shape_table.hpp"

#include "draw.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace bench {

namespace {

constexpr double half_the_entropy = 0.5;

/// The weights exp(-steepness * energy): with logarithms of ranks for energies, a power law.
std::vector<double> weights_of(const std::vector<double>& energies, double steepness) {
    std::vector<double> weights(energies.size());
    std::ranges::transform(energies, weights.begin(),
                           [&](double energy) { return std::exp(-steepness * energy); });
    return weights;
}

/// The same, as steep as gives that entropy, which falls with steepness.
std::vector<double> weights_with_entropy(const std::vector<double>& energies, double entropy) {
    constexpr double steepest = 1024;
    const auto is_above = [&](double steepness) {
        return normalized_entropy(weights_of(energies, steepness)) > entropy;
    };
    double low = 0;
    double high = 1;
    while (high < steepest && is_above(high))
        low = std::exchange(high, 2 * high);
    for (int halving = 0; halving < 24; ++halving)
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

double normalized_entropy(const std::vector<double>& weights) {
    const auto sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    double entropy = 0;
    for (const auto weight : weights)
        if (weight > 0) entropy -= weight / sum * std::log(weight / sum);
    return weights.size() < 2 ? 0 : entropy / std::log(static_cast<double>(weights.size()));
}

std::vector<double> bin_weights(Kind kind, std::uint32_t bins) {
    if (kind == Kind::concentrated) return weights_with_entropy(normal_energies(bins), half_the_entropy);
    const auto ranks = logarithms_of_ranks(bins);
    if (kind == Kind::power_law) return scattered(weights_with_entropy(ranks, half_the_entropy));
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
