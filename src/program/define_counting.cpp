#include "core/float_format.hpp"
#include "core/text.hpp"
#include "problem/rule/bin_rule.hpp"
#include "problem/weights.hpp"
#include "program/constants.hpp"
#include "program/define.hpp"
#include "variants/blocks.hpp"
#include "variants/counters.hpp"
#include "variants/draft.hpp"
#include "variants/partitions.hpp"
#include "variants/variant.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <vector>

namespace histo_cl::detail {
namespace {

/// OpenCL C that converts x, the bits of a float weight, to its value.
std::string_view value_of_weight(SampleType type) {
    if (is_narrow_float(type)) return value_of_narrow(type);
    return type == SampleType::f64 ? "as_double(x)" : "as_float(x)";
}

/// OpenCL C that converts x, a weight, to the 64 bits of a counter.
std::string counter_of_weight(SampleType type) {
    if (!is_float(type)) return "(ulong)(WIDE_WEIGHT)(x)";
    if (type == SampleType::f64) return "(x)";
    return type == SampleType::f32 ? std::string("double_of_float(x)")
                                   : concat("double_of_float(as_uint(", value_of_narrow(type), "))");
}

/// Defines constants of amount_extreme.cl and extremes.cl.
void define_ranks(Constants& constants, const Problem& problem, SampleType type) {
    const auto set_bits = [&constants](std::string_view name, std::uint64_t bits) {
        constants.set(name, concat("0x", hex(bits, 16), "UL"));
    };
    const auto bits = 8 * bytes(type);
    constants.set("MINIMUM", problem.weights.accumulator == Accumulator::minimum);
    constants.set("FLOAT_WEIGHTS", is_float(type));
    constants.set("SIGNED_WEIGHTS", is_signed(type));
    set_bits("WEIGHT_SIGN", std::uint64_t{1} << (bits - 1));
    set_bits("WEIGHT_BITS_SET", ~std::uint64_t{0} >> (64 - bits));
    set_bits("WEIGHT_INFINITY", FloatFormat(type).infinity);
    set_bits("NO_WEIGHT", identity_of(extreme_type(problem)));
    constants.set("COUNTER_OF_WEIGHT(x)", counter_of_weight(type));
}

/// Defines constants of amount_*.cl: the weights, which kernels read as bits.
void define_weights(Constants& constants, const Problem& problem, const Decision& decision) {
    const auto type =
        splits(problem) ? type_of_weights(problem) : problem.weights.type.value_or(SampleType::u32);
    const auto word = weight_type(type)->word;
    constants.set("VECTORS", problem.weights.vectors);
    constants.set("EACH_WEIGHT(DO)", numbered(problem.weights.vectors, "DO(", ")", " "));
    constants.set("COUNTS", problem.weights.counts || (!problem.weights.type && !splits(problem)));
    constants.set("EACH_SQUARE(DO)",
                  numbered(problem.weights.squares ? problem.weights.vectors : 0, "DO(", ")", " "));
    constants.set("UNIT_OF_COUNTS", splits(problem) ? concat("(", unit_of_fractions, ")") : "0");
    define_counter_order(constants, problem);
    constants.set("WEIGHT", word);
    constants.set("WIDE_WEIGHT", is_signed(type) ? "long" : "ulong");
    constants.set("WEIGHTS", vector_name(word, elements_per_load(problem, decision.load_bytes)));
    constants.set_word("WORDS", counter_words(problem));
    if (is_extreme(problem)) return define_ranks(constants, problem, type);
    if (!has_wide_sums(problem)) return;
    if (quantizes_in_doubles(problem, decision)) constants.set("VALUE_OF_WEIGHT(x)", value_of_weight(type));
    constants.set("WEIGHT_BITS", 8 * bytes(type));
    const FloatFormat format(type);
    constants.set("WEIGHT_MANTISSA", format.stored);
    constants.set("WEIGHT_BIAS", format.bias);
    constants.set("NARROW_WEIGHTS", problem.weights.narrow);
    constants.set("MIN_NARROW_EXPONENT", concat("(", min_narrow_exponent, ")"));
    constants.set("WEIGHT_BOUND", known_bound(problem).has_value());
    constants.set("GUESSED_UNIT", guesses_unit(problem, decision));
    const auto sums = format_of_sums(problem);
    constants.set("SUM_BITS", sums.bits);
    constants.set("SUM_MANTISSA", sums.stored);
    constants.set("SUM_BIAS", sums.bias);
    constants.set("BEYOND_BOUND", concat("0x", hex(beyond_weight_bound(problem.counter), 16), "UL"));
}

/// Whether each of the 256 values of a byte has a cell of its own, and there is no mask. Then no cell is
/// ambiguous, and no spare cell is needed.
bool are_all_bytes(const Problem& problem, const Decision& decision) {
    return decision.count_values && decision.window_bins == 256 && !problem.layout.mask;
}

/// Whether loops can use the samples themselves as cells: are_all_bytes() holds, and the samples are packed,
/// of one channel or planar, and not in separate arrays.
bool are_own_cells(const Problem& problem, const Decision& decision) {
    return are_all_bytes(problem, decision) && is_packed(problem) && !is_separate(problem) &&
           (problem.channels() == 1 || problem.layout.order == Order::planar);
}

/// Defines the type of cells for by_loops.cl, with room for SPARE_CELL and AMBIGUOUS_CELL unless
/// are_all_bytes(). The type has 32 bits for samples of 32 bits and more, so that vectors of cells and of
/// 32-bit samples have equally many elements.
void define_cell_type(Constants& constants, const Problem& problem, const Decision& decision) {
    const bool bytes_alone = are_all_bytes(problem, decision);
    const bool narrow = decision.window_bins < 0xfffe && bytes(problem.sample) <= 2;
    constants.set("CELL", bytes_alone ? "uchar" : narrow ? "ushort" : "uint");
    constants.set("CELLS_AT", are_own_cells(problem, decision) ? "__global" : "__private");
}

std::string of_axis(std::string_view name, std::size_t axis) {
    return concat(name, axis);
}

/// Defines constants of cells.cl: the counters of a histogram, and the first cell of each axis. If two
/// numbers are always equal, one is defined as the other, so that the compiler knows that they are equal.
void define_cells(Constants& constants, const Problem& problem) {
    const auto axes = problem.axes.size();
    constants.set_number("BINS", problem.counters());
    if (problem.counters_per_cell() > 1)
        constants.set_number("CELLS", problem.cells());
    else
        constants.set("CELLS", "BINS");
    // Wide sums are always in the order [sum][cell]; finish_sums converts it to the problem's order.
    constants.set("COUNTER_OF(sum, cell)", is_reordered(problem) && !has_wide_sums(problem)
                                               ? "((cell) * SUMS + (sum))"
                                               : "((sum) * CELLS + (cell))");
    constants.set("JOINT", problem.joint);
    std::uint64_t first = 0;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        if (axes == 1)
            constants.set("EXTENT_0", "CELLS");
        else
            constants.set_number(of_axis("EXTENT_", axis), problem.extent(axis));
        constants.set_start(of_axis("FIRST_CELL_", axis), first);
        first += problem.extent(axis);
    }
}

/// Defines constants of values.cl: the values of each axis. Bytes always have 256 values, so their number is
/// a constant.
void define_values(Constants& constants, const Problem& problem) {
    const bool all = bytes(problem.sample) == 1;
    const auto set = [&](const std::string& name, std::uint64_t value) {
        if (all)
            constants.set_word(name, value);
        else
            constants.set_number(name, value);
    };
    std::uint64_t first = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto values = detail::values(problem, axis);
        set(of_axis("VALUE_KEY_", axis), values.first_key);
        set(of_axis("VALUES_", axis), values.count);
        constants.set(of_axis("COUNTED_", axis), of_axis("VALUES_", axis));
        if (axis == 0)
            constants.set("FIRST_COUNTED_0", "0u");
        else
            set(of_axis("FIRST_COUNTED_", axis), first);
        first += values.count;
    }
    if (problem.axes.size() == 1)
        constants.set("WINDOW_BINS", "VALUES_0");
    else
        set("WINDOW_BINS", first);
}

