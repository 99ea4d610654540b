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

using common::uploaded;

double median(std::uint64_t runs, const std::function<void()>& call) {
    return common::median_of(runs, [&] { return common::seconds_of(call); });
}

/// Returns the seconds on the device from the start of one command to the end of another.
double seconds_between(const cl::Event& first, const cl::Event& last) {
    return 1e-9 * static_cast<double>(last.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                      first.getProfilingInfo<CL_PROFILING_COMMAND_START>());
}

histo_cl::Layout layout_of(const State& state) {
    if (!state.words) return {};
    const auto per_word = columns_per_word(state);
    return {.order = histo_cl::Order::planar,
            .plane_channels = per_word,
            .nibbles = per_word == 8 ? histo_cl::Nibbles::low_first : histo_cl::Nibbles::none};
}

histo_cl::Problem problem_of(const State& state, const Table& table) {
    histo_cl::Problem problem{
        .axes = std::vector<histo_cl::Binning>(state.columns, histo_cl::identity_bins(state.bins)),
        .layout = layout_of(state),
        .weights = {.type = state.quantized ? histo_cl::SampleType::i8 : histo_cl::SampleType::f32,
                    .counts = true,
                    .vectors = 2,
                    .order = state.by_cell ? histo_cl::CounterOrder::by_cell : histo_cl::CounterOrder::by_sum,
                    .narrow = !state.quantized},
        .counter = state.quantized ? histo_cl::CounterType::i64
                   : state.f32     ? histo_cl::CounterType::f32
                                   : histo_cl::CounterType::f64,
        .max_samples = table.list.empty() ? state.rows : table.list.size()};
    if (!table.list.empty()) {
        problem.layout.indices = histo_cl::SampleType::u32;
        problem.weights.listed = true;
    }
    return problem;
}

/// Returns n if 2^n work-groups share the columns of a word; n is from 0 to 10. The number of groups is
/// chosen as in LightGBM's tree learner: enough for 256 groups in total, but at most one group per 1024 rows.
/// Both limits are rounded up to a power of two.
std::uint32_t power_of_groups(std::uint32_t words, std::uint64_t rows) {
    const auto by_words = static_cast<int>(std::ceil(std::log2(256.0 / words)));
    const auto by_rows = static_cast<int>(std::ceil(std::log2(static_cast<double>(rows) / 1024)));
    return static_cast<std::uint32_t>(std::clamp(std::min(by_words, by_rows), 0, 10));
}

template <class T>
std::vector<double> read(const cl::CommandQueue& queue, const cl::Buffer& from, std::size_t count) {
    std::vector<T> values(count);
    queue.enqueueReadBuffer(from, CL_TRUE, 0, count * sizeof(T), values.data());
    return {values.begin(), values.end()};
}

/// The median time of LightGBM's OpenCL kernel (src/treelearner/ocl of microsoft/LightGBM), which is read
/// from a folder and launched as in its GPU tree learner. `sums` receives its sums of gradients and hessians,
/// in the order of sums_by_loop(). Throws UsageError if the folder has no file histogramBINS.cl.
double seconds_of_lightgbm(const cl::CommandQueue& queue, const State& state, const Table& table,
                           std::uint64_t runs, const std::filesystem::path& folder,
                           std::vector<double>& sums) {
    constexpr std::uint32_t work_group_size = 256;
    const bool all = table.list.empty();
    const auto rows = static_cast<std::uint32_t>(all ? state.rows : table.list.size());
    const auto per_word = columns_per_word(state);
    const auto words_per_row = (state.columns + per_word - 1) / per_word;
    const auto power = power_of_groups(words_per_row, rows);
    const auto groups_per_word = 1U << power;

    const auto name = "histogram" + std::to_string(state.bins);
    cl::Program program(queue.getInfo<CL_QUEUE_CONTEXT>(),
                        common::read_file(common::text_of(folder / (name + ".cl"))));
    const auto options =
        "-D POWER_FEATURE_WORKGROUPS=" + std::to_string(power) +
        " -D USE_CONSTANT_BUF=0 -D USE_DP_FLOAT=0 -D CONST_HESSIAN=0 -D ENABLE_ALL_FEATURES=1" +
        (all ? " -D IGNORE_INDICES=1" : "") + " -cl-mad-enable -cl-no-signed-zeros -cl-fast-relaxed-math";
    program.build(options.c_str());

    auto list = table.list;
    for (std::uint32_t row = 0; all && row < rows; ++row)
        list.push_back(row);
    auto gradients = table.gradients;
    auto hessians = table.hessians;
    // The kernels may read up to one round of work-items past the end.
    const auto padded = std::size_t{rows} + work_group_size * groups_per_word;
    list.resize(padded);
    gradients.resize(padded);
    hessians.resize(padded);
    const auto columns = std::size_t{words_per_row} * per_word;
    const auto counters = columns * state.bins * 2;
    const std::array buffers{uploaded(queue, words_of(state, table)),
                             uploaded(queue, std::vector<std::uint8_t>(columns, 0xFF)),
                             uploaded(queue, list),
                             uploaded(queue, gradients),
                             uploaded(queue, hessians),
                             uploaded(queue, std::vector<float>(counters * groups_per_word)),
                             uploaded(queue, std::vector<std::uint32_t>(words_per_row)),
                             uploaded(queue, std::vector<float>(counters))};
    cl::Kernel kernel(program, name.c_str());
    cl_uint next = 0;
    const auto pass = [&](const auto& argument) { kernel.setArg(next++, argument); };
    pass(buffers[0]);
    pass(buffers[1]);
    pass(static_cast<std::uint32_t>(state.rows));
    pass(buffers[2]);
    pass(rows);
    for (std::size_t i = 3; i < buffers.size(); ++i)
        pass(buffers.at(i));

    const auto taken = common::median_of(runs, [&] {
        cl::Event event;
        queue.enqueueNDRangeKernel(kernel, {}, std::size_t{words_per_row} * groups_per_word * work_group_size,
                                   work_group_size, nullptr, &event);
        queue.finish();
        return seconds_between(event, event);
    });
    sums = read<float>(queue, buffers.back(), std::size_t{state.columns} * state.bins * 2);
    return taken;
}

