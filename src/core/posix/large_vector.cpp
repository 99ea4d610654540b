#include "core/large_vector.hpp"

#include <cstdlib>
#include <sys/mman.h>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20U;

} // namespace

void* allocate_pages(std::size_t bytes) {
    const auto whole = (bytes + large_page - 1) / large_page * large_page;
    void* const memory = std::aligned_alloc(large_page, whole);
    if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    static_cast<void>(::madvise(memory, whole, MADV_HUGEPAGE)); // only advice: without, it is slower
#endif
    return memory;
}

void free_pages(void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory); // NOLINT(cppcoreguidelines-no-malloc)
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
