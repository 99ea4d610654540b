#include "bench/program.hpp"
#include "common/command_line.hpp"
#include "common/opencl.hpp"
#include "common/program.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"

#include <histo_cl/histo_cl.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <thread>
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
    app.add_option("--bytes", command.bytes, "of samples (default 1 GiB)")
        ->type_name("N")
        ->transform(CLI::AsSizeValue(false))
        ->check(CLI::Range(std::uint64_t{1} << 20U, std::uint64_t{1} << 36U).description(""));
    app.add_option("--runs", command.runs, "of which the median is printed (default 5)")
        ->type_name("N")
        ->transform(common::whole_number(1, 1000));
}

/// The speed of a device's link, measured with OpenCL alone, as the limit for counting host data.
class Link {
  public:
    explicit Link(const histo_cl::Device& device);

    [[nodiscard]] const cl::Context& context() const { return context_; }
    [[nodiscard]] const cl::CommandQueue& queue() const { return queue_; }

    /// Uploads `bytes` bytes from page-locked memory, and waits.
    void upload_pinned(std::uint64_t bytes) const;
    /// Has the driver upload data from pageable memory, and waits.
    void upload(std::span<const std::byte> data) const;

  private:
    static constexpr std::size_t block = std::size_t{16} << 20U;

    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Buffer pinned_;
    cl::Buffer target_;
    void* mapped_;
};

/// Page-locked memory: a buffer of CL_MEM_ALLOC_HOST_PTR, mapped.
class Pinned {
  public:
    Pinned(const Link& link, std::size_t bytes);
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
    ~Pinned();

    [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

  private:
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    std::span<std::byte> bytes_;
};

Link::Link(const histo_cl::Device& device)
    : context_(cl::Device(device.id, true)), queue_(context_, cl::Device(device.id, true)),
      pinned_(context_, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, block),
      target_(context_, CL_MEM_READ_ONLY, 2 * block),
      mapped_(queue_.enqueueMapBuffer(pinned_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, block)) {
    std::memset(mapped_, 1, block);
}

void Link::upload_pinned(std::uint64_t bytes) const {
    for (std::uint64_t at = 0; at < bytes; at += block)
        queue_.enqueueWriteBuffer(target_, CL_FALSE, at / block % 2 * block,
                                  std::min<std::uint64_t>(block, bytes - at), mapped_);
    queue_.finish();
}

void Link::upload(std::span<const std::byte> data) const {
    const cl::Buffer whole(context_, CL_MEM_READ_ONLY, data.size());
    queue_.enqueueWriteBuffer(whole, CL_TRUE, 0, data.size(), data.data());
}

Pinned::Pinned(const Link& link, std::size_t bytes)
    : queue_(link.queue()), buffer_(link.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
      bytes_(static_cast<std::byte*>(
                 queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes)),
             bytes) {}

Pinned::~Pinned() {
    ::clEnqueueUnmapMemObject(queue_(), buffer_(), bytes_.data(), 0, nullptr, nullptr);
    ::clFinish(queue_());
}

using Counts = std::vector<std::uint64_t>;

/// Prints one row after the other.
class Table {
  public:
    Table(std::string program, const Command& command, Counts right)
        : program_(std::move(program)), bytes_(static_cast<double>(command.bytes)), runs_(command.runs),
          right_(std::move(right)) {}

    /// `work` returns counts, or nothing where it only moves bytes. Timed after one run to warm up.
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

/// Random bytes, repeated: long data are made in little time.
struct Samples {
    static constexpr std::size_t period = (std::size_t{32} << 20U) + 4099;

    explicit Samples(std::uint64_t size) : bytes(size) {
        std::mt19937_64 random(1);
        const auto unique = std::min<std::size_t>(period, size);
        for (std::size_t at = 0; at < unique; at += sizeof(std::uint64_t)) {
            const auto bits = random();
            std::memcpy(&bytes[at], &bits, std::min(sizeof bits, unique - at));
        }
        for (auto made = unique; made < size; made += std::min(made, size - made))
            std::copy_n(bytes.begin(), std::min(made, size - made),
                        bytes.begin() + static_cast<std::ptrdiff_t>(made));
    }

    [[nodiscard]] Counts counts() const {
        Counts all(256);
        const auto count = [&](std::size_t from, std::size_t to, std::uint64_t times) {
            for (auto at = from; at < to; ++at)
                all[std::to_integer<std::size_t>(bytes[at])] += times;
        };
        const auto whole = bytes.size() / period * period;
        count(0, std::min(period, whole), whole / period);
        count(whole, bytes.size(), 1);
        return all;
    }

