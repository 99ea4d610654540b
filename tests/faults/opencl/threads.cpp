#include "faults/opencl/threads.hpp"

#include <cerrno>
#include <dlfcn.h>
#include <system_error>
#include <thread>

namespace {

struct State {
    bool armed = false;
    std::uint64_t first = 0;
    bool lasting = false;
    std::uint64_t started = 0;
    std::uint64_t failed = 0;
};

thread_local State state;

bool fails() {
    if (!state.armed) return false;
    ++state.started;
    if (state.started < state.first || (!state.lasting && state.started != state.first)) return false;
    ++state.failed;
    return true;
}

} // namespace

// The function by which libstdc++ starts each thread, in place of the library's. Drivers start theirs by
// pthread_create(): they may end the process if they get none.
void std::thread::_M_start_thread(_State_ptr work, void (*depend)()) {
    if (fails()) throw std::system_error(EAGAIN, std::generic_category());
    using Start = void (*)(std::thread*, _State_ptr, void (*)());
    static const auto start = reinterpret_cast<Start>(::dlsym(
        RTLD_NEXT, "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"));
    start(this, std::move(work), depend);
}

namespace histo_cl::test {

FailingThreads::FailingThreads(std::uint64_t first, bool lasting) noexcept {
    state = {.armed = true, .first = first, .lasting = lasting};
}
FailingThreads::~FailingThreads() {
    state.armed = false;
}
std::uint64_t FailingThreads::failed() const noexcept {
    return state.failed;
}

} // namespace histo_cl::test
