#include "bench/outcome.hpp"
#include "bench/program.hpp"
#include "bench/report.hpp"
#include "common/command_line.hpp"
#include "common/file.hpp"
#include "common/program.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>

namespace bench {

namespace {

namespace batches {

using common::ExitCode;

constexpr const char* footer =
    R"(Prints, for each state, the median time on the device of the library and of plain
kernels: a work-group or a work-item per histogram, or a work-item per point. The
ratio is that of the fastest plain kernel to the library. All counts are compared.

Exit codes: 0 success
            1 wrong counts
            2 invalid options, or unwritable output
            3 no usable OpenCL device, or a device error)";

void add_options(CLI::App& app, TimingOptions& options) {
    app.description("Times batches of small histograms, and joint histograms, beside plain kernels.")
        ->footer(footer);
    options.elements = std::uint64_t{1} << 28U;
    add_timing_options(app, options, "samples of the largest states (default 2^28)", 1U << 16U,
                       std::uint64_t{1} << 32U);
}

/// A problem for the library, and the same problem in the terms of the plain kernels.
struct Work {
    std::string name;
    histo_cl::Problem problem;
    histo_cl::Shape shape;
    State data; ///< describes the samples
    // Batches only: the index of each histogram's first element, and its number of elements.
    std::vector<cl_ulong> begins = {};
    std::vector<cl_uint> lengths = {};
    cl_uint width = 1; ///< elements of a row of each histogram
    cl_ulong pitch = 1;
    cl_uint bins = 256; ///< per axis
    float scale = 1;    ///< bins per unit
};

constexpr std::uint64_t float_span = std::uint64_t{1} << 24U; ///< float samples are in [0, float_span)

State bytes_data(std::uint64_t elements, std::uint32_t bins) {
    return {.sample = histo_cl::SampleType::u8, .elements = elements, .bins = bins};
}

Work segments(std::string name, std::uint64_t count, std::uint32_t length, std::uint32_t bins) {
    Work work{.name = std::move(name),
              .problem = {.axes = {histo_cl::even_bins(bins, 0, bins)}, .batch = histo_cl::Batch::segments},
              .shape = {.count = count * length, .segment = length},
              .data = bytes_data(count * length, bins),
              .width = length,
              .bins = bins};
    for (std::uint64_t i = 0; i < count; ++i)
        work.begins.push_back(i * length);
    work.lengths.assign(count, length);
    return work;
}

/// Makes short series of floats, such as the values over time of each cell of a grid.
Work series(std::uint64_t count) {
    constexpr std::uint32_t bins = 10;
    constexpr std::uint32_t bin_width = 1U << 21U; // eight bins cover the samples
    auto work = segments("segments of 24 f32", count, 24, bins);
    work.problem.sample = histo_cl::SampleType::f32;
    work.problem.axes = {histo_cl::even_bins(bins, 0, bins * bin_width)};
    work.data = {.sample = histo_cl::SampleType::f32, .elements = float_span, .bins = bins};
    work.scale = 1.0F / bin_width;
    return work;
}

/// Makes segments whose lengths are drawn from the lognormal distribution with μ = 6 and σ = 2, by Box and
/// Muller's method.
Work ragged(std::uint64_t elements, bool sorted) {
    Work work{.name = sorted ? "ragged u8, sorted" : "ragged u8",
              .problem = {.axes = {histo_cl::identity_bins(256)}, .batch = histo_cl::Batch::ragged},
              .shape = {.count = elements},
              .data = bytes_data(elements, 256),
              .width = 0xffffffff};
    for (std::uint64_t sum = 0, i = 1; sum < elements; ++i) {
        const auto uniform = [&](std::uint64_t n) {
            return (static_cast<double>(draw::scrambled(2 * i + n) >> 11U) + 0.5) * 0x1p-53;
        };
        const auto normal =
            std::sqrt(-2 * std::log(uniform(0))) * std::cos(2 * std::numbers::pi * uniform(1));
        const auto length = static_cast<std::uint64_t>(std::exp(6 + 2 * normal));
        work.lengths.push_back(static_cast<cl_uint>(std::min(length, elements - sum)));
        sum += work.lengths.back();
    }
    if (sorted) std::ranges::sort(work.lengths);
    std::uint64_t begin = 0;
    for (const auto length : work.lengths) {
        work.begins.push_back(begin);
        begin += length;
    }
    return work;
}

/// Makes tiles of 64 x 64 elements of an image.
Work tiles(std::uint64_t elements) {
    constexpr std::uint64_t side = 64;
    const std::uint64_t width = elements < float_span ? 256 : 16384;
    const auto height = elements / width / side * side;
    Work work{
        .name = "tiles of 64 x 64 u8",
        .problem = {.axes = {histo_cl::identity_bins(256)},
                    .layout = {.rows = true},
                    .batch = histo_cl::Batch::tiles},
        .shape = {.region = {.width = width, .height = height}, .tile_width = side, .tile_height = side},
        .data = bytes_data(width * height, 256),
        .width = side,
        .pitch = width};
    for (std::uint64_t y = 0; y < height; y += side)
        for (std::uint64_t x = 0; x < width; x += side)
            work.begins.push_back(y * width + x);
    work.lengths.assign(work.begins.size(), side * side);
    return work;
}

Work joint(std::uint64_t points, std::uint32_t bins) {
    const auto axis = histo_cl::even_bins(bins, 0, float_span);
    return {.name = "joint 2-D f32",
            .problem = {.sample = histo_cl::SampleType::f32,
                        .axes = {axis, axis},
                        .joint = true,
                        .layout = {.channels = 2}},
            .shape = {.count = points},
            .data = {.sample = histo_cl::SampleType::f32, .elements = float_span, .bins = bins},
            .bins = bins,
            .scale = static_cast<float>(bins) / float_span};
}

std::vector<Work> all_work(std::uint64_t elements) {
    return {segments("segments of 1024 u8", elements >> 10U, 1024, 256),
            segments("segments of 64 u8", elements >> 6U, 64, 16),
            segments("images of 256 x 256 u8", elements >> 16U, 1U << 16U, 256),
            series(elements >> 10U),
            ragged(elements, false),
            ragged(elements, true),
            tiles(elements),
            joint(elements / 2, 1024),
            joint(elements / 2, 4096)};
}

/// A way to count: its name, and a function that enqueues it and returns the event of the last command.
struct Way {
    std::string name;
    DeviceClock::Work enqueue;
};

/// The plan, samples and buffers of one state, shared by all ways to count it.
class Trial {
  public:
    Trial(OpenCl& opencl, Work work)
        : opencl_(opencl), work_(std::move(work)), plan_(opencl.context(), opencl.device().id, work_.problem),
          histograms_(std::max<std::size_t>(work_.begins.size(), 1)),
          counters_(histograms_ * work_.problem.counters()), counts_(opencl.memory(4 * counters_)),
          workspace_(opencl.memory(plan_.workspace_bytes())) {
        const auto samples = elements(work_.problem, work_.shape) * work_.problem.channels();
        opencl.make(data_set_of(work_.data), samples);
        // Enqueues may read these offsets later, so the trial keeps a copy.
        offsets_.assign(work_.begins.begin(), work_.begins.end());
        offsets_.push_back(samples);
        if (work_.problem.batch == histo_cl::Batch::ragged) work_.shape.offsets = offsets_;
        begins_ = common::uploaded(opencl.queue(), work_.begins);
        lengths_ = common::uploaded(opencl.queue(), work_.lengths);
    }

