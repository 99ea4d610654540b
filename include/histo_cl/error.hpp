#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI {

/// What kind of failure an Error reports.
enum class Status {
    invalid_argument, ///< the value of an argument is not allowed
    no_platform,      ///< the ICD loader found no OpenCL platform
    no_device,        ///< no platform has a device, or no device matches the request
    no_compiler,      ///< the device cannot build kernels from source
    unsupported,      ///< the device, or the forced variant, cannot do what is requested
    build_failed,     ///< the kernels did not compile; build_log() returns the compiler's output
    opencl_error,     ///< an OpenCL call failed; opencl_name() returns the name of its error code
    file_error,       ///< a file could not be read or written
    cancelled,        ///< the caller requested a stop before everything was counted
    mpi_error,        ///< an MPI function failed
};

/// The name of a status, e.g. "invalid_argument".
[[nodiscard]] HISTO_CL_API std::string_view name(Status status) noexcept;

/// The name of an OpenCL error code, e.g. "CL_INVALID_MEM_OBJECT" for -38; "CL_UNKNOWN_ERROR" for an unknown
/// code.
HISTO_CL_API std::string_view opencl_error_name(int code) noexcept;

/// The only exception type that the library defines. what() says what was given and what is allowed. The
/// library may also throw std::bad_alloc, and Stream passes on exceptions from the caller's functions.
/// Destructors and the library's callbacks on driver threads do not throw.
class HISTO_CL_API Error : public std::runtime_error {
  public:
    /// An error with that message. Pass 0 as `opencl_code` if no OpenCL call failed, and an empty `build_log`
    /// if no build failed.
    Error(Status status, const std::string& message, int opencl_code = 0, const std::string& build_log = {});

    /// The kind of failure.
    [[nodiscard]] Status status() const noexcept { return status_; }
    /// The OpenCL error code of the failure; 0 if it has none.
    [[nodiscard]] int opencl_code() const noexcept { return opencl_code_; }
    /// The name of opencl_code(); empty if that is 0.
    [[nodiscard]] std::string_view opencl_name() const noexcept;
    /// The output of the device's compiler, with a terminating zero byte after it; empty unless status() is
    /// build_failed.
    [[nodiscard]] std::string_view build_log() const noexcept { return build_log_.what(); }

  private:
    Status status_;
    int opencl_code_;
    std::runtime_error build_log_; // its copies share the text, so that copying the exception cannot throw
};

} // namespace histo_cl::inline HISTO_CL_ABI
