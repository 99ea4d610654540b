#include "core/text.hpp"
#include "problem/image_traits.hpp"
#include "problem/pitches.hpp"
#include "program/define.hpp"
#include "variants/blocks.hpp"
#include "variants/counters.hpp"

#include <span>
#include <string>
#include <vector>

namespace histo_cl::detail {
void set_parameters(Constants& constants, std::string_view present, std::string_view absent,
                    std::span<const Parameter> parameters) {
    std::string declared;
    std::string constant;
    for (const auto& parameter : parameters)
        if (parameter.present)
            append_to_list(declared, parameter.declaration);
        else
            constant += concat(parameter.declaration, " = ", parameter.constant, "; ");
    constants.set(present, declared);
    constants.set(absent, constant);
}

void define_weight_lists(Constants& constants, const Problem& problem) {
    const auto vectors = summed_vectors(problem);
    const auto list = [&](std::string_view name) {
        return vectors == 0 ? std::string("0") : numbered(vectors, name, "", ", ");
    };
    constants.set("WEIGHTS_OF_JOB", list("weights_"));
    constants.set("FIRST_WEIGHTS_OF_JOB", list("first_weight_"));
    constants.set("WEIGHT_STEP(of)", has_constant_weight_step(problem) ? concat(weight_step(problem), "UL")
                                                                       : std::string("(of)->weight_step"));
}

namespace {

void add_buffer(std::vector<Parameter>& list, const Problem& problem) {
    list.push_back({"__global const SAMPLE *samples"});
    list.push_back({"ulong sample_first"});
    list.push_back({"ulong sample_stride", !has_constant_stride(problem), "STRIDE"});
    list.push_back({"ulong sample_row", problem.layout.rows});
    list.push_back({"ulong sample_plane", problem.layout.order == Order::planar});
}

void add_arrays(std::vector<Parameter>& list, const Problem& problem) {
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        list.push_back({concat("__global const STORED_", axis, " *samples_", axis)});
        list.push_back({concat("ulong first_", axis)});
        list.push_back({concat("ulong row_", axis), problem.layout.rows});
    }
    list.push_back({"SAMPLES samples", false, "(SAMPLES)(0, 0)"});
}

void add_image(std::vector<Parameter>& list, const Problem& problem) {
    const bool slices = traits_of(problem.layout.image->kind).slices;
    list.push_back({"read_only IMAGE_TYPE image"});
    list.push_back({"uint image_x"});
    list.push_back({"uint image_y", problem.layout.rows});
    list.push_back({"uint image_z", slices});
    list.push_back({"uint slice_rows", slices, "1"});
    list.push_back({"SAMPLES samples", false, "{0, 0}"});
}

/// The parameters for what a kernel reads: the job's elements, their division into parts, and the slice of
/// each part that a launch counts.
std::vector<Parameter> load_parameters(const Problem& problem) {
    const bool rows = problem.layout.rows;
    const bool even = problem.batch == Batch::segments || problem.batch == Batch::tiles;
    std::vector<Parameter> list;
    if (is_separate(problem))
        add_arrays(list, problem);
    else if (problem.layout.image)
        add_image(list, problem);
    else
        add_buffer(list, problem);
    for (const auto* const name : {"__global const uchar *mask", "ulong mask_first", "ulong mask_row"})
        list.push_back({name, problem.layout.mask});
    for (std::uint32_t vector = 0; vector < summed_vectors(problem); ++vector) {
        list.push_back({concat("__global const WEIGHT *weights_", vector)});
        list.push_back({concat("ulong first_weight_", vector)});
    }
    list.push_back({"ulong weight_row", problem.weights.type.has_value()});
    list.push_back({"ulong weight_step", !has_constant_weight_step(problem)});
    list.push_back({"ulong width"});
    list.push_back({"ulong height", rows, "1"});
    list.push_back({"uint first_histogram", problem.batch != Batch::one});
    list.push_back({"uint end_histogram", problem.batch != Batch::one, "1"});
    list.push_back({"__global const ulong *offsets", problem.batch == Batch::ragged});
    for (const auto* const name : {"ulong part_width", "ulong part_height", "ulong parts_across"})
        list.push_back({name, even});
    list.push_back({"ulong slice_x"});
    list.push_back({"ulong slice_width"});
    list.push_back({"ulong slice_y", rows});
    list.push_back({"ulong slice_height", rows, "1"});
    return list;
}

/// The parameters for the memory that a kernel writes.
std::vector<Parameter> count_parameters(const Problem& problem, const Decision& decision) {
    const bool wide = has_wide_sums(problem);
    return {
        {"__global COUNTER *counts"},
        {"__global uint *workspace", has_partials(decision)},
        {"ulong partials_at", has_partials(decision)},
        {"__global const uint *sums_and_range", wide},
        {"ulong range_at", wide},
        {"uint element_bits", wide},
        {"uint delivery", has_delivery(problem, decision)},
    };
}

} // namespace

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
    set_parameters(
        constants, "BIN_PARAMETERS", "BIN_CONSTANTS",
        std::vector<Parameter>{{"numbers all_numbers"}, {"__global const KEY *thresholds", has_thresholds}});
    define_weight_lists(constants, problem);
    set_parameters(constants, "LOAD_PARAMETERS", "LOAD_CONSTANTS", load_parameters(problem));
    set_parameters(constants, "COUNT_PARAMETERS", "COUNT_CONSTANTS", count_parameters(problem, decision));
}

} // namespace histo_cl::detail
