#pragma once

#include "histo_cl/tuning.hpp"

#include <array>
#include <span>

// The one list of a knob's and of a key's members, for all that goes through them.

namespace histo_cl::detail {

/// `each(name, Knobs::*, Options::*)` for every knob.
template <class Each>
void for_each_knob(const Each& each) {
    each("variant", &Knobs::variant, &Options::variant);
    each("work_group_size", &Knobs::work_group_size, &Options::work_group_size);
    each("work_groups", &Knobs::work_groups, &Options::work_groups);
    each("replicas", &Knobs::replicas, &Options::replicas);
    each("coarsening", &Knobs::coarsening, &Options::coarsening);
    each("load_bytes", &Knobs::load_bytes, &Options::load_bytes);
    each("loads_in_flight", &Knobs::loads_in_flight, &Options::loads_in_flight);
    each("partition", &Knobs::partition, &Options::partition);
    each("merge", &Knobs::merge, &Options::merge);
    each("count_values", &Knobs::count_values, &Options::count_values);
}

/// `each(name, TuningKey::*)` for every member.
template <class Each>
void for_each_key_member(const Each& each) {
    each("sample", &TuningKey::sample);
    each("binning", &TuningKey::binning);
    each("counter", &TuningKey::counter);
    each("axes", &TuningKey::axes);
    each("joint", &TuningKey::joint);
    each("channels", &TuningKey::channels);
    each("order", &TuningKey::order);
    each("packed", &TuningKey::packed);
    each("rows", &TuningKey::rows);
    each("mask", &TuningKey::mask);
    each("batch", &TuningKey::batch);
    each("weights", &TuningKey::weights);
    each("squared_weights", &TuningKey::squared_weights);
    each("counters", &TuningKey::counters);
    each("elements", &TuningKey::elements);
}

/// Whether a knob, of Knobs or Options, is left to be chosen.
template <class Value>
[[nodiscard]] bool is_unset(const Value& knob) noexcept {
    return knob == Value{};
}

/// Every value of an enumeration, in order.
template <class Enum>
inline constexpr std::span<const Enum> all_of{};

template <>
inline constexpr std::span<const SampleType> all_of<SampleType> = all_sample_types;
template <>
inline constexpr std::span<const Variant> all_of<Variant> = all_variants;
template <>
inline constexpr std::span<const Merge> all_of<Merge> = all_merges;

inline constexpr std::array all_counter_types{CounterType::u32, CounterType::u64, CounterType::i64,
                                              CounterType::f64};
template <>
inline constexpr std::span<const CounterType> all_of<CounterType> = all_counter_types;

inline constexpr std::array all_orders{Order::interleaved, Order::planar};
template <>
inline constexpr std::span<const Order> all_of<Order> = all_orders;

inline constexpr std::array all_batches{Batch::one, Batch::segments, Batch::ragged, Batch::tiles};
template <>
inline constexpr std::span<const Batch> all_of<Batch> = all_batches;

inline constexpr std::array all_partitions{Partition::contiguous, Partition::interleaved};
template <>
inline constexpr std::span<const Partition> all_of<Partition> = all_partitions;

inline constexpr std::array all_binning_classes{BinningClass::even,   BinningClass::edges,
                                                BinningClass::log,    BinningClass::circular,
                                                BinningClass::custom, BinningClass::mixed};
template <>
inline constexpr std::span<const BinningClass> all_of<BinningClass> = all_binning_classes;

} // namespace histo_cl::detail