/// Defines the counters of a work-group: one per value or per cell of each axis.
void define_counted(Constants& constants, const Problem& problem, const Decision& decision) {
    constants.set("COUNT_VALUES", decision.count_values);
    constants.set("SPARE_CELL", problem.weights.type ? "CELLS" : "WINDOW_BINS");
    define_cell_type(constants, problem, decision);
    if (decision.count_values) return define_values(constants, problem);
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        constants.set(of_axis("COUNTED_", axis), of_axis("EXTENT_", axis));
        constants.set(of_axis("FIRST_COUNTED_", axis), of_axis("FIRST_CELL_", axis));
    }
    if (decision.windows > 1)
        constants.set_number("WINDOW_BINS", decision.window_bins);
    else
        constants.set("WINDOW_BINS", "BINS");
}

/// Defines constants of partitioned.cl.
void define_partitions(Constants& constants, const Problem& problem, const Decision& decision) {
    const auto log2 = [](std::uint32_t power) { return std::bit_width(power) - 1; };
    constants.set("BRANCHES", decision.branches);
    constants.set_word("PARTITIONS", decision.partitions);
    constants.set("LOG2_PARTITIONS", log2(decision.partitions));
    constants.set_word("PARTITION_BITS", partition_bits(problem.counters(), decision.partitions));
    constants.set_word("BUFFER", partition_buffer(problem, decision.work_group_size, decision.partitions));
    constants.set_word("LOOK_COUNTERS", look_counters(decision.work_group_size));
    constants.set("LOG2_LOOK_COUNTERS", log2(look_counters(decision.work_group_size)));
    const auto axes = problem.joint ? 1 : problem.axes.size();
    const auto samples = elements_per_load(problem, decision.load_bytes) * axes;
    const auto loads = decision.loads_in_flight;
    constants.set_word("LOOK_BLOCKS", std::max<std::uint64_t>(1, samples_per_look / samples));
    constants.set_word("STEPS_BEFORE_FLUSH",
                       std::max<std::uint64_t>(1, samples_before_flush(problem) / samples / loads));
    if (problem.weights.type)
        constants.set("WEIGHT_PAIR", vector_name(weight_type(*problem.weights.type)->word, 2));
}

