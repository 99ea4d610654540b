#include "launch.hpp"

#include "objects.hpp"

#include <array>

namespace histo_cl::detail {
std::uint32_t launch_histogram(Commands& commands, cl_kernel kernel, const Decision& decision,
                               const LaunchBuffers& buffers, std::uint64_t first, std::uint64_t count) {
    set_argument(kernel, 0, buffers.samples);
    set_argument(kernel, 1, static_cast<cl_ulong>(first));
    set_argument(kernel, 2, static_cast<cl_uint>(count));
    set_argument(kernel, 3, buffers.thresholds);
    set_argument(kernel, 4, buffers.counts);
    set_argument(kernel, 5, buffers.partials);
    set_argument(kernel, 6, cl_uint{decision.partition == Partition::contiguous});
    set_argument(kernel, 7, cl_uint{decision.merge != Merge::atomic});
    const auto groups = launched_groups(decision, count);
    const std::array<size_t, 2> local{decision.work_group_size, 1};
    const std::array<size_t, 2> global{local[0] * groups, decision.windows};
    commands.launch(kernel, 2, global.data(), local.data());
    return groups;
}

} // namespace histo_cl::detail
