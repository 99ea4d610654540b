#include "faults/opencl/threads.hpp"

#include <cerrno>
#include <system_error>
#include <thread>

namespace {

struct ThreadStarts {
    bool armed = false;
    std::uint64_t first = 0;
    bool lasting = false;
    std::uint64_t started = 0;
    std::uint64_t failed = 0;
};

thread_local ThreadStarts starts;

bool start_fails() {
    if (!starts.armed) return false;
    ++starts.started;
    if (starts.started < starts.first || (!starts.lasting && starts.started != starts.first)) return false;
    ++starts.failed;
    return true;
}

} // namespace

// The function by which libstdc++ starts each thread, as the linker's --wrap lets another stand before it.
// Drivers start theirs by pthread_create(): they may end the process if they get none. The second argument is
// a std::unique_ptr, which is passed by its address.
void start_thread(std::thread* self, void* work, void (*depend)()) asm("__real_" HISTO_CL_START_THREAD);
void start_thread_or_fail(std::thread* self, void* work,
                          void (*depend)()) asm("__wrap_" HISTO_CL_START_THREAD);

void start_thread_or_fail(std::thread* self, void* work, void (*depend)()) {
    if (start_fails()) throw std::system_error(EAGAIN, std::generic_category());
    start_thread(self, work, depend);
}

namespace histo_cl::test {

FailingThreads::FailingThreads(std::uint64_t first, bool lasting) noexcept {
    starts = {.armed = true, .first = first, .lasting = lasting};
}
FailingThreads::~FailingThreads() {
    starts.armed = false;
}
std::uint64_t FailingThreads::failed() const noexcept {
    return starts.failed;
}

} // namespace histo_cl::test
