#include "core/process.hpp"

#include "core/large_vector.hpp"

#include <windows.h>

namespace histo_cl::detail {

unsigned forks() noexcept {
    return 0;
}

void* loaded_function(const char* name) noexcept {
    static auto* const library =
        ::LoadLibraryW(L"OpenCL.dll"); // already loaded if histo_cl is linked with it
    return library == nullptr ? nullptr : reinterpret_cast<void*>(::GetProcAddress(library, name));
}

// Memory in ordinary pages: large pages require a privilege that few users have.

void* allocate_pages(std::size_t bytes) {
    return ::operator new(bytes);
}

void free_pages(void* memory, std::size_t /*bytes*/) noexcept {
    ::operator delete(memory); // not the sized operator, which Clang declares only on request
}

} // namespace histo_cl::detail
