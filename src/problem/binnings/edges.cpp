#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/binnings/common.hpp"
#include "problem/rule/bin_rule.hpp"
#include "problem/rule/thresholds.hpp"

#include <algorithm>
#include <span>

namespace histo_cl::detail {

std::string text(const EdgeBins& bins) {
    constexpr std::size_t shown = 8;
    const auto& edges = bins.edges;
    auto text = counted(bin_count(bins), "bin") + " by edges {";
    for (std::size_t i = 0; i < std::min(edges.size(), shown); ++i)
        text += concat(i == 0 ? "" : ", ", edges[i]);
    if (edges.size() > shown) text += concat(", … ", edges.back());
    return text + "}";
}

namespace {

/// Whether the edges increase and all have the given kind. False if an edge is NaN. The loop has no branch
/// per edge, because there may be millions of edges.
template <class Value>
bool rise(std::span<const Number> edges, Number::Kind kind, const Value& value) {
    unsigned wrong = edges[0].kind() == kind ? 0 : 1;
    for (std::size_t i = 1; i < edges.size(); ++i)
        wrong |= unsigned{edges[i].kind() != kind} | unsigned{!(value(edges[i - 1]) < value(edges[i]))};
    return wrong == 0;
}

bool rise_quickly(std::span<const Number> edges) {
    switch (edges[0].kind()) {
    case Number::Kind::i64: return rise(edges, Number::Kind::i64, [](const Number& n) { return n.i64(); });
    case Number::Kind::u64: return rise(edges, Number::Kind::u64, [](const Number& n) { return n.u64(); });
    case Number::Kind::f64: break;
    }
    return rise(edges, Number::Kind::f64, [](const Number& n) { return n.f64(); });
}

} // namespace

void check(const EdgeBins& bins, const Problem& /*problem*/) {
    const auto& edges = bins.edges;
    if (edges.size() < 2) invalid("too few edges: ", edges.size(), " given, at least 2 are needed for a bin");
    check_count(edges.size() - 1);
    if (rise_quickly(edges)) return;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (edges[i].is_nan()) invalid("edge ", i, " is NaN: edges must be numbers");
        if (i > 0 && !(edges[i - 1] < edges[i]))
            invalid("edge ", i, " (", edges[i], ") does not rise above edge ", i - 1, " (", edges[i - 1],
                    "): edges must be strictly increasing");
    }
}

std::vector<double> edges_of(const EdgeBins& bins, const Problem& /*problem*/) {
    std::vector<double> edges(bins.edges.size());
    std::ranges::transform(bins.edges, edges.begin(), &Number::to_double);
    return edges;
}

std::vector<Number> edge_numbers_of(const EdgeBins& bins, const Problem& /*problem*/) {
    return {bins.edges.begin(), bins.edges.end()};
}

std::optional<Ends> ends_of(const EdgeBins& bins) {
    return Ends{bins.edges.front(), bins.edges.back()};
}

BinRule rule_of(const EdgeBins& bins, const Problem& problem, bool doubles) {
    const auto* const edges = bins.edges.data();
    const auto count = static_cast<std::uint32_t>(bins.edges.size() - 1);
    auto rule = searched(
        count, [edges](std::uint32_t i) -> const Number& { return edges[i]; }, problem);
    if (rule.mode == BinRule::Mode::none) return rule;
    if (is_float(problem.sample))
        set_scale(rule, problem.sample, bins.edges.front().to_double(), bins.edges.back().to_double(), count,
                  doubles);
    else
        set_nearly_even(rule);
    return rule;
}

std::uint64_t iterations_of(const EdgeBins& bins, SampleType /*sample*/) noexcept {
    return search_iterations(bins.edges.size() - 1);
}

} // namespace histo_cl::detail
