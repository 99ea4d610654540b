#pragma once

#include "core/mutex.hpp"
#include "histo_cl/summary_plan.hpp"
#include "opencl/handle.hpp"
#include "opencl/pointer_calls.hpp"
#include "plan/check_objects.hpp"
#include "program/program.hpp"

#include <array>
#include <memory>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// What a work-group leaves of a pass, as kernels/summarize.cl has it.
struct PassNumbers {
    double a, b, c;
};

inline constexpr std::size_t summary_passes = 3;

/// What a summary plan is made of. Written by the constructor alone; after that only the kernels' arguments
/// change, under the lock.
struct SummaryPlanState {
    SampleType sample = SampleType::u8;
    DeviceProfile profile;
    cl_device_id device = nullptr;
    Context context;
    std::shared_ptr<SharedProgram> program;
    std::array<Kernel, summary_passes> passes;
    std::uint32_t work_group_size = 1;
    std::uint32_t work_groups = 1;
    std::uint64_t samples_per_launch = 1;
    PointerCalls pointers;
    mutable Mutex kernel_arguments; ///< clSetKernelArg and the enqueue after it belong together

    [[nodiscard]] MadeFor made_for() const noexcept { return {context.get(), device, profile, pointers}; }
    /// Of all passes.
    [[nodiscard]] std::size_t partials() const noexcept { return summary_passes * work_groups; }
    [[nodiscard]] std::size_t summary_bytes() const noexcept { return partials() * sizeof(PassNumbers); }
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
