#include "call/histogram.hpp"
#include "call/kept_plans.hpp"
#include "call/upload.hpp"
#include "choose/host_problem.hpp"
#include "device/commands.hpp"
#include "device/objects.hpp"
#include "plan/partial_sums.hpp"
#include "plan/plan.hpp"
#include "stream/lane.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

/// A slot in page-aligned memory, allocated on first use.
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

InPlaceLane::InPlaceLane(const Problem& problem, std::optional<Device> device, Options options,
                         std::size_t chunk_bytes)
    : problem_(problem), device_(std::move(device)), options_(std::move(options)), chunk_bytes_(chunk_bytes) {
    if (!device_) options_.calling_thread = true;
}

std::unique_ptr<Slot> InPlaceLane::make_slot(std::size_t lane) {
    return std::make_unique<PageSlot>(lane, chunk_bytes_);
}

void InPlaceLane::count(Slot& slot, const Chunk& chunk, Reports& reports) {
    const auto problem = CheckedProblem::copy(problem_);
    const auto counts =
        words_of_histogram(problem, check_data(problem, chunk.data), options_, device_ ? &*device_ : nullptr);
    auto counted = chunk;
    counted.on_calling_thread = counts.on_calling_thread;
    reports.counted(slot, counted, counts.values);
}

/// A slot with memory for a chunk and for its counts, both on the device and, page-locked, on the host.
class StagedLane::StagedSlot final : public Slot {
  public:
    StagedSlot(const StagedLane& its_lane, const LaneQueue& its_queue, std::size_t number)
        : Slot(number), queue(its_queue), context(its_lane.kept_->context.get()),
          weight_bytes(its_lane.problem_.weights.type ? bytes(*its_lane.problem_.weights.type) : 1),
          chunk_bytes(its_lane.layout_.bytes), word_bytes(partial_bytes(its_lane.kept_->plan)),
          device(create_buffer(context, CL_MEM_READ_ONLY, chunk_bytes)),
          counts(create_buffer(context, CL_MEM_READ_WRITE, word_bytes)),
          pinned(context, queue.queue.get(), chunk_bytes + word_bytes) {}

    [[nodiscard]] std::span<std::byte> memory() override { return pinned.bytes().first(chunk_bytes); }
    /// Sets `chunk`. Data that is not pinned is copied to the slot's memory, unless it is already there.
    void take(const Chunk& given, const ChunkLayout& layout);
    /// Calls visit(part, at) for each part of `chunk` that is not empty, with its offset in the buffer.
    template <class Visit>
    void each_part(const ChunkLayout& layout, const Visit& visit);
    /// The offset of a weight vector in the buffer.
    [[nodiscard]] std::uint64_t weights_at(const ChunkLayout& layout, std::size_t vector) const;
    [[nodiscard]] std::span<std::byte> words() { return pinned.bytes().subspan(chunk_bytes); }

    const LaneQueue& queue;
    cl_context context;
    std::size_t weight_bytes;
    std::size_t chunk_bytes;
    std::size_t word_bytes;
    Buffer device;
    Buffer counts;
    PinnedMemory pinned;
    std::vector<Event> events; ///< events of the uploads, the counting and the read; each command may fail
};

template <class Visit>
void StagedLane::StagedSlot::each_part(const ChunkLayout& layout, const Visit& visit) {
    const auto visit_part = [&](std::span<const std::byte>& part, std::uint64_t at) {
        if (!part.empty()) visit(part, at);
    };
    visit_part(chunk.data.samples.bytes, layout.samples);
    for (std::size_t channel = 0; channel < chunk.data.arrays.size(); ++channel)
        visit_part(arrays.at(channel).bytes, layout.arrays.at(channel));
    visit_part(chunk.data.mask.bytes, layout.mask);
    visit_part(chunk.data.weights.bytes, layout.weights.front());
    const auto vectors = std::span(weight_vectors).first(chunk.data.weight_vectors.size());
    auto together = overlapping_vectors(vectors, weight_bytes);
    if (!together.empty()) { // less than twice as long as one vector, so it fits
        const auto* const before = together.data();
        visit(together, layout.weights.front());
        for (auto& vector : vectors)
            vector.bytes = {together.data() + (vector.bytes.data() - before), vector.bytes.size()};
        return;
    }
    for (std::size_t vector = 0; vector < vectors.size(); ++vector)
        visit_part(vectors[vector].bytes, layout.weights.at(vector));
}

std::uint64_t StagedLane::StagedSlot::weights_at(const ChunkLayout& layout, std::size_t vector) const {
    const auto vectors = std::span(weight_vectors).first(chunk.data.weight_vectors.size());
    const auto together = overlapping_vectors(vectors, weight_bytes);
    if (together.empty()) return layout.weights.at(vector);
    return layout.weights.front() +
           static_cast<std::uint64_t>(vectors[vector].bytes.data() - together.data());
}

void StagedLane::StagedSlot::take(const Chunk& given, const ChunkLayout& layout) {
    chunk = given;
    std::ranges::copy(given.data.arrays, arrays.begin());
    std::ranges::copy(given.data.weight_vectors, weight_vectors.begin());
    chunk.data.arrays = std::span(arrays).first(given.data.arrays.size());
    chunk.data.weight_vectors = std::span(weight_vectors).first(given.data.weight_vectors.size());
    if (given.data.pinned) return;
    each_part(layout, [&](std::span<const std::byte>& part, std::uint64_t at) {
        const auto own = memory().subspan(at, part.size());
        if (part.data() != own.data()) std::memcpy(own.data(), part.data(), part.size());
        part = own;
    });
}

