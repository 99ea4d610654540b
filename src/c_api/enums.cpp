#include "c_api/enums.hpp"

#include <algorithm>
#include <initializer_list>

// That the two APIs number alike, and the names in C.

namespace histo_cl::inline HISTO_CL_ABI::c_api {
namespace {

constexpr char upper(char letter) noexcept {
    return 'a' <= letter && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

/// Whether constants of C are the enumeration's, each with its number and its name: `text` lists them, e.g.
/// "HISTO_CL_ORDER_INTERLEAVED, HISTO_CL_ORDER_PLANAR".
template <class Enum>
consteval bool are_in_c(std::initializer_list<std::int32_t> constants, std::string_view text) {
    if (constants.size() != enum_table<Enum>.size()) return false;
    for (std::size_t i = 0; i < constants.size(); ++i) {
        const auto& [value, name] = enum_table<Enum>[i];
        const auto constant = text.substr(0, text.find(','));
        if (constants.begin()[i] != to_c(value) || constant.size() <= name.size()) return false;
        const auto end = constant.substr(constant.size() - name.size() - 1);
        if (end[0] != '_' || !std::ranges::equal(end.substr(1), name, {}, {}, upper)) return false;
        text.remove_prefix(std::min(constant.size() + 1, text.size()));
    }
    return true;
}

#define IN_C(Enum, ...)                                                                                      \
    static_assert(are_in_c<Enum>({__VA_ARGS__}, #__VA_ARGS__), #Enum " is not the enumeration of "           \
                                                                     "histo_cl.h")

IN_C(SampleType, HISTO_CL_SAMPLE_U8, HISTO_CL_SAMPLE_I8, HISTO_CL_SAMPLE_U16, HISTO_CL_SAMPLE_I16,
     HISTO_CL_SAMPLE_U32, HISTO_CL_SAMPLE_I32, HISTO_CL_SAMPLE_U64, HISTO_CL_SAMPLE_I64, HISTO_CL_SAMPLE_F16,
     HISTO_CL_SAMPLE_BF16, HISTO_CL_SAMPLE_F32, HISTO_CL_SAMPLE_F64);
IN_C(CounterType, HISTO_CL_COUNTER_U32, HISTO_CL_COUNTER_U64, HISTO_CL_COUNTER_I64, HISTO_CL_COUNTER_F64);
IN_C(LastEdge, HISTO_CL_LAST_EDGE_EXCLUSIVE, HISTO_CL_LAST_EDGE_INCLUSIVE);
IN_C(OutOfRange, HISTO_CL_OUT_OF_RANGE_DROPPED, HISTO_CL_OUT_OF_RANGE_CLAMPED, HISTO_CL_OUT_OF_RANGE_COUNTED);
IN_C(Order, HISTO_CL_ORDER_INTERLEAVED, HISTO_CL_ORDER_PLANAR);
IN_C(Batch, HISTO_CL_BATCH_ONE, HISTO_CL_BATCH_SEGMENTS, HISTO_CL_BATCH_RAGGED, HISTO_CL_BATCH_TILES);
IN_C(Variant, HISTO_CL_VARIANT_GLOBAL_ATOMIC, HISTO_CL_VARIANT_GLOBAL_PRIVATE, HISTO_CL_VARIANT_LOCAL_ATOMIC,
     HISTO_CL_VARIANT_LOCAL_AGGREGATED, HISTO_CL_VARIANT_BANKED_UCHAR4, HISTO_CL_VARIANT_LOCAL_PACKED,
     HISTO_CL_VARIANT_LOCAL_WINDOWED, HISTO_CL_VARIANT_HOT_BIN_CACHE, HISTO_CL_VARIANT_ITEM_PRIVATE,
     HISTO_CL_VARIANT_ITEM_PAIRS, HISTO_CL_VARIANT_ITEM_PACKED);
IN_C(Partition, HISTO_CL_PARTITION_CONTIGUOUS, HISTO_CL_PARTITION_INTERLEAVED);
IN_C(Merge, HISTO_CL_MERGE_ATOMIC, HISTO_CL_MERGE_LAST_GROUP, HISTO_CL_MERGE_DEVICE, HISTO_CL_MERGE_HOST);
IN_C(Switch, HISTO_CL_SWITCH_OFF, HISTO_CL_SWITCH_ON);
IN_C(DeviceType, HISTO_CL_DEVICE_CPU, HISTO_CL_DEVICE_GPU, HISTO_CL_DEVICE_ACCELERATOR);
IN_C(Vendor, HISTO_CL_VENDOR_AMD, HISTO_CL_VENDOR_APPLE, HISTO_CL_VENDOR_ARM, HISTO_CL_VENDOR_INTEL,
     HISTO_CL_VENDOR_NVIDIA, HISTO_CL_VENDOR_QUALCOMM, HISTO_CL_VENDOR_OTHER);
IN_C(Number::Kind, HISTO_CL_NUMBER_I64, HISTO_CL_NUMBER_U64, HISTO_CL_NUMBER_F64);
IN_C(BinningKind, HISTO_CL_BINS_EVEN, HISTO_CL_BINS_EDGES, HISTO_CL_BINS_LOG, HISTO_CL_BINS_CIRCULAR,
     HISTO_CL_BINS_CUSTOM);

static_assert(HISTO_CL_MAX_BINS == max_bins);

template <class Enum>
const char* name_in_c(std::int32_t value) noexcept {
    if (first_in_c<Enum> == 1 && value == 0) return "unset";
    const auto found = enumerator<Enum>(value);
    return found ? detail::name_of(*found).data() : "unknown";
}

template <class Enum>
std::int32_t value_in_c(const char* name) noexcept {
    return name == nullptr ? 0 : to_c(detail::value_named<Enum>(name));
}

} // namespace

} // namespace histo_cl::inline HISTO_CL_ABI::c_api

using namespace histo_cl::c_api;

const char* histo_cl_sample_type_name(histo_cl_sample_type type) noexcept {
    return name_in_c<histo_cl::SampleType>(type);
}
const char* histo_cl_counter_type_name(histo_cl_counter_type type) noexcept {
    return name_in_c<histo_cl::CounterType>(type);
}
const char* histo_cl_last_edge_name(histo_cl_last_edge last_edge) noexcept {
    return name_in_c<histo_cl::LastEdge>(last_edge);
}
const char* histo_cl_out_of_range_name(histo_cl_out_of_range out_of_range) noexcept {
    return name_in_c<histo_cl::OutOfRange>(out_of_range);
}
const char* histo_cl_order_name(histo_cl_order order) noexcept {
    return name_in_c<histo_cl::Order>(order);
}
const char* histo_cl_batch_name(histo_cl_batch batch) noexcept {
    return name_in_c<histo_cl::Batch>(batch);
}
const char* histo_cl_variant_name(histo_cl_variant variant) noexcept {
    return name_in_c<histo_cl::Variant>(variant);
}
const char* histo_cl_partition_name(histo_cl_partition partition) noexcept {
    return name_in_c<histo_cl::Partition>(partition);
}
const char* histo_cl_merge_name(histo_cl_merge merge) noexcept {
    return name_in_c<histo_cl::Merge>(merge);
}
const char* histo_cl_device_type_name(histo_cl_device_type type) noexcept {
    return name_in_c<histo_cl::DeviceType>(type);
}
const char* histo_cl_vendor_name(histo_cl_vendor vendor) noexcept {
    return name_in_c<histo_cl::Vendor>(vendor);
}

histo_cl_sample_type histo_cl_sample_type_named(const char* name) noexcept {
    return value_in_c<histo_cl::SampleType>(name);
}
histo_cl_variant histo_cl_variant_named(const char* name) noexcept {
    return value_in_c<histo_cl::Variant>(name);
}
histo_cl_partition histo_cl_partition_named(const char* name) noexcept {
    return value_in_c<histo_cl::Partition>(name);
}
histo_cl_merge histo_cl_merge_named(const char* name) noexcept {
    return value_in_c<histo_cl::Merge>(name);
}

size_t histo_cl_sample_type_bytes(histo_cl_sample_type type) noexcept {
    const auto found = enumerator<histo_cl::SampleType>(type);
    return found ? histo_cl::bytes(*found) : 0;
}
size_t histo_cl_counter_type_bytes(histo_cl_counter_type type) noexcept {
    const auto found = enumerator<histo_cl::CounterType>(type);
    return found ? histo_cl::bytes(*found) : 0;
}
float histo_cl_half_to_float(std::uint16_t bits) noexcept {
    return histo_cl::to_float(histo_cl::Half{bits});
}
float histo_cl_bfloat16_to_float(std::uint16_t bits) noexcept {
    return histo_cl::to_float(histo_cl::Bfloat16{bits});
}