/// Whether sums of narrow weights (29 bits) equal the sums of doubles, within the rounding of the weights and
/// of f32 sums.
bool agree(const State& state, const std::vector<double>& ours, const std::vector<double>& loop) {
    const auto cells = loop.size() / 2;
    const auto is_near = [&](std::size_t sum, std::size_t cell, double want) {
        const double error =
            static_cast<double>(state.rows) * 0x1p-29 + (state.f32 ? std::fabs(want) * 0x1p-23 : 0);
        return std::fabs(ours[state.by_cell ? 3 * cell + sum : sum * cells + cell] - want) <= error;
    };
    for (std::size_t cell = 0; cell < cells; ++cell)
        if (!is_near(1, cell, loop[2 * cell]) || !is_near(2, cell, loop[2 * cell + 1])) return false;
    return true;
}

/// Whether sums of floats equal sums of doubles, within a hundredth of the bin's sum of hessians plus 0.001.
bool roughly_agree(const std::vector<double>& floats, const std::vector<double>& loop) {
    for (std::size_t at = 0; at < loop.size(); at += 2) {
        const double error = 0.01 * loop[at + 1] + 1e-3;
        if (!(std::fabs(floats[at] - loop[at]) <= error && std::fabs(floats[at + 1] - loop[at + 1]) <= error))
            return false;
    }
    return true;
}

} // namespace

Measured measure(const State& state, const histo_cl::Device& device, std::uint64_t runs,
                 const std::filesystem::path& lightgbm) {
    const cl::Device id(device.id, true);
    const cl::Context context(id);
    const cl::CommandQueue queue(context, id, CL_QUEUE_PROFILING_ENABLE);
    const auto table = make_table(state);
    const bool all = table.list.empty();
    const auto weights = [&](const std::vector<float>& values) {
        return state.quantized ? uploaded(queue, std::vector<std::int8_t>(values.begin(), values.end()))
                               : uploaded(queue, values);
    };
    const auto values = state.words ? uploaded(queue, words_of(state, table)) : uploaded(queue, table.values);
    const auto gradients = weights(table.gradients);
    const auto hessians = weights(table.hessians);
    const auto list = uploaded(queue, table.list);

    std::vector<double> sums; // counts, and sums of gradients and hessians, in the state's order
    const auto seconds = [&](const histo_cl::Problem& problem) -> Seconds {
        const histo_cl::Plan plan(context(), id(), problem);
        const cl::Buffer counts(context, CL_MEM_READ_WRITE, plan.count_bytes());
        const std::array vectors{histo_cl::WeightBuffer{gradients()}, histo_cl::WeightBuffer{hessians()}};
        const histo_cl::Job job{
            .samples = values(),
            .shape = {.count = all ? state.rows : table.list.size(), .source_count = all ? 0 : state.rows},
            .counts = counts(),
            .weight_vectors = vectors,
            .indices = list()};
        Seconds taken;
        taken.wall = median(runs, [&] {
            plan.enqueue(queue(), job);
            queue.finish();
        });
        taken.device = common::median_of(runs, [&] {
            cl::Event first;
            cl::Event last;
            plan.enqueue(queue(), job, {}, &last(), &first());
            queue.finish();
            return seconds_between(first, last);
        });
        const auto counters = plan.problem().counters();
        sums = state.quantized ? read<std::int64_t>(queue, counts, counters)
               : state.f32     ? read<float>(queue, counts, counters)
                               : read<double>(queue, counts, counters);
        return taken;
    };

    auto problem = problem_of(state, table);
    Measured measured{.state = state};
    measured.free = seconds(problem);
    if (!state.quantized)
        problem.weights.bound = histo_cl::WeightBound{.maximum = 0.5, .elements = state.rows};
    measured.bound = seconds(problem);
    std::vector<double> loop;
    const auto threads = std::max(1U, std::thread::hardware_concurrency());
    measured.loop = median(runs, [&] { loop = sums_by_loop(state, table, threads); });
    measured.right = agree(state, sums, loop);
    if (!lightgbm.empty()) {
        measured.lightgbm = seconds_of_lightgbm(queue, state, table, runs, lightgbm, sums);
        measured.right = measured.right && roughly_agree(sums, loop);
    }
    return measured;
}

} // namespace bench_columns
