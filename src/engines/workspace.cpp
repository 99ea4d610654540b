#include "engines/workspace.hpp"

#include "device/objects.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace histo_cl::detail {
namespace {

constexpr std::size_t max_queues = 16;

constexpr auto queue_of = [](const auto& kept) { return kept.queue.get(); };

/// Whether no one else retains the queue. A queue taken for such by mistake loses nothing: its commands keep
/// the sums that they use, and it gets new ones the next time.
bool is_abandoned(const Queue& queue) {
    return info<cl_uint>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_REFERENCE_COUNT,
                         "clGetCommandQueueInfo") == 1;
}

} // namespace

Buffer KeptSums::take(cl_command_queue queue, cl_context context, std::uint64_t bytes) {
    if (queue == nullptr) return {};
    const auto found = std::ranges::find(kept_, queue, queue_of);
    if (found != kept_.end() && found->sums) return std::move(found->sums);
    if (found == kept_.end()) {
        std::erase_if(kept_, [](const Kept& kept) { return is_abandoned(kept.queue); });
        if (kept_.size() == max_queues) return {};
        kept_.push_back({Queue::retained(queue), {}});
    }
    return create_zeros(context, bytes);
}

void KeptSums::keep(cl_command_queue queue, Buffer sums) noexcept {
    if (!sums) return;
    const auto found = std::ranges::find(kept_, queue, queue_of);
    if (found != kept_.end()) found->sums = std::move(sums);
}

Workspace KeptSums::workspace_for(const CommandSink& commands, const Engine& engine, const Memory& given,
                                  std::uint64_t bytes) {
    if (given != nullptr) return {{}, engine.device().memory(given), false};
    auto* const context = engine.context();
    Buffer own;
    if (engine.decision().merge == Merge::last_group)
        own = commands.repeats() ? create_zeros(context, bytes)
                                 : take(commands.in_order_queue(), context, bytes);
    const bool zero = static_cast<bool>(own);
    if (!own) own = create_buffer(context, CL_MEM_READ_WRITE, bytes);
    auto* const handle = own.get();
    return {std::move(own), handle, zero};
}

} // namespace histo_cl::detail
