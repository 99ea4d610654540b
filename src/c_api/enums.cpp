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

// A cast to a value outside an enumeration's range should only make a requirement false, but Clang 16 to 19
// report an error, which is therefore disabled here.
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

/// Whether C has a constant for each enumerator and no further constants. A constant must have the value of
/// to_c(), and the enumerator's name in upper case, such as HISTO_CL_ORDER_PLANAR for Order::planar.
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

/// Returns the result of `use` for the C++ enumeration, or `otherwise` if there is no such enumeration.
template <class Result, class Use>
Result with_enumeration(histo_cl_enumeration of, Result otherwise, const Use& use) noexcept {
    switch (of) {
    case HISTO_CL_ENUM_SAMPLE_TYPE: return use.template operator()<SampleType>();
    case HISTO_CL_ENUM_COUNTER_TYPE: return use.template operator()<CounterType>();
    case HISTO_CL_ENUM_COUNTER_ORDER: return use.template operator()<CounterOrder>();
    case HISTO_CL_ENUM_LAST_EDGE: return use.template operator()<LastEdge>();
    case HISTO_CL_ENUM_OUT_OF_RANGE: return use.template operator()<OutOfRange>();
    case HISTO_CL_ENUM_SPLITTING: return use.template operator()<Splitting>();
    case HISTO_CL_ENUM_ACCUMULATOR: return use.template operator()<Accumulator>();
    case HISTO_CL_ENUM_ORDER: return use.template operator()<Order>();
    case HISTO_CL_ENUM_BATCH: return use.template operator()<Batch>();
    case HISTO_CL_ENUM_NIBBLES: return use.template operator()<Nibbles>();
    case HISTO_CL_ENUM_WEIGHT_PER: return use.template operator()<WeightPer>();
    case HISTO_CL_ENUM_IMAGE_KIND: return use.template operator()<ImageKind>();
    case HISTO_CL_ENUM_CHANNEL_TYPE: return use.template operator()<ChannelType>();
    case HISTO_CL_ENUM_VARIANT: return use.template operator()<Variant>();
    case HISTO_CL_ENUM_PARTITION: return use.template operator()<Partition>();
    case HISTO_CL_ENUM_MERGE: return use.template operator()<Merge>();
    case HISTO_CL_ENUM_SWITCH: return use.template operator()<Switch>();
    case HISTO_CL_ENUM_DEVICE_TYPE: return use.template operator()<DeviceType>();
    case HISTO_CL_ENUM_VENDOR: return use.template operator()<Vendor>();
    case HISTO_CL_ENUM_NUMBER_KIND: return use.template operator()<Number::Kind>();
    case HISTO_CL_ENUM_BIN_RULE: return use.template operator()<BinRule>();
    case HISTO_CL_ENUM_MAP_RULE: return use.template operator()<MapRule>();
    case HISTO_CL_ENUM_METRIC: return use.template operator()<Metric>();
    case HISTO_CL_ENUM_MEMORY_KIND: return use.template operator()<MemoryKind>();
    case HISTO_CL_ENUM_BINNING_KIND: return use.template operator()<BinningKind>();
    default: return otherwise;
    }
}

} // namespace
} // namespace histo_cl::c_api

using namespace histo_cl::c_api;

const char* histo_cl_name(histo_cl_enumeration of, std::int32_t value) noexcept {
    return with_enumeration(of, "unknown", [value]<class Enum>() { return name_in_c<Enum>(value); });
}
std::int32_t histo_cl_named(histo_cl_enumeration of, const char* name) noexcept {
    if (name == nullptr) return -1;
    return with_enumeration(of, std::int32_t{-1}, [name]<class Enum>() {
        if (first_in_c<Enum> == 1 && std::string_view(name) == "unset") return std::int32_t{0};
        const auto found = histo_cl::detail::value_named<Enum>(name);
        return found ? to_c(*found) : std::int32_t{-1};
    });
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
