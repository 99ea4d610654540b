// Finds OpenCL's ICD loader at run time, for builds that do not link it (HISTO_CL_LOAD_OPENCL).

#include "core/process.hpp"

#include <dlfcn.h>
#include <string>
#include <string_view>

#ifndef __APPLE__
#include <link.h>
#endif

namespace histo_cl::detail {
namespace {

constexpr int mode = RTLD_NOW | RTLD_LOCAL;

#ifdef __APPLE__

void* open_loader() {
    return ::dlopen("/System/Library/Frameworks/OpenCL.framework/OpenCL", mode);
}

#else

/// Sets *path, a std::string, to the path of the first loaded library whose name begins with libOpenCL.
int find_loader(dl_phdr_info* library, std::size_t /*size*/, void* path) {
    const std::string_view name = library->dlpi_name;
    if (!name.substr(name.rfind('/') + 1).starts_with("libOpenCL")) return 0;
    *static_cast<std::string*>(path) = name;
    return 1;
}

/// Prefers a loader that is already in the process, e.g. from PyOpenCL's wheels, because another loader may
/// find other platforms.
void* open_loader() {
    std::string path;
    ::dl_iterate_phdr(find_loader, &path);
    void* const loaded = path.empty() ? nullptr : ::dlopen(path.c_str(), mode | RTLD_NOLOAD);
    return loaded != nullptr ? loaded : ::dlopen("libOpenCL.so.1", mode);
}

#endif

} // namespace

void* loaded_function(const char* name) noexcept {
    // While no loader is found, each call searches again, because one may be loaded later.
    static std::atomic<void*> loader = nullptr;
    auto* found = loader.load();
    if (found == nullptr) loader = found = open_loader();
    return found == nullptr ? nullptr : ::dlsym(found, name);
}

} // namespace histo_cl::detail
