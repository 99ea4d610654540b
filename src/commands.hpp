#pragma once

#include "handle.hpp"

#include <span>

namespace histo_cl::detail {

/// Commands put on one queue, each after the one before, whether the queue keeps its order or not. The first
/// waits for the caller's events.
class Commands {
  public:
    Commands(cl_command_queue queue, std::span<const cl_event> wait) noexcept : queue_(queue), wait_(wait) {}

    void fill_zero(cl_mem buffer, size_t bytes);
    void launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local);
    void read(cl_mem buffer, size_t bytes, void* data);
    void write(cl_mem buffer, size_t bytes, const void* data);
    void marker();
    /// The next command waits for this event as well as for the last one.
    void then_wait_for(Event event);

    /// The event of the last command.
    [[nodiscard]] Event& last() noexcept { return last_; }

  private:
    template <class Enqueue>
    void put(const char* call, const Enqueue& enqueue);

    cl_command_queue queue_;
    std::span<const cl_event> wait_;
    Event last_;
    Event besides_;
};

} // namespace histo_cl::detail
