#include "command_buffer.hpp"
#include "common/command_line.hpp"
#include "common/program.hpp"
#include "common/stopwatch.hpp"
#include "common/text.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// How long the calling thread is busy with an enqueue, and with one that is recorded.

namespace {

using namespace bench_enqueue;
using common::ExitCode;

constexpr const char* program = "histo_cl_bench_enqueue";

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

std::optional<Command> parse(int argc, char** argv) {
    CLI::App app("Times what an enqueue of u8 samples into 256 bins takes the host.", program);
    common::set_up(app);
    app.footer(footer);
    Command command;
    app.add_option("--device", command.device, "as find_device() takes it")->type_name("TEXT");
    app.add_option("--elements", command.elements, "samples (default 1000)")
        ->type_name("N")
        ->transform(common::whole_number_for(command.elements));
    app.add_option("--runs", command.runs, "timed calls (default 2000)")
        ->type_name("N")
        ->transform(common::whole_number(1, 1000000));
    if (!common::parse(app, {argv + 1, argv + argc})) return std::nullopt;
    return command;
}

/// The median of so many calls, in seconds. The queue is emptied after a few, so that none finds it full.
double median(std::uint64_t runs, const cl::CommandQueue& queue, const std::function<void()>& call) {
    constexpr std::uint64_t at_once = 8;
    std::vector<double> seconds;
    for (std::uint64_t run = 0; run < runs + at_once; ++run) {
        const common::Stopwatch stopwatch;
        call();
        const auto taken = stopwatch.seconds();
        if (run >= at_once) seconds.push_back(taken);
        if (run % at_once == at_once - 1) queue.finish();
    }
    queue.finish();
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::nth_element(seconds.begin(), middle, seconds.end());
    return *middle;
}

std::string microseconds(double seconds) {
    return common::fixed(seconds * 1e6, 2) + " us";
}

/// One line of the table.
std::string line(const Command& command, const histo_cl::Device& device, histo_cl::Merge merge) {
    const cl::Device id(device.id, true);
    const cl::Context context(id);
    const cl::CommandQueue queue(context, id);
    const histo_cl::Plan plan(context(), device.id, {.axes = {histo_cl::even_bins(256, 0, 256)}},
                              {.merge = merge});
    const cl::Buffer samples(context, CL_MEM_READ_ONLY, std::max<std::uint64_t>(command.elements, 1));
    const cl::Buffer counts(context, CL_MEM_READ_WRITE, plan.count_bytes());
    const histo_cl::Job job{.samples = samples(), .shape = {.count = command.elements}, .counts = counts()};
    queue.enqueueFillBuffer(samples, cl_uchar{1}, 0, command.elements);
    queue.finish();

    const auto enqueued = median(command.runs, queue, [&] { plan.enqueue(queue(), job); });
    const auto record = [&]() -> std::string {
        if (const char* const why = why_no_command_buffers(queue, device.profile)) return why;
        const CommandBuffer commands(queue, plan, job);
        const auto taken = median(command.runs, queue, [&] { commands.enqueue(); });
        queue.finish();
        return microseconds(taken);
    };
    const auto recorded = record();
    return common::pad_right(std::string(name(merge)), 12) +
           common::pad_right(std::string(name(plan.decision().variant)), 16) +
           common::pad_right(microseconds(enqueued), 12) + recorded + "\n";
}

ExitCode run_command_line(int argc, char** argv) {
    const auto command = parse(argc, argv);
    if (!command) return ExitCode::ok;
    const auto device = common::device_named(command->device);
    common::print("device  " + to_string(device.profile) + "\n\n" +
                  "merge       variant         enqueue     recorded\n");
    for (const auto merge : histo_cl::all_merges) {
        if (merge == histo_cl::Merge::host) continue;
        try {
            common::print(common::checked([&] { return line(*command, device, merge); }));
        } catch (const histo_cl::Error& error) {
            if (error.status() != histo_cl::Status::unsupported) throw;
            common::print(common::pad_right(std::string(name(merge)), 12) + error.what() + "\n");
        }
    }
    return ExitCode::ok;
}

} // namespace

int main(int argc, char** argv) {
    common::prepare_program(argc, argv);
    return common::run_main(program, [&] { return run_command_line(argc, argv); });
}
