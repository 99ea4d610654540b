#include "bench/draw.hpp"
#include "bench/outcome.hpp"
#include "bench/program.hpp"
#include "bench/report.hpp"
#include "common/command_line.hpp"
#include "common/file.hpp"
#include "common/program.hpp"
#include "common/text.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>

namespace bench {

namespace {

namespace splitting {

using common::ExitCode;
using histo_cl::Problem;
using histo_cl::SampleType;
using histo_cl::Splitting;

constexpr const char* footer =
    R"(The pixels of a synthetic detector are split over bins of their distance from the beam,
and of the angle around it: over the bounding box of each (interval), or one bin wide
(linear). Prints, for each state, the median time on the device: of fractions alone; of
two vectors of f32 weights, photons and ones, without and with a bound; and with the
bound, of photons and counts, and of these and squares. The sums are compared with
those of the calling thread, bit for bit.

Exit codes: 0 success
            1 wrong sums
            2 invalid options, or unwritable output
            3 no usable OpenCL device, or a device error)";

constexpr std::uint64_t columns = 1679, rows = 1475;

void add_options(CLI::App& app, TimingOptions& options) {
    app.description("Times elements that are split over several bins.")->footer(footer);
    options.elements = columns * rows;
    add_timing_options(app, options, "pixels of a state, in rows of 1679 (default 1475 rows)", 1U << 10U,
                       std::uint64_t{1} << 28U);
}

/// Samples, in the order of a problem's axes, and the weights of each pixel.
struct Pixels {
    std::array<std::vector<float>, 4> samples; ///< distance, angle, and the half widths of both
    std::vector<float> photons;
    std::vector<float> ones;
};

/// Makes the pixels. The beam is in the middle of the first 1475 rows. A further row has the same positions
/// as the row that is 1475 rows before it.
Pixels taken_image(std::uint64_t elements) {
    Pixels pixels;
    for (std::uint64_t i = 0; i < elements; ++i) {
        const double dx = static_cast<double>(i % columns) - 0.5 * columns;
        const double dy = static_cast<double>(i / columns % rows) - 0.5 * rows;
        const double distance = std::hypot(dx, dy);
        const double half = 0.5 * (std::abs(dx) + std::abs(dy)) / std::max(distance, 1.0);
        const std::array values{distance, std::atan2(dy, dx), half, half / std::max(distance, 1.0)};
        for (std::size_t axis = 0; axis < values.size(); ++axis)
            pixels.samples.at(axis).push_back(static_cast<float>(values.at(axis)));
        pixels.photons.push_back(static_cast<float>(draw::scrambled(i) >> 54U));
    }
    pixels.ones.assign(elements, 1);
    return pixels;
}

/// Bins of the distance, or of distance and angle.
struct Bins {
    Splitting splitting;
    bool joint;
};

Problem problem_of(Bins bins) {
    const auto distances = histo_cl::even_bins(bins.joint ? 500 : 1000, 0, 1120);
    const auto angles = histo_cl::even_bins(360, -std::numbers::pi, std::numbers::pi);
    const bool widths = bins.splitting == Splitting::interval;
    Problem problem{.sample = SampleType::f32,
                    .axes = {distances},
                    .joint = bins.joint,
                    .splitting = bins.splitting,
                    .layout = {.channels = 4, .active = {0}, .order = histo_cl::Order::separate},
                    .counter = histo_cl::CounterType::f64};
    auto& active = problem.layout.active;
    if (bins.joint) {
        problem.axes.emplace_back(angles);
        active.push_back(1);
    }
    if (!widths) return problem;
    problem.axes.resize(2 * problem.axes.size(), histo_cl::HalfWidths{});
    for (std::size_t axis = 0; axis < problem.axes.size() / 2; ++axis)
        active.push_back(static_cast<std::uint32_t>(2 + axis));
    return problem;
}

/// The sums of a state, and how they are computed.
struct Way {
    const char* name;
    std::uint32_t vectors = 0;
    bool bound = false;
    bool counts = false;
    bool squares = false;
};
constexpr std::array ways{Way{"fractions"}, Way{"unbounded", 2}, Way{"bound", 2, true},
                          Way{"counts", 1, true, true}, Way{"squares", 1, true, true, true}};

class Trial {
  public:
    Trial(OpenCl& opencl, const TimingOptions& options)
        : opencl_(opencl), options_(options), pixels_(taken_image(options.elements)) {
        for (const auto& samples : pixels_.samples) {
            arrays_.emplace_back(samples);
            buffers_.push_back(common::uploaded(opencl.queue(), samples));
        }
        for (const auto* const weights : {&pixels_.photons, &pixels_.ones})
            weights_.push_back(common::uploaded(opencl.queue(), *weights));
    }

