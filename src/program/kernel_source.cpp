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

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

/// The text "(all).at[0], (all).at[1] …": an initializer that loads each number when the kernel begins. If
/// the whole struct were copied instead, compilers would load each number where it is used, even in loops and
/// conditions.
std::string each_number(std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i)
        list += detail::concat(i == 0 ? "" : ", ", "(all).at[", i, "]");
    return list;
}

} // namespace

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {
namespace {

/// The files of a variant: its counters, how they are merged, and the loops that drive it.
std::vector<std::string_view> variant_files(const Problem& problem, const Decision& decision) {
    const auto& variant = implementation(*decision.variant);
    std::vector<std::string_view> files{counter_file(problem, decision)};
    const auto add = [&files](const std::vector<std::string_view>& more) {
        files.insert(files.end(), more.begin(), more.end());
    };
    if (!variant.shared_kernel.empty()) add({variant.shared_kernel});
    add({name(*decision.variant)});
    add(merge_files(problem, decision));
    add(cell_files(problem, decision));
    add(drive_files(problem, decision, variant.kernel));
    add({variant.other_kernels.begin(), variant.other_kernels.end()});
    return files;
}

/// The files that count batches by teams, in place of a variant's.
std::vector<std::string_view> team_files(const Problem& problem, const Decision& decision) {
    std::vector<std::string_view> files{"delivery", "team_tables",
                                        problem.batch == Batch::ragged ? "teams_ordered" : "teams_alike"};
    for (const auto& more :
         {cell_files(problem, decision), drive_files(problem, decision, "histogram_of_teams")})
        files.insert(files.end(), more.begin(), more.end());
    return files;
}

KernelSource source(const Problem& problem, const Decision& decision, std::span<const BinRule> rules,
                    const std::vector<std::string_view>& accumulating_files) {
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
    for (std::size_t axis = 0; axis < rules.size(); ++axis)
        constants.set(concat("LINE_", axis), is_line(rules[axis]));
    define_parameters(constants, problem, decision, std::ranges::any_of(rules, has_thresholds));

    SourceText bins;
    std::uint64_t first_threshold = 0;
    for (std::size_t axis = 0; axis < rules.size(); ++axis) {
        add_bins(bins, problem, axis, rules[axis], first_threshold, decision.block_elements != 0, numbers);
        first_threshold += rules[axis].thresholds.size();
    }
    constants.set("NUMBERS", numbers.size());
    constants.set("EACH_NUMBER(all)", each_number(numbers.size()));

    SourceText text;
    text.add(constants);
    const bool doubles =
        (problem.sample == SampleType::f64 && !decision.f64_as_bits) || !what_needs_doubles(problem).empty();
    if (doubles) text.add_line("#pragma OPENCL EXTENSION cl_khr_fp64 : enable");
    if (decision.merge == Merge::last_group ||
        (decision.native_atomic64 && bytes(problem.counter) == 8 && !has_wide_sums(problem)))
        text.add_line("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable");
    if (reads_depth_images(problem)) text.add_line("#pragma OPENCL EXTENSION cl_khr_depth_images : enable");
    const auto add = [&text](std::string_view file) { text.add_file(file); };
    const auto add_all = [&add](const std::vector<std::string_view>& files) {
        std::ranges::for_each(files, add);
    };
    add("compiler");
    if (decision.block_elements != 0) add("vector_loops");
    add("problem");
    add(is_float(problem.sample) ? "key_float" : is_signed(problem.sample) ? "key_signed" : "key_unsigned");
    add_all(load_files(problem, decision));
    if (has_custom_bins(problem)) add("expression");
    if (has_custom_bins(problem) && doubles) add("expression_doubles");
    if (std::ranges::any_of(rules, is_line)) add("line");
    text.add(bins);
    if (decision.count_values)
        add_all({bytes(problem.sample) == 1 ? "values_of_bytes" : "values_of_words", "values"});
    else
        add("bins");
    add_all(amount_files(problem));
    add_all(accumulating_files);
    if (has_wide_sums(problem)) add_all({"doubles", "wide_sums"});
    if (has_wide_sums(problem) && !problem.weight_bound) add("weight_range");
    return {text.text(), "-cl-std=CL1.2", std::move(numbers)};
}

} // namespace

KernelSource kernel_source(const Problem& problem, const Decision& decision, std::span<const BinRule> rules) {
    return source(problem, decision, rules, variant_files(problem, decision));
}

KernelSource team_source(const Problem& problem, const Decision& decision, std::span<const BinRule> rules) {
    return source(problem, decision, rules, team_files(problem, decision));
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

KernelSource kernel_source(const Problem& problem, const Decision& decision) {
    problem.validate();
    if (decision.columns) return detail::column_source(problem, decision);
    if (!decision.variant) detail::invalid("a decision without a variant: no kernel counts");
    if (detail::takes_passes(problem))
        return kernel_source(detail::passes(problem).problems.front(), decision);
    return detail::kernel_source(problem, decision, detail::bin_rules(problem, !decision.f64_as_bits));
}

} // namespace histo_cl::inline HISTO_CL_ABI
