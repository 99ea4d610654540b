#include "bench/columns/measure.hpp"

#include "common/file.hpp"
#include "common/opencl.hpp"
#include "common/timing.hpp"

#include <histo_cl/histo_cl.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace bench_columns {
namespace {

double median(std::uint64_t runs, const std::function<void()>& call) {
    return common::median_of(runs, [&] { return common::seconds_of(call); });
}

/// On the device.
double seconds_between(const cl::Event& first, const cl::Event& last) {
    return 1e-9 * static_cast<double>(last.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                      first.getProfilingInfo<CL_PROFILING_COMMAND_START>());
}

histo_cl::Layout layout_of(const State& state, bool words) {
    if (!words) return {};
    const auto per_word = columns_per_word(state);
    return {.order = histo_cl::Order::planar,
            .plane_channels = per_word,
            .nibbles = per_word == 8 ? histo_cl::Nibbles::low_first : histo_cl::Nibbles::none};
}

histo_cl::Problem problem_of(const State& state, const Table& table, bool words) {
    histo_cl::Problem problem{
        .axes = std::vector<histo_cl::Binning>(state.columns, histo_cl::identity_bins(state.bins)),
        .layout = layout_of(state, words),
        .weights = state.quantized ? histo_cl::SampleType::i8 : histo_cl::SampleType::f32,
        .weight_vectors = 2,
        .counts_too = true,
        .narrow_weights = !state.quantized,
        .counter = state.quantized ? histo_cl::CounterType::i64 : histo_cl::CounterType::f64,
        .max_samples = table.list.empty() ? state.rows : table.list.size()};
    if (!table.list.empty()) {
        problem.indices = histo_cl::SampleType::u32;
        problem.listed_weights = true;
    }
    return problem;
}

/// The number of work-groups that share a word's columns, as a power of two: as LightGBM's tree learner
/// chooses it, 256 groups in all and at least 1024 rows each.
std::uint32_t power_of_groups(std::uint32_t words, std::uint64_t rows) {
    const auto by_words = static_cast<int>(std::ceil(std::log2(256.0 / words)));
    const auto by_rows = static_cast<int>(std::ceil(std::log2(static_cast<double>(rows) / 1024)));
    return static_cast<std::uint32_t>(std::clamp(std::min(by_words, by_rows), 0, 10));
}

/// LightGBM's OpenCL kernels (src/treelearner/ocl of microsoft/LightGBM), which are read from a folder: a
/// gradient and a hessian of each bin, in floats. Launched as its GPU tree learner does.
class LightGbm {
  public:
    /// Throws UsageError if histogram16.cl, histogram64.cl or histogram256.cl is not there.
    LightGbm(cl::Context context, cl::CommandQueue queue, const std::filesystem::path& folder,
             const State& state, const Table& table)
        : context_(std::move(context)), queue_(std::move(queue)), columns_(state.columns), bins_(state.bins),
          columns_per_word_(columns_per_word(state)),
          words_per_row_((state.columns + columns_per_word_ - 1) / columns_per_word_) {
        const bool all = table.list.empty();
        const auto rows = static_cast<std::uint32_t>(all ? state.rows : table.list.size());
        const auto power = power_of_groups(words_per_row_, rows);
        groups_per_word_ = 1U << power;

        const auto name = "histogram" + std::to_string(bins_);
        cl::Program program(context_, common::read_file(common::text_of(folder / (name + ".cl"))));
        const auto options =
            "-D POWER_FEATURE_WORKGROUPS=" + std::to_string(power) +
            " -D USE_CONSTANT_BUF=0 -D USE_DP_FLOAT=0 -D CONST_HESSIAN=0 -D ENABLE_ALL_FEATURES=1" +
            (all ? " -D IGNORE_INDICES=1" : "") + " -cl-mad-enable -cl-no-signed-zeros -cl-fast-relaxed-math";
        program.build(options.c_str());
        kernel_ = cl::Kernel(program, name.c_str());

        // The kernels read one round of work-items past the end.
        const auto padded = std::size_t{rows} + work_group_size * groups_per_word_;
        std::vector<std::uint32_t> list(padded);
        std::vector<float> gradients(padded);
        std::vector<float> hessians(padded);
        for (std::uint32_t n = 0; n < rows; ++n) {
            list[n] = all ? n : table.list[n];
            gradients[n] = table.gradients[n];
            hessians[n] = table.hessians[n];
        }
        const auto counters = std::size_t{words_per_row_} * columns_per_word_ * bins_ * 2;
        sums_ = buffer(std::vector<float>(counters));
        kernel_.setArg(0, buffer(words_of(state, table)));
        kernel_.setArg(
            1, buffer(std::vector<std::uint8_t>(std::size_t{words_per_row_} * columns_per_word_, 0xFF)));
        kernel_.setArg(2, static_cast<std::uint32_t>(state.rows));
        kernel_.setArg(3, buffer(list));
        kernel_.setArg(4, rows);
        kernel_.setArg(5, buffer(gradients));
        kernel_.setArg(6, buffer(hessians));
        kernel_.setArg(7, buffer(std::vector<float>(counters * groups_per_word_)));
        kernel_.setArg(8, buffer(std::vector<std::uint32_t>(words_per_row_)));
        kernel_.setArg(9, sums_);
    }

