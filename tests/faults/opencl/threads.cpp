#include "faults/opencl/threads.hpp"

#include <cerrno>
#include <dlfcn.h>
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

// The function by which libstdc++ starts each thread, in place of the library's. Drivers start theirs by
// pthread_create(): they may end the process if they get none.
void std::thread::_M_start_thread(_State_ptr work, void (*depend)()) {
    if (start_fails()) throw std::system_error(EAGAIN, std::generic_category());
    using Start = void (*)(std::thread*, _State_ptr, void (*)());
    static const auto start = reinterpret_cast<Start>(::dlsym(
        RTLD_NEXT, "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"));
    start(this, std::move(work), depend);
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
