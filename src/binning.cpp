#include "histo_cl/binning.hpp"

#include <algorithm>

namespace histo_cl {

std::uint64_t bin_count(const Binning& binning) noexcept {
    if (const auto* even = std::get_if<EvenBins>(&binning)) return even->count;
    const auto edges = std::get<EdgeBins>(binning).edges.size();
    return edges == 0 ? 0 : edges - 1;
}

std::string to_string(const Binning& binning) {
    const auto plural = [](std::uint64_t n) { return n == 1 ? " bin" : " bins"; };
    const auto count = bin_count(binning);
    if (const auto* even = std::get_if<EvenBins>(&binning))
        return std::to_string(count) + " even" + plural(count) + " over [" + even->lower.to_string() + ", " +
               even->upper.to_string() + ")";
    const auto& edges = std::get<EdgeBins>(binning).edges;
    constexpr std::size_t shown = 8;
    std::string text = std::to_string(count) + plural(count) + " by edges {";
    for (std::size_t i = 0; i < std::min(edges.size(), shown); ++i)
        text += (i == 0 ? "" : ", ") + edges[i].to_string();
    if (edges.size() > shown) text += ", … " + edges.back().to_string();
    return text + "}";
}

} // namespace histo_cl