    /// Times one state, prints its line, and returns its record.
    [[nodiscard]] Json measured(Bins bins) {
        Json record{{"name", std::string(name(bins.splitting))},
                    {"bins", bins.joint ? "500 x 360" : "1000"},
                    {"elements", options_.elements},
                    {"right", true}};
        auto line = common::pad_right(record["name"], 9) + common::pad_left(record["bins"], 11);
        for (const auto& way : ways)
            line += timed(bins, way, record);
        common::print(line + (record["right"] == true ? "\n" : "  WRONG\n"));
        return record;
    }

  private:
    /// Compares the sums of one run with the expected ones, then times. Returns the median as text.
    std::string timed(Bins bins, const Way& way, Json& record) {
        auto problem = problem_of(bins);
        if (way.vectors > 0) problem.weights.type = SampleType::f32;
        problem.weights.vectors = std::max(way.vectors, 1U);
        problem.weights.counts = way.counts;
        problem.weights.squares = way.squares;
        if (way.bound)
            problem.weights.bound = histo_cl::WeightBound{.maximum = 1023, .elements = options_.elements};
        const std::size_t several = way.vectors > 1 ? way.vectors : 0;
        const std::array<histo_cl::HostArray, 2> host_weights{pixels_.photons, pixels_.ones};
        const auto h =
            histo_cl::histogram(problem,
                                {.weights = way.vectors == 1 ? host_weights[0] : histo_cl::HostArray(),
                                 .weight_vectors = std::span(host_weights).first(several),
                                 .arrays = arrays_},
                                {.calling_thread = true});
        auto expected = h.sums;
        expected.insert(expected.end(), h.squares.begin(), h.squares.end());

        const histo_cl::Plan plan(opencl_.context(), opencl_.device().id, problem);
        const auto sums = opencl_.memory(sizeof(double) * expected.size());
        const auto workspace = opencl_.memory(plan.workspace_bytes());
        const std::array arrays{histo_cl::ArrayBuffer{buffers_[0]()}, histo_cl::ArrayBuffer{buffers_[1]()},
                                histo_cl::ArrayBuffer{buffers_[2]()}, histo_cl::ArrayBuffer{buffers_[3]()}};
        const std::array weights{histo_cl::WeightBuffer{weights_[0]()},
                                 histo_cl::WeightBuffer{weights_[1]()}};
        const histo_cl::Job job{.shape = {.count = options_.elements},
                                .weights = way.vectors == 1 ? weights_[0]() : nullptr,
                                .counts = sums(),
                                .workspace = workspace(),
                                .arrays = arrays,
                                .weight_vectors = std::span(weights).first(several)};
        return microseconds(
            check_and_time(opencl_, {plan, job, sums, expected, options_.runs}, way.name, record));
    }

    OpenCl& opencl_;
    const TimingOptions& options_;
    Pixels pixels_;
    std::vector<histo_cl::HostArray> arrays_;
    std::vector<cl::Buffer> buffers_;
    std::vector<cl::Buffer> weights_;
};

ExitCode run(const common::Call& call, const TimingOptions& options) {
    const auto device = common::device_named(options.device);
    std::string heads;
    for (const auto& way : ways)
        heads += common::pad_left(way.name, 11);
    common::print("device  " + to_string(device.profile) + "\n\nsplitting       bins" + heads + "   (us)\n");
    const auto head = head_of(1, call, device.profile);
    OpenCl opencl(device);
    Trial trial(opencl, options);
    Records records;
    for (const auto bins : {Bins{Splitting::interval, false}, Bins{Splitting::interval, true},
                            Bins{Splitting::linear, false}, Bins{Splitting::linear, true}})
        records.push_back(common::checked([&] { return trial.measured(bins); }));
    return finish(head, records, options.json);
}

} // namespace splitting

} // namespace

common::Subcommand splitting_command() {
    return common::subcommand<TimingOptions>("splitting", splitting::add_options, splitting::run);
}

} // namespace bench
