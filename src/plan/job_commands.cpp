#include "plan/job_commands.hpp"

#include "opencl/objects.hpp"
#include "policy/variant.hpp"

#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {

Buffer workspace_of(Commands& commands, const PlanState& plan, const Job& job, const Geometry& geometry) {
    const auto bytes = plan.workspace_bytes(geometry.histograms);
    if (bytes == 0 || (is_empty(geometry) && !has_wide_sums(plan.problem))) return {};
    const bool sums = plan.decision.merge == Merge::last_group;
    if (sums && job.workspace == nullptr)
        if (auto* const kept = plan.kept_sums.for_queue(commands, plan.context.get(), bytes))
            return Buffer::retained(kept);
    auto buffer = job.workspace != nullptr ? Buffer::retained(job.workspace)
                                           : create_buffer(plan.context.get(), CL_MEM_READ_WRITE, bytes);
    if (sums) commands.fill_zero(buffer.get(), bytes);
    return buffer;
}

Buffer upload_offsets(const PlanState& plan, std::span<const std::uint64_t> offsets) {
    if (plan.problem.batch != Batch::ragged || offsets.empty()) return {};
    return create_buffer(plan.context.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, offsets.size_bytes(),
                         offsets.data());
}

void count_into(Commands& commands, const PlanState& plan, const LaunchBuffers& buffers,
                const Geometry& geometry, bool accumulate) {
    if (geometry.histograms == 0) return; // no counts either
    bool add = accumulate;
    const auto for_each_launch = [&](const auto& each) {
        for_each_slice(geometry, plan.decision.samples_per_launch, [&](const Slice& slice) {
            each(launch_histogram(commands, plan, buffers, geometry, slice, std::exchange(add, true)));
        });
    };
    const auto launch_all = [&] { for_each_launch([](std::uint32_t) {}); };
    const auto zero_counts = [&] {
        if (!accumulate) commands.fill_zero(buffers.counts, plan.count_bytes(geometry.histograms));
    };
    if (has_wide_sums(plan.problem)) {
        begin_wide_sums(commands, plan, buffers, geometry, accumulate);
        launch_all();
        finish_wide_sums(commands, plan, buffers, geometry, accumulate);
        return;
    }
    switch (is_empty(geometry) ? Merge::atomic : plan.decision.merge) { // there may be nothing to merge
    case Merge::atomic:
    case Merge::host:
        zero_counts();
        launch_all();
        break;
    case Merge::last_group: launch_all(); break;
    case Merge::device: {
        const bool carries = implementation(plan.decision.variant).carries_into_counts;
        if (carries) zero_counts();
        bool sum_up = accumulate || carries;
        for_each_launch([&](std::uint32_t rows) {
            launch_merge(commands, plan, buffers, rows, std::exchange(sum_up, true));
        });
        break;
    }
    }
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
