#pragma once

#include "core/mutex.hpp"
#include "histo_cl/map_plan.hpp"
#include "opencl/handle.hpp"
#include "opencl/pointer_calls.hpp"
#include "plan/check_objects.hpp"
#include "program/program.hpp"

#include <memory>
#include <optional>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The types of the images' channels.
struct MapImages {
    ChannelType source;
    ChannelType destination;
};

/// What a map plan is made of. Written by the constructor alone; after that only the kernels' arguments
/// change, under the lock.
struct MapPlanState {
    SampleType source = SampleType::u8;
    SampleType destination = SampleType::u8;
    std::optional<MapImages> images; ///< none: for buffers
    DeviceProfile profile;
    cl_device_id device = nullptr;
    Context context;
    std::shared_ptr<SharedProgram> program;
    Kernel apply_map;
    Kernel interpolate_maps;
    PointerCalls pointers;
    mutable Mutex kernel_arguments; ///< clSetKernelArg and the enqueue after it belong together

    [[nodiscard]] MadeFor made_for() const noexcept { return {context.get(), device, profile, pointers}; }
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
