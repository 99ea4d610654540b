#include "codegen/define.hpp"
#include "core/text.hpp"
#include "problem/image_traits.hpp"

#include <array>

namespace histo_cl::detail {
namespace {

/// How a sample is made of what is read.
enum class ImageValues : std::uint8_t { plain, normalized, halves };

ImageValues values_of(const Problem& problem, const ChannelTypeTraits& type) {
    if (problem.sample == SampleType::f32 || !type.floats) return ImageValues::plain;
    return problem.sample == SampleType::f16 ? ImageValues::halves : ImageValues::normalized;
}

/// "(float4)(31.0f, 63.0f, 31.0f, 1.0f)".
std::string ones(const ChannelTypeTraits& type) {
    std::string text = "(float4)(";
    for (const auto one : type.one)
        text += concat(one, ".0f, ");
    return text + concat(type.one_of_alpha, ".0f)");
}

} // namespace

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

std::vector<std::string_view> image_files(const Problem& problem) {
    const auto& image = *problem.layout.image;
    const bool slices = traits_of(image.kind).slices;
    const bool rows = problem.layout.rows;
    std::vector<std::string_view> files{slices ? "pixel_of_slices"
                                        : rows ? "pixel_of_picture"
                                               : "pixel_of_line"};
    if (values_of(problem, traits_of(image.type)) == ImageValues::halves) files.emplace_back("half_bits");
    return files;
}

} // namespace histo_cl::detail
