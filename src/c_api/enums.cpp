#include "c_api/enums.hpp"

// That the two APIs number alike, and the names in C.

namespace histo_cl::c_api {
namespace {

static_assert(all_sample_types.size() == 11, "histo_cl_sample_type lacks a type");
static_assert(to_c(SampleType::u8) == HISTO_CL_SAMPLE_U8);
static_assert(to_c(SampleType::i8) == HISTO_CL_SAMPLE_I8);
static_assert(to_c(SampleType::u16) == HISTO_CL_SAMPLE_U16);
static_assert(to_c(SampleType::i16) == HISTO_CL_SAMPLE_I16);
static_assert(to_c(SampleType::u32) == HISTO_CL_SAMPLE_U32);
static_assert(to_c(SampleType::i32) == HISTO_CL_SAMPLE_I32);
static_assert(to_c(SampleType::u64) == HISTO_CL_SAMPLE_U64);
static_assert(to_c(SampleType::i64) == HISTO_CL_SAMPLE_I64);
static_assert(to_c(SampleType::f16) == HISTO_CL_SAMPLE_F16);
static_assert(to_c(SampleType::f32) == HISTO_CL_SAMPLE_F32);
static_assert(to_c(SampleType::f64) == HISTO_CL_SAMPLE_F64);

static_assert(to_c(CounterType::u32) == HISTO_CL_COUNTER_U32);
static_assert(to_c(CounterType::u64) == HISTO_CL_COUNTER_U64);
static_assert(to_c(CounterType::i64) == HISTO_CL_COUNTER_I64);
static_assert(to_c(CounterType::f64) == HISTO_CL_COUNTER_F64);

static_assert(to_c(LastEdge::exclusive) == HISTO_CL_LAST_EDGE_EXCLUSIVE);
static_assert(to_c(LastEdge::inclusive) == HISTO_CL_LAST_EDGE_INCLUSIVE);

static_assert(to_c(OutOfRange::dropped) == HISTO_CL_OUT_OF_RANGE_DROPPED);
static_assert(to_c(OutOfRange::clamped) == HISTO_CL_OUT_OF_RANGE_CLAMPED);
static_assert(to_c(OutOfRange::counted) == HISTO_CL_OUT_OF_RANGE_COUNTED);

static_assert(to_c(Order::interleaved) == HISTO_CL_ORDER_INTERLEAVED);
static_assert(to_c(Order::planar) == HISTO_CL_ORDER_PLANAR);

static_assert(to_c(Batch::one) == HISTO_CL_BATCH_ONE);
static_assert(to_c(Batch::segments) == HISTO_CL_BATCH_SEGMENTS);
static_assert(to_c(Batch::ragged) == HISTO_CL_BATCH_RAGGED);
static_assert(to_c(Batch::tiles) == HISTO_CL_BATCH_TILES);

static_assert(all_variants.size() == 11, "histo_cl_variant lacks a variant");
static_assert(to_c(Variant::global_atomic) == HISTO_CL_VARIANT_GLOBAL_ATOMIC);
static_assert(to_c(Variant::global_private) == HISTO_CL_VARIANT_GLOBAL_PRIVATE);
static_assert(to_c(Variant::local_atomic) == HISTO_CL_VARIANT_LOCAL_ATOMIC);
static_assert(to_c(Variant::local_aggregated) == HISTO_CL_VARIANT_LOCAL_AGGREGATED);
static_assert(to_c(Variant::banked_uchar4) == HISTO_CL_VARIANT_BANKED_UCHAR4);
static_assert(to_c(Variant::local_packed) == HISTO_CL_VARIANT_LOCAL_PACKED);
static_assert(to_c(Variant::local_windowed) == HISTO_CL_VARIANT_LOCAL_WINDOWED);
static_assert(to_c(Variant::hot_bin_cache) == HISTO_CL_VARIANT_HOT_BIN_CACHE);
static_assert(to_c(Variant::item_private) == HISTO_CL_VARIANT_ITEM_PRIVATE);
static_assert(to_c(Variant::item_pairs) == HISTO_CL_VARIANT_ITEM_PAIRS);
static_assert(to_c(Variant::item_packed) == HISTO_CL_VARIANT_ITEM_PACKED);

static_assert(to_c(Partition::contiguous) == HISTO_CL_PARTITION_CONTIGUOUS);
static_assert(to_c(Partition::interleaved) == HISTO_CL_PARTITION_INTERLEAVED);

static_assert(to_c(Merge::atomic) == HISTO_CL_MERGE_ATOMIC);
static_assert(to_c(Merge::last_group) == HISTO_CL_MERGE_LAST_GROUP);
static_assert(to_c(Merge::device) == HISTO_CL_MERGE_DEVICE);
static_assert(to_c(Merge::host) == HISTO_CL_MERGE_HOST);

static_assert(to_c(Switch::off) == HISTO_CL_SWITCH_OFF);
static_assert(to_c(Switch::on) == HISTO_CL_SWITCH_ON);

static_assert(to_c(DeviceType::cpu) == HISTO_CL_DEVICE_CPU);
static_assert(to_c(DeviceType::gpu) == HISTO_CL_DEVICE_GPU);
static_assert(to_c(DeviceType::accelerator) == HISTO_CL_DEVICE_ACCELERATOR);

static_assert(to_c(Vendor::amd) == HISTO_CL_VENDOR_AMD);
static_assert(to_c(Vendor::apple) == HISTO_CL_VENDOR_APPLE);
static_assert(to_c(Vendor::arm) == HISTO_CL_VENDOR_ARM);
static_assert(to_c(Vendor::intel) == HISTO_CL_VENDOR_INTEL);
static_assert(to_c(Vendor::nvidia) == HISTO_CL_VENDOR_NVIDIA);
static_assert(to_c(Vendor::qualcomm) == HISTO_CL_VENDOR_QUALCOMM);
static_assert(to_c(Vendor::other) == HISTO_CL_VENDOR_OTHER);

static_assert(to_c(Number::Kind::i64) == HISTO_CL_NUMBER_I64);
static_assert(to_c(Number::Kind::u64) == HISTO_CL_NUMBER_U64);
static_assert(to_c(Number::Kind::f64) == HISTO_CL_NUMBER_F64);

static_assert(all_binning_kinds.size() == 5, "histo_cl_binning_kind lacks a binning");
static_assert(to_c(BinningKind::even) == HISTO_CL_BINS_EVEN);
static_assert(to_c(BinningKind::edges) == HISTO_CL_BINS_EDGES);
static_assert(to_c(BinningKind::log) == HISTO_CL_BINS_LOG);
static_assert(to_c(BinningKind::circular) == HISTO_CL_BINS_CIRCULAR);
static_assert(to_c(BinningKind::custom) == HISTO_CL_BINS_CUSTOM);

static_assert(HISTO_CL_MAX_BINS == max_bins);

template <class Enum>
const char* name_of(std::int32_t value) noexcept {
    if (numbering<Enum>.first == 1 && value == 0) return "unset";
    const auto found = enumerator<Enum>(value);
    return found ? name(*found).data() : "unknown";
}

template <class Enum>
std::int32_t value_named(const char* text, std::optional<Enum> (*named)(std::string_view) noexcept) noexcept {
    return text == nullptr ? 0 : to_c(named(text));
}

} // namespace

std::string_view name(Switch value) noexcept {
    return value == Switch::on ? "on" : "off";
}

std::string_view name(Number::Kind kind) noexcept {
    switch (kind) {
    case Number::Kind::i64: return "i64";
    case Number::Kind::u64: return "u64";
    case Number::Kind::f64: return "f64";
    }
    return "unknown";
}

} // namespace histo_cl::c_api

