#pragma once

#include "histo_cl/sample.hpp"
#include "opencl/commands.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace histo_cl::detail {

/// The merge on the host, without blocking whoever enqueues: partials are read to host memory, a thread of
/// its own waits for that and sums them up, and a write, which waits for the thread's user event, brings the
/// counts to the caller's buffer.
class HostMerge {
  public:
    HostMerge(std::uint32_t bins, CounterType counter);

    /// Reads the counts that are to be added to. At most once, before the rest.
    void read_counts(Commands& commands, cl_mem counts);
    /// Reads the rows of one launch.
    void read_partials(Commands& commands, cl_mem partials, std::uint32_t rows);
    /// Sums up and writes. The object may go as soon as this has returned.
    void write_counts(Commands& commands, cl_context context, cl_mem counts);

  private:
    struct Data;
    std::shared_ptr<Data> data_;
};

} // namespace histo_cl::detail
