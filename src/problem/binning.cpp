#include "histo_cl/binning.hpp"

#include <algorithm>

namespace histo_cl {
namespace {

std::string bins_text(std::uint64_t count, const std::string& kind) {
    return std::to_string(count) + kind + (count == 1 ? " bin" : " bins");
}

std::string range_text(const Number& lower, const Number& upper) {
    return " over [" + lower.to_string() + ", " + upper.to_string() + ")";
}

std::string text(const EvenBins& bins) {
    return bins_text(bins.count, " even") + range_text(bins.lower, bins.upper);
}

std::string text(const EdgeBins& bins) {
    constexpr std::size_t shown = 8;
    const auto& edges = bins.edges;
    auto text = bins_text(bin_count(bins), "") + " by edges {";
    for (std::size_t i = 0; i < std::min(edges.size(), shown); ++i)
        text += (i == 0 ? "" : ", ") + edges[i].to_string();
    if (edges.size() > shown) text += ", … " + edges.back().to_string();
    return text + "}";
}

std::string text(const LogBins& bins) {
    return bins_text(bins.count, " logarithmic") + range_text(bins.lower, bins.upper);
}

std::string text(const CircularBins& bins) {
    return bins_text(bins.count, " circular") + " from " + bins.lower.to_string() + " with period " +
           bins.period.to_string();
}

/// The expression in one line, and not all of a long one.
std::string text(const CustomBins& bins) {
    constexpr std::size_t shown = 60;
    auto expression = bins.expression;
    std::ranges::replace(expression, '\n', ' ');
    if (expression.size() > shown) expression = expression.substr(0, shown) + "…";
    return bins_text(bins.count, " custom") + " by \"" + expression + "\"";
}

} // namespace

std::uint64_t bin_count(const Binning& binning) noexcept {
    return std::visit(
        [](const auto& bins) -> std::uint64_t {
            if constexpr (requires { bins.edges; })
                return bins.edges.empty() ? 0 : bins.edges.size() - 1;
            else
                return bins.count;
        },
        binning);
}

std::string to_string(const Binning& binning) {
    return std::visit([](const auto& bins) { return text(bins); }, binning);
}

} // namespace histo_cl
