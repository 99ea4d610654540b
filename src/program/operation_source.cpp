#include "problem/image_traits.hpp"
#include "problem/split.hpp"
#include "problem/weights.hpp"
#include "program/define.hpp"
#include "program/kernel_source.hpp"
#include "program/source_text.hpp"

#include <initializer_list>
#include <string_view>
#include <utility>

namespace histo_cl::detail {
namespace {

KernelSource program_of(const Constants& constants, std::initializer_list<std::string_view> files) {
    SourceText text;
    text.add(constants);
    text.add_files(files);
    return program_of(text);
}

/// The largest integer of an unsigned type of 8 or 16 bits.
std::uint32_t max_level(SampleType type) {
    return (1U << 8 * bytes(type)) - 1;
}

/// The OpenCL C type of samples in memory. vload_half() reads a half, and does not need cl_khr_fp16.
std::string_view type_name(SampleType type) {
    return type == SampleType::f16 ? "half" : type_names(type).sample;
}

/// Sample i as a double, in OpenCL C, for devices with doubles.
std::string_view native_value(SampleType type) {
    switch (type) {
    case SampleType::f16: return "(double)vload_half(i, samples)";
    case SampleType::bf16: return "(double)as_float((uint)(samples)[i] << 16)";
    default: return "(double)(samples)[i]";
    }
}

/// The bits of sample i as a double, in OpenCL C, for devices without doubles.
std::string_view value_by_bits(SampleType type) {
    switch (type) {
    case SampleType::f16: return "double_of_float(as_uint(vload_half(i, samples)))";
    case SampleType::bf16: return "double_of_float((uint)(samples)[i] << 16)";
    case SampleType::f32: return "double_of_float(as_uint((samples)[i]))";
    case SampleType::f64: return "(samples)[i]";
    case SampleType::i64: return "real_of_long((samples)[i])";
    default: return is_signed(type) ? "double_of_int((samples)[i])" : "real_of_whole((samples)[i])";
    }
}

} // namespace

KernelSource map_source(SampleType source, SampleType destination) {
    Constants constants;
    constants.set("MAX_LEVEL", max_level(destination));
    constants.set("SOURCE", type_names(source).sample);
    constants.set("DESTINATION", type_names(destination).sample);
    return program_of(constants, {"map_samples", "apply_map"});
}

KernelSource map_source(ChannelType source, ChannelType destination) {
    const auto& from = traits_of(source);
    const auto& to = traits_of(destination);
    const auto one = [](SampleType type) { return concat(max_level(type), ".0f"); };
    Constants constants;
    constants.set("MAX_LEVEL", max_level(to.stored));
    constants.set("READ_PIXEL(x, y)", from.floats
                                          ? concat("convert_uint4_rte(read_imagef(source, (int2)(x, y)) * ",
                                                   one(from.stored), ")")
                                          : std::string("read_imageui(source, (int2)(x, y))"));
    constants.set("WRITE_PIXEL(x, y, p)",
                  to.floats ? concat("write_imagef(destination, (int2)(x, y), convert_float4(p) / ",
                                     one(to.stored), ")")
                            : std::string("write_imageui(destination, (int2)(x, y), p)"));
    return program_of(constants, {"map_pixels", "apply_map"});
}

KernelSource make_maps_source(CounterType counter, std::uint32_t work_group_size, bool doubles) {
    Constants constants;
    constants.set("COUNTER", counter_word(counter));
    constants.set_word("WORK_GROUP_SIZE", work_group_size);
    return program_of(constants, {"compiler", doubles ? "real_native" : "real_of_bits", "make_maps"});
}

KernelSource pass_source(const Problem& problem) {
    Constants constants;
    constants.set("COUNTER", counter_word(problem.counter));
    define_counter_order(constants, problem);
    const bool gathers = is_gathered(problem);
    if (gathers) {
        define_places(constants, problem);
        constants.set("INDEX", type_names(problem.layout.indices.value_or(SampleType::u32)).bits);
        constants.set("SAMPLE", type_names(problem.sample).bits);
        constants.set("MASKED", problem.layout.mask);
        const std::string mask = "__global const uchar *mask";
        constants.set("MASK_PARAMETERS", problem.layout.mask ? mask + ", ulong first_mask," : "");
        constants.set("MASK_CONSTANTS", problem.layout.mask ? "" : mask + " = 0; ulong first_mask = 0;");
        if (problem.weights.type) constants.set("WEIGHT", weight_type(*problem.weights.type)->word);
    }
    SourceText text;
    text.add(constants);
    text.add_files({"counter_order", "passes"});
    if (gathers)
        text.add_files({"places", problem.layout.indices ? "elements_listed" : "elements_all", "gather"});
    if (gathers && problem.layout.indices) text.add_files({"gather_mask"});
    if (gathers && problem.layout.indices && problem.weights.type) text.add_files({"gather_weights"});
    return program_of(text);
}

KernelSource subtraction_source(CounterType counter) {
    const bool floats = counter == CounterType::f64 || counter == CounterType::f32;
    Numbers numbers;
    Constants constants(numbers);
    if (!floats) {
        constants.set("SUM_COUNTER", counter_word(counter));
        return program_of(constants, {"difference_integers", "subtract"});
    }
    // amount_float.cl and floats.cl need the constants for sums of f64 weights.
    define_adding(constants,
                  {.axes = {identity_bins(1)}, .weights = {.type = SampleType::f64}, .counter = counter});
    return program_of(constants, {"amount_float", "floats", "difference_floats", "subtract"});
}

KernelSource summary_source(SampleType sample, std::uint32_t work_group_size, bool doubles) {
    Constants constants;
    constants.set("SAMPLE", sample == SampleType::f64 && !doubles ? "ulong" : type_name(sample));
    constants.set("VALUE_AT(samples, i)", doubles ? native_value(sample) : value_by_bits(sample));
    constants.set("WORK_GROUP_SIZE", work_group_size);
    if (doubles) return program_of(constants, {"compiler", "real_native", "summarize"});
    return program_of(constants, {"compiler", "double_bits", "real_of_bits", "summarize"});
}

} // namespace histo_cl::detail
