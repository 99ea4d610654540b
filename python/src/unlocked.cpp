#include "bind.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace histo_cl::python {
namespace {

/// The state of the calls that are currently in the library.
struct Calls {
    std::mutex mutex;
    std::condition_variable none_left;
    int in_flight = 0;
    std::thread::id ending; // the thread that ends the interpreter
};

/// Returns an object that is never destroyed, because threads may use it while the process ends.
Calls& calls() {
    static auto* const all = new Calls;
    return *all;
}

[[noreturn]] void sleep_until_the_process_ends() {
    for (;;)
        std::this_thread::sleep_for(std::chrono::hours(1));
}

/// Acquires the GIL again. After the interpreter has ended, Python unwinds the stack of a thread that
/// requests the GIL. If a noexcept function is on the stack, this would terminate the process.
void lock_again(PyThreadState* state) noexcept {
    try {
        PyEval_RestoreThread(state);
    } catch (...) {
        sleep_until_the_process_ends();
    }
}

void wait_for_calls() {
    auto& all = calls();
    PyThreadState* const state = PyEval_SaveThread();
    {
        std::unique_lock lock(all.mutex);
        all.ending = std::this_thread::get_id();
        all.none_left.wait(lock, [&] { return all.in_flight == 0; });
    }
    lock_again(state);
}

} // namespace

Unlocked::Unlocked() : state_(PyEval_SaveThread()) {
    auto& all = calls();
    std::unique_lock lock(all.mutex);
    if (all.ending != std::thread::id() && all.ending != std::this_thread::get_id()) {
        lock.unlock();
        sleep_until_the_process_ends();
    }
    ++all.in_flight;
}

Unlocked::~Unlocked() {
    auto& all = calls();
    {
        const std::scoped_lock lock(all.mutex);
        if (--all.in_flight == 0) all.none_left.notify_all();
    }
    lock_again(state_);
}

void bind_exit(py::module_& /*module*/) {
    py::module_::import("atexit").attr("register")(py::cpp_function(&wait_for_calls));
    const auto os = py::module_::import("os");
    if (!py::hasattr(os, "register_at_fork")) return;
    // A forked child has one thread, and no call is in flight in it. But a thread of the parent may have held
    // the mutex, and no thread of the child would unlock it.
    os.attr("register_at_fork")(py::arg("after_in_child") = py::cpp_function([] {
                                    auto& all = calls();
                                    new (&all) Calls;
                                }));
}

} // namespace histo_cl::python
