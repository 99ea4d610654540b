#include "core/invalid.hpp"
#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/binnings/common.hpp"

#include <algorithm>

namespace histo_cl::inline HISTO_CL_ABI::detail {

std::string text(const EdgeBins& bins) {
    constexpr std::size_t shown = 8;
    const auto& edges = bins.edges;
    auto text = counted(bin_count(bins), "bin") + " by edges {";
    for (std::size_t i = 0; i < std::min(edges.size(), shown); ++i)
        text += concat(i == 0 ? "" : ", ", edges[i]);
    if (edges.size() > shown) text += concat(", … ", edges.back());
    return text + "}";
}

void check(const EdgeBins& bins, const Problem& /*problem*/) {
    const auto& edges = bins.edges;
    if (edges.size() < 2) invalid("too few edges: ", edges.size(), " given, at least 2 are needed for a bin");
    check_count(edges.size() - 1);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (edges[i].is_nan()) invalid("edge ", i, " is NaN: edges must be numbers");
        if (i > 0 && !(edges[i - 1] < edges[i]))
            invalid("edge ", i, " (", edges[i], ") does not rise above edge ", i - 1, " (", edges[i - 1],
                    "): edges must rise strictly");
    }
}

std::vector<double> edges_of(const EdgeBins& bins, const Problem& /*problem*/) {
    std::vector<double> edges(bins.edges.size());
    std::ranges::transform(bins.edges, edges.begin(), &Number::to_double);
    return edges;
}

std::optional<Ends> ends_of(const EdgeBins& bins) {
    return Ends{bins.edges.front(), bins.edges.back()};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