    /// The ways to count: first the library, then the plain kernels.
    [[nodiscard]] std::vector<Way> ways() {
        const histo_cl::Job job{.samples = opencl_.samples(),
                                .shape = work_.shape,
                                .counts = counts_(),
                                .workspace = workspace_()};
        std::vector<Way> all{
            {"histo_cl", [this, job](const auto& queue) { return common::enqueue(queue, plan_, job); }}};
        if (work_.problem.joint) {
            all.push_back(plain("item_per_point", elements(work_.problem, work_.shape)));
        } else {
            all.push_back(plain("group_per_histogram", histograms_ * group));
            all.push_back(plain("item_per_histogram", histograms_));
        }
        return all;
    }

    /// Fills the counters with a pattern, counts once, and returns the counts.
    [[nodiscard]] std::vector<std::uint32_t> counts(const Way& way) const {
        opencl_.poison(counts_);
        way.enqueue(opencl_.queue());
        std::vector<std::uint32_t> read(counters_);
        opencl_.queue().enqueueReadBuffer(counts_, CL_TRUE, 0, 4 * counters_, read.data());
        return read;
    }

    [[nodiscard]] std::optional<Summary> seconds(const Way& way, std::uint64_t runs) const {
        return summary_of_runs(static_cast<int>(runs), 0,
                               [&] { return opencl_.clock().seconds(way.enqueue); });
    }

