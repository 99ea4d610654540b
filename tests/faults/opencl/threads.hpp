#pragma once

#include <cstdint>

namespace histo_cl::test {

/// Fails starts of a std::thread or std::jthread by the calling thread while it lives, as a system does that
/// has no more (EAGAIN): the `first`, counted from 1, and all that follow if that is to last.
class FailingThreads {
  public:
    FailingThreads(std::uint64_t first, bool lasting) noexcept;
    FailingThreads(const FailingThreads&) = delete;
    FailingThreads& operator=(const FailingThreads&) = delete;
    ~FailingThreads();

    [[nodiscard]] std::uint64_t failed() const noexcept;
};

} // namespace histo_cl::test
