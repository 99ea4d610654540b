#pragma once

#include "histo_cl/tuning.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The one list of a key's members: `each(name, TuningKey::*)` for every one, in order.
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

/// Calls `each(name, member)` for those of a key's members that are not at their default.
template <class Each>
void for_each_unusual(const TuningKey& key, const Each& each) {
    const TuningKey usual;
    for_each_key_member([&](std::string_view name, auto member) {
        if (key.*member != usual.*member) each(name, key.*member);
    });
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
