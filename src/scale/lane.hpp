#pragma once

#include "histo_cl/device.hpp"
#include "histo_cl/layout.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>

// A lane is the way of chunks through one device.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Flat data for one launch.
struct Chunk {
    HostData data; ///< with its count
    std::uint64_t bytes = 0;
};

/// The place of one chunk on its way.
class Slot {
  public:
    explicit Slot(std::size_t its_lane) : lane(its_lane) {}
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    virtual ~Slot() = default;

    /// Staging memory for a whole chunk, for whoever holds the slot.
    [[nodiscard]] virtual std::span<std::byte> memory() = 0;

    std::size_t lane; ///< its number
    Chunk chunk;      ///< what it counts, if its lane is asynchronous; its lists are these:
    std::array<std::span<const std::byte>, max_arrays> arrays;
    std::array<std::span<const std::byte>, max_weight_vectors> weight_vectors;
};

/// To whom a lane reports each chunk that it has taken, once and from any thread. Thread-safe.
class Reports {
  public:
    Reports() = default;
    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;
    virtual ~Reports() = default;

    /// Throws nothing: it may be called by a thread of the lane's own.
    virtual void counted(Slot& slot, const Chunk& chunk, std::span<const std::uint64_t> words) noexcept = 0;
    /// The lane is of no more use. Nothing of the slot's chunk is counted, and no command uses the slot.
    virtual void failed(Slot& slot, std::exception_ptr error) noexcept = 0;
};

class Lane {
  public:
    Lane() = default;
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;
    /// All that it has taken has been reported.
    virtual ~Lane() = default;

    /// Throws if there is no memory for one more.
    [[nodiscard]] virtual std::unique_ptr<Slot> make_slot(std::size_t lane) = 0;
    /// Takes a chunk, which may lie in any memory, counts it and reports. Data that are not pinned may be
    /// changed when this returns, unless they lie in the slot; pinned ones when it is reported. If it throws,
    /// the lane is of no more use, nothing is reported, and no command uses the slot. Thread-safe for
    /// different slots.
    virtual void count(Slot& slot, const Chunk& chunk, Reports& reports) = 0;
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
