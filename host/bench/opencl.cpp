#include "bench/opencl.hpp"

#include "bench/embedded_kernels.hpp"
#include "common/opencl.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

namespace bench {

using common::Stopwatch;

DeviceClock::DeviceClock(const cl::Context& context, const cl::Device& device, cl::Kernel occupy,
                         cl_uint max_steps)
    : queue_(context, device, CL_QUEUE_PROFILING_ENABLE), occupy_(std::move(occupy)), max_steps_(max_steps) {
    constexpr double warm_up = 0.03; // seconds in which the clock rate rises
    for (const Stopwatch since; since.seconds() < warm_up;) {
        this->occupy();
        queue_.finish();
    }
    for (;; steps_ *= 2) { // until the kernel lasts more than 0.1 ms by the host's clock
        const Stopwatch stopwatch;
        this->occupy();
        queue_.finish();
        occupied_seconds_ = stopwatch.seconds();
        if (occupied_seconds_ > 100e-6 || steps_ > max_steps_ / 2) return;
    }
}

DeviceClock::~DeviceClock() {
    ::clFinish(queue_());
}

cl::Event DeviceClock::occupy() {
    occupy_.setArg(1, steps_);
    return launch(queue_, occupy_, 1, 1);
}

std::optional<double> DeviceClock::seconds(const Work& work) {
    for (;;) {
        const Stopwatch stopwatch;
        const auto before = occupy();
        const auto last = work(queue_);
        queue_.flush();
        const bool hidden = stopwatch.seconds() < 0.7 * occupied_seconds_;
        queue_.finish();
        if (hidden || occupied_seconds_ > 2e-3 || steps_ > max_steps_ / 2)
            return common::seconds_between(before, last);
        steps_ *= 2;
        occupied_seconds_ *= 2;
    }
}

cl::Event launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, std::size_t items,
                 std::size_t group) {
    cl::Event event;
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items), cl::NDRange(group), nullptr,
                               &event);
    return event;
}

namespace {

constexpr cl_uint poison_word = 0xa5a5a5a5;
constexpr std::size_t read_group = 256;

std::string source_named(std::string_view name) {
    for (const auto& kernel : embedded_kernels())
        if (kernel.name == name) return std::string(kernel.source);
    throw std::logic_error("no kernel file " + std::string(name));
}

/// Defines the names that draw.cl and shape.cl need, for OpenCL C.
constexpr const char* draw_words = "#define DRAW\n#define U32 uint\n#define U64 ulong\n"
                                   "#define GLOBAL global\n"
                                   "#define LEADING_ZEROS(x) clz(x)\n";

cl::Kernel built(const cl::Context& context, const std::string& source, const char* kernel,
                 const char* options = "") {
    const cl::Program program(context, source);
    try {
        program.build(options);
    } catch (const cl::Error& error) {
        throw histo_cl::Error(histo_cl::Status::build_failed, "the benchmark's own kernels did not compile",
                              error.err(), program.getBuildInfo<CL_PROGRAM_BUILD_LOG>().front().second);
    }
    return {program, kernel};
}

/// A kernel of launch.cl, whose argument is the scratch memory.
cl::Kernel launch_kernel(const cl::Context& context, const cl::Buffer& scratch, const char* name) {
    auto kernel = built(context, source_named("launch"), name);
    kernel.setArg(0, scratch);
    return kernel;
}

/// Calls make() with the first `bytes` bytes of a buffer, mapped to the host, so that it writes them.
template <class Make>
void write(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::uint64_t bytes, const Make& make) {
    auto* const mapped = queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_WRITE, 0, bytes);
    make(std::span(static_cast<std::byte*>(mapped), bytes));
    queue.enqueueUnmapMemObject(buffer, mapped);
    queue.finish();
}

cl_uint max_steps(const histo_cl::DeviceProfile& profile) {
    return profile.loop_limit != 0 ? profile.loop_limit - 1 : 1U << 24;
}

} // namespace

OpenCl::OpenCl(const histo_cl::Device& device)
    : device_(device), id_(device.id, true), context_(id_), queue_(context_, id_),
      scratch_(context_, CL_MEM_READ_WRITE, sizeof(cl_uint)),
      clock_(context_, id_, launch_kernel(context_, scratch_, "occupy"), max_steps(device.profile)),
      empty_(launch_kernel(context_, scratch_, "empty")),
      read_all_(built(context_, source_named("read"), "read_all")) {}

OpenCl::~OpenCl() {
    if (mapped_ != nullptr) ::clEnqueueUnmapMemObject(queue_(), samples_(), mapped_, 0, nullptr, nullptr);
    ::clFinish(queue_());
}

