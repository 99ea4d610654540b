#pragma once

#include <stdexcept>
#include <string>

#ifdef _WIN32
#include <windows.h>
#undef near // empty macros that remain from 16-bit Windows
#undef far
#else
#include <dlfcn.h>
#endif

namespace histo_cl::test {

/// A function of the OpenCL library, even if this program defines one with the same name. Null if it does not
/// exist.
inline void* find_opencl_function(const char* name) {
#ifdef _WIN32
    return reinterpret_cast<void*>(::GetProcAddress(::GetModuleHandleW(L"OpenCL.dll"), name));
#else
    return ::dlsym(RTLD_NEXT, name);
#endif
}

/// Like find_opencl_function(), but throws std::logic_error if the function does not exist.
template <class Function>
Function* opencl_function(const char* name) {
    auto* const found = find_opencl_function(name);
    if (found == nullptr) throw std::logic_error(std::string("no ") + name + " in the OpenCL library");
    return reinterpret_cast<Function*>(found);
}

} // namespace histo_cl::test
