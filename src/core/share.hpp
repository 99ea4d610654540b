#pragma once

#include "histo_cl/shared.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace histo_cl::detail {

/// The state that all copies of a Shared have in common.
struct SharedCount {
    std::shared_ptr<const void> object;
    std::atomic<std::size_t> copies = 1;
};

struct ShareAccess {
    template <class T>
    [[nodiscard]] static Shared<T> share(std::shared_ptr<const T>&& object) {
        const T* const address = object.get();
        return {address, new SharedCount{std::move(object)}};
    }
};

/// Returns a Shared of the object, which must not be null.
template <class T>
[[nodiscard]] Shared<std::remove_const_t<T>> share(std::shared_ptr<T> object) {
    return ShareAccess::share<std::remove_const_t<T>>(std::move(object));
}

} // namespace histo_cl::detail
