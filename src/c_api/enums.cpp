#include "c_api/enums.hpp"

#include "histo_cl/auto_bins.hpp"
#include "histo_cl/equalization_plan.hpp"
#include "histo_cl/memory.hpp"
#include "histo_cl/statistics/compare.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

// Static checks that the enumerations of the C and C++ APIs agree, and the C functions that return and find
// names.

namespace histo_cl::c_api {
namespace {

// Clang 16 to 19 report an error for a cast to a value outside an enumeration's range, where a requirement
// should just fail.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wenum-constexpr-conversion"
#endif

/// Whether a C enumeration has a constant with this value.
template <class Constant, std::int32_t value>
concept IsConstant = requires {
    typename std::integral_constant<Constant, static_cast<Constant>(value)>;
}
&&!detail::identifier<static_cast<Constant>(value)>().empty();

#ifdef __clang__
#pragma clang diagnostic pop
#endif

/// Whether C has a constant for each enumerator, with the value of to_c() and the name in upper case, such as
/// HISTO_CL_ORDER_PLANAR for Order::planar, and none after the last.
template <class Enum, class Constant>
consteval bool is_in_c() {
    constexpr auto last = to_c(enum_table<Enum>.back().value);
    const auto is_named = []<auto value>() {
        const auto name = detail::identifier<value>();
        const auto constant = detail::identifier<static_cast<Constant>(to_c(value))>();
        if (constant.size() <= name.size()) return false;
        const auto end = constant.substr(constant.size() - name.size() - 1);
        return end[0] == '_' && std::ranges::equal(end.substr(1), name, {}, {}, detail::upper);
    };
    const auto are_named = [&]<std::size_t... row>(std::index_sequence<row...>) {
        return (is_named.template operator()<enum_table<Enum>[row].value>() && ...);
    };
    return are_named(std::make_index_sequence<enum_table<Enum>.size()>()) && !IsConstant<Constant, last + 1>;
}

static_assert(is_in_c<Status, decltype(HISTO_CL_OK)>());
static_assert(is_in_c<SampleType, decltype(HISTO_CL_SAMPLE_U8)>());
static_assert(is_in_c<CounterType, decltype(HISTO_CL_COUNTER_U32)>());
static_assert(is_in_c<CounterOrder, decltype(HISTO_CL_COUNTER_ORDER_BY_SUM)>());
static_assert(is_in_c<LastEdge, decltype(HISTO_CL_LAST_EDGE_EXCLUSIVE)>());
static_assert(is_in_c<OutOfRange, decltype(HISTO_CL_OUT_OF_RANGE_DROPPED)>());
static_assert(is_in_c<Splitting, decltype(HISTO_CL_SPLITTING_NONE)>());
static_assert(is_in_c<Accumulator, decltype(HISTO_CL_ACCUMULATOR_SUM)>());
static_assert(is_in_c<Order, decltype(HISTO_CL_ORDER_INTERLEAVED)>());
static_assert(is_in_c<Batch, decltype(HISTO_CL_BATCH_ONE)>());
static_assert(is_in_c<Nibbles, decltype(HISTO_CL_NIBBLES_NONE)>());
static_assert(is_in_c<WeightPer, decltype(HISTO_CL_WEIGHT_PER_ELEMENT)>());
static_assert(is_in_c<ImageKind, decltype(HISTO_CL_IMAGE1D)>());
static_assert(is_in_c<ChannelType, decltype(HISTO_CL_CHANNEL_UNSET)>());
static_assert(is_in_c<Variant, decltype(HISTO_CL_VARIANT_UNSET)>());
static_assert(is_in_c<Partition, decltype(HISTO_CL_PARTITION_UNSET)>());
static_assert(is_in_c<Merge, decltype(HISTO_CL_MERGE_UNSET)>());
static_assert(is_in_c<Switch, decltype(HISTO_CL_SWITCH_UNSET)>());
static_assert(is_in_c<DeviceType, decltype(HISTO_CL_DEVICE_CPU)>());
static_assert(is_in_c<Vendor, decltype(HISTO_CL_VENDOR_AMD)>());
static_assert(is_in_c<Number::Kind, decltype(HISTO_CL_NUMBER_I64)>());
static_assert(is_in_c<BinRule, decltype(HISTO_CL_BIN_RULE_AUTOMATIC)>());
static_assert(is_in_c<MapRule, decltype(HISTO_CL_MAP_RULE_EQUALIZE)>());
static_assert(is_in_c<Metric, decltype(HISTO_CL_METRIC_CORRELATION)>());
static_assert(is_in_c<MemoryKind, decltype(HISTO_CL_MEMORY_OBJECT)>());
static_assert(is_in_c<BinningKind, decltype(HISTO_CL_BINS_EVEN)>());

template <class Enum>
std::int32_t value_in_c(const char* name) noexcept {
    return name == nullptr ? 0 : to_c(detail::value_named<Enum>(name));
}

} // namespace
} // namespace histo_cl::c_api

