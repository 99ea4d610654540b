#include "codegen/map_source.hpp"

#include "codegen/source_text.hpp"
#include "codegen/type_names.hpp"
#include "problem/image_traits.hpp"

#include <initializer_list>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

KernelSource program_of(const Constants& constants, std::initializer_list<std::string_view> files) {
    SourceText text;
    text.add(constants);
    for (const auto file : files)
        text.add_file(file);
    return {text.text(), "-cl-std=CL1.2", {}};
}

/// Of an integer of the type.
std::uint32_t greatest(SampleType type) {
    return (1U << 8 * bytes(type)) - 1;
}

} // namespace

KernelSource map_source(SampleType source, SampleType destination) {
    Constants constants;
    constants.set("GREATEST_LEVEL", greatest(destination));
    constants.set("SOURCE", type_names(source).sample);
    constants.set("DESTINATION", type_names(destination).sample);
    return program_of(constants, {"map_samples", "apply_map"});
}

KernelSource map_source(ChannelType source, ChannelType destination) {
    const auto& from = traits_of(source);
    const auto& to = traits_of(destination);
    const auto one = [](SampleType type) { return concat(greatest(type), ".0f"); };
    Constants constants;
    constants.set("GREATEST_LEVEL", greatest(to.stored));
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

KernelSource make_maps_source(CounterType counter, std::uint32_t work_group_size) {
    Constants constants;
    constants.set("COUNTER", bytes(counter) == 8 ? "ulong" : "uint");
    constants.set_word("WORK_GROUP_SIZE", work_group_size);
    return program_of(constants, {"make_maps"});
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
