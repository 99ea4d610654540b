#include "opencl/recording.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

template <class Record>
void Recording::put(const char* call, const Record& record) {
    cl_sync_point_khr done = 0;
    check(record(last_ ? SyncPoints(&*last_, 1) : wait_, &done), call);
    last_ = done;
}

void Recording::fill_zero(const KernelMemory& memory, size_t bytes) {
    put("clCommandFillBufferKHR", [&](SyncPoints wait, cl_sync_point_khr* done) {
        return calls_.fill(buffer_, memory.memory.object(), 0, bytes, wait, done);
    });
}

cl_kernel Recording::to_launch(cl_kernel kernel) {
    kernels_.push_back(copy_(kernel));
    return kernels_.back().get();
}

void Recording::launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) {
    put("clCommandNDRangeKernelKHR", [&](SyncPoints wait, cl_sync_point_khr* done) {
        return calls_.launch(buffer_, kernel, dimensions, global, local, wait, done);
    });
}

void Recording::barrier() {
    put("clCommandBarrierWithWaitListKHR",
        [&](SyncPoints wait, cl_sync_point_khr* done) { return calls_.barrier(buffer_, wait, done); });
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
