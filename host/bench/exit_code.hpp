#pragma once

namespace bench {

/// What the process returns; --help documents them.
enum class ExitCode : int {
    ok = 0,
    wrong_counts = 1, ///< a count that is not the host's
    usage = 2,        ///< options, input or output that cannot be used
    device = 3,       ///< no usable OpenCL device, or it failed
};

} // namespace bench
