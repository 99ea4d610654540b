#include "choose/column_launch.hpp"
#include "problem/split.hpp"
#include "problem/weights.hpp"
#include "program/constants.hpp"
#include "program/define.hpp"
#include "program/kernel_source.hpp"
#include "program/source_text.hpp"
#include "variants/blocks.hpp"
#include "variants/counters.hpp"

#include <string>
#include <string_view>

namespace histo_cl::detail {
namespace {

/// Defines constants of columns_of_rows.cl, and ROW_PARAMETERS, the kernels' parameters for the rows of a
/// job.
void define_rows(Constants& constants, const Problem& problem) {
    DeclaredParameters rows;
    row_parameters(problem, {}, rows);
    rows.define(constants, "ROW_PARAMETERS", "ROW_CONSTANTS");
    define_weight_lists(constants, problem);
    constants.set("SIDE_BY_SIDE", counts_side_by_side(problem));
    define_places(constants, problem);
    constants.set("MASKED", problem.layout.mask);
    constants.set("LISTED", problem.layout.indices.has_value());
    constants.set("LISTED_WEIGHTS", problem.weights.listed);
    constants.set("INDEX", type_names(problem.layout.indices.value_or(SampleType::u32)).bits);
}

/// Defines the type to which weights are converted when they are loaded. Integers are converted to int, or to
/// long if they have 32 bits. With Weights::narrow, float weights are converted to float, which represents
/// all their values. Other float weights, and weights whose minima or maxima are kept, are loaded as their
/// bits.
void define_weights_of_rows(Constants& constants, const Problem& problem) {
    constants.set("SUM_WORDS", words_per_sum(problem));
    constants.set("HAS_FLAGS", has_wide_sums(problem));
    if (!is_extreme(problem)) constants.set("SIGNED_WEIGHTS", problem.counter == CounterType::i64);
    constants.set("NARROW_BITS", narrow_weight_bits);
    const auto type = problem.weights.type.value_or(SampleType::u32);
    if (!problem.weights.type) { // otherwise define_adding() defines these constants
        constants.set("WEIGHT", weight_type(type)->word);
        constants.set("VECTORS", 0);
        define_counter_order(constants, problem);
        constants.set("COUNTS", true);
    }
    constants.set("WEIGHT_4", vector_name(weight_type(type)->word, 4));
    const std::string four = "*(__global const WEIGHT_4 *)(weights)";
    const auto set = [&constants](std::string_view value, std::string_view one, std::string_view all) {
        constants.set("WEIGHT_VALUE", value);
        constants.set("FOUR_WEIGHT_VALUES", concat(value, "4"));
        constants.set("WEIGHT_AT(weights, n)", one);
        constants.set("FOUR_WEIGHTS_AT(weights)", all);
    };
    if (is_extreme(problem) || (has_wide_sums(problem) && !problem.weights.narrow))
        set(weight_type(type)->word, "(weights)[n]", four);
    else if (!has_wide_sums(problem) && bytes(type) == 4)
        set("long", "((long)(weights)[n])", concat("convert_long4(", four, ")"));
    else if (!has_wide_sums(problem))
        set("int", "((int)(weights)[n])", concat("convert_int4(", four, ")"));
    else if (type == SampleType::f16)
        set("float", "vload_half(n, (__global const half *)(weights))",
            "vload_half4(0, (__global const half *)(weights))");
    else if (type == SampleType::bf16)
        set("float", "as_float((uint)(weights)[n] << 16)",
            concat("as_float4(convert_uint4(", four, ") << 16)"));
    else
        set("float", "as_float((weights)[n])", concat("as_float4(", four, ")"));
}

/// Defines constants of columns.cl and item_columns.cl.
void define_tables(Constants& constants, const Problem& problem, const Decision& decision) {
    constants.set("VALUES", decision.window_bins);
    constants.set("TABLE_VALUES", table_rows(decision.window_bins));
    constants.set("ARRIVES", decision.merge == Merge::last_group);
    if (decision.block_elements != 0) {
        constants.set("TILE_COLUMNS", decision.axes);
        constants.set("BLOCK", decision.block_elements);
        constants.set("PADDED_VALUES", padded_rows(decision.window_bins));
        return;
    }
    constants.set_word("TILE_WORDS", decision.axes / 4);
    constants.set_word("TEAM", decision.slots);
    constants.set("PAIRED", decision.paired);
    constants.set_word("GROUP_SIZE", decision.work_group_size);
    constants.set_word("LOADS", decision.loads_in_flight);
    constants.set("LIMBS_PER_WEIGHT", limbs_per_weight(problem));
}

/// Defines constants of column_sums.cl.
void define_sums(Constants& constants, const Problem& problem) {
    constants.set("IDENTITY", counts_identities(problem));
    define_max_count(constants, problem);
}

void add_column_files(SourceText& text, const Problem& problem, const Decision& decision) {
    const bool floats = has_wide_sums(problem), extremes = is_extreme(problem);
    const auto* const weights = extremes                 ? "column_extremes"
                                : !floats                ? "column_integers"
                                : problem.weights.narrow ? "column_floats"
                                                         : "column_wide";
    const auto* const limbs = extremes           ? "limbs_of_ranks"
                              : carries(problem) ? "limbs_with_carry"
                              : floats           ? "limbs_of_floats"
                                                 : "limbs_of_integers";
    const bool items = decision.block_elements != 0;
    text.add_files({"compiler", "float_of_half", decision.native_atomic64 ? "sum_64" : "sum_halves"});
    if (floats) text.add_files({"amount_float", "floats"});
    if (extremes) {
        add_rank_files(text, problem);
    } else {
        text.add_files({floats                       ? "whole_floats"
                        : saturates(problem.counter) ? "whole_narrow"
                                                     : "whole_integers"});
    }
    text.add_files({"places", "columns_of_rows"});
    if (!floats) text.add_files({"column_plain"});
    text.add_files({weights, extremes ? "column_raises" : "column_adds", "counter_order", "column_sums"});
    if (floats && !problem.weights.bound) text.add_files({"column_range"});
    if (items)
        text.add_files({extremes ? "item_extremes" : "item_sums", "item_table",
                        problem.layout.indices || problem.layout.mask ? "rows_some" : "rows_all",
                        "item_columns"});
    else
        text.add_files({"column_table", limbs, "columns",
                        decision.merge == Merge::last_group ? "columns_one_launch" : "columns_two_launches"});
    if (decision.merge != Merge::last_group) text.add_files({"finish_columns"});
    if (floats) text.add_files({"write_columns"});
}

} // namespace

KernelSource column_source(const Problem& problem, const Decision& decision) {
    Numbers numbers;
    Constants constants(numbers);
    define_rows(constants, problem);
    define_weights_of_rows(constants, problem);
    define_tables(constants, problem, decision);
    define_sums(constants, problem);
    // amount_float.cl and floats.cl use constants that are defined for a problem of one pass.
    if (problem.weights.type) define_adding(constants, passes(problem).problems.front());
    SourceText text;
    text.add(constants);
    add_column_files(text, problem, decision);
    return program_of(text);
}

} // namespace histo_cl::detail
