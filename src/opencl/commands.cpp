#include "opencl/commands.hpp"

#include <array>

namespace histo_cl::detail {

template <class Enqueue>
void Commands::put(const char* call, const Enqueue& enqueue) {
    std::array<cl_event, 2> own{};
    auto list = empty_ ? wait_ : std::span<const cl_event>{};
    if (last_) {
        size_t count = 0;
        own[count++] = last_.get();
        if (besides_) own[count++] = besides_.get();
        list = std::span(own).first(count);
    }
    cl_event event = nullptr;
    check(enqueue(static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data(),
                  with_events_ ? &event : nullptr),
          call);
    empty_ = false;
    last_ = Event(event);
    besides_ = Event();
}

Commands::Commands(cl_command_queue queue, std::span<const cl_event> wait, bool with_events)
    : queue_(queue), wait_(wait) {
    const auto properties = info<cl_command_queue_properties>(clGetCommandQueueInfo, queue,
                                                              CL_QUEUE_PROPERTIES, "clGetCommandQueueInfo");
    in_order_ = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
    // What follows a command that failed, because an event of the caller's did, must fail as well.
    with_events_ = with_events || !in_order_ || !wait.empty();
}

void Commands::fill_zero(cl_mem buffer, size_t bytes) {
    const cl_uint zero = 0;
    put("clEnqueueFillBuffer", [&](cl_uint n, const cl_event* wait, cl_event* event) {
        return clEnqueueFillBuffer(queue_, buffer, &zero, sizeof zero, 0, bytes, n, wait, event);
    });
}

void Commands::launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) {
    put("clEnqueueNDRangeKernel", [&](cl_uint n, const cl_event* wait, cl_event* event) {
        return clEnqueueNDRangeKernel(queue_, kernel, dimensions, nullptr, global, local, n, wait, event);
    });
}

void Commands::read(cl_mem buffer, size_t bytes, void* data) {
    put("clEnqueueReadBuffer", [&](cl_uint n, const cl_event* wait, cl_event* event) {
        return clEnqueueReadBuffer(queue_, buffer, CL_FALSE, 0, bytes, data, n, wait, event);
    });
}

void Commands::write(cl_mem buffer, size_t bytes, const void* data) {
    put("clEnqueueWriteBuffer", [&](cl_uint n, const cl_event* wait, cl_event* event) {
        return clEnqueueWriteBuffer(queue_, buffer, CL_FALSE, 0, bytes, data, n, wait, event);
    });
}

void Commands::marker() {
    put("clEnqueueMarkerWithWaitList", [&](cl_uint n, const cl_event* wait, cl_event* event) {
        return clEnqueueMarkerWithWaitList(queue_, n, wait, event);
    });
}

void Commands::then_wait_for(Event event) {
    besides_ = std::move(event);
}

} // namespace histo_cl::detail
