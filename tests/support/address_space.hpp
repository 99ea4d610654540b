#pragma once

#include "support/device.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

namespace histo_cl::test {

/// Memory that is passed to kernels on test_device() by its address.
class AddressSpace {
  public:
    AddressSpace() = default;
    AddressSpace(const AddressSpace&) = delete;
    AddressSpace& operator=(const AddressSpace&) = delete;
    virtual ~AddressSpace() = default;

    [[nodiscard]] virtual Memory at(const void* address) const = 0;
    [[nodiscard]] virtual void* allocate(std::size_t bytes) const = 0;
    virtual void release(void* address) const = 0;

    void write(void* to, std::span<const std::byte> content) const {
        copy(test_device().queue(), to, content.data(), content.size());
    }
    /// Reads memory after all commands on the queue have ended.
    void read(const cl::CommandQueue& queue, const void* from, std::span<std::byte> content) const {
        queue.finish();
        copy(queue, content.data(), from, content.size());
    }

  private:
    /// Copies bytes and waits. Either `to` or `from` is memory of this kind. The other one is host memory.
    virtual void copy(const cl::CommandQueue& queue, void* to, const void* from, std::size_t bytes) const = 0;
};

class Allocation {
  public:
    Allocation(const AddressSpace& space, std::size_t bytes)
        : space_(space), address_(static_cast<std::byte*>(space.allocate(bytes))) {}
    template <std::ranges::contiguous_range Elements>
    Allocation(const AddressSpace& space, const Elements& content)
        : Allocation(space, std::as_bytes(std::span(content)).size()) {
        write(content);
    }
    Allocation(const Allocation&) = delete;
    Allocation& operator=(const Allocation&) = delete;
    ~Allocation() { space_.release(address_); }

    [[nodiscard]] Memory at(std::size_t byte = 0) const { return space_.at(address_ + byte); }
    [[nodiscard]] const void* address(std::size_t byte = 0) const { return address_ + byte; }

    template <std::ranges::contiguous_range Elements>
    void write(const Elements& content, std::size_t byte = 0) const {
        space_.write(address_ + byte, std::as_bytes(std::span(content)));
    }
    template <class T>
    [[nodiscard]] std::vector<T> read(std::size_t count, std::size_t byte = 0,
                                      const cl::CommandQueue& queue = test_device().queue()) const {
        std::vector<T> content(count);
        space_.read(queue, address_ + byte, std::as_writable_bytes(std::span(content)));
        return content;
    }

  private:
    const AddressSpace& space_;
    std::byte* address_;
};

} // namespace histo_cl::test
