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
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace bench {

namespace {

namespace weights {

using common::ExitCode;
using histo_cl::SampleType;

constexpr const char* footer =
    R"(Prints, for each state, the median time of the library without and with a bound on
the weights, on the device; on a GPU, the time to read samples and weights once; and
that of a loop that adds doubles on one core of the host. With three weights per
element, in three vectors or interleaved in one buffer ("x 3"), the elements are
counted, too. The sums are compared with those of the
calling thread, bit for bit.

Exit codes: 0 success
            1 wrong sums
            2 invalid options, or unwritable output
            3 no usable OpenCL device, or a device error)";

void add_options(CLI::App& app, TimingOptions& options) {
    app.description("Times sums of float weights of f32 samples.")->footer(footer);
    options.elements = std::uint64_t{1} << 24U;
    add_timing_options(app, options, "samples of a state (default 2^24)", 1U << 16U, std::uint64_t{1} << 30U);
}

constexpr std::uint64_t sample_end = std::uint64_t{1} << 24U; ///< samples are in [0, sample_end)

/// Weights in [-1/4, 3/4), with mantissas of random bits.
template <class T>
std::vector<T> drawn_weights(std::uint64_t count) {
    std::vector<T> all(count);
    for (std::uint64_t i = 0; i < count; ++i)
        all[i] = static_cast<T>(static_cast<double>(draw::scrambled(i) >> 11U) * 0x1p-53 - 0.25);
    return all;
}

/// The sums of each bin: with a single vector of weights, its sum; with three vectors, the sum of each, and
/// the count. If `interleaved`, the weights of an element are adjacent; otherwise one vector follows another.
struct Sums {
    std::uint32_t bins;
    std::uint32_t vectors = 1;
    bool interleaved = false;

    /// The distance between the first weights of two adjacent vectors, for n elements.
    [[nodiscard]] std::uint64_t between_vectors(std::uint64_t n) const { return interleaved ? 1 : n; }
    [[nodiscard]] std::uint64_t between_elements() const { return interleaved ? vectors : 1; }
};

/// The seconds of a loop that adds doubles on one core. It bins by a product of floats, which is not exact.
template <class T>
double loop_seconds(std::span<const float> samples, std::span<const T> weights, Sums what) {
    const auto bins = what.bins, vectors = what.vectors;
    std::vector<double> sums(std::size_t{bins} * (vectors > 1 ? vectors + 1 : 1));
    const auto scale = static_cast<float>(bins) / static_cast<float>(sample_end);
    const auto n = samples.size();
    const auto apart = what.between_vectors(n), step = what.between_elements();
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < n; ++i) {
        const auto bin = std::min(static_cast<std::uint32_t>(samples[i] * scale), bins - 1);
        if (vectors == 1) {
            sums[bin] += weights[i];
            continue;
        }
        auto* const of_bin = &sums[std::size_t{4} * bin];
        of_bin[0] += 1;
        of_bin[1] += weights[step * i];
        of_bin[2] += weights[apart + step * i];
        of_bin[3] += weights[2 * apart + step * i];
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    return std::isnan(sums.front()) ? 0
                                    : passed.count(); // uses the sums, so that the compiler keeps the loop
}

/// Measures the states of one type of weights.
template <class T>
class Trial {
  public:
    Trial(OpenCl& opencl, SampleType type, const TimingOptions& options)
        : opencl_(opencl), type_(type), options_(options),
          weights_(drawn_weights<T>(max_vectors * options.elements)),
          buffer_(common::uploaded(opencl.queue(), weights_)) {
        make_samples();
    }

    /// Times one state, prints its line, and returns its record.
    [[nodiscard]] Json measured(Sums what) {
        const auto elements = options_.elements;
        const bool several = what.vectors > 1;
        histo_cl::Problem problem{.sample = SampleType::f32,
                                  .axes = {histo_cl::even_bins(what.bins, 0, sample_end)},
                                  .weights = {.type = type_,
                                              .counts = several,
                                              .vectors = what.vectors,
                                              .stride = what.between_elements() * sizeof(T)},
                                  .counter = histo_cl::CounterType::f64};
        const std::span samples(static_cast<const float*>(opencl_.mapped_samples()), elements);
        const auto loop = loop_seconds(samples, std::span(std::as_const(weights_)), what);
        const auto expected = expected_sums(problem, samples, what);
        make_samples();
        const auto title = std::string(several && !what.interleaved ? "3 " : "") + std::string(name(type_)) +
                           (what.interleaved ? " x 3" : "");
        Json record{{"name", title + (several ? " weights and counts" : " weights")},
                    {"bins", what.bins},
                    {"elements", elements},
                    {"loop", loop},
                    {"right", true}};
        const auto unbounded = timed(problem, what, "unbounded", expected, record);
        problem.weights.bound = histo_cl::WeightBound{.maximum = 0.75, .elements = elements};
        const auto bound = timed(problem, what, "bound", expected, record);
        std::optional<double> read;
        if (opencl_.device().profile.type == histo_cl::DeviceType::gpu)
            read = opencl_.read_seconds(elements * sizeof(float), 4);
        if (read) *read *= 1 + what.vectors * static_cast<unsigned>(sizeof(T) / sizeof(float));
        if (read) record["read"] = *read;
        common::print(common::pad_right(title, 7) + common::pad_left(std::to_string(what.bins), 10) +
                      microseconds(unbounded) + microseconds(bound) + microseconds(read) +
                      microseconds(loop) + (record["right"] == true ? "\n" : "  WRONG\n"));
        return record;
    }

    static constexpr std::uint32_t max_vectors = 3;

  private:
    void make_samples() {
        opencl_.make(data_set_of({.sample = SampleType::f32, .elements = sample_end, .bins = 256}),
                     options_.elements);
    }

    [[nodiscard]] std::vector<double> expected_sums(const histo_cl::Problem& problem,
                                                    std::span<const float> samples, Sums what) const {
        const auto n = samples.size();
        std::vector<histo_cl::HostArray> vectors;
        for (std::uint32_t vector = 0; vector < problem.weights.vectors; ++vector)
            vectors.emplace_back(std::span(weights_).subspan(vector * what.between_vectors(n),
                                                             (n - 1) * what.between_elements() + 1));
        histo_cl::HostData data{.samples = samples};
        if (vectors.size() > 1)
            data.weight_vectors = vectors;
        else
            data.weights = vectors.front();
        const auto h = histo_cl::histogram(problem, data, {.calling_thread = true});
        std::vector<double> all(h.counts.begin(), h.counts.end());
        all.insert(all.end(), h.sums.begin(), h.sums.end());
        all.insert(all.end(), h.squares.begin(), h.squares.end());
        return all;
    }

    /// Sums once, compares the sums with the expected ones, and then times. Returns the median seconds.
    std::optional<double> timed(const histo_cl::Problem& problem, Sums what, const char* way,
                                const std::vector<double>& expected, Json& record) const {
        const histo_cl::Plan plan(opencl_.context(), opencl_.device().id, problem);
        std::vector<histo_cl::WeightBuffer> vectors;
        for (std::uint32_t vector = 0; vector < problem.weights.vectors; ++vector)
            vectors.push_back({buffer_(), vector * what.between_vectors(options_.elements)});
        const auto sums = opencl_.memory(sizeof(double) * expected.size());
        const auto workspace = opencl_.memory(plan.workspace_bytes());
        histo_cl::Job job{.samples = opencl_.samples(),
                          .shape = {.count = options_.elements},
                          .counts = sums(),
                          .workspace = workspace()};
        if (problem.weights.vectors > 1)
            job.weight_vectors = vectors;
        else
            job.weights = buffer_();
        return check_and_time(opencl_, {plan, job, sums, expected, options_.runs}, way, record);
    }

    OpenCl& opencl_;
    SampleType type_;
    const TimingOptions& options_;
    std::vector<T> weights_;
    cl::Buffer buffer_;
};

template <class T>
void measure_all(OpenCl& opencl, SampleType type, const TimingOptions& options, Records& records) {
    Trial<T> trial(opencl, type, options);
    for (const auto what : {Sums{256}, Sums{1000}, Sums{4096}, Sums{65536}, Sums{1'000'000}, Sums{1000, 3},
                            Sums{1000, 3, true}})
        records.push_back(common::checked([&] { return trial.measured(what); }));
}

ExitCode run(const common::Call& call, const TimingOptions& options) {
    const auto device = common::device_named(options.device);
    common::print("device  " + to_string(device.profile) + "\n\n" +
                  "weights      bins  unbounded      bound       read       loop   (us)\n");
    const auto head = head_of(1, call, device.profile);
    Records records;
    OpenCl opencl(device);
    measure_all<float>(opencl, SampleType::f32, options, records);
    measure_all<double>(opencl, SampleType::f64, options, records);
    return finish(head, records, options.json);
}

} // namespace weights

} // namespace

common::Subcommand weights_command() {
    return common::subcommand<TimingOptions>("weights", weights::add_options, weights::run);
}

} // namespace bench
