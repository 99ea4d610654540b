#pragma once

#include "histo_cl/abi.hpp"

#include <cstdint>
#include <optional>

namespace histo_cl::detail {

/// Whether CPUs that count beside other devices help: their kernels take the cores and the memory's bandwidth
/// that the copies to the others need. Some chunks are counted to warm up, then as many without the CPUs as
/// with them, and the faster way is kept. A pure function of the chunks and of when each was counted.
class HelpTrial {
  public:
    static constexpr std::uint64_t warm_up_chunks = 16;
    static constexpr std::uint64_t chunks_per_way = 48;

    /// Whether CPUs get the next chunk.
    [[nodiscard]] bool helps() const noexcept;
    /// A chunk has been counted at a time in seconds.
    void counted(std::uint64_t bytes, double now) noexcept;

    struct Rates { // bytes a second
        double without = 0;
        double with = 0;
    };
    /// When both ways have been tried.
    [[nodiscard]] std::optional<Rates> rates() const noexcept;

  private:
    struct Way {
        double start = 0;
        double end = 0;
        std::uint64_t bytes = 0;
        [[nodiscard]] double rate() const noexcept;
    };
    std::uint64_t chunks_ = 0;
    Way without_;
    Way with_;
};

} // namespace histo_cl::detail
