#pragma once

#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"
#include "scale/lane.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Of a CPU: the thread that pushes counts the chunk where it lies, as histogram() would.
class InPlaceLane final : public Lane {
  public:
    /// The problem is the stream's, checked, and outlives this.
    InPlaceLane(const Problem& problem, Device device, Options options, std::size_t chunk_bytes);

    [[nodiscard]] std::unique_ptr<Slot> make_slot(std::size_t lane) override;
    void count(Slot& slot, const Chunk& chunk, Reports& reports) override;

  private:
    const Problem& problem_;
    Device device_;
    Options options_;
    std::size_t chunk_bytes_;
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