/// The variant's spare bin. Empty with weights or splitting: elements that are not counted are then not added
/// at all.
std::string_view spare_bin(const Problem& problem, const Decision& decision) {
    return problem.weights.type || splits(problem) ? std::string_view()
                                                   : implementation(*decision.variant).spare_bin;
}

/// Defines constants of the variant's file, counter_*.cl and merge_*.cl.
void define_counters(Constants& constants, const Problem& problem, const Decision& decision) {
    const bool words = finishes_words(problem); // counters are words of 32 bits
    constants.set("COUNTER", counter_word(words ? CounterType::u32 : problem.counter));
    constants.set_word("TABLE_ALIGNMENT", counter_alignment(problem));
    constants.set("COUNTER_WORDS", words ? counter_words(problem) : 1);
    define_max_count(constants, problem);
    constants.set_word("WORK_GROUP_SIZE", decision.work_group_size);
    constants.set_word("REPLICAS", decision.replicas);
    if (implementation(*decision.variant).shared_kernel == "sub_histogram")
        constants.set_word("ROW_SCALE", row_scale(problem, decision));
    if (const auto spare = spare_bin(problem, decision); !spare.empty()) constants.set("SPARE_BIN", spare);
    const auto& variant = implementation(*decision.variant);
    const bool finishes = variant.finishes_blocks != nullptr && variant.finishes_blocks(problem, decision);
    constants.set("FINISHES_BLOCKS", finishes);
    constants.set("FINISH_BLOCK(a, n)", finishes ? "finish_block(a, n);" : "");
    const auto elements =
        variant.elements_before_flush == nullptr ? 0 : variant.elements_before_flush(decision);
    constants.set("ELEMENTS_BEFORE_FLUSH", elements);
    constants.set("FEW_BINS", has_few_bins(problem, decision));
    constants.set_number("ROW_WORDS", row_bytes(decision) / 4);
    constants.set_word("SLOTS", decision.slots);
    constants.set("SLOT_BITS", std::bit_width(std::max(1U, decision.slots)) - 1);
    constants.set("ATOMIC_READS", decision.atomic_reads);
    if (decision.partitions != 0) define_partitions(constants, problem, decision);
}

} // namespace

void define_counter_order(Constants& constants, const Problem& problem) {
    constants.set("SUMS", problem.counters_per_cell());
    constants.set("BY_CELL", is_reordered(problem));
    constants.set("SUM_COUNTER", counter_word(problem.counter));
}

bool quantizes_in_doubles(const Problem& problem, const Decision& decision) noexcept {
    return has_wide_sums(problem) && !splits(problem) && decision.block_elements != 0 && decision.doubles;
}

void add_rank_files(SourceText& text, const Problem& problem) {
    text.add_files({"amount_extreme",
                    has_wide_ranks(problem)    ? "rank_64"
                    : rank_words(problem) == 2 ? "rank_33"
                                               : "rank_32",
                    "double_bits", is_float(*problem.weights.type) ? "whole_doubles" : "whole_integers",
                    "extremes"});
}

void add_amount_files(SourceText& text, const Problem& problem) {
    if (has_wide_sums(problem)) return text.add_files({"amount_float", "words"});
    if (!problem.weights.type) return text.add_files({"amount_count"});
    if (is_extreme(problem))
        add_rank_files(text, problem);
    else
        text.add_files({"amount_integer"});
    text.add_files({"words"});
}

namespace {

/// Whether weights are added to sums in local memory by kernels/accumulate/accumulate_float.cl. Narrow
/// weights are not, because most of them have bits below the unit of their sums.
bool accumulates_floats(const Problem& problem, const Decision& decision) noexcept {
    return decision.variant == Variant::local_atomic && !decision.teams && has_wide_sums(problem) &&
           bytes(*problem.weights.type) <= 4 && !problem.weights.narrow;
}

} // namespace

