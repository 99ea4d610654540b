#pragma once

namespace tune {

/// What the process returns; --help documents them.
enum class ExitCode : int {
    ok = 0,
    wrong_counts = 1,  ///< a candidate's counts are not the reference's: a fault of the library or the driver
    usage = 2,         ///< options or a table that cannot be used
    device = 3,        ///< no usable OpenCL device, or it failed
    interrupted = 130, ///< by Ctrl-C; what was found before is kept
};

} // namespace tune
