#include "codegen/map_source.hpp"

#include "codegen/constants.hpp"
#include "codegen/embedded_kernels.hpp"

#include <string_view>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

std::string_view type_name(SampleType type) {
    return bytes(type) == 1 ? "uchar" : "ushort";
}

} // namespace

KernelSource map_source(SampleType source, SampleType destination) {
    Constants constants;
    constants.set("SOURCE", type_name(source));
    constants.set("DESTINATION", type_name(destination));
    constants.set("GREATEST_LEVEL", (1U << 8 * bytes(destination)) - 1);
    auto text = std::move(constants).text();
    text += concat("\n#line 1 \"apply_map.cl\"\n", kernel_text("apply_map"));
    return {std::move(text), "-cl-std=CL1.2", {}};
}

KernelSource make_maps_source(CounterType counter, std::uint32_t work_group_size) {
    Constants constants;
    constants.set("COUNTER", bytes(counter) == 8 ? "ulong" : "uint");
    constants.set_word("WORK_GROUP_SIZE", work_group_size);
    auto text = std::move(constants).text();
    text += concat("\n#line 1 \"make_maps.cl\"\n", kernel_text("make_maps"));
    return {std::move(text), "-cl-std=CL1.2", {}};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
