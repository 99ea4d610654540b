#include "traits.hpp"

#include "proof.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace histo_cl::test {
namespace {

constexpr std::array places{Place::flat, Place::strided, Place::rows, Place::strided_rows};
constexpr std::array<std::pair<std::uint32_t, Order>, 9> channels{{{1, Order::interleaved},
                                                                   {2, Order::interleaved},
                                                                   {3, Order::interleaved},
                                                                   {4, Order::interleaved},
                                                                   {2, Order::planar},
                                                                   {3, Order::planar},
                                                                   {4, Order::planar},
                                                                   {6, Order::interleaved},
                                                                   {7, Order::planar}}};
constexpr std::array batches{Batch::one, Batch::segments, Batch::ragged, Batch::tiles};
constexpr std::array joints{0U, 2U, 3U};
constexpr std::array bins_names{"powers", "even", "fine", "edges", "log", "circular", "identity", "custom"};
static_assert(bins_names.size() == all_bins.size());
constexpr std::array policies{OutOfRange::dropped, OutOfRange::clamped, OutOfRange::counted};
constexpr std::array last_edges{LastEdge::exclusive, LastEdge::inclusive};
/// The weights that are summed, and the type of the counters.
struct Counting {
    std::string_view name;
    CounterType counter;
    std::optional<SampleType> weights;
};
constexpr std::string_view name(const Counting& counting) {
    return counting.name;
}
constexpr std::array<Counting, 11> countings{{{"counts u32", CounterType::u32, {}},
                                              {"counts u64", CounterType::u64, {}},
                                              {"i8 weights", CounterType::i64, SampleType::i8},
                                              {"f16 weights", CounterType::f64, SampleType::f16},
                                              {"u32 weights", CounterType::u64, SampleType::u32},
                                              {"i32 weights", CounterType::i64, SampleType::i32},
                                              {"f32 weights", CounterType::f64, SampleType::f32},
                                              {"f64 weights", CounterType::f64, SampleType::f64},
                                              {"counts u8", CounterType::u8, {}},
                                              {"counts u16", CounterType::u16, {}},
                                              {"f32 weights into f32", CounterType::f32, SampleType::f32}}};
constexpr std::array counter_orders{CounterOrder::by_sum, CounterOrder::by_cell};
constexpr std::array vectors{1U, 2U, 4U};
constexpr std::array cell_accumulators{Accumulator::sum, Accumulator::minimum, Accumulator::maximum};
constexpr std::array owners{WeightPer::element, WeightPer::row, WeightPer::column};
constexpr std::array<std::optional<SampleType>, 3> lists{std::nullopt, SampleType::u32, SampleType::u64};
constexpr std::array<std::optional<std::uint32_t>, 4> loads{std::nullopt, 1, 4, 16};
constexpr std::array<std::optional<std::uint32_t>, 5> in_flight{std::nullopt, 1, 2, 4, 8};
constexpr std::array<std::optional<bool>, 3> switches{std::nullopt, false, true};

/// The indices of the factors, in the order of factors().
enum Index : std::size_t {
    place_factor,
    channels_factor,
    mask_factor,
    batch_factor,
    joint_factor,
    bins_factor,
    policy_factor,
    last_edge_factor,
    counting_factor,
    vectors_factor,
    squares_factor,
    element_counts_factor,
    accumulator_factor,
    weight_gaps_factor,
    weights_per_factor,
    counter_order_factor,
    list_factor,
    sample_factor,
    variant_factor,
    partition_factor,
    merge_factor,
    load_factor,
    in_flight_factor,
    values_factor,
};

template <class Values>
std::vector<std::string> names(const Values& values) {
    std::vector<std::string> all;
    for (const auto& value : values)
        all.emplace_back(name(value));
    return all;
}

const std::string& text(const Level& level) {
    return factors()[level.factor].levels[level.level];
}

using Words = std::initializer_list<std::string_view>;

/// Whether the level belongs to the factor, and its text contains one of the words.
bool is(const Level& level, Index factor, Words words) {
    return level.factor == factor && std::ranges::any_of(words, [&](std::string_view word) {
               return text(level).find(word) != std::string::npos;
           });
}

/// Whether one level belongs to the first factor and the other to the second, and the text of each contains
/// one of its words.
bool meet(const Level& a, const Level& b, Index first, Words words, Index second, Words others) {
    return (is(a, first, words) && is(b, second, others)) || (is(b, first, words) && is(a, second, others));
}

} // namespace

