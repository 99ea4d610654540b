#pragma once

#include "histo_cl/abi.hpp"

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace histo_cl::detail {

/// Allocates memory. On Linux, asks for large pages, because with pages of 4 KiB, the first touch of 16 MB
/// takes longer than writing the content. Throws std::bad_alloc.
[[nodiscard]] void* allocate_pages(std::size_t bytes);
void free_pages(void* memory, std::size_t bytes) noexcept;

/// An allocator for large vectors: from 2 MiB on, it calls allocate_pages(). Elements without an initial
/// value are default-initialized, so numbers are left uninitialized.
template <class T>
struct LargeAllocator {
    using value_type = T; // NOLINT(readability-identifier-naming): required name
    static constexpr std::size_t large = std::size_t{2} << 20U; // bytes of a large page

    LargeAllocator() = default;
    template <class U>
    LargeAllocator(const LargeAllocator<U>& /*other*/) noexcept {} // NOLINT(google-explicit-constructor)

    [[nodiscard]] T* allocate(std::size_t count) {
        if (count < large / sizeof(T)) return std::allocator<T>().allocate(count);
        if (count > static_cast<std::size_t>(-1) / 2 / sizeof(T)) throw std::bad_array_new_length();
        return static_cast<T*>(allocate_pages(count * sizeof(T)));
    }
    void deallocate(T* memory, std::size_t count) noexcept {
        if (count < large / sizeof(T)) return std::allocator<T>().deallocate(memory, count);
        free_pages(memory, count * sizeof(T));
    }
    template <class U>
    void construct(U* at) {
        ::new (static_cast<void*>(at)) U;
    }
    template <class U, class... Arguments>
    void construct(U* at, Arguments&&... arguments) {
        ::new (static_cast<void*>(at)) U(std::forward<Arguments>(arguments)...);
    }

    friend bool operator==(const LargeAllocator& /*a*/, const LargeAllocator& /*b*/) { return true; }
};

template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

} // namespace histo_cl::detail
