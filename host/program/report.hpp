#pragma once

#include "common/errors.hpp"
#include "count/command.hpp"

namespace count {

/// Prints what a bug report needs: versions, the system, the devices, the caches, and for each of the
/// command's devices how some standard problems are counted, how fast, and whether the counts are right. A
/// failure of a device is printed, too, and is no error.
common::ExitCode report_system(const Command& command);

} // namespace count