using namespace histo_cl::c_api;

const char* histo_cl_sample_type_name(histo_cl_sample_type type) noexcept {
    return name_of<histo_cl::SampleType>(type);
}
const char* histo_cl_counter_type_name(histo_cl_counter_type type) noexcept {
    return name_of<histo_cl::CounterType>(type);
}
const char* histo_cl_last_edge_name(histo_cl_last_edge last_edge) noexcept {
    return name_of<histo_cl::LastEdge>(last_edge);
}
const char* histo_cl_out_of_range_name(histo_cl_out_of_range out_of_range) noexcept {
    return name_of<histo_cl::OutOfRange>(out_of_range);
}
const char* histo_cl_order_name(histo_cl_order order) noexcept {
    return name_of<histo_cl::Order>(order);
}
const char* histo_cl_batch_name(histo_cl_batch batch) noexcept {
    return name_of<histo_cl::Batch>(batch);
}
const char* histo_cl_variant_name(histo_cl_variant variant) noexcept {
    return name_of<histo_cl::Variant>(variant);
}
const char* histo_cl_partition_name(histo_cl_partition partition) noexcept {
    return name_of<histo_cl::Partition>(partition);
}
const char* histo_cl_merge_name(histo_cl_merge merge) noexcept {
    return name_of<histo_cl::Merge>(merge);
}
const char* histo_cl_device_type_name(histo_cl_device_type type) noexcept {
    return name_of<histo_cl::DeviceType>(type);
}
const char* histo_cl_vendor_name(histo_cl_vendor vendor) noexcept {
    return name_of<histo_cl::Vendor>(vendor);
}

histo_cl_sample_type histo_cl_sample_type_named(const char* name) noexcept {
    return value_named(name, &histo_cl::sample_type_named);
}
histo_cl_variant histo_cl_variant_named(const char* name) noexcept {
    return value_named(name, &histo_cl::variant_named);
}
histo_cl_partition histo_cl_partition_named(const char* name) noexcept {
    return value_named(name, &histo_cl::partition_named);
}
histo_cl_merge histo_cl_merge_named(const char* name) noexcept {
    return value_named(name, &histo_cl::merge_named);
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
