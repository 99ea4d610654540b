#include "core/loaded_function.hpp"

#include <windows.h>

namespace histo_cl::inline HISTO_CL_ABI::detail {

void* loaded_function(const char* name) noexcept {
    auto* const library = ::GetModuleHandleW(L"OpenCL.dll"); // the one library that this one is linked with
    return library == nullptr ? nullptr : reinterpret_cast<void*>(::GetProcAddress(library, name));
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
