#include "call/histogram.hpp"
#include "stream/lane.hpp"

#include <new>
#include <utility>

namespace histo_cl::detail {
namespace {

/// Memory on whole pages, made when it is first asked for.
class PageSlot final : public Slot {
  public:
    PageSlot(std::size_t number, std::size_t bytes) : Slot(number), bytes_(bytes) {}

    [[nodiscard]] std::span<std::byte> memory() override {
        if (!memory_) memory_.reset(static_cast<std::byte*>(::operator new(bytes_, page)));
        return {memory_.get(), bytes_};
    }

  private:
    static constexpr std::align_val_t page{4096};
    struct Delete {
        void operator()(std::byte* memory) const { ::operator delete(memory, page); }
    };
    std::size_t bytes_;
    std::unique_ptr<std::byte, Delete> memory_;
};

} // namespace

InPlaceLane::InPlaceLane(const Problem& problem, Device device, Options options, std::size_t chunk_bytes)
    : problem_(problem), device_(std::move(device)), options_(std::move(options)), chunk_bytes_(chunk_bytes) {
}

std::unique_ptr<Slot> InPlaceLane::make_slot(std::size_t lane) {
    return std::make_unique<PageSlot>(lane, chunk_bytes_);
}

void InPlaceLane::count(Slot& slot, const Chunk& chunk, Reports& reports) {
    const auto problem = CheckedProblem::copy(problem_);
    reports.counted(slot, chunk,
                    words_of_histogram(problem, check_data(problem, chunk.data), options_, &device_));
}

} // namespace histo_cl::detail
