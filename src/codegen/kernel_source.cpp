#include "histo_cl/kernel_source.hpp"

#include "binning/bin_rule.hpp"
#include "binning/values.hpp"
#include "codegen/bin_source.hpp"
#include "codegen/constants.hpp"
#include "codegen/embedded_kernels.hpp"
#include "codegen/kernel_source.hpp"
#include "core/float_format.hpp"
#include "policy/blocks.hpp"
#include "policy/counters.hpp"
#include "policy/variant.hpp"
#include "problem/weight_types.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using detail::BinRule;
using detail::Constants;

/// The names of OpenCL C for how a sample is kept, and for its bits.
struct TypeNames {
    std::string_view sample; ///< narrow floats are kept as their bits
    std::string_view bits;   ///< the unsigned integer of the same width
};

TypeNames type_names(SampleType type) {
    constexpr std::array<std::string_view, 4> unsigned_names{"uchar", "ushort", "uint", "ulong"};
    const auto bits = unsigned_names.at(static_cast<std::size_t>(std::countr_zero(bytes(type))));
    if (is_narrow_float(type)) return {bits, bits};
    switch (traits_of(type).kind) {
    case SampleKind::unsigned_integer: return {bits, bits};
    case SampleKind::signed_integer: return {bits.substr(1), bits};
    case SampleKind::floating_point: break;
    }
    return {bytes(type) == 4 ? "float" : "double", bits};
}

/// The function that reinterprets bits as a type.
std::string as(std::string_view type) {
    return "as_" + std::string(type);
}

/// "float" or, for several at once, "float4".
std::string vector_name(std::string_view type, std::uint64_t size) {
    return std::string(type) + (size > 1 ? std::to_string(size) : "");
}

/// load.cl: a sample in memory and as a key.
void define_sample(Constants& constants, const Problem& problem) {
    const auto names = type_names(problem.sample);
    const auto size = bytes(problem.sample);
    constants.set("SAMPLE", names.sample);
    constants.set("KEY", size == 8 ? "ulong" : "uint");
    constants.set("KEY_BITS", 8 * size);
    constants.set("AS_UNSIGNED", as(names.bits));
    constants.set("AS_KEY", as(names.bits));
    constants.set_word("KEY_SIGN", 1ULL << (8 * size - 1), size);
    constants.set_choice<3>("SAMPLE_KIND", {"UNSIGNED", "SIGNED", "FLOAT"},
                            static_cast<std::size_t>(traits_of(problem.sample).kind));
}

/// How a block of elements is loaded: in vectors that follow one another in memory, or one for each axis.
struct Blocks {
    std::uint64_t elements; ///< of a block, and samples of a vector
    std::uint64_t vectors;
    bool in_sequence;
    std::uint64_t samples_a_word; ///< narrow samples are loaded as words of 32 bits, else 1
};

Blocks blocks(const Problem& problem, const Decision& decision) {
    const auto elements = detail::elements_of_a_load(problem, decision.load_bytes);
    const auto a_word = std::max<std::uint64_t>(1, 4 / bytes(problem.sample));
    return {elements, detail::sample_vectors(problem, decision.load_bytes),
            detail::in_sequence(problem, decision.load_bytes), elements >= a_word ? a_word : 1};
}

/// ".s0" to ".sf" of a vector; nothing of a scalar.
std::string component(std::uint64_t index, std::uint64_t size) {
    constexpr std::string_view digits = "0123456789abcdef";
    return size > 1 ? std::string(".s") + digits[index] : "";
}

/// EACH_ELEMENT of load.cl: takes a block apart, e.g. DO(0, ((element){{(b).v0.s0, (b).v0.s1}})) …
std::string each_element(const Problem& problem, const Blocks& block) {
    std::string text;
    for (std::uint64_t place = 0; place < block.elements; ++place) {
        std::string samples;
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
            const auto sample = place * problem.channels() + problem.channel(axis);
            const auto vector = block.in_sequence ? sample / block.elements : axis;
            const auto index = block.in_sequence ? sample % block.elements : place;
            const auto word = "(b).v" + std::to_string(vector) +
                              component(index / block.samples_a_word, block.elements / block.samples_a_word);
            const auto bits = 8 * bytes(problem.sample) * (index % block.samples_a_word);
            samples += axis == 0 ? "" : ", ";
            samples += block.samples_a_word == 1
                           ? word
                           : "SAMPLE_OF_WORD(" + word + ", " + std::to_string(bits) + ")";
        }
        text += " DO(" + std::to_string(place) + ", ((element){{" + samples + "}";
        if (problem.layout.mask) text += ", (b).mask" + component(place, block.elements);
        if (problem.weights) text += ", (b).weight" + component(place, block.elements);
        text += "}))";
    }
    return text;
}

