#include "core/share.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

SharedObject::SharedObject(const SharedObject& other) noexcept
    : object_(other.object_), count_(other.count_) {
    if (count_ != nullptr) count_->copies.fetch_add(1, std::memory_order_relaxed);
}

SharedObject::~SharedObject() {
    if (count_ != nullptr && count_->copies.fetch_sub(1, std::memory_order_acq_rel) == 1) delete count_;
}

} // namespace histo_cl::inline HISTO_CL_ABI
