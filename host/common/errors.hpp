#pragma once

#include <exception>
#include <stdexcept>

namespace common {

/// Exit codes of the programs; --help documents the codes that a program uses.
enum class ExitCode : int {
    ok = 0,
    wrong_counts = 1,  ///< counts differ from the reference, because of a bug in the library or the driver
    usage = 2,         ///< options, input or output that cannot be used; not enough memory
    device = 3,        ///< no usable OpenCL device, or the device failed; any other error
    interrupted = 130, ///< ended early by Ctrl-C
};

/// Invalid options, input or output: reported in one line, with ExitCode::usage.
class UsageError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Thrown after the user has interrupted the program, which then returns ExitCode::interrupted without a
/// message.
class Interrupted : public std::exception {
  public:
    [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

} // namespace common