/// by_vectors.cl: the vectors of a block.
void define_vectors(Constants& constants, const Problem& problem, const Blocks& block) {
    const auto names = type_names(problem.sample);
    const bool words = block.samples_a_word > 1;
    const auto load = vector_name(words ? "uint" : names.sample, block.elements / block.samples_a_word);
    constants.set("LOAD", load);
    constants.set("AS_LOAD", as(load));
    constants.set("UNSIGNED", names.bits);
    constants.set("VLOAD", vector_name("vload", block.elements));
    constants.set("MASKS", vector_name("uchar", block.elements));
    constants.set("VECTORS", block.vectors);
    constants.set("VECTORS_IN_SEQUENCE", block.in_sequence ? 1U : 0U);
    constants.set("EACH_ELEMENT(b, DO)", each_element(problem, block));
}

/// load.cl: the layout, and how it is loaded.
void define_load(Constants& constants, const Problem& problem, const Decision& decision) {
    const auto names = type_names(problem.sample);
    const auto size = bytes(problem.sample);
    const auto block = blocks(problem, decision);
    const bool planar = problem.layout.order == Order::planar;
    const auto packed = planar ? 1 : problem.channels();
    constants.set("AXES", problem.axes.size());
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        constants.set("CHANNEL_" + std::to_string(axis), problem.channel(axis));
    constants.set("CHANNELS", problem.channels());
    constants.set("PLANAR", planar ? 1U : 0U);
    constants.set("ROWS", problem.layout.rows ? 1U : 0U);
    constants.set("MASKED", problem.layout.mask ? 1U : 0U);
    constants.set("STRIDE", problem.layout.stride == 0 ? packed : problem.layout.stride / size);
    constants.set_choice<4>("BATCH", {"ONE", "SEGMENTS", "RAGGED", "TILES"},
                            static_cast<std::size_t>(problem.batch));
    constants.set("CONTIGUOUS", decision.partition == Partition::contiguous ? 1U : 0U);
    constants.set("LOADS_IN_FLIGHT", std::to_string(decision.loads_in_flight) + "u");
    constants.set("SAMPLE_BITS", 8 * size);
    constants.set("AS_SAMPLE", as(names.sample));
    constants.set("BLOCK_LOOPS", decision.block_elements != 0 ? 1U : 0U);
    const auto elements = decision.block_elements != 0 ? decision.block_elements : block.elements;
    constants.set("ELEMENTS_A_LOAD", std::to_string(elements) + "u");
    constants.set("LOAD_BYTES", elements * size);
    if (decision.block_elements == 0) define_vectors(constants, problem, block);
}

/// weigh.cl: the weights, which are taken by their bits.
void define_weights(Constants& constants, const Problem& problem, const Decision& decision) {
    const auto type = problem.weights.value_or(SampleType::u32);
    const auto word = detail::weight_type(type)->word;
    constants.set("WEIGHTED", problem.weights ? 1U : 0U);
    constants.set_choice<4>("WEIGHT_KIND", {"NONE", "UNSIGNED", "SIGNED", "FLOAT"},
                            !problem.weights ? 0 : 1 + static_cast<std::size_t>(traits_of(type).kind));
    constants.set("WEIGHT", word);
    constants.set("WEIGHTS", vector_name(word, blocks(problem, decision).elements));
    constants.set("WORDS", std::to_string(detail::counter_words(problem)) + "u");
    constants.set("SQUARES", problem.squared_weights ? 1U : 0U);
    if (!detail::has_wide_sums(problem)) return;
    constants.set("WEIGHT_BITS", 8 * bytes(type));
    const detail::FloatFormat format(type);
    constants.set("WEIGHT_MANTISSA", static_cast<std::uint64_t>(format.stored));
    constants.set("WEIGHT_BIAS", static_cast<std::uint64_t>(format.bias));
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
    const bool in_place = bytes_alone && detail::is_packed(problem) &&
                          (problem.channels() == 1 || problem.layout.order == Order::planar);
    constants.set("CELLS_IN_PLACE", in_place ? 1U : 0U);
    constants.set("CELLS_AT", in_place ? "__global" : "__private");
}

