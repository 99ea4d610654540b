#pragma once

#include <cstdint>

namespace histo_cl::test {

/// While it is armed, numbers the calling thread's operations of one kind from 1 on. Operation number `first`
/// fails. If `lasting`, all operations after it fail, too.
struct Countdown {
    bool armed = false;
    std::uint64_t first = 0;
    bool lasting = false;
    std::uint64_t done = 0;
    std::uint64_t failed = 0;

    /// Counts an operation, and returns whether it fails.
    [[nodiscard]] bool fails() noexcept;
};

/// The countdown of allocations (operator new) outside the driver's calls.
[[nodiscard]] Countdown& allocations() noexcept;
/// The countdown of starts of a std::thread or std::jthread, which fail as if the system had no more threads
/// (EAGAIN).
[[nodiscard]] Countdown& thread_starts() noexcept;

/// Arms a countdown during the object's lifetime.
class Armed {
  public:
    Armed(Countdown& countdown, std::uint64_t first, bool lasting) noexcept : countdown_(countdown) {
        countdown = {.armed = true, .first = first, .lasting = lasting};
    }
    Armed(const Armed&) = delete;
    Armed& operator=(const Armed&) = delete;
    ~Armed() { countdown_.armed = false; }

    [[nodiscard]] std::uint64_t failed() const noexcept { return countdown_.failed; }

  private:
    Countdown& countdown_;
};

} // namespace histo_cl::test
