#pragma once

#include "plan/check_objects.hpp"

namespace histo_cl::detail {

/// Memory given by its address: of a kind and type that the device takes, aligned, and as far as OpenCL says
/// of the plan's context and with enough bytes. Throws Error: unsupported, invalid_argument.
void check_pointer(const MadeFor& plan, const char* which, const Memory& memory, const MemoryNeeds& needs);

} // namespace histo_cl::detail