/// cells.cl and values.cl: where the axes' cells, and what is counted of them, are among a histogram's.
void define_cells(Constants& constants, const Problem& problem, const Decision& decision) {
    constants.set("BINS", std::to_string(problem.counters()) + "u");
    constants.set("CELLS", std::to_string(problem.cells()) + "u");
    constants.set("SPARE_CELL", std::to_string(decision.window_bins) + "u");
    define_cell_type(constants, problem, decision);
    constants.set("JOINT", problem.joint ? 1U : 0U);
    constants.set("COUNT_VALUES", decision.count_values ? 1U : 0U);
    std::uint64_t first = 0;
    std::uint64_t first_counted = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto of_axis = [&](const char* name, std::uint64_t value) {
            constants.set(name + std::to_string(axis), std::to_string(value) + "u");
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
void define_counting(Constants& constants, const Problem& problem, const Decision& decision) {
    const bool wide = detail::has_wide_sums(problem); // counted in words first
    const auto counter_bytes = wide ? 4 : bytes(problem.counter);
    constants.set("COUNTER", counter_bytes == 8 ? "ulong" : "uint");
    constants.set("COUNTER_BITS", 8 * counter_bytes);
    constants.set("NATIVE_ATOMIC64", decision.native_atomic64 ? 1U : 0U);
    constants.set("WORK_GROUP_SIZE", std::to_string(decision.work_group_size) + "u");
    constants.set("WINDOW_BINS", std::to_string(decision.window_bins) + "u");
    constants.set("REPLICAS", std::to_string(decision.replicas) + "u");
    constants.set("LOCAL_WORDS", decision.local_bytes / 4);
    constants.set("HAS_PARTIALS", detail::has_partials(decision) ? 1U : 0U);
    constants.set("ROW_BYTES", std::to_string(detail::row_bytes(decision)) + "u");
    constants.set("SLOTS", std::to_string(decision.slots) + "u");
    constants.set(
        "SLOT_BITS",
        std::uint64_t{decision.slots == 0 ? 0U : static_cast<unsigned>(std::bit_width(decision.slots) - 1)});
    constants.set("ATOMIC_READS", decision.atomic_reads ? 1U : 0U);
    constants.set_choice<4>("MERGE", {"ATOMIC", "LAST_GROUP", "DEVICE", "HOST"},
                            static_cast<std::size_t>(decision.merge));
}

} // namespace

KernelSource detail::kernel_source(const Problem& problem, const Decision& decision,
                                   std::span<const BinRule> rules) {
    Constants constants;
    define_sample(constants, problem);
    define_load(constants, problem, decision);
    define_weights(constants, problem, decision);
    define_cells(constants, problem, decision);
    define_counting(constants, problem, decision);

    const bool lines =
        std::ranges::any_of(rules, [](const BinRule& rule) { return rule.mode == BinRule::Mode::scale; });
    constants.set("CAN_BE_UNSURE", lines && !decision.count_values ? 1U : 0U);
    for (std::size_t axis = 0; axis < rules.size(); ++axis)
        constants.set("LINE_" + std::to_string(axis),
                      rules[axis].mode == BinRule::Mode::scale && !decision.count_values ? 1U : 0U);
    constants.set(
        "HAS_THRESHOLDS",
        std::ranges::any_of(rules, [](const BinRule& rule) { return !rule.thresholds.empty(); }) ? 1U : 0U);

    Numbers numbers;
    std::string bins;
    std::uint64_t first_threshold = 0;
    for (std::size_t axis = 0; axis < rules.size(); ++axis) {
        bins.append("\n// ---- bin.cl, axis ").append(std::to_string(axis)).append(" ----\n");
        bins.append(bin_source(problem, axis, rules[axis], first_threshold, numbers));
        first_threshold += rules[axis].thresholds.size();
    }
    constants.set("NUMBERS", numbers.size());

    std::string source = std::move(constants).text();
    if (problem.sample == SampleType::f64) source += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    const auto append = [&source](std::string_view file) {
        source.append("\n#line 1 \"").append(file).append(".cl\"\n").append(kernel_text(file));
    };
    append("fetch_buffer"); // where elements come from: another source is another file
    append("load");
    source += bins;
    if (decision.count_values) append("values");
    append("counter");
    append("weigh");
    if (const auto shared = implementation(decision.variant).shared_kernel; !shared.empty()) append(shared);
    append(name(decision.variant));
    append("merge");
    append("cells");
    append(decision.block_elements != 0 ? "by_loops" : "by_vectors");
    append("histogram");
    if (has_wide_sums(problem)) append("wide_sums");
    return {std::move(source), "-cl-std=CL1.2", std::move(numbers)};
}

KernelSource kernel_source(const Problem& problem, const Decision& decision) {
    problem.validate();
    return detail::kernel_source(problem, decision, detail::bin_rules(problem));
}

} // namespace histo_cl::inline HISTO_CL_ABI
