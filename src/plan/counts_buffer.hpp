#pragma once

#include "device/commands.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/sample.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace histo_cl::detail {

/// A buffer for counters that the host reads as 64 bits. On a CPU many of 64 bits lie in the vector that is
/// returned; few are cheaper to read than to map. Every command on it must have ended before this ends, or it
/// is abandoned.
class CountsBuffer {
  public:
    static constexpr std::uint64_t min_bytes_in_place = std::uint64_t{1} << 20U;

    CountsBuffer(cl_context context, const DeviceProfile& device, CounterType type, std::uint64_t counters);

    [[nodiscard]] cl_mem get() const noexcept { return buffer_.get(); }

    /// What the commands have counted: u32 counters as 64 bits, others' bits. Waits for them.
    [[nodiscard]] std::vector<std::uint64_t> read(Commands& commands) &&;

    /// For a queue that cannot be waited for: its commands may still write to the vector, so it is never
    /// freed.
    void abandon() noexcept { static_cast<void>(values_.release()); }

  private:
    CounterType type_;
    std::unique_ptr<std::vector<std::uint64_t>> values_;
    bool in_place_;
    Buffer buffer_;
};

} // namespace histo_cl::detail
