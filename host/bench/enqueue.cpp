#include "bench/program.hpp"
#include "common/command_line.hpp"
#include "common/opencl.hpp"
#include "common/program.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"

#include <histo_cl/histo_cl.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bench {

namespace {

namespace enqueue {

using common::ExitCode;

constexpr const char* description = "Measures the host time of an enqueue of u8 samples into 256 bins.";

constexpr const char* footer =
    R"(Prints, for each merge, the median time of the call Plan::enqueue, and that of
clEnqueueCommandBufferKHR for the same commands recorded, where the device has
command buffers and the OpenCL loader passes on their functions. The commands
themselves run in their own time.

Exit codes: 0 success
            2 invalid options
            3 no usable OpenCL device, or a device error)";

struct Command {
    std::string device;
    std::uint64_t elements = 1000;
    std::uint64_t runs = 2000;
};

void add_options(CLI::App& app, Command& command) {
    app.description(description)->footer(footer);
    common::add_device_option(app, command.device);
    app.add_option("--elements", command.elements, "samples (default 1000)")
        ->type_name("N")
        ->transform(common::whole_number_for(command.elements));
    common::add_whole_number(app, "--runs", command.runs, "timed calls (default 2000)", 1, 1000000);
}

void check(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw cl::Error(code, call);
}

void* address_of(const cl::CommandQueue& queue, const char* name) {
    // CLHPP returns the platform as a handle before 2024, and as a class since then.
    const cl::Platform platform(queue.getInfo<CL_QUEUE_DEVICE>().getInfo<CL_DEVICE_PLATFORM>());
    return ::clGetExtensionFunctionAddressForPlatform(platform(), name);
}

template <class Function>
Function find(const cl::CommandQueue& queue, const char* name) {
    auto* const address = address_of(queue, name);
    if (address == nullptr) throw cl::Error(CL_INVALID_VALUE, name);
    return reinterpret_cast<Function>(address);
}

cl_command_buffer_khr create(const cl::CommandQueue& queue) {
    using Create =
        cl_command_buffer_khr(CL_API_CALL*)(cl_uint, const cl_command_queue*, const cl_ulong*, cl_int*);
    // CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0
    constexpr std::array<cl_ulong, 3> simultaneous_use{0x1293, 1, 0};
    auto* const handle = queue();
    cl_int code = CL_SUCCESS;
    auto* const buffer =
        find<Create>(queue, "clCreateCommandBufferKHR")(1, &handle, simultaneous_use.data(), &code);
    check(code, "clCreateCommandBufferKHR");
    return buffer;
}

/// Why no job can be recorded for this queue, or null if one can be: the device has no command buffers, or
/// the OpenCL loader, such as Wine's, does not pass on functions of the driver's extensions.
const char* why_no_command_buffers(const cl::CommandQueue& queue, const histo_cl::DeviceProfile& profile) {
    if (profile.command_buffer_version == 0) return "no command buffers";
    if (address_of(queue, "clCreateCommandBufferKHR") == nullptr)
        return "no command buffers: the OpenCL loader does not pass on their functions";
    return nullptr;
}

/// Records a job into a command buffer of cl_khr_command_buffer. Returns a function that enqueues the command
/// buffer on the queue, even while the buffer is pending. The device must have command buffers, and the
/// loader must provide their functions. Throws histo_cl::Error like Plan::record(), and cl::Error.
std::function<void()> recorded(const cl::CommandQueue& queue, const histo_cl::Plan& plan,
                               const histo_cl::Job& job) {
    using Manage = cl_int(CL_API_CALL*)(cl_command_buffer_khr);
    using Enqueue = cl_int(CL_API_CALL*)(cl_uint, const cl_command_queue*, cl_command_buffer_khr, cl_uint,
                                         const cl_event*, cl_event*);
    const std::shared_ptr<_cl_command_buffer_khr> buffer(create(queue),
                                                         find<Manage>(queue, "clReleaseCommandBufferKHR"));
    plan.record(buffer.get(), queue(), job);
    check(find<Manage>(queue, "clFinalizeCommandBufferKHR")(buffer.get()), "clFinalizeCommandBufferKHR");
    return [buffer, enqueue = find<Enqueue>(queue, "clEnqueueCommandBufferKHR")] {
        check(enqueue(0, nullptr, buffer.get(), 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
    };
}

/// The median time of the calls, in seconds. The queue is emptied after every few calls, so that it is never
/// full.
double median_call(std::uint64_t runs, const cl::CommandQueue& queue, const std::function<void()>& call) {
    constexpr std::uint64_t at_once = 8;
    std::vector<double> seconds;
    for (std::uint64_t run = 0; run < runs + at_once; ++run) {
        const auto taken = common::seconds_of(call);
        if (run >= at_once) seconds.push_back(taken);
        if (run % at_once == at_once - 1) queue.finish();
    }
    queue.finish();
    return common::median(std::move(seconds));
}

std::string microseconds(double seconds) {
    return common::fixed(seconds * 1e6, 2) + " us";
}

/// Measures one merge, and returns its line of the table.
std::string line(const Command& command, const histo_cl::Device& device, histo_cl::Merge merge) {
    const cl::Device id(device.id, true);
    const cl::Context context(id);
    const cl::CommandQueue queue(context, id);
    const histo_cl::Plan plan(context(), device.id, {.axes = {histo_cl::even_bins(256, 0, 256)}},
                              {.knobs = {.merge = merge}});
    const cl::Buffer samples(context, CL_MEM_READ_ONLY, std::max<std::uint64_t>(command.elements, 1));
    const cl::Buffer counts(context, CL_MEM_READ_WRITE, plan.count_bytes());
    const histo_cl::Job job{.samples = samples(), .shape = {.count = command.elements}, .counts = counts()};
    queue.enqueueFillBuffer(samples, cl_uchar{1}, 0, command.elements);
    queue.finish();

    const auto enqueued = median_call(command.runs, queue, [&] { plan.enqueue(queue(), job); });
    const char* const why = why_no_command_buffers(queue, device.profile);
    const auto again =
        why != nullptr ? why : microseconds(median_call(command.runs, queue, recorded(queue, plan, job)));
    return common::pad_right(std::string(name(merge)), 12) +
           common::pad_right(std::string(method_name(plan.decision())), 16) +
           common::pad_right(microseconds(enqueued), 12) + again + "\n";
}

ExitCode run(const common::Call& /*call*/, const Command& command) {
    const auto device = common::device_named(command.device);
    common::print("device  " + to_string(device.profile) + "\n\n" +
                  "merge       variant         enqueue     recorded\n");
    for (const auto merge : histo_cl::all_merges) {
        if (merge == histo_cl::Merge::host) continue;
        try {
            common::print(common::checked([&] { return line(command, device, merge); }));
        } catch (const histo_cl::Error& error) {
            if (error.status() != histo_cl::Status::unsupported) throw;
            common::print(common::pad_right(std::string(name(merge)), 12) + error.what() + "\n");
        }
    }
    return ExitCode::ok;
}

} // namespace enqueue

} // namespace

common::Subcommand enqueue_command() {
    return common::subcommand<enqueue::Command>("enqueue", enqueue::add_options, enqueue::run);
}

} // namespace bench