    /// Enqueues the kernel.
    void enqueue(cl::Event* event) const {
        queue_.enqueueNDRangeKernel(kernel_, {},
                                    std::size_t{words_per_row_} * groups_per_word_ * work_group_size,
                                    work_group_size, nullptr, event);
    }

    /// [column][bin][gradient, hessian], as sums_by_loop() has them.
    [[nodiscard]] std::vector<double> sums() const {
        std::vector<float> sums(std::size_t{columns_} * bins_ * 2);
        queue_.enqueueReadBuffer(sums_, CL_TRUE, 0, sums.size() * sizeof(float), sums.data());
        return {sums.begin(), sums.end()};
    }

  private:
    static constexpr std::uint32_t work_group_size = 256;

    template <class T>
    [[nodiscard]] const cl::Buffer& buffer(const std::vector<T>& data) {
        const auto& made = buffers_.emplace_back(context_, CL_MEM_READ_WRITE, data.size() * sizeof(T));
        queue_.enqueueWriteBuffer(made, CL_TRUE, 0, data.size() * sizeof(T), data.data());
        return made;
    }

    cl::Context context_;
    cl::CommandQueue queue_;
    std::uint32_t columns_, bins_;
    std::uint32_t columns_per_word_; ///< 8 of 4 bits, or 4 of 8
    std::uint32_t words_per_row_;
    std::uint32_t groups_per_word_ = 1; ///< work-groups, a power of two
    cl::Kernel kernel_;
    std::vector<cl::Buffer> buffers_; ///< the kernel keeps none of its arguments
    cl::Buffer sums_;
};

/// A table in the memory of a device.
class OnDevice {
  public:
    OnDevice(const histo_cl::Device& device, const State& state, const Table& table, bool words)
        : state_(state), table_(table), id_(device.id, true), context_(id_),
          queue_(context_, id_, CL_QUEUE_PROFILING_ENABLE),
          values_(words ? buffer(words_of(state, table)) : buffer(table.values)),
          gradients_(weights(table.gradients)), hessians_(weights(table.hessians)),
          list_(table.list.empty() ? cl::Buffer() : buffer(table.list)) {}

    /// The median times, and the sums: [counts, gradients, hessians][column][bin].
    Seconds seconds(const histo_cl::Problem& problem, std::uint64_t runs, std::vector<double>& sums) const {
        const histo_cl::Plan plan(context_(), id_(), problem);
        const cl::Buffer counts(context_, CL_MEM_READ_WRITE, plan.count_bytes());
        const std::array weights{histo_cl::WeightBuffer{gradients_()}, histo_cl::WeightBuffer{hessians_()}};
        const bool all = table_.list.empty();
        const histo_cl::Job job{
            .samples = values_(),
            .shape = {.count = all ? state_.rows : table_.list.size(), .source_count = all ? 0 : state_.rows},
            .counts = counts(),
            .weight_vectors = weights,
            .indices = list_()};
        Seconds taken;
        taken.wall = median(runs, [&] {
            plan.enqueue(queue_(), job);
            queue_.finish();
        });
        taken.device = common::median_of(runs, [&] {
            cl::Event first;
            cl::Event last;
            plan.enqueue(queue_(), job, {}, &last(), &first());
            queue_.finish();
            return seconds_between(first, last);
        });
        const auto counters = plan.problem().counters();
        if (state_.quantized) {
            const auto whole = read<std::int64_t>(counts, counters);
            sums.assign(whole.begin(), whole.end());
        } else {
            sums = read<double>(counts, counters);
        }
        return taken;
    }

