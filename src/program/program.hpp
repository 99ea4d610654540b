#pragma once

#include "histo_cl/device_profile.hpp"
#include "histo_cl/kernel_source.hpp"
#include "opencl/handle.hpp"
#include "program/program_cache.hpp"

#include <string>
#include <variant>

namespace histo_cl::inline HISTO_CL_ABI::detail {

struct BuiltProgram {
    Program program;
    bool from_cache = false;
};

/// Tells devices, drivers and versions of the library apart.
[[nodiscard]] std::string device_key(const DeviceProfile& profile);

/// Source that the device's compiler refused.
struct BuildFailure {
    cl_int code = CL_SUCCESS;
    std::string log;
    std::string message; ///< names the problem's custom bins if they are to blame

    /// Error(build_failed).
    [[nodiscard]] Error error() const { return {Status::build_failed, message, code, log}; }
};

/// Builds for one device, from the cache if it holds this very program, else from source (and keeps it).
[[nodiscard]] std::variant<BuiltProgram, BuildFailure>
build_program(cl_context context, cl_device_id device, const DeviceProfile& profile, const Problem& problem,
              const KernelSource& source, const ProgramCache& cache);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
