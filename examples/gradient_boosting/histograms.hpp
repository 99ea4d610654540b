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

/// The sums over the rows in one bin.
struct Sums {
    double rows = 0;
    double gradient = 0;
    double hessian = 0;
};

/// [column][bin]
using Histogram = std::vector<Sums>;

/// The rows of a node: a range of the list of all rows.
struct RowRange {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
};

/// Computes histograms of the rows of nodes, from a table that stays on the device.
class Histograms {
  public:
    Histograms(const histo_cl::Device& device, const Table& table, std::uint32_t levels);

    /// Sets the gradient and the hessian of every row; values are from -1 to 1.
    void set_gradients(const std::vector<float>& gradients, const std::vector<float>& hessians);

    /// A histogram for each range of the list. Sums are exact multiples of 2^-28, so with up to 2^25 rows the
    /// difference of two histograms is exact, too.
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
    std::vector<cl::Buffer> counts_; ///< of each range, kept for the next call
};
