#pragma once

#include "bench/data.hpp"
#include "common/timing.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <cuda_runtime_api.h>
#include <memory>
#include <optional>
#include <string>

namespace bench_cub {

/// Throws std::runtime_error with CUDA's message and `what` was attempted, unless it succeeded.
void check(cudaError_t error, const char* what);

/// The CUDA device that corresponds to an OpenCL device: by PCI bus, else the first of the same name. Throws
/// std::runtime_error if there is none.
[[nodiscard]] int cuda_device_of(const histo_cl::Device& device);

/// Device memory.
using Memory = std::shared_ptr<void>;
[[nodiscard]] Memory allocated(std::uint64_t bytes);

/// A device, a stream, and the samples there; times are in seconds. Throws std::runtime_error.
class CudaDevice {
  public:
    explicit CudaDevice(int index);
    ~CudaDevice();
    CudaDevice(const CudaDevice&) = delete;
    CudaDevice& operator=(const CudaDevice&) = delete;

    [[nodiscard]] cudaStream_t stream() const noexcept { return stream_; }
    [[nodiscard]] const void* samples() const noexcept { return samples_.get(); }

    /// Fills `samples()` with the first ones of a data set, unless they are there already.
    void make(const bench::DataSet& data, std::uint64_t samples);
    /// Waits for everything on the stream.
    void finish();

    /// The device time of what `work` puts on the stream, with host latency hidden.
    template <class Work>
    [[nodiscard]] double device_seconds(const Work& work);
    /// The host time of `work` and of waiting for it, starting with an idle device.
    template <class Work>
    [[nodiscard]] double wall_seconds(const Work& work);
    [[nodiscard]] double empty_launch_seconds();

  private:
    void generate(const bench::DataSet& data, std::uint64_t samples);
    void start_occupying();
    void launch_nothing();

    cudaStream_t stream_ = nullptr;
    cudaEvent_t before_ = nullptr;
    cudaEvent_t after_ = nullptr;
    Memory samples_;
    std::uint64_t capacity_ = 0; ///< bytes
    std::pair<bench::DataSet, std::uint64_t> made_ = {{}, 0};
    double occupied_seconds_ = 150e-6;
};

template <class Work>
double CudaDevice::device_seconds(const Work& work) {
    for (;;) {
        const common::Stopwatch stopwatch;
        start_occupying();
        check(cudaEventRecord(before_, stream_), "recording an event");
        work();
        check(cudaEventRecord(after_, stream_), "recording an event");
        const bool hidden = stopwatch.seconds() < 0.7 * occupied_seconds_;
        finish();
        if (hidden || occupied_seconds_ > 2e-3) break;
        occupied_seconds_ *= 2;
    }
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, before_, after_), "reading the events");
    return static_cast<double>(milliseconds) * 1e-3;
}

template <class Work>
double CudaDevice::wall_seconds(const Work& work) {
    // The first command after another context used the device may take longer.
    launch_nothing();
    finish();
    const common::Stopwatch stopwatch;
    work();
    finish();
    return stopwatch.seconds();
}

} // namespace bench_cub