using namespace histo_cl::c_api;

#define HISTO_CL_NAME_FUNCTION(function, Enum)                                                               \
    const char* function(std::int32_t value) noexcept {                                                      \
        return name_in_c<histo_cl::Enum>(value);                                                             \
    }
HISTO_CL_NAME_FUNCTION(histo_cl_sample_type_name, SampleType)
HISTO_CL_NAME_FUNCTION(histo_cl_counter_type_name, CounterType)
HISTO_CL_NAME_FUNCTION(histo_cl_counter_order_name, CounterOrder)
HISTO_CL_NAME_FUNCTION(histo_cl_last_edge_name, LastEdge)
HISTO_CL_NAME_FUNCTION(histo_cl_out_of_range_name, OutOfRange)
HISTO_CL_NAME_FUNCTION(histo_cl_splitting_name, Splitting)
HISTO_CL_NAME_FUNCTION(histo_cl_accumulator_name, Accumulator)
HISTO_CL_NAME_FUNCTION(histo_cl_order_name, Order)
HISTO_CL_NAME_FUNCTION(histo_cl_batch_name, Batch)
HISTO_CL_NAME_FUNCTION(histo_cl_nibbles_name, Nibbles)
HISTO_CL_NAME_FUNCTION(histo_cl_weight_per_name, WeightPer)
HISTO_CL_NAME_FUNCTION(histo_cl_image_kind_name, ImageKind)
HISTO_CL_NAME_FUNCTION(histo_cl_channel_type_name, ChannelType)
HISTO_CL_NAME_FUNCTION(histo_cl_variant_name, Variant)
HISTO_CL_NAME_FUNCTION(histo_cl_partition_name, Partition)
HISTO_CL_NAME_FUNCTION(histo_cl_merge_name, Merge)
HISTO_CL_NAME_FUNCTION(histo_cl_device_type_name, DeviceType)
HISTO_CL_NAME_FUNCTION(histo_cl_vendor_name, Vendor)
HISTO_CL_NAME_FUNCTION(histo_cl_bin_rule_name, BinRule)
HISTO_CL_NAME_FUNCTION(histo_cl_map_rule_name, MapRule)
HISTO_CL_NAME_FUNCTION(histo_cl_metric_name, Metric)
#undef HISTO_CL_NAME_FUNCTION

#define HISTO_CL_NAMED_FUNCTION(function, Enum)                                                              \
    std::int32_t function(const char* name) noexcept {                                                       \
        return value_in_c<histo_cl::Enum>(name);                                                             \
    }
HISTO_CL_NAMED_FUNCTION(histo_cl_sample_type_named, SampleType)
HISTO_CL_NAMED_FUNCTION(histo_cl_variant_named, Variant)
HISTO_CL_NAMED_FUNCTION(histo_cl_partition_named, Partition)
HISTO_CL_NAMED_FUNCTION(histo_cl_merge_named, Merge)
#undef HISTO_CL_NAMED_FUNCTION

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
