#pragma once

#include "common/clhpp.hpp"

#include <histo_cl/device.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bench_scale {

/// What a device's link can do, measured with OpenCL alone: what counting host data is held against.
class Link {
  public:
    explicit Link(const histo_cl::Device& device);

    [[nodiscard]] const cl::Context& context() const { return context_; }
    [[nodiscard]] const cl::CommandQueue& queue() const { return queue_; }

    /// Uploads so many bytes from page-locked memory, and waits.
    void upload_pinned(std::uint64_t bytes) const;
    /// Has the driver upload data from pageable memory, and waits.
    void upload(std::span<const std::byte> data) const;

  private:
    static constexpr std::size_t block = std::size_t{16} << 20U;

    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Buffer pinned_;
    cl::Buffer target_;
    void* mapped_;
};

/// Page-locked memory: a buffer of CL_MEM_ALLOC_HOST_PTR, mapped.
class Pinned {
  public:
    Pinned(const Link& link, std::size_t bytes);
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
    ~Pinned();

    [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

  private:
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    std::span<std::byte> bytes_;
};

} // namespace bench_scale
