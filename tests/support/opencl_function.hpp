#pragma once

#include <stdexcept>
#include <string>

#ifdef _WIN32
#include <windows.h>
#undef near // of 16 bits, and empty
#undef far
#else
#include <dlfcn.h>
#endif

namespace histo_cl::test {

/// A function of the OpenCL library, whether or not this program has one of that name before it.
template <class Function>
Function* opencl_function(const char* name) {
#ifdef _WIN32
    auto* const found = reinterpret_cast<void*>(::GetProcAddress(::GetModuleHandleW(L"OpenCL.dll"), name));
#else
    auto* const found = ::dlsym(RTLD_NEXT, name);
#endif
    if (found == nullptr) throw std::logic_error(std::string("no ") + name + " in the OpenCL library");
    return reinterpret_cast<Function*>(found);
}

} // namespace histo_cl::test
