#include "core/text.hpp"
#include "problem/pitches.hpp"
#include "program/constants.hpp"
#include "program/define.hpp"
#include "variants/blocks.hpp"

#include <array>
#include <bit>

namespace histo_cl::detail {
namespace {

/// Defines constants of load.cl and key_*.cl: a sample in memory and as a key.
void define_sample(Constants& constants, const Problem& problem, const TypeNames& names) {
    const auto size = bytes(problem.sample);
    constants.set("SAMPLE", names.sample);
    constants.set("KEY", size == 8 ? "ulong" : "uint");
    constants.set("KEY_BITS", 8 * size);
    constants.set("AS_UNSIGNED", as(names.bits));
    constants.set("AS_KEY", as(names.bits));
    constants.set("BITS", names.bits);
    constants.set("SIGNED_BITS", names.bits.substr(1));
    constants.set_word("KEY_SIGN", 1ULL << (8 * size - 1), size);
    constants.set("SAMPLE_IS_FLOAT", is_float(problem.sample));
    // Adding this rounds a float to an integer, which is then in the low bits of the sum.
    constants.set("ROUNDING", size == 8 ? "0x1.8p52" : "0x1.8p23f");
}

/// How a block of elements is loaded: in consecutive vectors, or in one vector per axis.
struct Blocks {
    std::uint64_t elements;
    std::uint64_t vectors;
    std::uint64_t samples; ///< number of samples of a vector
    bool in_sequence;
};

Blocks blocks(const Problem& problem, const Decision& decision) {
    return {elements_per_load(problem, decision.load_bytes), sample_vectors(problem, decision.load_bytes),
            samples_per_vector(problem, decision.load_bytes), in_sequence(problem, decision.load_bytes)};
}

/// The component of a vector as OpenCL C, ".s0" to ".sf"; empty for a scalar.
std::string component(std::uint64_t index, std::uint64_t size) {
    constexpr std::string_view digits = "0123456789abcdef";
    return size > 1 ? std::string(".s") + digits[index] : "";
}

/// The expression that takes one element's sample on one axis from a block, e.g. (b).v0.s2, or
/// SAMPLE_OF_0((b).v0.s2) for an array.
std::string sample_of_block(const Problem& problem, const Blocks& block, std::uint64_t place,
                            std::size_t axis) {
    const auto type = stored_type(problem, axis);
    const auto sample = place * sample_stride(problem) + problem.channel(axis);
    const auto vector = block.in_sequence ? sample / block.samples : axis;
    const auto index = block.in_sequence ? sample % block.samples : place;
    const auto per_word = samples_per_word(type, block.samples);
    const auto word = concat("(b).v", vector, component(index / per_word, block.samples / per_word));
    // The first sample in memory is in a word's lowest bits on little-endian machines, and in its highest
    // bits on others. A device has the host's byte order.
    const auto in_word = index % per_word;
    const auto shift =
        8 * bytes(type) * (std::endian::native == std::endian::little ? in_word : per_word - 1 - in_word);
    if (is_separate(problem)) {
        const auto stored =
            per_word > 1 ? concat("STORED_OF_WORD(", axis, ", ", word, ", ", shift, ")") : word;
        return concat("SAMPLE_OF_", axis, "(", stored, ")");
    }
    return per_word > 1 ? concat("SAMPLE_OF_WORD(", word, ", ", shift, ")") : word;
}

/// EACH_ELEMENT of by_vectors.cl, which unpacks a block, e.g. DO(0, ((element){{(b).v0.s0, (b).v0.s1}, 1,
/// {(b).weight[0].s0}})) …
std::string each_element(const Problem& problem, const Blocks& block) {
    std::string text;
    for (std::uint64_t place = 0; place < block.elements; ++place) {
        std::string samples;
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
            append_to_list(samples, sample_of_block(problem, block, place, axis));
        const auto own = component(place, block.elements);
        text += concat(" DO(", place, ", ((element){{", samples, "}, ",
                       problem.layout.mask ? concat("(b).mask", own) : std::string("1"), ", {",
                       numbered(problem.weights.vectors, "(b).weight[", concat("]", own), ", "), "}}))");
    }
    return text;
}

/// The text "DO(0) DO(1) …".
std::string each(std::uint64_t count) {
    return numbered(count, "DO(", ")", " ");
}

/// OpenCL C that loads the weights of `elements` elements from address p on.
std::string load_of_weights(const Problem& problem, std::uint64_t elements) {
    if (weight_step(problem) == 1) return "LOAD_UNALIGNED(p)";
    if (weight_step(problem) == 0 || elements == 1) return "((WEIGHTS)(*(p)))";
    std::string list;
    for (std::uint64_t place = 0; place < elements; ++place)
        append_to_list(list, "(p)[", place, " * (step)]");
    return concat("((WEIGHTS)(", list, "))");
}

/// Defines constants of by_vectors.cl: the vectors of a block.
void define_vectors(Constants& constants, const Problem& problem, const Decision& decision,
                    const Blocks& block) {
    const auto names = type_names(problem.sample);
    const auto load = load_name(problem.sample, !decision.doubles, block.samples);
    constants.set("LOAD", load);
    constants.set("AS_LOAD", as(load));
    constants.set("UNSIGNED", names.bits);
    constants.set("VECTOR_SAMPLES", block.samples);
    constants.set("VLOAD(i, p)", block.samples > 1 ? concat("vload", block.samples, "(i, p)") : "((p)[i])");
    constants.set("LOAD_UNALIGNED(p)",
                  block.elements > 1 ? concat("vload", block.elements, "(0, p)") : "(*(p))");
    constants.set("LOAD_WEIGHTS(p, step)", load_of_weights(problem, block.elements));
    constants.set("MASKS", vector_name("uchar", block.elements));
    constants.set("EACH_VECTOR(DO)", each(block.vectors));
    // The vectors of a block are consecutive in memory, or each axis has a vector: see in_sequence().
    constants.set("VECTOR_AT(at, s, n, channel)",
                  block.in_sequence ? "((at) + n * VECTOR_SAMPLES)" : "SAMPLE_AT(at, s, channel)");
    constants.set("EACH_ELEMENT(b, DO)", each_element(problem, block));
}

} // namespace

void define_load(Constants& constants, const Problem& problem, const Decision& decision) {
    const auto names = type_names(problem.sample, !decision.doubles);
    define_sample(constants, problem, names);
    const auto size = bytes(problem.sample);
    const auto block = blocks(problem, decision);
    constants.set("AXES", problem.axes.size());
    constants.set("EACH_AXIS(DO)", each(problem.axes.size()));
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        constants.set(concat("CHANNEL_", axis), problem.channel(axis));
    constants.set("CHANNELS", problem.channels());
    constants.set("PLANAR", problem.layout.order == Order::planar);
    constants.set("ROWS", problem.layout.rows);
    constants.set("MASKED", problem.layout.mask);
    constants.set("STRIDE", has_constant_stride(problem) ? sample_stride(problem) : 0);
    constants.set("GAPS", block.samples > 1 && !is_packed(problem));
    constants.set("RAGGED", problem.batch == Batch::ragged);
    constants.set("CONTIGUOUS", decision.partition == Partition::contiguous);
    constants.set_word("LOADS_IN_FLIGHT", decision.loads_in_flight);
    constants.set("SAMPLE_BITS", 8 * size);
    constants.set("AS_SAMPLE", as(names.sample));
    const bool image = problem.layout.image.has_value();
    if (!image) constants.set("SLICES", false);
    constants.set("IMAGE_PARAMETER", image ? ", read_only IMAGE_TYPE image" : "");
    constants.set("IMAGE", image ? ", image" : "");
    // FETCH_INLINE functions are always inlined with an image, because Mesa's compiler (25.0) crashes if a
    // function with an image parameter is not inlined. They are also always inlined in large kernels: Clang
    // does not inline functions as large as those of partitioned.cl with weights, and then passes blocks in
    // memory.
    const bool large = decision.partitions != 0 && problem.weights.type;
    constants.set("FETCH_INLINE", image || large ? "inline ALWAYS_INLINE" : "inline");
    const bool apart = is_separate(problem) || problem.layout.order == Order::planar;
    constants.set("EACH_AXIS_APART(DO)", each(apart ? problem.axes.size() : 1));
    const auto elements = decision.block_elements != 0 ? decision.block_elements : block.elements;
    constants.set_word("ELEMENTS_PER_LOAD", elements);
    constants.set("LOAD_BYTES", (decision.block_elements != 0 ? elements : block.samples) * size);
    if (decision.block_elements == 0) define_vectors(constants, problem, decision, block);
}

void add_load_files(SourceText& text, const Problem& problem, const Decision& decision) {
    const bool in_place = decision.block_elements != 0;
    const auto block = blocks(problem, decision);
    const bool aligned = !in_place && block.samples > 1;
    if (is_separate(problem)) {
        if (problem.sample == SampleType::f64)
            text.add_files({!decision.doubles ? "double_bits" : "float_to_double"});
        text.add_files(
            {"fetch_arrays", !in_place && block.elements > 1 ? "blocks_of_arrays" : "blocks_unaligned"});
    } else if (problem.layout.image) {
        text.add_files({"fetch_image"});
        add_image_files(text, problem);
        text.add_files({"fetch_pixel", "blocks_unaligned"});
    } else {
        const bool packed = problem.layout.order != Order::planar && has_constant_stride(problem) &&
                            sample_stride(problem) == 1;
        text.add_files({"fetch_buffer", !aligned ? "blocks_unaligned"
                                        : packed ? "blocks_packed"
                                                 : "blocks_aligned"});
        if (!in_place) text.add_files({aligned && !is_packed(problem) ? "load_gaps" : "load_packed"});
    }
    constexpr std::array parts{"part_one", "part_segments", "part_ragged", "part_tiles"};
    text.add_files({"part", parts.at(static_cast<std::size_t>(problem.batch)), "walk",
                    problem.layout.rows ? "walk_rows" : "walk_row",
                    in_place ? "rows_by_loops" : "rows_by_vectors",
                    problem.weights.type ? "weights_some" : "weights_none", "load",
                    problem.batch == Batch::one ? "batch_one" : "batch_many"});
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

void define_places(Constants& constants, const Problem& problem) {
    const bool planar = problem.layout.order == Order::planar;
    constants.set("BESIDE", planar ? channels_beside(problem) : 0);
    constants.set("NIBBLES", has_nibbles(problem));
    constants.set("HIGH_FIRST", problem.layout.nibbles == Nibbles::high_first);
}

} // namespace histo_cl::detail
