#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace demo {

/// Page-aligned memory, so that a CPU device can count it in place, and uninitialized, for what is read into
/// it.
template <class T>
struct PageAllocator {
    using value_type = T; // NOLINT(readability-identifier-naming): the name that allocators must have
    static constexpr std::align_val_t page{4096};

    PageAllocator() = default;
    template <class Other> // NOLINTNEXTLINE(google-explicit-constructor): converts, as allocators must
    PageAllocator(const PageAllocator<Other>&) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new(count * sizeof(T), page));
    }
    void construct(T* /*at*/) {}
    void deallocate(T* start, std::size_t) { ::operator delete(start, page); }

    friend bool operator==(PageAllocator, PageAllocator) { return true; }
};

using Bytes = std::vector<std::byte, PageAllocator<std::byte>>;

} // namespace demo
