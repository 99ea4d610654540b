#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace files {

/// Ends the wait for input, of one thread at a time, from another thread.
class Wake {
  public:
    Wake();
    Wake(const Wake&) = delete;
    Wake& operator=(const Wake&) = delete;
    ~Wake();

    /// From now on nothing waits for input.
    void wake() noexcept;

    struct State;
    [[nodiscard]] State& state() const { return *state_; }

  private:
    std::unique_ptr<State> state_;
};

/// Reads from where a file stands, and waits for at least a byte; 0 at the end. Throws Interrupted once
/// `wake`, which may be null, is awake, and std::system_error.
[[nodiscard]] std::size_t read_next(int file, std::span<std::byte> to, const Wake* wake);

} // namespace files
