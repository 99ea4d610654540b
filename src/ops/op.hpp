#pragma once

#include "core/mutex.hpp"
#include "device/check_objects.hpp"
#include "device/commands.hpp"
#include "device/objects.hpp"
#include "program/program.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>

namespace histo_cl::detail {

/// Maximum number of values, and of levels, of a map.
inline constexpr std::uint32_t max_map_values = 1U << 16U;

/// Base class for the states of all plans except Plan: the device, and the program whose kernels the plan
/// launches on it. Immutable once the plan is built, except for the kernels' arguments, which change under
/// the lock.
struct Op {
    PlanDevice device;
    std::shared_ptr<SharedProgram> program;
    mutable Mutex kernel_arguments; ///< held from clSetKernelArg to the enqueue of the kernel

    Op(cl_context context, cl_device_id id) : device(plan_device(context, id)) {}

    void build(const KernelSource& source, const Options& options) {
        program = std::get<BuiltProgram>(build_untried(device, source, options, Compile::yes)).program;
    }
    [[nodiscard]] Kernel kernel(const char* name) const {
        return create_kernel(program->program.get(), name);
    }
    [[nodiscard]] KernelMemory memory(const Memory& given) const noexcept { return device.memory(given); }

    /// The number of work-items per work-group of a reduction; a power of two, at most 256.
    [[nodiscard]] std::uint32_t reduction_group_size() const noexcept {
        constexpr std::uint32_t max_work_items = 256;
        return std::bit_floor(std::clamp(device.profile.max_work_group_size, 1U, max_work_items));
    }

    /// The queue of an enqueue, the events to wait for, and where to store the event of the last command.
    /// `event` is null if no event is requested.
    struct Where {
        cl_command_queue queue;
        std::span<const cl_event> wait;
        cl_event* event;
    };

    /// Enqueues the commands of a checked job by calling launch(commands), which must lock
    /// `kernel_arguments`. `memory`: all memory of the job. `nothing`: the job is empty, so only a marker is
    /// enqueued.
    template <class Launch>
    void enqueue(const Where& where, std::span<const Memory> memory, bool nothing,
                 const Launch& launch) const {
        Commands commands(where.queue, device.profile, where.wait, where.event != nullptr);
        commands.copy_kernels_for(memory, copy_of);
        if (nothing)
            commands.marker(); // the event must come after `wait`
        else
            launch(commands);
        if (where.event != nullptr) *where.event = commands.last().give();
    }
};

} // namespace histo_cl::detail
