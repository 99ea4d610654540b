#include "core/process.hpp"

#include "core/posix/descriptor.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {
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

bool can_open_files(unsigned files) noexcept try {
    std::vector<Descriptor> open;
    while (files-- > 0) {
        open.emplace_back(::open("/", O_RDONLY | O_CLOEXEC));
        if (!open.back()) return false;
    }
    return true;
} catch (...) { // no memory either
    return false;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
