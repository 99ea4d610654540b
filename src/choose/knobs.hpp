#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/options.hpp"

#include <string>
#include <vector>

namespace histo_cl::detail {

/// The one list of knobs: `each(name, Options::*)` for every one, in the order of Options.
template <class Each>
void for_each_knob(const Each& each) {
    each("variant", &Options::variant);
    each("work_group_size", &Options::work_group_size);
    each("work_groups", &Options::work_groups);
    each("replicas", &Options::replicas);
    each("coarsening", &Options::coarsening);
    each("load_bytes", &Options::load_bytes);
    each("loads_in_flight", &Options::loads_in_flight);
    each("partition", &Options::partition);
    each("merge", &Options::merge);
    each("count_values", &Options::count_values);
}

/// What is wrong with the value of a knob or of samples_per_launch on any device, e.g. "load_bytes 3: allowed
/// are 1, 4 and 16"; empty if nothing is.
[[nodiscard]] std::string fault_of_knobs(const Options& options);

/// The knobs that are set in `options`: by the caller those that are set in `callers` too, the others by a
/// tuning table.
[[nodiscard]] std::vector<SetKnob> set_knobs(const Options& options, const Options& callers);

} // namespace histo_cl::detail
