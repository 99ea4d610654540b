#pragma once

#include "common/errors.hpp"
#include "count/command.hpp"

namespace count {

/// Prints what a bug report needs: versions, the system, the devices, and the caches. For each of the
/// command's devices, also prints how some standard problems are counted, how fast, and whether the counts
/// are right. A failure of a device is printed too, and is not an error.
common::ExitCode report_system(const Command& command);

} // namespace count