    std::vector<std::byte> bytes;
};

const histo_cl::Problem problem{.axes = {histo_cl::even_bins(256, 0, 256)},
                                .counter = histo_cl::CounterType::u64};
const histo_cl::Options on_device{.calling_thread = false};

/// The samples pushed to one stream, which is kept from run to run.
void time_stream(Table& table, std::span<const histo_cl::Device> devices, const Link& link,
                 std::span<const std::byte> samples) {
    histo_cl::Stream stream(problem, devices);
    const auto push = [&](const histo_cl::HostData& data) {
        stream.reset();
        stream.push(data);
        return stream.counts();
    };
    table.row("  Stream, pageable memory", [&] { return push({.samples = samples}); });
    for (const auto& share : stream.shares())
        if (devices.size() > 1)
            common::print("    " + share.device + ": " + std::to_string(share.bytes >> 20U) +
                          " MiB of the last run" + (share.note.empty() ? "" : ", " + share.note) +
                          (share.error.empty() ? "" : ", " + share.error) + "\n");
    const Pinned pinned(link, samples.size());
    std::ranges::copy(samples, pinned.bytes().begin());
    table.row("  Stream, page-locked memory",
              [&] { return push({.samples = pinned.bytes(), .pinned = true}); });
}

/// `part(device, bytes)` for each device on a thread of its own, with an equal share of the bytes.
void on_all(std::size_t devices, std::uint64_t bytes,
            const std::function<void(std::size_t, std::uint64_t)>& part) {
    std::vector<std::jthread> threads;
    for (std::size_t device = 0; device < devices; ++device)
        threads.emplace_back([&, device] { part(device, bytes / devices); });
}

void time_host_data(Table& table, const histo_cl::Device& device, const Link& link,
                    std::span<const std::byte> samples) {
    table.row("  upload, page-locked memory", [&] { return link.upload_pinned(samples.size()), Counts(); });
    table.row("  upload, pageable memory, by the driver", [&] { return link.upload(samples), Counts(); });
    table.row("  histogram(), pageable memory",
              [&] { return histo_cl::histogram(problem, samples, on_device, device); });
    {
        const Pinned pinned(link, samples.size());
        std::ranges::copy(samples, pinned.bytes().begin());
        const histo_cl::HostData data{.samples = pinned.bytes(), .pinned = true};
        table.row("  histogram(), page-locked memory",
                  [&] { return histo_cl::histogram(problem, data, on_device, device); });
    }
    time_stream(table, std::span(&device, 1), link, samples);
}

void time_several(Table& table, std::span<const histo_cl::Device> devices, const std::deque<Link>& links,
                  std::span<const std::byte> samples) {
    common::print("together\n");
    table.row("  upload, page-locked memory", [&] {
        on_all(devices.size(), samples.size(),
               [&](std::size_t device, std::uint64_t bytes) { links[device].upload_pinned(bytes); });
        return Counts();
    });
    time_stream(table, devices, links.front(), samples);
}

/// Each device has an equal part of the samples.
void time_resident(Table& table, std::size_t devices, const std::deque<Link>& links,
                   std::span<const std::byte> samples) {
    std::vector<cl::Buffer> buffers;
    const auto share = samples.size() / devices;
    for (std::size_t device = 0; device < devices; ++device) {
        const auto part =
            samples.subspan(device * share, device + 1 == devices ? samples.size() - device * share : share);
        buffers.emplace_back(links[device].context(), CL_MEM_READ_ONLY, part.size());
        links[device].queue().enqueueWriteBuffer(buffers.back(), CL_TRUE, 0, part.size(), part.data());
    }
    histo_cl::Stream stream(problem, {}, {.memory = std::uint64_t{16} << 20U});
    table.row("  Stream, parts on " + std::to_string(devices) + " device(s)", [&] {
        stream.reset();
        for (std::size_t device = 0; device < devices; ++device)
            stream.push(
                links[device].queue()(),
                {.samples = buffers[device](), .shape = {.count = buffers[device].getInfo<CL_MEM_SIZE>()}});
        return stream.counts();
    });
}

ExitCode run(const std::string& program, const Command& command) {
    std::vector<histo_cl::Device> devices;
    for (const auto& name : command.devices)
        devices.push_back(common::device_named(name));
    if (devices.empty()) devices.push_back(histo_cl::default_device());

    const Samples all(command.bytes);
    const std::span samples(all.bytes);
    Table table(program, command, all.counts());
    std::deque<Link> links;
    for (const auto& device : devices) {
        common::print(to_string(device.profile) + "\n");
        time_host_data(table, device, links.emplace_back(device), samples);
        time_resident(table, 1, std::deque<Link>(1, links.back()), samples);
    }
    if (devices.size() > 1) {
        time_several(table, devices, links, samples);
        time_resident(table, devices.size(), links, samples);
    }
    return table.wrong() ? ExitCode::wrong_counts : ExitCode::ok;
}

} // namespace scale

} // namespace

common::Subcommand scale_command() {
    return {.name = "scale", .define = [](CLI::App& app) -> common::Work {
                const auto command = std::make_shared<scale::Command>();
                scale::add_options(app, *command);
                return [command](const common::Call& call) { return scale::run(call.program, *command); };
            }};
}

} // namespace bench
