#include "core/process.hpp"

#include "core/large_vector.hpp"

#include <cstdlib>
#include <pthread.h>
#include <sys/mman.h>

namespace histo_cl::detail {
namespace {

std::atomic<unsigned> count = 0;

void count_fork() noexcept {
    ++count;
}

} // namespace

unsigned forks() noexcept {
    [[maybe_unused]] static const int registered = ::pthread_atfork(nullptr, nullptr, count_fork);
    return count;
}

namespace {

constexpr std::size_t large_page = std::size_t{2} << 20U;

} // namespace

void* allocate_pages(std::size_t bytes) {
    const auto whole = (bytes + large_page - 1) / large_page * large_page;
    void* const memory = std::aligned_alloc(large_page, whole);
    if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    static_cast<void>(::madvise(memory, whole, MADV_HUGEPAGE)); // only advice; a failure only costs speed
#endif
    return memory;
}

void free_pages(void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory); // NOLINT(cppcoreguidelines-no-malloc)
}

} // namespace histo_cl::detail
