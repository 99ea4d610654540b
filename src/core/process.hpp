#pragma once

#include "histo_cl/abi.hpp"

#include <atomic>
#include <memory>
#include <utility>

namespace histo_cl::detail {

/// How many forks lie between this process and the one that first called this. 0 on systems without fork().
[[nodiscard]] unsigned forks() noexcept;

/// Whether this process can open so many more files at once. Thread-safe.
[[nodiscard]] bool can_open_files(unsigned count) noexcept;

/// The one T of this process, constructed from the arguments on first use. It is never destroyed, because
/// threads and static objects may use it until the process ends. After a fork the child gets one of its own:
/// a thread that the child does not have may have locked the parent's, and what that holds may not survive a
/// fork. Thread-safe.
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

/// A function of a library that this one is linked with, by its name; null if the library there, which may be
/// older than the headers, has none. So this library can be loaded also where an optional function is
/// missing.
[[nodiscard]] void* loaded_function(const char* name) noexcept;

} // namespace histo_cl::detail
