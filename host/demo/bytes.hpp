#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace demo {

/// Of memory that starts on a page, as that of a mapped file does: a CPU device can count it where it lies.
template <class T>
struct PageAllocator {
    using value_type = T;
    static constexpr std::align_val_t page{4096};

    PageAllocator() = default;
    template <class Other>
    PageAllocator(const PageAllocator<Other>&) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new(count * sizeof(T), page));
    }
    void deallocate(T* start, std::size_t) { ::operator delete(start, page); }

    friend bool operator==(PageAllocator, PageAllocator) { return true; }
};

using Bytes = std::vector<std::byte, PageAllocator<std::byte>>;

} // namespace demo