    [[nodiscard]] std::uint64_t histograms() const { return histograms_; }
    [[nodiscard]] const Work& work() const { return work_; }
    [[nodiscard]] const histo_cl::Decision& decision() const { return plan_.decision(); }

  private:
    static constexpr std::size_t group = 256;

    [[nodiscard]] Way plain(const char* name, std::uint64_t items) const {
        auto kernel = opencl_.kernel(
            "batches", name, histo_cl::is_float(work_.problem.sample) ? "-DSAMPLE=float" : "-DSAMPLE=uchar");
        cl_uint index = 0;
        const auto set = [&](const auto&... values) { (kernel.setArg(index++, values), ...); };
        const cl::Buffer samples(opencl_.samples(), true);
        const bool zeroed = std::string_view(name) != "group_per_histogram";
        if (work_.problem.joint)
            set(samples, cl_ulong{items}, work_.bins, work_.scale, counts_);
        else
            set(samples, begins_, lengths_, work_.width, work_.pitch, work_.bins, work_.scale, counts_);
        if (!zeroed)
            set(cl::Local(work_.bins * sizeof(cl_uint)));
        else if (!work_.problem.joint)
            set(cl_ulong{items});
        return {name, [this, kernel, items, zeroed](const cl::CommandQueue& queue) {
                    if (zeroed) queue.enqueueFillBuffer(counts_, cl_uint{0}, 0, 4 * counters_);
                    return launch(queue, kernel, (items + group - 1) / group * group, group);
                }};
    }

    OpenCl& opencl_;
    Work work_;
    histo_cl::Plan plan_;
    std::uint64_t histograms_;
    std::uint64_t counters_;
    cl::Buffer counts_;
    cl::Buffer workspace_;
    cl::Buffer begins_;
    cl::Buffer lengths_;
    std::vector<std::uint64_t> offsets_;
};

/// Times one state, prints its line, and returns its record.
Json measured(OpenCl& opencl, Work work, std::uint64_t runs) {
    Trial trial(opencl, std::move(work));
    const auto& problem = trial.work().problem;
    Json record{{"name", trial.work().name},
                {"histograms", trial.histograms()},
                {"elements", elements(problem, trial.work().shape)},
                {"bins", problem.cells()},
                {"method", method_name(trial.decision())},
                {"right", true}};
    std::vector<std::uint32_t> expected;
    double ours = 0;
    std::optional<double> best;
    for (const auto& way : trial.ways()) {
        auto counts = trial.counts(way);
        if (expected.empty())
            expected = std::move(counts);
        else if (counts != expected)
            record["right"] = false;
        const auto seconds = trial.seconds(way, runs);
        if (!seconds) continue;
        record["device"][way.name] = record_of(*seconds);
        if (way.name == "histo_cl")
            ours = seconds->median;
        else
            best = std::min(best.value_or(seconds->median), seconds->median);
    }
    common::print(common::pad_right(trial.work().name, 24) +
                  common::pad_left(std::to_string(trial.histograms()), 11) +
                  common::pad_left(std::to_string(problem.cells()), 10) + microseconds(ours) +
                  (best ? microseconds(*best) + common::pad_left(common::fixed(*best / ours, 2), 8) : "") +
                  (record["right"] == true ? "\n" : "  WRONG\n"));
    return record;
}

ExitCode run(const common::Call& call, const TimingOptions& options) {
    const auto device = common::device_named(options.device);
    common::print("device  " + to_string(device.profile) + "\n\n" +
                  "state                    histograms      bins   histo_cl      plain   ratio\n");
    const auto head = head_of(1, call, device.profile);
    Records records;
    OpenCl opencl(device);
    for (auto& work : all_work(options.elements))
        records.push_back(common::checked([&] { return measured(opencl, std::move(work), options.runs); }));
    return finish(head, records, options.json);
}

} // namespace batches

} // namespace

common::Subcommand batches_command() {
    return common::subcommand<TimingOptions>("batches", batches::add_options, batches::run);
}

} // namespace bench
