#pragma once

#include "support/address_space.hpp"
#include "support/opencl_function.hpp"

#include <new>
#include <stdexcept>

namespace histo_cl::test {

/// Whether the device has shared virtual memory, and the OpenCL library has the functions for it. Wine's
/// library, which is of version 1.2, does not have them.
inline bool has_svm() {
    return test_device().profile().svm_capabilities != 0 && find_opencl_function("clSVMAlloc") != nullptr;
}

/// Coarse-grained shared virtual memory of test_device(), which all devices with SVM have. Its functions are
/// looked up at run time, because OpenCL libraries of version 1.2 do not have them.
class Svm final : public AddressSpace {
  public:
    [[nodiscard]] Memory at(const void* address) const override { return svm_pointer(address); }

    [[nodiscard]] void* allocate(std::size_t bytes) const override {
        using Allocate = void* CL_API_CALL(cl_context, cl_bitfield, size_t, cl_uint);
        auto* const memory =
            opencl_function<Allocate>("clSVMAlloc")(test_device().context()(), CL_MEM_READ_WRITE, bytes, 0);
        if (memory == nullptr) throw std::bad_alloc();
        return memory;
    }

    void release(void* address) const override {
        using Release = void CL_API_CALL(cl_context, void*);
        test_device().queue().finish();
        opencl_function<Release>("clSVMFree")(test_device().context()(), address);
    }

  private:
    void copy(const cl::CommandQueue& queue, void* to, const void* from, std::size_t bytes) const override {
        using Copy = cl_int CL_API_CALL(cl_command_queue, cl_bool, void*, const void*, size_t, cl_uint,
                                        const cl_event*, cl_event*);
        if (opencl_function<Copy>("clEnqueueSVMMemcpy")(queue(), CL_TRUE, to, from, bytes, 0, nullptr,
                                                        nullptr) != CL_SUCCESS)
            throw std::runtime_error("clEnqueueSVMMemcpy failed");
    }
};

} // namespace histo_cl::test