cl::Kernel OpenCl::kernel(std::string_view file, const char* name, const std::string& options) const {
    return built(context_, source_named(file), name, options.c_str());
}

cl::Kernel& OpenCl::generator(std::size_t bytes) {
    auto& kernel = generators_[bytes];
    if (kernel() != nullptr) return kernel;
    const auto* const type = bytes == 1 ? "uchar" : bytes == 2 ? "ushort" : bytes == 4 ? "uint" : "ulong";
    const auto source = draw_words + source_named("draw") + source_named("shape") + source_named("generate");
    kernel = built(context_, source, "generate", ("-DSAMPLE=" + std::string(type)).c_str());
    return kernel;
}

/// Makes a buffer of at least `bytes` bytes, unless the present buffer is large enough.
void OpenCl::reserve(std::uint64_t bytes) {
    if (bytes <= capacity_) return;
    samples_ = cl::Buffer(); // frees the old buffer first, to make room
    capacity_ = 0;
    samples_ = cl::Buffer(context_, CL_MEM_READ_WRITE, bytes);
    capacity_ = bytes;
}

void OpenCl::make(const DataSet& data, std::uint64_t count) {
    if (made_.first == data && made_.second >= count) return;
    made_.second = 0;
    unmap();
    const auto bytes = histo_cl::bytes(data.sample);
    if (is_generated_on_device(data)) {
        generate(data, count, bytes);
    } else {
        reserve(count * bytes);
        write(queue_, samples_, count * bytes, [&](std::span<std::byte> samples) {
            fill(data, 0, samples, std::thread::hardware_concurrency());
        });
    }
    made_ = {data, count};
}

void OpenCl::generate(const DataSet& data, std::uint64_t count, std::size_t bytes) {
    constexpr std::uint64_t group = 64;
    const auto rounded = (count + group - 1) / group * group;
    reserve(std::max<std::uint64_t>(rounded * bytes, group));
    auto& kernel = generator(bytes);
    const auto table = common::uploaded(queue_, table_of(data));
    kernel.setArg(0, samples_);
    kernel.setArg(1, cl_ulong{count});
    kernel.setArg(2, data_shape_of(data));
    kernel.setArg(3, table);
    launch(queue_, kernel, rounded, group);
    queue_.finish();
}

const void* OpenCl::mapped_samples() {
    if (mapped_ == nullptr) mapped_ = queue_.enqueueMapBuffer(samples_, CL_TRUE, CL_MAP_READ, 0, capacity_);
    return mapped_;
}

void OpenCl::unmap() {
    if (mapped_ == nullptr) return;
    queue_.enqueueUnmapMemObject(samples_, mapped_);
    queue_.finish();
    mapped_ = nullptr;
}

cl::Buffer OpenCl::mask(std::uint64_t elements) const {
    cl::Buffer mask(context_, CL_MEM_READ_ONLY, elements);
    write(queue_, mask, elements, [](std::span<std::byte> bytes) {
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = std::byte{mask_of(i)};
    });
    return mask;
}

cl::Buffer OpenCl::memory(std::uint64_t bytes) const {
    return bytes == 0 ? cl::Buffer() : cl::Buffer(context_, CL_MEM_READ_WRITE, bytes);
}

void OpenCl::poison(const cl::Buffer& memory) const {
    if (memory() == nullptr) return;
    const auto bytes = memory.getInfo<CL_MEM_SIZE>();
    queue_.enqueueFillBuffer(memory, poison_word, 0, bytes / sizeof poison_word * sizeof poison_word);
    queue_.finish();
}

double OpenCl::empty_launch_seconds() const {
    const Stopwatch stopwatch;
    launch(queue_, empty_, 1, 1);
    queue_.finish();
    return stopwatch.seconds();
}

std::optional<double> OpenCl::read_seconds(std::uint64_t bytes, std::uint32_t groups_per_unit) {
    const std::uint64_t words = bytes / 16;
    const auto min = words / (read_group * 4 * 60000) + 1; // so that loops stay within a driver's loop limit
    const auto useful = (words + read_group - 1) / read_group;
    const auto requested = std::uint64_t{device_.profile.compute_units} * groups_per_unit;
    const auto groups = std::max(min, std::min(std::max<std::uint64_t>(useful, 1), requested));
    read_all_.setArg(0, samples_);
    read_all_.setArg(1, cl_ulong{words});
    read_all_.setArg(2, cl_uint{poison_word});
    read_all_.setArg(3, scratch_);
    return clock_.seconds([&](const cl::CommandQueue& queue) {
        return launch(queue, read_all_, groups * read_group, read_group);
    });
}

} // namespace bench
