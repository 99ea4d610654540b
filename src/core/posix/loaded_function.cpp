#include "core/loaded_function.hpp"

#include <dlfcn.h>

namespace histo_cl::inline HISTO_CL_ABI::detail {

void* loaded_function(const char* name) noexcept {
    return ::dlsym(RTLD_DEFAULT, name);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
