#include "link.hpp"

#include <algorithm>
#include <cstring>

namespace bench_scale {

Link::Link(const histo_cl::Device& device)
    : context_(cl::Device(device.id, true)), queue_(context_, cl::Device(device.id, true)),
      pinned_(context_, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, block),
      target_(context_, CL_MEM_READ_ONLY, 2 * block),
      mapped_(queue_.enqueueMapBuffer(pinned_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, block)) {
    std::memset(mapped_, 1, block);
}

void Link::upload_pinned(std::uint64_t bytes) const {
    for (std::uint64_t at = 0; at < bytes; at += block)
        queue_.enqueueWriteBuffer(target_, CL_FALSE, at / block % 2 * block,
                                  std::min<std::uint64_t>(block, bytes - at), mapped_);
    queue_.finish();
}

void Link::upload(std::span<const std::byte> data) const {
    const cl::Buffer whole(context_, CL_MEM_READ_ONLY, data.size());
    queue_.enqueueWriteBuffer(whole, CL_TRUE, 0, data.size(), data.data());
}

Pinned::Pinned(const Link& link, std::size_t bytes)
    : queue_(link.queue()), buffer_(link.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
      bytes_(static_cast<std::byte*>(
                 queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes)),
             bytes) {}

Pinned::~Pinned() {
    ::clEnqueueUnmapMemObject(queue_(), buffer_(), bytes_.data(), 0, nullptr, nullptr);
    ::clFinish(queue_());
}

} // namespace bench_scale
