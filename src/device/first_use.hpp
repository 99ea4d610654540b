#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/opencl.hpp"

#include <concepts>
#include <cstdint>
#include <mutex>

// A child process of fork() has the memory of its parent, but not its parent's threads: a driver that was in
// use in the parent may hang in the child.

namespace histo_cl::detail {

/// Must be called before OpenCL is called. Throws Error(unsupported) if this process was forked from a
/// process that had already called OpenCL.
void begin_opencl();

/// Whether this process was forked from one that had called OpenCL. Its OpenCL objects then belong to the
/// parent process, and must not even be released.
[[nodiscard]] bool opencl_is_lost() noexcept;

// The first use of a device initializes parts of its driver. In some drivers the initialization is not
// thread-safe: PoCL 3.1 returns no devices to a thread while a call of another thread initializes it.

/// Uses that may initialize a part of the driver.
enum class Use : std::uint8_t { list, context, queue, build, launch };

/// Whether this process has used the device in this way. For Use::list, which lists all devices, `device` is
/// null.
[[nodiscard]] bool was_used(cl_device_id device, Use use);
void note_used(cl_device_id device, Use use);
/// Waits for the lock that each first use holds, and returns it. Uses must not nest.
[[nodiscard]] std::unique_lock<std::mutex> lock_first_use();

/// Returns the result of action(), which uses the device in the given way. The first such use runs under a
/// lock, so that no other first use in this process overlaps it. OpenCL calls that the library's callers make
/// themselves are not covered. Throws like begin_opencl(), before taking the lock, and like action().
/// Thread-safe.
template <std::invocable Action>
auto use_device(cl_device_id device, Use use, const Action& action) {
    begin_opencl();
    if (was_used(device, use)) return action();
    const auto lock = lock_first_use();
    auto result = action();
    note_used(device, use);
    return result;
}

} // namespace histo_cl::detail
