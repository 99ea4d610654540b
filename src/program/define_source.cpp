#include "core/text.hpp"
#include "problem/image_traits.hpp"
#include "program/define.hpp"
#include "variants/blocks.hpp"

#include <array>

namespace histo_cl::detail {
namespace {

/// OpenCL C that converts x, a sample of type `stored`, to type `sample`; converts_exactly() must hold. f16
/// and bf16 are represented by their bits, and f64 too if `f64_as_bits`.
std::string conversion(SampleType stored, SampleType sample, bool f64_as_bits) {
    const bool to_double = sample == SampleType::f64;
    if (stored == sample) return "(x)";
    if (to_double && f64_as_bits && !is_float(stored))
        return is_signed(stored) ? "double_of_int(x)" : "double_of_uint(x)";
    if (to_double && f64_as_bits && stored == SampleType::f16)
        return "double_of_float(as_uint(float_of_half(x)))";
    if (sample == SampleType::f16) return "half_of_integer((float)(x))";
    if (sample == SampleType::bf16) return "(ushort)(as_uint((float)(x)) >> 16)";
    const std::string_view to_f64 = f64_as_bits ? "double_of_float" : "float_to_double";
    if (to_double && stored == SampleType::bf16) return concat(to_f64, "((uint)(x) << 16)");
    if (is_narrow_float(stored)) return concat(to_double ? "(double)" : "", value_of_narrow(stored));
    if (stored == SampleType::f32) return concat(to_f64, "(as_uint(x))");
    return concat("(", type_names(sample).sample, ")(x)");
}

void define_array(Constants& constants, const Problem& problem, const Decision& decision, std::size_t axis) {
    const auto name = [&](std::string_view of) { return concat(of, axis); };
    const auto [stored, stride] = array_of_axis(problem, axis);
    const auto names = type_names(stored, !decision.doubles);
    const auto samples = stride / bytes(stored);
    constants.set(name("STORED_"), names.sample);
    constants.set(name("SAMPLE_OF_") + "(x)", conversion(stored, problem.sample, !decision.doubles));
    constants.set(name("STRIDE_"), is_constant_stride(samples) ? samples : 0);
    if (is_constant_stride(samples))
        constants.set(name("STRIDE_NUMBER_"), samples);
    else
        constants.set_number(name("STRIDE_NUMBER_"), samples, sizeof samples);
    if (decision.block_elements != 0) return;
    const auto load = load_name(stored, !decision.doubles, samples_per_vector(problem, decision.load_bytes));
    constants.set(name("LOAD_"), load);
    constants.set(name("AS_LOAD_"), as(load));
    constants.set(name("UNSIGNED_"), names.bits);
    constants.set(name("AS_STORED_"), as(names.sample));
}

/// How a sample is made from the result of an image read.
enum class ImageValues : std::uint8_t { plain, normalized, halves };

ImageValues values_of(const Problem& problem, const ChannelTypeTraits& type) {
    if (problem.sample == SampleType::f32 || !type.floats) return ImageValues::plain;
    return problem.sample == SampleType::f16 ? ImageValues::halves : ImageValues::normalized;
}

/// The value that stands for 1.0 in each channel, as OpenCL C, e.g. "(float4)(31.0f, 63.0f, 31.0f, 1.0f)".
std::string ones(const ChannelTypeTraits& type) {
    std::string text = "(float4)(";
    for (const auto one : type.one)
        text += concat(one, ".0f, ");
    return text + concat(type.one_of_alpha, ".0f)");
}

} // namespace

void define_arrays(Constants& constants, const Problem& problem, const Decision& decision) {
    constants.set("AXIS_LIST(DO)", numbered(problem.axes.size(), "DO(", ")", ", "));
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        define_array(constants, problem, decision, axis);
}

void define_image(Constants& constants, const Problem& problem) {
    const auto& image = *problem.layout.image;
    const auto& kind = traits_of(image.kind);
    const auto& type = traits_of(image.type);
    const auto values = values_of(problem, type);
    const auto* const read = type.floats                 ? "read_imagef"
                             : is_signed(problem.sample) ? "read_imagei"
                                                         : "read_imageui";
    const auto* const channels = type.floats ? "float4" : is_signed(problem.sample) ? "int4" : "uint4";
    constants.set("IMAGE_TYPE", concat(image.kind, "_t"));
    constants.set("SLICES", kind.slices);
    const auto call = concat(read, "(image, at)");
    constants.set("READ_IMAGE(image, at)", kind.depth ? concat("((float4)(", call, "))") : call);
    constants.set("CHANNEL4", std::string_view(values == ImageValues::normalized ? "int4" : channels));
    const bool normalized = values == ImageValues::normalized;
    constants.set("CHANNELS_OF(read)",
                  normalized ? concat("convert_int4_rte((read) * ", ones(type), ")") : std::string("(read)"));
    constants.set("SAMPLE_OF_CHANNEL(x)", values == ImageValues::halves ? "half_bits(x)" : "((SAMPLE)(x))");
}

void add_image_files(SourceText& text, const Problem& problem) {
    const auto& image = *problem.layout.image;
    const bool slices = traits_of(image.kind).slices;
    text.add_files({slices ? "pixel_of_slices" : problem.layout.rows ? "pixel_of_picture" : "pixel_of_line"});
    if (values_of(problem, traits_of(image.type)) == ImageValues::halves) text.add_files({"half_bits"});
}

} // namespace histo_cl::detail
