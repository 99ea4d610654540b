#pragma once

#include "histo_cl/abi.hpp"

#include <atomic>
#include <memory>
#include <utility>

namespace histo_cl::detail {

/// Number of forks between the process that first called this function and this process. 0 on systems without
/// fork().
[[nodiscard]] unsigned forks() noexcept;

/// Whether this process can open that many more files at once. Thread-safe.
[[nodiscard]] bool can_open_files(unsigned count) noexcept;

/// The single T of this process, constructed from the arguments on first use. It is never destroyed, because
/// threads and static objects may use it until the process ends. After a fork the child gets a new T: another
/// thread of the parent may hold the old one's locks, and its OpenCL objects do not survive a fork.
/// Thread-safe.
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

/// The address of a function in the libraries that this one is linked with; null if the installed version,
/// which may be older than the headers, does not have it. With this, the library also loads where an optional
/// function is missing.
[[nodiscard]] void* loaded_function(const char* name) noexcept;

} // namespace histo_cl::detail
