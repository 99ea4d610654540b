#include "plan/kept_sums.hpp"

#include "opencl/objects.hpp"

#include <algorithm>
#include <cstddef>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

constexpr std::size_t most_queues = 16;

/// Whether no one else retains the queue. A queue taken for such by mistake loses nothing: its commands keep
/// the sums that they use, and it gets new ones the next time.
bool is_abandoned(const Queue& queue) {
    return info<cl_uint>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_REFERENCE_COUNT,
                         "clGetCommandQueueInfo") == 1;
}

} // namespace

cl_mem KeptSums::for_queue(cl_command_queue queue, cl_context context, std::uint64_t bytes) {
    if (queue == nullptr) return nullptr;
    const auto found = std::ranges::find(kept_, queue, [](const Kept& kept) { return kept.queue.get(); });
    if (found != kept_.end()) return found->sums.get();
    std::erase_if(kept_, [](const Kept& kept) { return is_abandoned(kept.queue); });
    if (kept_.size() == most_queues) return nullptr;
    auto sums = create_zeros(context, bytes);
    kept_.push_back({Queue::retained(queue), std::move(sums)});
    return kept_.back().sums.get();
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
