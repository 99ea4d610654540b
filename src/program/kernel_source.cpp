#include "program/kernel_source.hpp"

#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/pitches.hpp"
#include "problem/split.hpp"
#include "program/define.hpp"
#include "program/source_text.hpp"
#include "variants/counters.hpp"
#include "variants/variant.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

/// Adds the files that define what a slot of the hot-bin cache holds and, for partitioned.cl, what a queue
/// holds.
void add_payload_files(SourceText& text, const Problem& problem, const Decision& decision) {
    const bool sums = problem.weights.type.has_value();
    if (sums) text.add_files({has_wide_sums(problem) ? "local_sum_float" : "local_sum_integer"});
    text.add_files({sums ? "hot_sums" : "hot_counts"});
    if (decision.partitions != 0) text.add_files({"queues", sums ? "payload_weight" : "payload_none"});
}

/// Adds the files of the kernels that Variant::partitioned launches in addition to `histogram`.
void add_partition_kernels(SourceText& text, const Problem& problem) {
    text.add_files({problem.weights.type ? "sum_partitions" : "count_partitions"});
    if (!has_wide_sums(problem)) text.add_files({"zero_counts"});
}

/// Adds the files of a variant: its counters, how they are merged, and the loops that drive it.
void add_variant_files(SourceText& text, const Problem& problem, const Decision& decision) {
    const auto& variant = implementation(*decision.variant);
    add_counter_files(text, problem, decision);
    const bool tables = variant.shared_kernel == "item_tables";
    if (tables) text.add_files({decision.local_bytes != 0 ? "tables_local" : "tables_in_row"});
    if (!variant.shared_kernel.empty())
        text.add_files({tables && has_wide_sums(problem) ? "sum_tables" : variant.shared_kernel});
    if (variant.shared_kernel == "hot_bins") add_payload_files(text, problem, decision);
    text.add_files({name(*decision.variant)});
    add_merge_files(text, problem, decision);
    add_cell_files(text, problem, decision);
    add_drive_files(text, problem, decision, variant.kernel);
    if (decision.partitions != 0) add_partition_kernels(text, problem);
    if (is_extreme(problem)) text.add_files({"finish_ranks"});
}

/// Adds the files that count batches with teams, instead of the files of a variant.
void add_team_files(SourceText& text, const Problem& problem, const Decision& decision) {
    add_counter_files(text, problem, decision);
    text.add_files({"delivery", is_extreme(problem) ? "team_extremes" : "team_counts", "team_tables",
                    problem.batch == Batch::ragged ? "teams_ordered" : "teams_alike"});
    add_cell_files(text, problem, decision);
    add_drive_files(text, problem, decision, "histogram_of_teams");
}

/// Defines the parameters of the kernels that count, and constants for the parameters that the program leaves
/// out.
void define_parameters(Constants& constants, const Problem& problem, const Decision& decision,
                       bool has_thresholds) {
    // Local memory is an argument, or is declared in the kernel: see set_local_memory().
    const bool declared = decision.local_bytes != 0 && decision.declares_local_memory;
    const bool argument = decision.local_bytes != 0 && !declared;
    // The tables of sums (kernels/accumulate/sum_tables.cl), and some ranks, are 64-bit integers. NVIDIA's
    // driver aligns an argument only as its type requires, so the type must then be ulong.
    const bool wide = has_wide_sums(problem) || has_wide_ranks(problem);
    const std::string_view memory = wide ? "ulong *sums" : "uint *memory";
    constants.set("LOCAL_PARAMETER", argument ? concat("__local ", memory, ",") : std::string());
    if (declared)
        constants.set("LOCAL_CONSTANTS", concat("__local uint memory[", decision.local_bytes / 4, "]",
                                                wide ? " __attribute__((aligned(8)));" : ";"));
    else if (argument)
        constants.set("LOCAL_CONSTANTS", wide ? "__local uint *memory = (__local uint *)sums;" : "");
    else
        constants.set("LOCAL_CONSTANTS", "__local uint *memory = 0;");
    DeclaredParameters bins, load, counts;
    bin_parameters({}, nullptr, has_thresholds, bins);
    bins.define(constants, "BIN_PARAMETERS", "BIN_CONSTANTS");
    define_weight_lists(constants, problem);
    load_parameters(problem, {}, {}, {}, {}, load);
    load.define(constants, "LOAD_PARAMETERS", "LOAD_CONSTANTS");
    count_parameters(problem, decision, {}, counts);
    counts.define(constants, "COUNT_PARAMETERS", "COUNT_CONSTANTS");
}

using AddFiles = void(SourceText& text, const Problem& problem, const Decision& decision);

