#include "plan/host_merge.hpp"

#include <cstddef>

namespace histo_cl::detail {
namespace {

std::uint32_t launch(Commands& commands, const PlanState& plan, const LaunchBuffers& buffers,
                     const Geometry& geometry, const Slice& slice) {
    const Lock lock(plan.kernel_arguments);
    return launch_histogram(commands, plan, buffers, geometry, slice, false);
}

} // namespace

std::vector<std::uint64_t> merge_on_host(Commands& commands, const PlanState& plan,
                                         const LaunchBuffers& buffers, const Geometry& geometry) {
    const std::size_t counters = plan.problem.counters();
    std::vector<std::uint64_t> sums(counters);
    std::vector<std::uint32_t> rows(plan.decision.work_groups * counters); // of any launch
    for (auto slice = first_slice(geometry, plan.decision.samples_per_launch); slice;
         slice = next_slice(geometry, *slice)) {
        const std::size_t used = launch(commands, plan, buffers, geometry, *slice) * counters;
        commands.read(buffers.workspace.memory.object(), used * sizeof rows[0], rows.data());
        for (std::size_t row = 0; row < used; row += counters)
            for (std::size_t counter = 0; counter < counters; ++counter)
                sums[counter] += rows[row + counter];
    }
    return sums;
}

} // namespace histo_cl::detail
