#pragma once

#include "core/mutex.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace histo_cl::detail {

/// Runs work(thread) for the numbers 0 … threads − 1, each on a thread of its own, the first on the calling
/// one; on fewer if the system has no more, so the work must not depend on how many there are. Waits for
/// all, and then throws the first exception that one of them threw.
template <class Work>
void on_threads(unsigned threads, const Work& work) {
    Mutex mutex;
    std::exception_ptr failure;
    const auto run = [&](unsigned thread) noexcept {
        try {
            work(thread);
        } catch (...) {
            const Lock lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            for (unsigned thread = 1; thread < threads; ++thread)
                others.emplace_back(run, thread);
        } catch (const std::system_error&) { // those that have begun do all
        }
        run(0);
    }
    if (failure) std::rethrow_exception(failure);
}

/// That copy to so many devices: a core copies some 6 GB/s, and a link takes up to about 60.
[[nodiscard]] inline unsigned copying_threads(std::size_t devices = 1) noexcept {
    constexpr std::size_t max_per_device = 8;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return static_cast<unsigned>(std::min(cores, max_per_device * devices));
}

} // namespace histo_cl::detail