/// Makes the source of a program that counts. `add_accumulating` adds the files that accumulate samples.
KernelSource source(const Problem& problem, const Decision& decision, std::span<const BinRule> rules,
                    AddFiles* add_accumulating) {
    Numbers numbers;
    Constants constants(numbers);
    define_load(constants, problem, decision);
    if (problem.layout.image) define_image(constants, problem);
    if (is_separate(problem)) define_arrays(constants, problem, decision);
    define_counting(constants, problem, decision);

    const auto is_line = [&](const BinRule& rule) {
        return rule.mode == BinRule::Mode::scale && !decision.count_values;
    };
    const auto has_thresholds = [](const BinRule& rule) { return !rule.thresholds.empty(); };
    const bool ambiguous = std::ranges::any_of(rules, is_line);
    constants.set("CAN_BE_AMBIGUOUS", ambiguous);
    constants.set("RESOLVE_AMBIGUOUS",
                  ambiguous ? "if (!resolved) { EACH_ELEMENT(*b, RESOLVE_ELEMENT) }" : "");
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        constants.set(concat("LINE_", axis), !splits(problem) && is_line(rules[axis]));
    define_parameters(constants, problem, decision, std::ranges::any_of(rules, has_thresholds));

    SourceText bins;
    std::uint64_t first_threshold = 0;
    if (splits(problem)) define_splitting(constants, problem);
    for (std::size_t axis = 0; axis < rules.size(); ++axis) {
        add_bins(bins, problem, axis, rules[axis], first_threshold, decision.block_elements != 0, numbers);
        first_threshold += rules[axis].thresholds.size();
    }
    constants.set("NUMBERS", numbers.size());
    // An initializer that loads each number when the kernel begins. If the whole struct were copied instead,
    // compilers would load each number where it is used, even in loops and conditions.
    constants.set("EACH_NUMBER(all)", numbered(numbers.size(), "(all).at[", "]", ", "));

    SourceText text;
    text.add(constants);
    const bool doubles = (problem.sample == SampleType::f64 && decision.doubles) ||
                         quantizes_in_doubles(problem, decision) || !what_needs_doubles(problem).empty();
    if (doubles) text.add_line("#pragma OPENCL EXTENSION cl_khr_fp64 : enable");
    if (decision.merge == Merge::last_group || (decision.native_atomic64 && takes_atomic64(problem)))
        text.add_line("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable");
    if (reads_depth_images(problem)) text.add_line("#pragma OPENCL EXTENSION cl_khr_depth_images : enable");
    text.add_files({"compiler", "float_of_half"});
    if (decision.block_elements != 0) text.add_files({"vector_loops"});
    text.add_files({"problem", is_float(problem.sample)    ? "key_float"
                               : is_signed(problem.sample) ? "key_signed"
                                                           : "key_unsigned"});
    add_load_files(text, problem, decision);
    if (has_custom_bins(problem)) text.add_files({"expression"});
    if (has_custom_bins(problem) && doubles) text.add_files({"expression_doubles"});
    if (ambiguous) text.add_files({"line"});
    text.add(bins);
    if (decision.count_values)
        text.add_files({bytes(problem.sample) == 1 ? "values_of_bytes" : "values_of_words", "values"});
    else
        text.add_files({splits(problem) ? "no_bins" : "bins"});
    add_amount_files(text, problem);
    add_accumulating(text, problem, decision);
    if (finishes_words(problem)) text.add_files({"zero_sums"});
    if (has_wide_sums(problem)) text.add_files({"floats", "counter_order", "wide_sums"});
    if (has_wide_sums(problem) && !known_bound(problem)) text.add_files({"weight_range"});
    if (guesses_unit(problem, decision)) text.add_files({"guessed_unit"});
    return program_of(text, std::move(numbers));
}

} // namespace

KernelSource kernel_source(const Problem& problem, const Decision& decision, std::span<const BinRule> rules) {
    return source(problem, decision, rules, add_variant_files);
}

KernelSource team_source(const Problem& problem, const Decision& decision, std::span<const BinRule> rules) {
    return source(problem, decision, rules, add_team_files);
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

KernelSource kernel_source(const Problem& problem, const Decision& decision) {
    problem.validate();
    if (decision.columns) return detail::column_source(problem, decision);
    if (!decision.variant) detail::invalid("a decision without a variant: no kernel counts");
    if (detail::takes_passes(problem))
        return kernel_source(detail::passes(problem).problems.front(), decision);
    return detail::kernel_source(problem, decision, detail::bin_rules(problem, decision.doubles));
}

} // namespace histo_cl::inline HISTO_CL_ABI
