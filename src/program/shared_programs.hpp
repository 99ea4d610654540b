#pragma once

#include "device/objects.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

namespace histo_cl::detail {

/// A built program, shared by the plans that need the same one.
struct SharedProgram {
    Program program;
    /// Local memory in bytes of a launch that succeeded, so that no plan has to try less; −1: none did.
    std::atomic<std::int64_t> launched_with = -1;
};

/// The program of a context and device that a plan still holds, or null. The registry itself holds none, so
/// the last plan to go releases the program and its context. Thread-safe.
[[nodiscard]] std::shared_ptr<SharedProgram> find_shared_program(cl_context context, cl_device_id device,
                                                                 std::string_view key);

/// Makes a program known to find_shared_program(), in place of another one of that key.
void share_program(cl_context context, cl_device_id device, std::string key,
                   const std::shared_ptr<SharedProgram>& program);

} // namespace histo_cl::detail
