#pragma once

#include "bench/cub/cuda_kernels.hpp"
#include "bench/data.hpp"
#include "common/timing.hpp"

#include <histo_cl/histo_cl.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace bench_cub {

/// Throws std::runtime_error with CUDA's message if a call has failed. The message begins with `what`.
inline void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    static_cast<void>(cudaGetLastError()); // clears the error for the next call
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorName(error) + ": " +
                             cudaGetErrorString(error));
}

/// The PCI bus of a device, if the driver supports NVIDIA's query for it.
inline std::optional<int> pci_bus_of(cl_device_id device) {
    constexpr cl_device_info pci_bus_id_nv = 0x4008;
    cl_uint bus = 0;
    const auto code = ::clGetDeviceInfo(device, pci_bus_id_nv, sizeof bus, &bus, nullptr);
    return code == CL_SUCCESS ? std::optional(static_cast<int>(bus)) : std::nullopt;
}

/// The CUDA device that corresponds to an OpenCL device: the device with the same PCI bus, or else the first
/// device with the same name. Throws std::runtime_error if there is none.
[[nodiscard]] inline int cuda_device_of(const histo_cl::Device& device) {
    const auto bus = pci_bus_of(device.id);
    int count = 0;
    check(cudaGetDeviceCount(&count), "counting CUDA devices");
    int by_name = -1;
    for (int index = 0; index < count; ++index) {
        cudaDeviceProp properties{};
        check(cudaGetDeviceProperties(&properties, index), "querying a CUDA device");
        if (bus && properties.pciBusID == *bus) return index;
        if (by_name < 0 && properties.name == device.profile.name) by_name = index;
    }
    if (by_name >= 0) return by_name;
    throw std::runtime_error("none of the " + std::to_string(count) + " CUDA devices is the OpenCL device " +
                             device.profile.name);
}

/// Device memory.
using Memory = std::shared_ptr<void>;
[[nodiscard]] inline Memory allocated(std::uint64_t bytes) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, std::max<std::uint64_t>(bytes, 1)),
          ("allocating " + std::to_string(bytes) + " bytes").c_str());
    return {memory, [](void* pointer) { cudaFree(pointer); }};
}

inline void copy_to_device(const Memory& memory, std::span<const std::byte> bytes, const char* what) {
    check(cudaMemcpy(memory.get(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice), what);
}

/// A CUDA device with a stream and the samples in its memory. Times are in seconds. Throws
/// std::runtime_error.
class CudaDevice {
  public:
    explicit CudaDevice(int index) {
        check(cudaSetDevice(index), "selecting a CUDA device");
        check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
        check(cudaEventCreate(&before_), "making an event");
        check(cudaEventCreate(&after_), "making an event");
    }
    ~CudaDevice() {
        cudaEventDestroy(after_);
        cudaEventDestroy(before_);
        cudaStreamDestroy(stream_);
    }
    CudaDevice(const CudaDevice&) = delete;
    CudaDevice& operator=(const CudaDevice&) = delete;

    [[nodiscard]] cudaStream_t stream() const noexcept { return stream_; }
    [[nodiscard]] const void* samples() const noexcept { return samples_.get(); }

    /// Fills samples() with the first `samples` samples of a data set, unless they are there already.
    void make(const bench::DataSet& data, std::uint64_t samples) {
        if (made_.first == data && made_.second >= samples) return;
        made_.second = 0;
        const auto sample_bytes = histo_cl::bytes(data.sample);
        if (samples * sample_bytes > capacity_) {
            samples_.reset(); // frees the old memory first, to make room
            capacity_ = 0;
            samples_ = allocated(samples * sample_bytes);
            capacity_ = samples * sample_bytes;
        }
        if (bench::is_generated_on_device(data)) {
            generate(data, samples);
        } else {
            std::vector<std::byte> made(samples * sample_bytes);
            bench::fill(data, 0, made, std::thread::hardware_concurrency());
            copy_to_device(samples_, made, "copying the samples");
        }
        made_ = {data, samples};
    }
    void finish() { check(cudaStreamSynchronize(stream_), "waiting for the device"); }

    /// The device time of the operations that `work` puts on the stream, with host latency hidden.
    template <class Work>
    [[nodiscard]] double device_seconds(const Work& work) {
        for (;;) {
            const common::Stopwatch stopwatch;
            launch_occupy(static_cast<std::uint64_t>(occupied_seconds_ * 1e9), stream_);
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
    /// The host time of `work` and of waiting for it, starting with an idle device.
    template <class Work>
    [[nodiscard]] double wall_seconds(const Work& work) {
        // The first command after another context used the device may take longer.
        launch_empty(stream_);
        finish();
        const common::Stopwatch stopwatch;
        work();
        finish();
        return stopwatch.seconds();
    }
    [[nodiscard]] double empty_launch_seconds() {
        const common::Stopwatch stopwatch;
        launch_empty(stream_);
        finish();
        return stopwatch.seconds();
    }

  private:
    void generate(const bench::DataSet& data, std::uint64_t samples) {
        const auto entries = bench::table_of(data);
        const auto bytes = std::as_bytes(std::span(entries));
        const auto table = allocated(bytes.size());
        copy_to_device(table, bytes, "copying the table of bins");
        launch_generate(samples_.get(), samples, static_cast<std::uint32_t>(histo_cl::bytes(data.sample)),
                        bench::data_shape_of(data), static_cast<const std::uint64_t*>(table.get()), stream_);
        check(cudaGetLastError(), "generating the samples");
        finish();
    }

    cudaStream_t stream_ = nullptr;
    cudaEvent_t before_ = nullptr;
    cudaEvent_t after_ = nullptr;
    Memory samples_;
    std::uint64_t capacity_ = 0; ///< bytes
    std::pair<bench::DataSet, std::uint64_t> made_ = {{}, 0};
    double occupied_seconds_ = 150e-6;
};

} // namespace bench_cub
