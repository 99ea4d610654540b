#include "core/process.hpp"

#include <dlfcn.h>

namespace histo_cl::detail {

void* loaded_function(const char* name) noexcept {
    return ::dlsym(RTLD_DEFAULT, name);
}

} // namespace histo_cl::detail