const std::vector<Factor>& factors() {
    static const std::vector<Factor> all{
        {"layout", {"flat", "strided", "rows", "strided rows"}},
        {"channels", {"1", "2", "3", "4", "2 planes", "3 planes", "4 planes", "6", "7 planes"}},
        {"mask", {"no", "yes"}},
        {"batch", names(batches)},
        {"joint", {"no", "2 axes", "3 axes"}},
        {"binning", {bins_names.begin(), bins_names.end()}},
        {"policy", names(policies)},
        {"last edge", names(last_edges)},
        {"counting", names(countings)},
        {"vectors", {"one", "two", "four"}},
        {"squares", {"no", "yes"}},
        {"counts too", {"no", "yes"}},
        {"accumulator", names(cell_accumulators)},
        {"weight gaps", {"no", "yes"}},
        {"weights per", names(owners)},
        {"counter order", names(counter_orders)},
        {"list", {"no", "u32", "u64"}},
        {"sample", names(all_sample_types)},
        {"variant", names(all_variants)},
        {"partition", names(all_partitions)},
        {"merge", names(all_merges)},
        {"load", {"chosen", "1 B", "4 B", "16 B"}},
        {"in flight", {"chosen", "1", "2", "4", "8"}},
        {"values", {"chosen", "no", "yes"}}};
    return all;
}

Traits traits(const Levels& levels) {
    const auto& [channel_count, order] = channels[levels[channels_factor]];
    const auto& counting = countings[levels[counting_factor]];
    return {.place = places[levels[place_factor]],
            .joint = joints[levels[joint_factor]],
            .bins = all_bins[levels[bins_factor]],
            .weight_gaps = levels[weight_gaps_factor] == 1,
            .problem = {.sample = all_sample_types[levels[sample_factor]],
                        .axes = {},
                        .joint = joints[levels[joint_factor]] != 0,
                        .last_edge = last_edges[levels[last_edge_factor]],
                        .out_of_range = policies[levels[policy_factor]],
                        .layout = {.channels = channel_count,
                                   .order = order,
                                   .mask = levels[mask_factor] == 1,
                                   .indices = lists[levels[list_factor]]},
                        .batch = batches[levels[batch_factor]],
                        .weights = {.type = counting.weights,
                                    .counts = levels[element_counts_factor] == 1,
                                    .squares = levels[squares_factor] == 1,
                                    .accumulator = cell_accumulators[levels[accumulator_factor]],
                                    .vectors = vectors[levels[vectors_factor]],
                                    .per = owners[levels[weights_per_factor]],
                                    .order = counter_orders[levels[counter_order_factor]]},
                        .counter = counting.counter},
            .options = {.knobs = {.variant = all_variants[levels[variant_factor]],
                                  .load_bytes = loads[levels[load_factor]],
                                  .loads_in_flight = in_flight[levels[in_flight_factor]],
                                  .partition = all_partitions[levels[partition_factor]],
                                  .merge = all_merges[levels[merge_factor]],
                                  .count_values = switches[levels[values_factor]]}}};
}

std::string to_string(const Level& level) {
    return std::string(factors()[level.factor].name) + " " + text(level);
}

std::string to_string(const Levels& levels) {
    std::string all;
    for (std::size_t factor = 0; factor < levels.size(); ++factor)
        all += (factor == 0 ? "" : ", ") + to_string(Level{factor, levels[factor]});
    return all;
}

std::string_view missing(const Level& level, const DeviceProfile& device) {
    if (is(level, merge_factor, {"last_group"}) && !device.int64_atomics) return "cl_khr_int64_base_atomics";
    if (level.factor == variant_factor && is_cut_short(all_variants[level.level])) return "iterations";
    return "";
}

bool impossible(const Level& a, const Level& b) {
    if (meet(a, b, batch_factor, {"tiles"}, place_factor, {""}))
        return !meet(a, b, batch_factor, {"tiles"}, place_factor, {"rows"});
    if (meet(a, b, weights_per_factor, {"row", "column"}, place_factor, {""}))
        return !meet(a, b, weights_per_factor, {"row", "column"}, place_factor, {"rows"});
    return meet(a, b, batch_factor, {"segments", "ragged"}, place_factor, {"rows"}) ||
           meet(a, b, squares_factor, {"yes"}, counting_factor, {"counts"}) ||
           meet(a, b, element_counts_factor, {"yes"}, counting_factor, {"counts"}) ||
           meet(a, b, vectors_factor, {"two", "four"}, counting_factor, {"counts"}) ||
           meet(a, b, weight_gaps_factor, {"yes"}, counting_factor, {"counts"}) ||
           meet(a, b, weights_per_factor, {"row", "column"}, counting_factor, {"counts"}) ||
           meet(a, b, weights_per_factor, {"row", "column"}, batch_factor, {"segments", "ragged"}) ||
           meet(a, b, weights_per_factor, {"row", "column"}, list_factor, {"u"}) ||
           meet(a, b, accumulator_factor, {"imum"}, counting_factor, {"counts", "into f32"}) ||
           meet(a, b, accumulator_factor, {"imum"}, squares_factor, {"yes"}) ||
           meet(a, b, list_factor, {"u"}, place_factor, {"rows"}) ||
           meet(a, b, list_factor, {"u"}, batch_factor, {"tiles"}) ||
           meet(a, b, joint_factor, {"axes"}, channels_factor, {"6", "7", "1"}) ||
           meet(a, b, joint_factor, {"3 axes"}, channels_factor, {"2"});
}

