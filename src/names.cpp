#include "histo_cl/device_profile.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"

#include <algorithm>

// The name of every enumerator that a caller can read or write.

namespace histo_cl {
namespace {

template <class Enum>
struct Named {
    Enum value;
    std::string_view name;
};

constexpr std::array<Named<SampleType>, 11> sample_names{{{SampleType::u8, "u8"},
                                                          {SampleType::i8, "i8"},
                                                          {SampleType::u16, "u16"},
                                                          {SampleType::i16, "i16"},
                                                          {SampleType::u32, "u32"},
                                                          {SampleType::i32, "i32"},
                                                          {SampleType::u64, "u64"},
                                                          {SampleType::i64, "i64"},
                                                          {SampleType::f16, "f16"},
                                                          {SampleType::f32, "f32"},
                                                          {SampleType::f64, "f64"}}};

constexpr std::array<Named<CounterType>, 4> counter_names{{{CounterType::u32, "u32"},
                                                           {CounterType::u64, "u64"},
                                                           {CounterType::i64, "i64"},
                                                           {CounterType::f64, "f64"}}};

constexpr std::array<Named<LastEdge>, 2> last_edge_names{
    {{LastEdge::exclusive, "exclusive"}, {LastEdge::inclusive, "inclusive"}}};

constexpr std::array<Named<OutOfRange>, 3> out_of_range_names{
    {{OutOfRange::dropped, "dropped"}, {OutOfRange::clamped, "clamped"}, {OutOfRange::counted, "counted"}}};

constexpr std::array<Named<Order>, 2> order_names{
    {{Order::interleaved, "interleaved"}, {Order::planar, "planar"}}};

constexpr std::array<Named<Batch>, 4> batch_names{
    {{Batch::one, "one"}, {Batch::segments, "segments"}, {Batch::ragged, "ragged"}, {Batch::tiles, "tiles"}}};

constexpr std::array<Named<Variant>, 11> variant_names{{{Variant::global_atomic, "global_atomic"},
                                                        {Variant::global_private, "global_private"},
                                                        {Variant::local_atomic, "local_atomic"},
                                                        {Variant::local_aggregated, "local_aggregated"},
                                                        {Variant::banked_uchar4, "banked_uchar4"},
                                                        {Variant::local_packed, "local_packed"},
                                                        {Variant::local_windowed, "local_windowed"},
                                                        {Variant::hot_bin_cache, "hot_bin_cache"},
                                                        {Variant::item_private, "item_private"},
                                                        {Variant::item_pairs, "item_pairs"},
                                                        {Variant::item_packed, "item_packed"}}};

constexpr std::array<Named<Partition>, 2> partition_names{
    {{Partition::contiguous, "contiguous"}, {Partition::interleaved, "interleaved"}}};

constexpr std::array<Named<Merge>, 4> merge_names{{{Merge::atomic, "atomic"},
                                                   {Merge::last_group, "last_group"},
                                                   {Merge::device, "device"},
                                                   {Merge::host, "host"}}};

constexpr std::array<Named<DeviceType>, 3> device_type_names{
    {{DeviceType::cpu, "cpu"}, {DeviceType::gpu, "gpu"}, {DeviceType::accelerator, "accelerator"}}};

constexpr std::array<Named<Vendor>, 7> vendor_names{{{Vendor::amd, "AMD"},
                                                     {Vendor::apple, "Apple"},
                                                     {Vendor::arm, "Arm"},
                                                     {Vendor::intel, "Intel"},
                                                     {Vendor::nvidia, "NVIDIA"},
                                                     {Vendor::qualcomm, "Qualcomm"},
                                                     {Vendor::other, "other"}}};

template <class Enum, std::size_t N>
std::string_view name_in(const std::array<Named<Enum>, N>& names, Enum value) noexcept {
    const auto found = std::ranges::find(names, value, &Named<Enum>::value);
    return found == names.end() ? "unknown" : found->name;
}

template <class Enum, std::size_t N>
std::optional<Enum> value_in(const std::array<Named<Enum>, N>& names, std::string_view name) noexcept {
    const auto found = std::ranges::find(names, name, &Named<Enum>::name);
    if (found == names.end()) return std::nullopt;
    return found->value;
}

} // namespace

std::string_view name(SampleType type) noexcept {
    return name_in(sample_names, type);
}
std::string_view name(CounterType type) noexcept {
    return name_in(counter_names, type);
}
std::string_view name(LastEdge last_edge) noexcept {
    return name_in(last_edge_names, last_edge);
}
std::string_view name(OutOfRange out_of_range) noexcept {
    return name_in(out_of_range_names, out_of_range);
}
std::string_view name(Order order) noexcept {
    return name_in(order_names, order);
}
std::string_view name(Batch batch) noexcept {
    return name_in(batch_names, batch);
}
std::string_view name(Variant variant) noexcept {
    return name_in(variant_names, variant);
}
std::string_view name(Partition partition) noexcept {
    return name_in(partition_names, partition);
}
std::string_view name(Merge merge) noexcept {
    return name_in(merge_names, merge);
}
std::string_view name(DeviceType type) noexcept {
    return name_in(device_type_names, type);
}
std::string_view name(Vendor vendor) noexcept {
    return name_in(vendor_names, vendor);
}

std::optional<SampleType> sample_type_named(std::string_view name) noexcept {
    return value_in(sample_names, name);
}
std::optional<Variant> variant_named(std::string_view name) noexcept {
    return value_in(variant_names, name);
}
std::optional<Partition> partition_named(std::string_view name) noexcept {
    return value_in(partition_names, name);
}
std::optional<Merge> merge_named(std::string_view name) noexcept {
    return value_in(merge_names, name);
}

} // namespace histo_cl