    /// The median time of LightGBM's kernel on the device, and its sums: [column][bin][gradient, hessian].
    double seconds_of_lightgbm(const std::filesystem::path& folder, std::uint64_t runs,
                               std::vector<double>& sums) const {
        const LightGbm lightgbm(context_, queue_, folder, state_, table_);
        const auto taken = common::median_of(runs, [&] {
            cl::Event event;
            lightgbm.enqueue(&event);
            queue_.finish();
            return seconds_between(event, event);
        });
        sums = lightgbm.sums();
        return taken;
    }

  private:
    template <class T>
    [[nodiscard]] std::vector<T> read(const cl::Buffer& from, std::size_t count) const {
        std::vector<T> values(count);
        queue_.enqueueReadBuffer(from, CL_TRUE, 0, count * sizeof(T), values.data());
        return values;
    }

    [[nodiscard]] cl::Buffer weights(const std::vector<float>& values) const {
        return state_.quantized ? buffer(std::vector<std::int8_t>(values.begin(), values.end()))
                                : buffer(values);
    }

    template <class T>
    [[nodiscard]] cl::Buffer buffer(const std::vector<T>& data) const {
        cl::Buffer made(context_, CL_MEM_READ_ONLY, data.size() * sizeof(T));
        queue_.enqueueWriteBuffer(made, CL_TRUE, 0, data.size() * sizeof(T), data.data());
        return made;
    }

    const State& state_;
    const Table& table_;
    cl::Device id_;
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Buffer values_, gradients_, hessians_, list_;
};

/// Whether sums of weights of 29 bits equal those of doubles, as far as they can.
bool agree(const std::vector<double>& ours, const std::vector<double>& loop, std::uint64_t rows) {
    const auto cells = loop.size() / 2;
    const double error = static_cast<double>(rows) * 0x1p-29;
    for (std::size_t cell = 0; cell < cells; ++cell)
        if (!(std::fabs(ours[cells + cell] - loop[2 * cell]) <= error &&
              std::fabs(ours[2 * cells + cell] - loop[2 * cell + 1]) <= error))
            return false;
    return true;
}

/// Whether sums of floats equal those of doubles, within a hundredth of the largest sum of hessians.
bool roughly_agree(const std::vector<double>& floats, const std::vector<double>& loop) {
    for (std::size_t at = 0; at < loop.size(); at += 2) {
        const double error = 0.01 * loop[at + 1] + 1e-3;
        if (!(std::fabs(floats[at] - loop[at]) <= error && std::fabs(floats[at + 1] - loop[at + 1]) <= error))
            return false;
    }
    return true;
}

} // namespace

Measured measure(const State& state, const histo_cl::Device& device, const Run& run) {
    const auto table = make_table(state);
    const OnDevice on_device(device, state, table, run.words);
    auto problem = problem_of(state, table, run.words);
    std::vector<double> sums;
    std::vector<double> loop;
    Measured measured{.state = state};
    measured.free = on_device.seconds(problem, run.runs, sums);
    if (!state.quantized)
        problem.weight_bound = histo_cl::WeightBound{.greatest = 0.5, .elements = state.rows};
    measured.bound = on_device.seconds(problem, run.runs, sums);
    const auto threads = std::max(1U, std::thread::hardware_concurrency());
    measured.loop = median(run.runs, [&] { loop = sums_by_loop(state, table, threads); });
    measured.right = agree(sums, loop, state.rows);
    if (!run.lightgbm.empty()) {
        std::vector<double> theirs;
        measured.lightgbm = on_device.seconds_of_lightgbm(run.lightgbm, run.runs, theirs);
        measured.right = measured.right && roughly_agree(theirs, loop);
    }
    return measured;
}

} // namespace bench_columns
