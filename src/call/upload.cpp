#include "call/upload.hpp"

#include "device/commands.hpp"
#include "device/objects.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <utility>

namespace histo_cl::detail {

PinnedMemory::PinnedMemory(cl_context context, cl_command_queue queue, std::size_t bytes)
    : queue_(Queue::retained(queue)),
      buffer_(create_buffer(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes)) {
    cl_int code = CL_SUCCESS;
    auto* const mapped = static_cast<std::byte*>(clEnqueueMapBuffer(
        queue, buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, nullptr, nullptr, &code));
    check(code, "clEnqueueMapBuffer");
    bytes_ = {mapped, bytes};
}

PinnedMemory::PinnedMemory(PinnedMemory&& other) noexcept
    : queue_(std::move(other.queue_)), buffer_(std::move(other.buffer_)),
      bytes_(std::exchange(other.bytes_, {})) {}

PinnedMemory& PinnedMemory::operator=(PinnedMemory&& other) noexcept {
    std::swap(queue_, other.queue_);
    std::swap(buffer_, other.buffer_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

PinnedMemory::~PinnedMemory() {
    if (bytes_.empty() || opencl_is_lost()) return;
    const auto unmap =
        clEnqueueUnmapMemObject(queue_.get(), buffer_.get(), bytes_.data(), 0, nullptr, nullptr);
    const auto finish = clFinish(queue_.get());
    if (unmap == CL_SUCCESS || finish == CL_SUCCESS) return;
    static_cast<void>(buffer_.give());
    static_cast<void>(queue_.give());
}

namespace {

constexpr std::size_t min_block_bytes = std::size_t{1} << 20U;
/// Minimum number of bytes that are sent through staging memory. For less data, the driver alone is as fast.
constexpr std::size_t min_staged_bytes = std::size_t{128} << 10U;
/// Minimum number of bytes that more than four threads copy. For less data, starting the threads takes longer
/// than they save (H100, H200).
constexpr std::size_t many_threads_bytes = std::size_t{64} << 20U;

void write(cl_command_queue queue, cl_mem to, std::size_t at, std::span<const std::byte> from,
           cl_bool blocking, cl_event* event) {
    check(clEnqueueWriteBuffer(queue, to, blocking, at, from.size(), from.data(), 0, nullptr, event),
          "clEnqueueWriteBuffer");
}

/// The work of one thread: takes the next block of the data and sends it, until no block is left.
void send_blocks(cl_command_queue queue, cl_mem to, std::span<const std::byte> data, std::size_t block_bytes,
                 std::atomic<std::size_t>& next, StagingMemory::OfThread& mine) {
    for (std::size_t turn = 0;; turn ^= 1U) {
        const auto at = next.fetch_add(block_bytes);
        if (at >= data.size()) break;
        auto& block = mine.blocks[turn];
        wait_for(std::exchange(block.sent, {}), "clEnqueueWriteBuffer");
        const auto part = data.subspan(at, std::min(block_bytes, data.size() - at));
        std::memcpy(block.memory.bytes().data(), part.data(), part.size());
        cl_event sent = nullptr;
        write(queue, to, at, block.memory.bytes().first(part.size()), CL_FALSE, &sent);
        block.sent = Event(sent);
        check(clFlush(queue), "clFlush");
    }
    for (auto& block : mine.blocks)
        wait_for(std::exchange(block.sent, {}), "clEnqueueWriteBuffer");
}

void send(StagingMemory& memory, cl_context context, cl_command_queue queue, cl_mem to,
          std::span<const std::byte> data) {
    const std::size_t useful = data.size() < many_threads_bytes ? 4 : copying_threads();
    const auto max_threads = std::clamp<std::size_t>(data.size() / min_block_bytes, 1, useful);
    const auto threads = static_cast<unsigned>(std::min<std::size_t>(copying_threads(), max_threads));
    const auto share = data.size() / (2 * threads);
    const auto block_bytes = std::clamp(share, min_block_bytes, StagingMemory::block_bytes);
    const auto blocks = memory.of_threads(context, queue, threads);
    std::atomic<std::size_t> next = 0;
    try {
        on_threads(threads,
                   [&](unsigned thread) { send_blocks(queue, to, data, block_bytes, next, blocks[thread]); });
    } catch (...) {
        clFinish(queue); // afterwards no command reads the blocks
        throw;
    }
}

} // namespace

std::span<StagingMemory::OfThread> StagingMemory::of_threads(cl_context context, cl_command_queue queue,
                                                             unsigned threads) {
    while (threads_.size() < threads) {
        OfThread next;
        for (auto& block : next.blocks)
            block.memory = PinnedMemory(context, queue, block_bytes);
        threads_.push_back(std::move(next));
    }
    return std::span(threads_).first(threads);
}

std::unique_ptr<StagingMemory> StagingPool::take() {
    {
        const Lock lock(mutex_);
        if (idle_) return std::move(idle_);
    }
    return std::make_unique<StagingMemory>();
}

void StagingPool::give(std::unique_ptr<StagingMemory> memory) noexcept {
    const Lock lock(mutex_);
    std::swap(idle_, memory);
}

SampleBuffer StagingPool::take_buffer(cl_context context, std::size_t bytes) {
    {
        const Lock lock(mutex_);
        if (idle_buffer_.bytes >= bytes) return std::exchange(idle_buffer_, {});
    }
    return {create_buffer(context, CL_MEM_READ_ONLY, bytes), bytes};
}

void StagingPool::give(SampleBuffer buffer) noexcept {
    if (buffer.bytes > max_kept_bytes) return;
    const Lock lock(mutex_);
    if (buffer.bytes > idle_buffer_.bytes) std::swap(idle_buffer_, buffer);
}

void upload(StagingPool& pool, cl_context context, cl_command_queue queue, cl_mem to,
            std::span<const std::byte> data, bool pinned) {
    if (pinned || data.size() < min_staged_bytes) return write(queue, to, 0, data, CL_TRUE, nullptr);
    auto memory = pool.take();
    send(*memory, context, queue, to, data);
    // If send() throws, the memory does not return to the pool, but is freed.
    pool.give(std::move(memory));
}

} // namespace histo_cl::detail
