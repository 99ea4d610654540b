#pragma once

#include "histo_cl/abi.hpp"

#include <atomic>
#include <memory>
#include <utility>

namespace histo_cl::detail {

/// Number of calls of fork() between the process that first called this function and this process. 0 on
/// systems without fork().
[[nodiscard]] unsigned forks() noexcept;

/// The single T of this process, constructed from the arguments on first use. It is never destroyed, because
/// threads and static objects may use it until the process ends. After a fork, the child gets a new T for two
/// reasons: locks of the parent's T may be held by a thread that does not exist in the child, and OpenCL
/// objects do not survive a fork. Thread-safe: if several threads make the first call at once, each may
/// construct a T, but all of them get the same one, and the others are destroyed.
template <class T, class... Arguments>
[[nodiscard]] T& one_of_process(const Arguments&... arguments) {
    struct One {
        unsigned forks;
        T value;
    };
    static std::atomic<One*> current = nullptr;
    const auto now = forks();
    auto* found = current.load();
    while (found == nullptr || found->forks != now) {
        std::unique_ptr<One> made(new One{now, T(arguments...)});
        if (current.compare_exchange_strong(found, made.get())) return made.release()->value;
    }
    return found->value;
}

/// The address of a function of OpenCL's ICD loader. Null if the installed loader is older than the headers
/// and lacks the function; histo_cl would not load if it called such a function directly. Also null if no
/// loader is installed, in builds that do not link it (HISTO_CL_LOAD_OPENCL).
[[nodiscard]] void* loaded_function(const char* name) noexcept;

} // namespace histo_cl::detail
