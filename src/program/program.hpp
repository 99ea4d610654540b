#pragma once

#include "histo_cl/device_profile.hpp"
#include "histo_cl/kernel_source.hpp"
#include "opencl/handle.hpp"
#include "program/program_cache.hpp"

namespace histo_cl::detail {

struct BuiltProgram {
    Program program;
    bool from_cache = false;
};

/// Tells devices, drivers and versions of the library apart.
[[nodiscard]] std::string device_key(const DeviceProfile& profile);

/// Builds for one device, from the cache if it holds this very program, else from source (and keeps it).
/// Throws Error(build_failed) with the compiler's log; its words name the problem's custom bins if they are
/// to blame.
[[nodiscard]] BuiltProgram build_program(cl_context context, cl_device_id device,
                                         const DeviceProfile& profile, const Problem& problem,
                                         const KernelSource& source, const ProgramCache& cache);

} // namespace histo_cl::detail
