#include "binning/values.hpp"
#include "codegen/define.hpp"
#include "core/float_format.hpp"
#include "policy/blocks.hpp"
#include "policy/counters.hpp"
#include "problem/weight_types.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// weigh.cl: the weights, which are taken by their bits.
void define_weights(Constants& constants, const Problem& problem, const Decision& decision) {
    const auto type = problem.weights.value_or(SampleType::u32);
    const auto word = weight_type(type)->word;
    constants.set("WEIGHTED", problem.weights.has_value());
    constants.set_choice("WEIGHT_KIND", std::array{"NONE", "UNSIGNED", "SIGNED", "FLOAT"},
                         !problem.weights ? 0 : 1 + static_cast<std::size_t>(traits_of(type).kind));
    constants.set("WEIGHT", word);
    constants.set("WEIGHTS", vector_name(word, elements_of_a_load(problem, decision.load_bytes)));
    constants.set_word("WORDS", counter_words(problem));
    constants.set("SQUARES", problem.squared_weights);
    if (!has_wide_sums(problem)) return;
    constants.set("WEIGHT_BITS", 8 * bytes(type));
    const FloatFormat format(type);
    constants.set("WEIGHT_MANTISSA", format.stored);
    constants.set("WEIGHT_BIAS", format.bias);
}

/// Whether what is counted is all values of bytes, of one axis: these are sure, and none is spared.
bool are_all_bytes(const Problem& problem, const Decision& decision) {
    return decision.count_values && decision.window_bins == 256 && !problem.layout.mask;
}

/// by_loops.cl: what cells are kept in, with a spare one and one that says unsure. Words for wide samples: a
/// vector holds as many. All bytes of packed samples of one channel are their own cells.
void define_cell_type(Constants& constants, const Problem& problem, const Decision& decision) {
    const bool bytes_alone = are_all_bytes(problem, decision);
    const bool narrow = decision.window_bins < 0xfffe && bytes(problem.sample) <= 2;
    constants.set("CELL", bytes_alone ? "uchar" : narrow ? "ushort" : "uint");
    const bool in_place = bytes_alone && is_packed(problem) &&
                          (problem.channels() == 1 || problem.layout.order == Order::planar);
    constants.set("CELLS_IN_PLACE", in_place);
    constants.set("CELLS_AT", in_place ? "__global" : "__private");
}

/// cells.cl and values.cl: where the axes' cells, and what is counted of them, are among a histogram's.
void define_cells(Constants& constants, const Problem& problem, const Decision& decision) {
    constants.set_word("BINS", problem.counters());
    constants.set_word("CELLS", problem.cells());
    constants.set_word("SPARE_CELL", decision.window_bins);
    define_cell_type(constants, problem, decision);
    constants.set("JOINT", problem.joint);
    constants.set("COUNT_VALUES", decision.count_values);
    std::uint64_t first = 0;
    std::uint64_t first_counted = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto of_axis = [&](const char* name, std::uint64_t value) {
            constants.set_word(concat(name, axis), value);
        };
        of_axis("EXTENT_", problem.extent(axis));
        of_axis("FIRST_CELL_", first);
        std::uint64_t counted = problem.extent(axis);
        if (decision.count_values) {
            const auto values = detail::values(problem, axis);
            of_axis("VALUE_KEY_", values.first_key);
            of_axis("VALUES_", values.count);
            counted = values.count;
        }
        of_axis("COUNTED_", counted);
        of_axis("FIRST_COUNTED_", first_counted);
        first += problem.extent(axis);
        first_counted += counted;
    }
}

/// The variant's file, counter.cl and merge.cl.
void define_counters(Constants& constants, const Problem& problem, const Decision& decision) {
    const bool wide = has_wide_sums(problem); // counted in words first
    const auto counter_bytes = wide ? 4 : bytes(problem.counter);
    constants.set("COUNTER", counter_bytes == 8 ? "ulong" : "uint");
    constants.set("COUNTER_BITS", 8 * counter_bytes);
    constants.set("NATIVE_ATOMIC64", decision.native_atomic64);
    constants.set_word("WORK_GROUP_SIZE", decision.work_group_size);
    constants.set_word("WINDOW_BINS", decision.window_bins);
    constants.set_word("REPLICAS", decision.replicas);
    constants.set("LOCAL_WORDS", decision.local_bytes / 4);
    constants.set("HAS_PARTIALS", has_partials(decision));
    constants.set_word("ROW_BYTES", row_bytes(decision));
    constants.set_word("SLOTS", decision.slots);
    constants.set("SLOT_BITS", std::bit_width(std::max(1U, decision.slots)) - 1);
    constants.set("ATOMIC_READS", decision.atomic_reads);
    constants.set_choice("MERGE", decision.merge);
}

} // namespace

void define_counting(Constants& constants, const Problem& problem, const Decision& decision) {
    define_weights(constants, problem, decision);
    define_cells(constants, problem, decision);
    define_counters(constants, problem, decision);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
