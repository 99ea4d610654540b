#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"

#include <utility>

namespace histo_cl::detail {
struct ShareAccess;
struct SharedCount;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// The part of Shared that does not depend on T.
class HISTO_CL_API SharedObject {
  public:
    SharedObject() noexcept = default;
    SharedObject(const SharedObject& other) noexcept;
    SharedObject(SharedObject&& other) noexcept
        : object_(std::exchange(other.object_, nullptr)), count_(std::exchange(other.count_, nullptr)) {}
    SharedObject& operator=(SharedObject other) noexcept {
        std::swap(object_, other.object_);
        std::swap(count_, other.count_);
        return *this;
    }
    ~SharedObject();

  protected:
    SharedObject(const void* object, detail::SharedCount* count) noexcept : object_(object), count_(count) {}

    const void* object_ = nullptr;

  private:
    detail::SharedCount* count_ = nullptr;
};

/// A pointer to an immutable object that all copies of the pointer share, like std::shared_ptr<const T>. It
/// does not need `<memory>`, which takes as long to compile as `<string>` and `<vector>` together. share() in
/// src/core/share.hpp makes one.
template <class T>
class Shared : public SharedObject {
  public:
    Shared() noexcept = default;

    [[nodiscard]] const T* get() const noexcept { return static_cast<const T*>(object_); }
    [[nodiscard]] const T& operator*() const noexcept { return *get(); }
    [[nodiscard]] const T* operator->() const noexcept { return get(); }
    [[nodiscard]] explicit operator bool() const noexcept { return object_ != nullptr; }

  private:
    friend struct detail::ShareAccess;
    Shared(const T* object, detail::SharedCount* count) noexcept : SharedObject(object, count) {}
};

} // namespace histo_cl::inline HISTO_CL_ABI
