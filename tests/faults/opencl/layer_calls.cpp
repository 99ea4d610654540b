#include "faults/opencl/layer_calls.hpp"

#include "support/device.hpp"

#include <cstdlib>
#include <dlfcn.h>

namespace histo_cl::test {
namespace {

Layer loaded = {};

template <class Function>
void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(::dlsym(library, name));
}

} // namespace

bool load_layer() {
    ::setenv("OPENCL_LAYERS", HISTO_CL_FAULT_LAYER, 1);
    cl_uint platforms = 0;
    ::clGetPlatformIDs(0, nullptr, &platforms); // the loader reads the variable now
    void* const library = ::dlopen(HISTO_CL_FAULT_LAYER, RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr) return false;
    find(library, "fault_layer_arm", loaded.arm);
    find(library, "fault_layer_disarm", loaded.disarm);
    find(library, "fault_layer_references", loaded.references);
    find(library, "fault_layer_programs", loaded.programs);
    find(library, "fault_layer_over_released", loaded.over_released);
    find(library, "fault_layer_in_driver", loaded.in_driver);
    find(library, "fault_layer_call", loaded.call);
    return loaded.call != nullptr;
}

std::vector<Call> layer_calls() {
    std::vector<Call> calls;
    for (Call call;; calls.push_back(call)) {
        loaded.call(static_cast<std::uint32_t>(calls.size()), &call);
        if (call.name == nullptr) return calls;
    }
}

const Layer& layer() noexcept {
    return loaded;
}

} // namespace histo_cl::test
