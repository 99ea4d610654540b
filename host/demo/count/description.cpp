#include "demo/count/description.hpp"

#include "common/clhpp.hpp"
#include "common/timing.hpp"

#include <algorithm>

namespace demo {

void describe_plan(Result& result, const histo_cl::Device& device, const histo_cl::Options& options) {
    const common::Stopwatch stopwatch;
    const cl::Device handle(device.id, true);
    const cl::Context context(handle);
    const histo_cl::Plan plan(context(), device.id, result.problem, options);
    result.build_seconds = stopwatch.seconds();
    result.built_from_cache = plan.built_from_cache();
    result.decision = plan.decision();
    const auto launch = std::min(result.problem.max_samples, result.decision.samples_per_launch);
    result.launched_work_groups =
        std::uint64_t{launched_groups(result.decision, launch)} * result.decision.windows;
    result.build_options = histo_cl::kernel_source(result.problem, result.decision).build_options;
}

void describe_first_plan(Result& result, std::span<const histo_cl::Device> devices,
                         const histo_cl::Options& options) {
    for (const auto& device : devices.first(devices.size() - 1)) {
        try {
            return describe_plan(result, device, options);
        } catch (const histo_cl::Error&) { // the next device's turn
        }
    }
    describe_plan(result, devices.back(), options);
}

} // namespace demo