void add_cell_files(SourceText& text, const Problem& problem, const Decision& decision) {
    if (splits(problem)) {
        const bool loops = decision.block_elements != 0;
        text.add_files({"cells", is_float(problem.sample) ? "split_floats" : "split_integers", "split",
                        loops ? "split_listed" : "split_single", problem.joint ? "split_joint" : "split_axes",
                        "add_split", "count_single"});
        return;
    }
    const bool spare = !spare_bin(problem, decision).empty();
    text.add_files({accumulates_floats(problem, decision) ? "accumulate_float" : "accumulate_amount"});
    text.add_files({"cells", decision.partitions != 0           ? "add_cell_weight"
                             : problem.counters_per_cell() == 1 ? "add_cell"
                                                                : "add_cell_to_sums"});
    if (problem.joint)
        text.add_files({"cell_joint", spare ? "add_joint_spare" : "add_joint"});
    else
        text.add_files({spare ? "add_axes_spare" : "add_axes"});
    text.add_files({"count_single"});
}

void add_merge_files(SourceText& text, const Problem& problem, const Decision& decision) {
    const auto& variant = implementation(*decision.variant);
    text.add_files({"own_bins"});
    if (variant.counts_directly || (variant.has_own_rows && decision.merge == Merge::device))
        text.add_files({"collect_bins", "merge_nothing"});
    else if (decision.merge == Merge::last_group)
        text.add_files(
            {decision.count_values ? "collect_values" : "collect_bins", "delivery", "merge_last_group"});
    else if (stores_alone(problem, decision))
        text.add_files({"collect_bins", "delivery", "merge_alone", "deliver_bins"});
    else
        text.add_files({"collect_bins", decision.merge == Merge::atomic ? "merge_atomic" : "merge_rows",
                        decision.count_values ? "deliver_values" : "deliver_bins"});
    if (decision.merge == Merge::device && !variant.has_own_rows) text.add_files({"partial_rows"});
    if (decision.merge == Merge::device) text.add_files({"merge_partials"});
}

void add_drive_files(SourceText& text, const Problem& problem, const Decision& decision,
                     std::string_view kernel) {
    const auto& variant = implementation(*decision.variant);
    const bool loops = decision.block_elements != 0;
    const bool in_place = are_own_cells(problem, decision);
    if (loops)
        text.add_files({"loops_origin", problem.layout.image ? "loops_no_prefetch" : "loops_prefetch"});
    if (loops && !splits(problem))
        text.add_files({"loops_cells", problem.joint ? "loops_cells_joint" : "loops_cells_axes",
                        !problem.weights.type                     ? "loops_add"
                        : quantizes_in_doubles(problem, decision) ? "loops_add_sums"
                                                                  : "loops_add_one_by_one"});
    if (loops)
        text.add_files({splits(problem) ? "loops_split" : in_place ? "loops_in_place" : "loops_find"});
    else
        text.add_files({"block", problem.layout.image ? "vectors_of_pixels" : "vectors"});
    const bool flushes =
        variant.elements_before_flush != nullptr && variant.elements_before_flush(decision) != 0;
    text.add_files({loops ? "by_loops" : "by_vectors",
                    loops || decision.loads_in_flight == 1 ? "one_load" : "loads_in_flight",
                    flushes ? "count_walk_and_flush" : "count_walk", kernel});
}

std::string_view counter_word(CounterType counter) noexcept {
    switch (counter) {
    case CounterType::u8: return "uchar";
    case CounterType::u16: return "ushort";
    case CounterType::u32:
    case CounterType::f32: return "uint"; // kernels handle floats as bits
    default: return "ulong";
    }
}

void define_max_count(Constants& constants, const Problem& problem) {
    if (saturates(problem.counter)) constants.set_word("MAX_COUNT", max_count(problem.counter));
}

void add_counter_files(SourceText& text, const Problem& problem, const Decision& decision) {
    if (finishes_words(problem)) return text.add_files({"counter_words"});
    if (saturates(problem.counter)) return text.add_files({"counter_narrow"});
    text.add_files({"counter_plain", bytes(problem.counter) == 4 ? "counter_32"
                                     : decision.native_atomic64  ? "counter_64"
                                                                 : "counter_halves"});
}

void define_counting(Constants& constants, const Problem& problem, const Decision& decision) {
    define_weights(constants, problem, decision);
    define_cells(constants, problem);
    define_counted(constants, problem, decision);
    define_counters(constants, problem, decision);
}

void define_adding(Constants& constants, const Problem& problem) {
    Decision decision;
    decision.variant = Variant::global_atomic;
    define_counting(constants, problem, decision);
}

} // namespace histo_cl::detail
