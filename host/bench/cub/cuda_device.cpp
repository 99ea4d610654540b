#include "bench/cub/cuda_device.hpp"

#include "bench/cub/cuda_kernels.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

namespace bench_cub {

namespace {

/// The PCI bus of a device, if the driver has NVIDIA's query.
std::optional<int> pci_bus_of(cl_device_id device) {
    constexpr cl_device_info pci_bus_id_nv = 0x4008;
    cl_uint bus = 0;
    const auto code = ::clGetDeviceInfo(device, pci_bus_id_nv, sizeof bus, &bus, nullptr);
    return code == CL_SUCCESS ? std::optional(static_cast<int>(bus)) : std::nullopt;
}

void copy_to_device(const Memory& memory, std::span<const std::byte> bytes, const char* what) {
    check(cudaMemcpy(memory.get(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice), what);
}

} // namespace

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    static_cast<void>(cudaGetLastError()); // clears the error for the next call
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorName(error) + ": " +
                             cudaGetErrorString(error));
}

int cuda_device_of(const histo_cl::Device& device) {
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

Memory allocated(std::uint64_t bytes) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, std::max<std::uint64_t>(bytes, 1)),
          ("allocating " + std::to_string(bytes) + " bytes").c_str());
    return {memory, [](void* pointer) { cudaFree(pointer); }};
}

CudaDevice::CudaDevice(int index) {
    check(cudaSetDevice(index), "selecting a CUDA device");
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
    check(cudaEventCreate(&before_), "making an event");
    check(cudaEventCreate(&after_), "making an event");
}

CudaDevice::~CudaDevice() {
    cudaEventDestroy(after_);
    cudaEventDestroy(before_);
    cudaStreamDestroy(stream_);
}

void CudaDevice::make(const bench::DataSet& data, std::uint64_t samples) {
    if (made_.first == data && made_.second >= samples) return;
    made_.second = 0;
    const auto sample_bytes = histo_cl::bytes(data.sample);
    if (samples * sample_bytes > capacity_) {
        samples_.reset(); // first, so that there is room
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

void CudaDevice::generate(const bench::DataSet& data, std::uint64_t samples) {
    const auto sample_bytes = static_cast<std::uint32_t>(histo_cl::bytes(data.sample));
    Memory table;
    if (is_shape(data.entropy)) {
        const auto entries = bench::table_of(data);
        table = allocated(std::as_bytes(std::span(entries)).size());
        copy_to_device(table, std::as_bytes(std::span(entries)), "copying the table of bins");
        launch_generate_shape(samples_.get(), samples, sample_bytes, bench::data_shape_of(data),
                              static_cast<const std::uint64_t*>(table.get()), stream_);
    } else {
        launch_generate(samples_.get(), samples, sample_bytes, data.entropy.draws, data.span,
                        bench::mantissa_bits(data.sample), stream_);
    }
    check(cudaGetLastError(), "generating the samples");
    finish();
}

void CudaDevice::finish() {
    check(cudaStreamSynchronize(stream_), "waiting for the device");
}

void CudaDevice::start_occupying() {
    launch_occupy(static_cast<std::uint64_t>(occupied_seconds_ * 1e9), stream_);
}

void CudaDevice::launch_nothing() {
    launch_empty(stream_);
}

double CudaDevice::empty_launch_seconds() {
    const common::Stopwatch stopwatch;
    launch_nothing();
    finish();
    return stopwatch.seconds();
}

} // namespace bench_cub
