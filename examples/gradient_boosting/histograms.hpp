#pragma once

#include "table.hpp"

#include <histo_cl/histo_cl.hpp>

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The sums over the rows in one bin, as the device writes them (CounterOrder::by_cell).
struct Sums {
    double rows = 0;
    double gradient = 0;
    double hessian = 0;
};
static_assert(sizeof(Sums) == 3 * sizeof(double));

/// The sums in all bins of all columns: [column][bin].
using Histogram = std::vector<Sums>;

/// The rows of a node, as a range of the list of all rows.
struct RowRange {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
};

/// Computes the histograms of the rows of tree nodes. The table stays on the device.
class Histograms {
  public:
    Histograms(const histo_cl::Device& device, const Table& table, std::uint32_t levels);

    /// Sets the gradient and the hessian of every row. All values are from -1 to 1.
    void set_gradients(const std::vector<float>& gradients, const std::vector<float>& hessians);

    /// Returns a histogram for each range of `list`. Gradients and hessians are rounded to multiples of 2^-28
    /// before they are summed. With up to 2^25 rows, all sums and their differences are therefore exact
    /// doubles.
    [[nodiscard]] std::vector<Histogram> of(const std::vector<std::uint32_t>& list,
                                            std::span<const RowRange> ranges);

    [[nodiscard]] std::string decision() const { return to_string(plan_.decision()); }

  private:
    template <class T>
    [[nodiscard]] cl::Buffer buffer(std::size_t count) const {
        return {context_, CL_MEM_READ_WRITE, count * sizeof(T)};
    }
    template <class T>
    void write(const cl::Buffer& to, const std::vector<T>& data) const {
        queue_.enqueueWriteBuffer(to, CL_FALSE, 0, data.size() * sizeof(T), data.data());
    }

    std::uint64_t rows_;
    cl::Device device_;
    cl::Context context_;
    cl::CommandQueue queue_;
    histo_cl::Plan plan_;
    cl::Buffer values_, gradients_, hessians_, list_;
    std::vector<cl::Buffer> counts_; ///< a buffer for each range, kept for the next call
};
