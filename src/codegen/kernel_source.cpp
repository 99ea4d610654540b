#include "codegen/kernel_source.hpp"

#include "codegen/bin_source.hpp"
#include "codegen/column_source.hpp"
#include "codegen/define.hpp"
#include "codegen/embedded_kernels.hpp"
#include "core/invalid.hpp"
#include "core/text.hpp"
#include "policy/counters.hpp"
#include "policy/variant.hpp"
#include "problem/arrays.hpp"
#include "problem/needs.hpp"
#include "problem/passes.hpp"

#include <algorithm>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

/// "all.at[0], all.at[1] …": loaded one by one as the kernel begins. Of a copy of the whole, compilers load
/// each number where it is used, even if that is under a condition in a loop.
std::string each_number(std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i)
        list += detail::concat(i == 0 ? "" : ", ", "(all).at[", i, "]");
    return list;
}

} // namespace

KernelSource detail::kernel_source(const Problem& problem, const Decision& decision,
                                   std::span<const BinRule> rules) {
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
    constants.set("CAN_BE_UNSURE", std::ranges::any_of(rules, is_line));
    for (std::size_t axis = 0; axis < rules.size(); ++axis)
        constants.set(concat("LINE_", axis), is_line(rules[axis]));
    define_parameters(constants, problem, decision, std::ranges::any_of(rules, has_thresholds));

    std::string bins;
    std::uint64_t first_threshold = 0;
    for (std::size_t axis = 0; axis < rules.size(); ++axis) {
        bins += concat("\n// ---- axis ", axis, " ----\n");
        bins +=
            bin_source(problem, axis, rules[axis], first_threshold, decision.block_elements != 0, numbers);
        first_threshold += rules[axis].thresholds.size();
    }
    constants.set("NUMBERS", numbers.size());
    constants.set("EACH_NUMBER(all)", each_number(numbers.size()));

    const bool doubles = !what_needs_doubles(problem).empty();
    constants.set("EXPRESSION_DOUBLES", doubles);
    std::string source = std::move(constants).text();
    if (doubles) source += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    if (decision.merge == Merge::last_group ||
        (decision.native_atomic64 && bytes(problem.counter) == 8 && !has_wide_sums(problem)))
        source += "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n";
    if (reads_depth_images(problem)) source += "#pragma OPENCL EXTENSION cl_khr_depth_images : enable\n";
    const auto append = [&source](std::string_view file) { append_kernel(source, file); };
    append("problem");
    append(is_float(problem.sample)    ? "key_float"
           : is_signed(problem.sample) ? "key_signed"
                                       : "key_unsigned");
    for (const auto file : load_files(problem, decision))
        append(file);
    if (has_custom_bins(problem)) append("expression");
    if (std::ranges::any_of(rules, is_line)) append("line");
    source += bins;
    if (decision.count_values) {
        append(bytes(problem.sample) == 1 ? "values_of_bytes" : "values_of_words");
        append("values");
    } else {
        append("bins");
    }
    if (decision.block_elements != 0 || name(*decision.variant).starts_with("item_")) append("compiler");
    for (const auto file : amount_files(problem))
        append(file);
    append(counter_file(problem, decision));
    if (const auto shared = implementation(*decision.variant).shared_kernel; !shared.empty()) append(shared);
    append(name(*decision.variant));
    append("merge");
    for (const auto file : cell_files(problem, decision))
        append(file);
    append(decision.block_elements != 0 ? "by_loops" : "by_vectors");
    append("histogram");
    for (const auto file : implementation(*decision.variant).other_kernels)
        append(file);
    if (has_wide_sums(problem)) {
        append("doubles");
        append("wide_sums");
    }
    return {std::move(source), "-cl-std=CL1.2", std::move(numbers)};
}

KernelSource kernel_source(const Problem& problem, const Decision& decision) {
    problem.validate();
    if (decision.columns) return detail::column_source(problem, decision);
    if (!decision.variant) detail::invalid("a decision without a variant: no kernel counts");
    if (detail::takes_passes(problem))
        return kernel_source(detail::passes(problem).problems.front(), decision);
    return detail::kernel_source(problem, decision, detail::bin_rules(problem));
}

} // namespace histo_cl::inline HISTO_CL_ABI
