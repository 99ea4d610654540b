#include "faults/opencl/layer.hpp"
#include "support/device.hpp"

#include <cstdlib>
#include <dlfcn.h>

namespace histo_cl::test {
namespace {

const Layer* loaded = nullptr;

} // namespace

bool load_layer() {
    ::setenv("OPENCL_LAYERS", HISTO_CL_FAULT_LAYER, 1);
    cl_uint platforms = 0;
    ::clGetPlatformIDs(0, nullptr, &platforms); // the loader reads the variable now
    void* const library = ::dlopen(HISTO_CL_FAULT_LAYER, RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr) return false;
    loaded = reinterpret_cast<decltype(&fault_layer)>(::dlsym(library, "fault_layer"))();
    return true;
}

const Layer& layer() noexcept {
    return *loaded;
}

} // namespace histo_cl::test