StagedLane::StagedLane(const Problem& problem, const Device& device, const Options& options,
                       const ChunkLayout& layout)
    : problem_(problem), layout_(layout) {
    auto of_plan = options;
    of_plan.calling_thread = {}; // a lane with a device ignores it, but a plan would reject `true`
    const auto checked = CheckedProblem::copy(problem_);
    kept_ = std::get<0>(kept_plan(device, checked, max_samples_of_kept_plan(problem_, layout.elements),
                                  of_plan, Compile::yes));
    const auto& plan = kept_->plan;
    for (auto& [queue, workspace] : queues_) {
        queue = create_queue(kept_->context.get(), device.id);
        if (plan.workspace_bytes() != 0 && plan.decision().merge != Merge::last_group)
            workspace = create_buffer(kept_->context.get(), CL_MEM_READ_WRITE, plan.workspace_bytes());
    }
    try {
        waiter_ = std::jthread([this] { wait_for_chunks(); });
    } catch (const std::system_error&) { // the system cannot start another thread
    }
}

StagedLane::~StagedLane() {
    {
        const std::scoped_lock lock(mutex_);
        over_ = true;
    }
    changed_.notify_one();
}

std::unique_ptr<Slot> StagedLane::make_slot(std::size_t lane) {
    return std::make_unique<StagedSlot>(*this, queues_.at(slots_++ % queues_.size()), lane);
}

void StagedLane::submit(StagedSlot& slot) {
    const auto& chunk = slot.chunk;
    auto* const queue = slot.queue.queue.get();
    const auto keep = [&](cl_event event) { slot.events.emplace_back(event); };
    slot.events.clear();
    slot.events.reserve(max_chunk_parts + 2);
    slot.each_part(layout_, [&](std::span<const std::byte> from, std::uint64_t at) {
        cl_event event = nullptr;
        check(clEnqueueWriteBuffer(queue, slot.device.get(), CL_FALSE, at, from.size(), from.data(), 0,
                                   nullptr, &event),
              "clEnqueueWriteBuffer");
        keep(event);
    });
    const auto samples = problem_.sample;
    std::array<ArrayBuffer, max_arrays> arrays;
    for (std::size_t axis = 0; !chunk.data.arrays.empty() && axis < problem_.axes.size(); ++axis) {
        const auto channel = problem_.channel(axis);
        arrays.at(channel) = {slot.device.get(),
                              layout_.arrays.at(channel) / bytes(stored_type(problem_, axis))};
    }
    std::array<WeightBuffer, max_weight_vectors> weights;
    for (std::size_t vector = 0; problem_.weights.type && vector < problem_.weights.vectors; ++vector)
        weights.at(vector) = {slot.device.get(),
                              slot.weights_at(layout_, vector) / bytes(*problem_.weights.type)};
    const bool separate = !chunk.data.arrays.empty(), several = !chunk.data.weight_vectors.empty();
    const Job job{
        .samples = separate ? Memory() : Memory(slot.device.get()),
        .sample_offset = separate ? 0 : layout_.samples / bytes(samples),
        .shape = chunk.data.shape,
        .mask = problem_.layout.mask ? Memory(slot.device.get()) : Memory(),
        .mask_offset = problem_.layout.mask ? layout_.mask : 0,
        .weights = several ? Memory() : weights.front().weights,
        .weight_offset = several ? 0 : weights.front().weight_offset,
        .counts = slot.counts.get(),
        .workspace = slot.queue.workspace.get(),
        .arrays = std::span(arrays).first(chunk.data.arrays.size()),
        .weight_vectors = std::span(weights).first(chunk.data.weight_vectors.size()),
    };
    cl_event event = nullptr;
    enqueue_partial(kept_->plan, queue, job, {}, &event);
    keep(event);
    const auto words = slot.words();
    check(clEnqueueReadBuffer(queue, slot.counts.get(), CL_FALSE, 0, words.size(), words.data(), 0, nullptr,
                              &event),
          "clEnqueueReadBuffer");
    keep(event);
    check(clFlush(queue), "clFlush");
}

void StagedLane::count(Slot& given, const Chunk& chunk, Reports& reports) {
    auto& slot = static_cast<StagedSlot&>(given);
    slot.take(chunk, layout_);
    try {
        submit(slot);
        if (waiter_.joinable()) {
            const std::scoped_lock lock(mutex_);
            enqueued_.push_back({&slot, &reports});
        }
    } catch (...) {
        clFinish(slot.queue.queue.get()); // afterwards no command uses the slot
        throw;
    }
    if (waiter_.joinable())
        changed_.notify_one();
    else
        finish({&slot, &reports});
}

void StagedLane::wait_for_chunks() {
    for (;;) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return over_ || !enqueued_.empty(); });
        if (enqueued_.empty()) return;
        const auto next = enqueued_.front();
        enqueued_.pop_front();
        lock.unlock();
        finish(next);
    }
}

void StagedLane::finish(const EnqueuedChunk& chunk) noexcept {
    const auto [slot, reports] = chunk;
    std::vector<std::uint64_t> words;
    try {
        for (const auto& event : slot->events)
            wait_for(event, "a command of a chunk");
        words = words_of(problem_, kept_->plan.problem().counter, slot->words());
    } catch (...) {
        clFinish(slot->queue.queue.get());
        try {
            forget_kept_plans(kept_->context.get());
        } catch (const std::bad_alloc&) { // the plans are not dropped now, but may be after the next failure
        }
        return reports->failed(*slot, std::current_exception());
    }
    reports->counted(*slot, slot->chunk, words);
}

} // namespace histo_cl::detail
