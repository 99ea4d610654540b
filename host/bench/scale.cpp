#include "bench/program.hpp"
#include "common/command_line.hpp"
#include "common/opencl.hpp"
#include "common/program.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/stream.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace bench {

namespace {

namespace scale {

using common::ExitCode;

constexpr const char* footer =
    R"(Prints the median rate of each way to count u8 samples into 256 bins, beside the
links' rates by plain OpenCL. All counts are checked.

Exit codes: 0 success
            1 wrong counts
            2 invalid options
            3 no usable OpenCL device, or a device error)";

struct Command {
    std::vector<std::string> devices;
    std::uint64_t bytes = 1U << 30U;
    std::uint64_t runs = 5;
};

void add_options(CLI::App& app, Command& command) {
    app.description("Times counting through links and on several devices.")->footer(footer);
    common::add_device_list_option(app, command.devices);
    common::add_list_devices(app);
    common::add_whole_number(app, "--bytes", command.bytes, "of samples (default 1G)",
                             std::uint64_t{1} << 20U, std::uint64_t{1} << 36U);
    common::add_whole_number(app, "--runs", command.runs, "of which the median is printed (default 5)", 1,
                             1000);
}

/// Page-locked memory: a mapped buffer with CL_MEM_ALLOC_HOST_PTR.
class Pinned {
  public:
    Pinned(const cl::Context& context, cl::CommandQueue queue, std::size_t bytes)
        : queue_(std::move(queue)), buffer_(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
          bytes_(static_cast<std::byte*>(
                     queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes)),
                 bytes) {}
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
    ~Pinned() {
        ::clEnqueueUnmapMemObject(queue_(), buffer_(), bytes_.data(), 0, nullptr, nullptr);
        ::clFinish(queue_());
    }

    [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

  private:
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    std::span<std::byte> bytes_;
};

/// A device's link. Its speed, which is measured by plain OpenCL, is the limit for counting host data.
class Link {
  public:
    explicit Link(const histo_cl::Device& device)
        : context(cl::Device(device.id, true)), queue(context, cl::Device(device.id, true)),
          pinned_(context, queue, block), target_(context, CL_MEM_READ_ONLY, 2 * block) {
        std::ranges::fill(pinned_.bytes(), std::byte{1});
    }

    /// Uploads `bytes` bytes from page-locked memory, and waits.
    void upload_pinned(std::uint64_t bytes) const {
        for (std::uint64_t at = 0; at < bytes; at += block)
            queue.enqueueWriteBuffer(target_, CL_FALSE, at / block % 2 * block,
                                     std::min<std::uint64_t>(block, bytes - at), pinned_.bytes().data());
        queue.finish();
    }

    /// Uploads data from pageable memory by a single OpenCL command, and waits.
    void upload(std::span<const std::byte> data) const {
        const cl::Buffer whole(context, CL_MEM_READ_ONLY, data.size());
        queue.enqueueWriteBuffer(whole, CL_TRUE, 0, data.size(), data.data());
    }

    const cl::Context context;
    const cl::CommandQueue queue;

  private:
    static constexpr std::size_t block = std::size_t{16} << 20U;

    Pinned pinned_;
    cl::Buffer target_;
};

using Links = std::vector<std::shared_ptr<const Link>>;
using Counts = std::vector<std::uint64_t>;

/// A table whose rows are measured and printed one after the other.
class Table {
  public:
    Table(std::string program, const Command& command, Counts right)
        : program_(std::move(program)), bytes_(static_cast<double>(command.bytes)), runs_(command.runs),
          right_(std::move(right)) {}

    /// Times `work`, after one run to warm up, and checks the counts that `work` returns. `work` returns no
    /// counts if it only moves bytes.
    void row(const std::string& name, const std::function<Counts()>& work) {
        const auto median = common::median_of(runs_, [&] {
            Counts counts;
            const auto seconds = common::seconds_of([&] { counts = work(); });
            if (!counts.empty() && counts != right_) {
                common::complain(program_, name + ": wrong counts");
                wrong_ = true;
            }
            return seconds;
        });
        common::print(common::pad_right(name, 52) +
                      common::pad_left(common::fixed(bytes_ / median / 1e9, 2), 10) + " GB/s" +
                      common::pad_left(common::fixed(median * 1e3, 3), 12) + " ms\n");
    }

    [[nodiscard]] bool wrong() const { return wrong_; }

