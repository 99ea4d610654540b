#pragma once

#include "fuzz/input.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"

// Problems, shapes and options from the bytes of an input; many of them are not valid.

namespace histo_cl::fuzz {

/// A number of bins: mostly from 1 to `maximum`, sometimes 0 or too many.
inline std::uint32_t some_bins(Input& input, std::uint32_t maximum) {
    switch (input.below(32)) {
    case 0: return 0;
    case 1: return max_bins + 1 + input.take<std::uint32_t>() % (UINT32_MAX - max_bins);
    default: return 1 + input.below(maximum);
    }
}

inline EdgeBins some_edges(Input& input, std::uint32_t max_bin_count) {
    std::vector<Number> edges;
    const bool in_order = input.below(8) != 0;
    for (auto n = input.below(std::min(max_bin_count, 40U) + 2); n > 0; --n)
        if (const auto edge = input.number(); !(in_order && edge.is_nan())) edges.push_back(edge);
    if (in_order) {
        std::sort(edges.begin(), edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    }
    return {std::move(edges)};
}

inline Binning some_binning(Input& input, std::uint32_t max_bin_count) {
    constexpr std::array kinds{BinningKind::even, BinningKind::edges, BinningKind::log, BinningKind::circular,
                               BinningKind::custom};
    const auto kind = input.one_of(kinds);
    if (kind == BinningKind::edges) return some_edges(input, max_bin_count);
    const auto count = some_bins(input, max_bin_count);
    if (kind == BinningKind::custom)
        return CustomBins{count, input.one_of(std::array{"x", "x / 2", "i & 7", "i + 1", " "})};
    const auto first = input.number();
    const auto second = input.number();
    const auto& lower = second < first ? second : first; // so that most bounds are in order
    const auto& upper = second < first ? first : second;
    switch (kind) {
    case BinningKind::even: return EvenBins{count, lower, upper};
    case BinningKind::log: return LogBins{count, lower, upper};
    case BinningKind::circular: return CircularBins{count, first, second};
    default: break; // handled above
    }
    return EvenBins{count, lower, upper};
}

/// A value of the enumeration, or none.
template <class Enum, std::size_t n>
std::optional<Enum> maybe_one_of(Input& input, const std::array<Enum, n>& values) {
    return input.flag() ? std::optional(input.one_of(values)) : std::nullopt;
}

inline Layout some_layout(Input& input) {
    Layout layout;
    layout.channels = input.below(6);
    for (auto n = input.below(8); n > 3; --n)
        layout.active.push_back(input.below(5));
    layout.order = input.flag() ? Order::planar : Order::interleaved;
    if (input.flag()) layout.stride = input.size();
    if (input.below(4) == 0) {
        layout.order = Order::separate;
        if (input.below(8) != 0) layout.stride = 0;
        for (auto n = input.below(6); n > 0; --n)
            layout.arrays.push_back({input.one_of(all_sample_types), input.flag() ? input.size() * 8 : 0});
    }
    layout.rows = input.flag();
    if (input.below(8) == 0) layout.plane_channels = input.below(5);
    if (input.below(8) == 0) layout.nibbles = static_cast<Nibbles>(input.below(4));
    layout.mask = input.flag();
    return layout;
}

inline Problem some_problem(Input& input, std::uint32_t max_bin_count) {
    constexpr std::array counters{CounterType::u32, CounterType::u64, CounterType::i64, CounterType::f64,
                                  CounterType::f32, CounterType::u8,  CounterType::u16};
    constexpr std::array batches{Batch::one, Batch::segments, Batch::ragged, Batch::tiles};
    constexpr std::array policies{OutOfRange::dropped, OutOfRange::clamped, OutOfRange::counted};
    Problem problem;
    problem.sample = input.one_of(all_sample_types);
    problem.axes.clear();
    for (auto n = input.below(9); n > 3 || problem.axes.empty(); --n) {
        problem.axes.push_back(some_binning(input, max_bin_count));
        if (n <= 3) break;
    }
    problem.joint = input.flag();
    problem.last_edge = input.flag() ? LastEdge::inclusive : LastEdge::exclusive;
    problem.out_of_range = input.one_of(policies);
    problem.counter = input.one_of(counters);
    if (input.flag()) problem.layout = some_layout(input);
    if (input.flag()) problem.batch = input.one_of(batches);
    if (input.flag()) {
        problem.weights.type = input.one_of(all_sample_types);
        problem.weights.squares = input.flag();
        if (input.below(4) == 0) problem.weights.vectors = input.below(6);
        if (input.below(4) == 0) problem.weights.counts = true;
        if (input.below(4) == 0) problem.weights.order = static_cast<CounterOrder>(input.below(3));
        if (input.below(8) == 0) problem.weights.narrow = true;
        if (input.below(4) == 0) problem.weights.accumulator = static_cast<Accumulator>(input.below(3));
        if (input.below(8) == 0) problem.weights.listed = true;
        if (input.below(4) == 0) problem.weights.stride = input.size() * (input.flag() ? 8 : 1);
        if (input.below(4) == 0) problem.weights.per = static_cast<WeightPer>(input.below(4));
    }
    if (input.below(4) == 0) problem.layout.indices = input.one_of(all_sample_types);
    if (input.flag()) problem.max_samples = input.size();
    if (problem.weights.type && input.below(4) == 0)
        problem.weights.bound = {input.take<double>(), input.size()};
    return problem;
}

/// A shape with the members that the problem needs, and sometimes with others.
inline Shape some_shape(Input& input, const Problem& problem, std::vector<std::uint64_t>& offsets) {
    const bool any = input.below(16) == 0;
    Shape shape;
    if (any || !problem.layout.rows) shape.count = input.size();
    if (any || problem.layout.rows) {
        shape.region = {input.size(), input.size(), input.size(), input.size()};
        if (input.flag()) shape.pitch = input.size() * bytes(problem.sample);
        if (input.flag()) shape.mask_pitch = input.size();
        if (input.flag()) shape.weight_pitch = input.size() * 8;
    }
    if ((any || problem.layout.order == Order::planar) && input.flag())
        shape.plane_pitch = input.size() * bytes(problem.sample);
    if (any || problem.layout.indices) shape.source_count = input.size();
    if (any || problem.batch == Batch::segments) shape.segment = input.size();
    if (any || problem.batch == Batch::tiles) {
        shape.tile_width = input.size();
        shape.tile_height = input.size();
    }
    if (any || problem.batch == Batch::ragged) {
        for (auto n = input.below(9); n > 0; --n)
            offsets.push_back(input.size());
        if (input.below(8) != 0) std::sort(offsets.begin(), offsets.end());
        shape.offsets = offsets;
    }
    return shape;
}

inline Options some_options(Input& input) {
    const auto maybe = [&]() -> std::optional<std::uint32_t> {
        if (input.below(4) != 0) return std::nullopt;
        return static_cast<std::uint32_t>(input.size());
    };
    Options options;
    options.knobs.variant = maybe_one_of(input, all_variants);
    if (input.flag()) return options;
    options.knobs.partition = maybe_one_of(input, all_partitions);
    options.knobs.merge = maybe_one_of(input, all_merges);
    options.knobs.work_group_size = maybe();
    options.knobs.work_groups = maybe();
    options.knobs.replicas = maybe();
    options.knobs.coarsening = maybe();
    options.knobs.load_bytes = maybe();
    options.knobs.loads_in_flight = maybe();
    if (input.flag()) options.knobs.count_values = input.flag();
    if (input.flag()) options.workspace_limit = input.size();
    if (input.flag()) options.samples_per_launch = input.size();
    if (input.flag()) options.calling_thread = input.flag();
    return options;
}

} // namespace histo_cl::fuzz