bool is_of_one_buffer(const Level& level) {
    return is(level, list_factor, {"u"}) || is(level, channels_factor, {"6", "7"});
}

bool depends_on_third(const Level& a, const Level& b) {
    // Elements of many channels have gaps, unless they are listed: listed elements are gathered without gaps.
    return meet(a, b, load_factor, {"4 B", "16 B"}, channels_factor, {"6"}) ||
           meet(a, b, load_factor, {"4 B", "16 B"}, list_factor, {"u"}) ||
           meet(a, b, values_factor, {"yes"}, variant_factor,
                {"item_private", "item_pairs", "banked_uchar4"});
}

bool is_large_by_value(const Level& a, const Level& b) {
    return meet(a, b, values_factor, {"yes"}, sample_factor, {"u16", "i16"});
}

bool may_overflow_packed(const Level& a, const Level& b) {
    return meet(a, b, in_flight_factor, {"8"}, variant_factor, {"local_packed"});
}

bool is_wide_extreme(const Level& a, const Level& b) {
    return meet(a, b, accumulator_factor, {"imum"}, counting_factor, {"f64"});
}

bool queues_weights(const Level& a, const Level& b) {
    return meet(a, b, variant_factor, {"partitioned"}, counting_factor, {"weights"});
}

std::string_view rejection(const Level& a, const Level& b) {
    const auto weighted = [&](Index factor, Words words) {
        return meet(a, b, factor, words, counting_factor, {"weights"}) ||
               meet(a, b, factor, words, squares_factor, {"yes"}) ||
               meet(a, b, factor, words, element_counts_factor, {"yes"}) ||
               meet(a, b, factor, words, accumulator_factor, {"imum"}) ||
               meet(a, b, factor, words, weight_gaps_factor, {"yes"}) ||
               meet(a, b, factor, words, weights_per_factor, {"row", "column"}) ||
               meet(a, b, factor, words, vectors_factor, {"two", "four"});
    };
    const auto in_batch = [&](Index factor, Words words) {
        return meet(a, b, factor, words, batch_factor, {"segments", "ragged", "tiles"});
    };
    if (weighted(variant_factor, {"banked_uchar4", "local_packed", "hot_bin_cache"})) return "weights";
    if (meet(a, b, variant_factor, {"partitioned"}, squares_factor, {"yes"}) ||
        meet(a, b, variant_factor, {"partitioned"}, element_counts_factor, {"yes"}) ||
        meet(a, b, variant_factor, {"partitioned"}, vectors_factor, {"two", "four"}))
        return "several sums";
    if (meet(a, b, variant_factor, {"partitioned"}, accumulator_factor, {"imum"})) return "queued weights";
    if (in_batch(variant_factor, {"partitioned"})) return "one histogram";
    if (weighted(variant_factor, {"item_pairs", "item_packed"})) return "sum of weights";
    if (meet(a, b, variant_factor, {"item_pairs", "item_packed"}, load_factor, {"1", "4"}) ||
        meet(a, b, variant_factor, {"item_pairs", "item_packed"}, in_flight_factor, {"2", "4", "8"}))
        return "blocks in place";
    if (meet(a, b, merge_factor, {"host"}, list_factor, {"u"}) ||
        meet(a, b, merge_factor, {"host"}, channels_factor, {"6", "7"}))
        return "several passes";
    if (meet(a, b, merge_factor, {"last_group", "host"}, variant_factor, {"item_packed"}))
        return "on the device";
    if (in_batch(variant_factor, {"item_packed"})) return "not a batch";
    if (meet(a, b, merge_factor, {"last_group", "device", "host"}, variant_factor,
             {"global_atomic", "local_packed", "hot_bin_cache", "partitioned"}))
        return "the caller's counters";
    if (weighted(merge_factor, {"last_group", "device", "host"})) return "weights";
    if (in_batch(merge_factor, {"last_group", "device", "host"})) return "batch";
    if (meet(a, b, merge_factor, {"last_group"}, variant_factor, {"global_private"}))
        return "private counts in the workspace";
    if (meet(a, b, load_factor, {"4 B", "16 B"}, place_factor, {"strided"})) return "load";
    if (meet(a, b, values_factor, {"yes"}, variant_factor, {""}) &&
        !meet(a, b, values_factor, {"yes"}, variant_factor, {"local_atomic"}))
        return "counts bins, not values";
    if (meet(a, b, values_factor, {"yes"}, merge_factor, {"device", "host"})) return "by atomics";
    if (weighted(values_factor, {"yes"})) return "weights are not counted";
    if (in_batch(values_factor, {"yes"})) return "the values of each histogram of a batch";
    if (meet(a, b, values_factor, {"yes"}, joint_factor, {"axes"})) return "joint";
    for (const auto type : all_sample_types)
        if ((is_float(type) || bytes(type) > 2) &&
            meet(a, b, values_factor, {"yes"}, sample_factor, {name(type)}))
            return "integers of 8 and 16 bits";
    return "";
}

} // namespace histo_cl::test