  private:
    std::string program_;
    double bytes_;
    std::uint64_t runs_;
    Counts right_;
    bool wrong_ = false;
};

const histo_cl::Problem problem{.axes = {histo_cl::even_bins(256, 0, 256)},
                                .counter = histo_cl::CounterType::u64};
const histo_cl::Options on_device{.calling_thread = false};

/// Times pushing the samples to one stream, which is reused by all runs.
void time_stream(Table& table, std::span<const histo_cl::Device> devices, const Link& link,
                 std::span<const std::byte> samples) {
    histo_cl::Stream stream(problem, {.devices = devices});
    const auto push = [&](const histo_cl::HostData& data) {
        stream.reset();
        stream.push(data);
        return stream.histogram().counts;
    };
    table.row("  Stream, pageable memory", [&] { return push({.samples = samples}); });
    for (const auto& share : stream.shares())
        if (devices.size() > 1)
            common::print("    " + share.device + ": " + std::to_string(share.bytes >> 20U) +
                          " MiB of the last run" + (share.note.empty() ? "" : ", " + share.note) +
                          (share.error.empty() ? "" : ", " + share.error) + "\n");
    const Pinned pinned(link.context, link.queue, samples.size());
    std::ranges::copy(samples, pinned.bytes().begin());
    table.row("  Stream, page-locked memory",
              [&] { return push({.samples = pinned.bytes(), .pinned = true}); });
}

void time_host_data(Table& table, const histo_cl::Device& device, const Link& link,
                    std::span<const std::byte> samples) {
    table.row("  upload, page-locked memory", [&] { return link.upload_pinned(samples.size()), Counts(); });
    table.row("  upload, pageable memory, by the driver", [&] { return link.upload(samples), Counts(); });
    table.row("  histogram(), pageable memory",
              [&] { return histo_cl::histogram(problem, samples, on_device, device).counts; });
    {
        const Pinned pinned(link.context, link.queue, samples.size());
        std::ranges::copy(samples, pinned.bytes().begin());
        const histo_cl::HostData data{.samples = pinned.bytes(), .pinned = true};
        table.row("  histogram(), page-locked memory",
                  [&] { return histo_cl::histogram(problem, data, on_device, device).counts; });
    }
    time_stream(table, std::span(&device, 1), link, samples);
}

void time_several(Table& table, std::span<const histo_cl::Device> devices, const Links& links,
                  std::span<const std::byte> samples) {
    common::print("together\n");
    table.row("  upload, page-locked memory", [&] {
        std::vector<std::jthread> threads; // each uploads an equal share of the bytes
        for (const auto& link : links)
            threads.emplace_back([&] { link->upload_pinned(samples.size() / links.size()); });
        threads.clear(); // waits for the threads
        return Counts();
    });
    time_stream(table, devices, *links.front(), samples);
}

/// Times counting of samples that are already on the devices, in equal parts.
void time_resident(Table& table, const Links& links, std::span<const std::byte> samples) {
    std::vector<cl::Buffer> buffers;
    const auto share = samples.size() / links.size();
    for (const auto& link : links) {
        const auto part = link == links.back() ? samples : samples.first(share);
        samples = samples.subspan(part.size());
        buffers.push_back(common::uploaded(link->queue, part));
    }
    histo_cl::Stream stream(problem, {.memory = std::uint64_t{16} << 20U});
    table.row("  Stream, parts on " + std::to_string(links.size()) + " device(s)", [&] {
        stream.reset();
        for (std::size_t i = 0; i < links.size(); ++i)
            stream.push(links[i]->queue(),
                        {.samples = buffers[i](), .shape = {.count = buffers[i].getInfo<CL_MEM_SIZE>()}});
        return stream.histogram().counts;
    });
}

ExitCode run(const common::Call& call, const Command& command) {
    std::vector<histo_cl::Device> devices;
    for (const auto& name : command.devices)
        devices.push_back(common::device_named(name));
    if (devices.empty()) devices.push_back(histo_cl::default_device());

    const State state{.sample = problem.sample, .elements = command.bytes, .bins = 256};
    const auto threads = std::max(std::thread::hardware_concurrency(), 1U);
    std::vector<std::byte> samples(command.bytes);
    fill(data_set_of(state), 0, samples, threads);
    const auto right =
        tally(data_set_of(state), state.elements, state.layout, problem.edges(), threads).counts.front();
    Table table(call.program, command, {right.begin(), right.end()});
    Links links;
    for (const auto& device : devices) {
        common::print(to_string(device.profile) + "\n");
        links.push_back(std::make_shared<Link>(device));
        time_host_data(table, device, *links.back(), samples);
        time_resident(table, {links.back()}, samples);
    }
    if (devices.size() > 1) {
        time_several(table, devices, links, samples);
        time_resident(table, links, samples);
    }
    return table.wrong() ? ExitCode::wrong_counts : ExitCode::ok;
}

} // namespace scale

} // namespace

common::Subcommand scale_command() {
    return common::subcommand<scale::Command>("scale", scale::add_options, scale::run);
}

} // namespace bench
