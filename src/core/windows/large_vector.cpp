#include "core/large_vector.hpp"

// Large pages take a privilege here that few users have.

namespace histo_cl::inline HISTO_CL_ABI::detail {

void* allocate_pages(std::size_t bytes) {
    return ::operator new(bytes);
}

void free_pages(void* memory, std::size_t /*bytes*/) noexcept {
    ::operator delete(memory); // Clang has the one with a size on request alone
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
