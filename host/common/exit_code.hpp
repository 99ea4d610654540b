#pragma once

namespace common {

/// What a program's process returns; its --help documents those that it uses.
enum class ExitCode : int {
    ok = 0,
    wrong_counts = 1,  ///< counts that are not the reference's: a fault of the library or the driver
    usage = 2,         ///< options, input or output that cannot be used
    device = 3,        ///< no usable OpenCL device, or it failed
    interrupted = 130, ///< by Ctrl-C; what was found before is kept
};

} // namespace common
