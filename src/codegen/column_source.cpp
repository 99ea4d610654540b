#include "codegen/column_source.hpp"

#include "codegen/define.hpp"
#include "codegen/embedded_kernels.hpp"
#include "codegen/type_names.hpp"
#include "policy/columns.hpp"
#include "policy/counters.hpp"
#include "problem/passes.hpp"
#include "problem/weight_types.hpp"
#include "problem/weight_unit.hpp"

#include <string_view>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// columns_of_rows.cl.
void define_rows(Constants& constants, const Problem& problem, const Decision& decision) {
    constants.set("SIDE_BY_SIDE", counts_side_by_side(problem));
    define_places(constants, problem);
    constants.set("MASKED", problem.layout.mask);
    constants.set("LISTED", problem.indices.has_value());
    constants.set("LISTED_WEIGHTS", problem.listed_weights);
    constants.set("INDEX", type_names(problem.indices.value_or(SampleType::u32)).bits);
    constants.set("VECTORS", summed_vectors(problem));
    constants.set("FLOAT_WEIGHTS", has_wide_sums(problem));
    constants.set("NARROW_BITS", narrow_weight_bits);
    constants.set("VALUES", decision.window_bins);
    constants.set("TABLE_VALUES", table_rows(decision.window_bins));
    constants.set("NATIVE_SUMS", decision.native_atomic64);
}

/// columns.cl and item_columns.cl.
void define_tables(Constants& constants, const Problem& problem, const Decision& decision) {
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
    constants.set("LIMBS_OF_WEIGHT", limbs_of_weight(problem));
    constants.set("SIGNED_WEIGHTS", problem.counter == CounterType::i64);
    if (problem.weights) constants.set("WEIGHT_4", vector_name(weight_type(*problem.weights)->word, 4));
}

/// column_sums.cl.
void define_sums(Constants& constants, const Problem& problem) {
    constants.set("IDENTITY", counts_identities(problem));
    constants.set("COUNTS", problem.counts_too || !problem.weights);
    constants.set("SUM_COUNTER", bytes(problem.counter) == 8 ? "ulong" : "uint");
    constants.set("DOUBLES", has_wide_sums(problem));
}

} // namespace

KernelSource column_source(const Problem& problem, const Decision& decision) {
    Numbers numbers;
    Constants constants(numbers);
    define_rows(constants, problem, decision);
    define_tables(constants, problem, decision);
    define_sums(constants, problem);
    // What amount_float.cl and doubles.cl ask for is that of a pass of weights.
    Decision adding;
    adding.variant = Variant::global_atomic;
    if (problem.weights) define_counting(constants, passes(problem).problems.back(), adding);
    auto text = std::move(constants).text();
    const auto append = [&text](std::string_view file) { append_kernel(text, file); };
    if (has_wide_sums(problem))
        for (const auto* const file : {"amount_float", "doubles"})
            append(file);
    append("whole_doubles");
    append("places");
    append("columns_of_rows");
    append("column_sums");
    append(decision.block_elements != 0 ? "item_columns" : "columns");
    return {std::move(text), "-cl-std=CL1.2", {}};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
