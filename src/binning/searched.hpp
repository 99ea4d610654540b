#pragma once

#include "binning/thresholds.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

// The rule of bins that are nothing but their edges: a search.

namespace histo_cl::inline HISTO_CL_ABI::detail {

[[nodiscard]] inline Real real(double edge) noexcept {
    return {edge, 0};
}

/// The first whole number at or above an edge, modulo 2^64, if that is one of the integer type T.
template <class T>
[[nodiscard]] std::uint64_t first_of_type(double edge) noexcept {
    using Whole = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    const auto whole = static_cast<Whole>(edge); // towards 0, so at most one too low
    return static_cast<std::uint64_t>(whole) + (static_cast<double>(whole) < edge ? 1 : 0);
}
template <class T>
[[nodiscard]] std::uint64_t first_of_type(const Number& edge) noexcept {
    switch (edge.kind()) {
    case Number::Kind::i64: return static_cast<std::uint64_t>(edge.i64());
    case Number::Kind::u64: return edge.u64();
    case Number::Kind::f64: break;
    }
    return first_of_type<T>(edge.f64());
}

/// Of integers. 128 bits, which hold any edge, find where those begin and end that lie in range; for each of
/// these 64 bits do.
template <class T, class EdgeAt>
void set_whole_thresholds(BinRule& rule, std::uint32_t bins, const EdgeAt& edge_at) {
    const auto first = static_cast<Int128>(rule.first_key) + lowest(sample_type_of<T>());
    const auto last = first + static_cast<Int128>(rule.last_offset);
    const auto first_at = [&](std::uint32_t i) { return first_sample(Number(edge_at(i)), float_format<T>); };
    make_thresholds(rule, first_beyond(bins, [&](std::uint32_t i) { return first_at(i) > last; }));
    const auto reached = static_cast<std::uint32_t>(rule.thresholds.size());
    const auto in_range = first_beyond(reached, [&](std::uint32_t i) { return first_at(i) > first; });
    auto* const thresholds = rule.thresholds.data();
    std::fill_n(thresholds, in_range, 0);
    for (auto i = in_range; i < reached; ++i)
        thresholds[i] = first_of_type<T>(edge_at(i)) - static_cast<std::uint64_t>(first);
}

/// edge_at(i) is edge i, a Number or a double; they rise.
template <class EdgeAt>
[[nodiscard]] BinRule searched(std::uint32_t bins, const EdgeAt& edge_at, const Problem& problem) {
    BinRule rule;
    const auto first = first_sample(Number(edge_at(0)), FloatFormat(problem.sample));
    const auto end = end_of_range(Number(edge_at(bins)), problem);
    if (!set_range(rule, sample_order(problem.sample), first, end)) return rule;
    with_sample_type(problem.sample, [&]<class T>(std::type_identity<T> /*sample*/) {
        if constexpr (is_float(sample_type_of<T>()))
            set_thresholds(rule, bins,
                           [&](std::uint32_t i) { return first_float(real(edge_at(i)), float_format<T>); });
        else
            set_whole_thresholds<T>(rule, bins, edge_at);
    });
    rule.mode = BinRule::Mode::search;
    return rule;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
