#include "bench/columns/measure.hpp"
#include "bench/program.hpp"
#include "bench/report.hpp"
#include "common/command_line.hpp"
#include "common/file.hpp"
#include "common/opencl.hpp"
#include "common/program.hpp"
#include "common/subcommands.hpp"
#include "common/text.hpp"

#include <histo_cl/histo_cl.hpp>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// Times histograms of many columns, with counts and with sums of gradients and hessians. Compares them with a
// loop on the host and with LightGBM's kernels.

namespace bench_columns {

using common::ExitCode;

namespace {

constexpr const char* description =
    "Times histograms of many columns with two weights, as gradient boosting takes them.";

constexpr const char* footer =
    R"(Prints, for each state, the median time of Plan::enqueue until its counts are
complete, that of a loop on the host that sums doubles on all cores, and the
ratio of the two. "bound" is the time with a bound on the weights, so without
the pass that finds the greatest; integers have no such pass.

With --lightgbm follow the median times on the device, from the start of the
first command to the end of the last, of the library with the bound ("device")
and of LightGBM's OpenCL kernel, and the ratio of the two. The folder has
histogram16.cl, histogram64.cl and histogram256.cl of LightGBM's
src/treelearner/ocl. Its sums are floats without counts.

Exit codes: 0 success
            1 a sum is not the loop's
            2 invalid options
            3 no usable OpenCL device, or a device error)";

struct Command {
    std::string device;
    std::uint64_t rows = 1'000'000;
    std::uint64_t columns = 28;
    std::uint64_t runs = 5;
    bool quantized = false;
    bool words = false;
    bool by_cell = false;
    bool f32 = false;
    std::filesystem::path lightgbm; ///< a folder; empty: not measured
    std::string json;
};

void add_options(CLI::App& app, Command& command) {
    app.description(description)->footer(footer);
    common::add_device_option(app, command.device);
    common::add_whole_number(app, "--rows", command.rows, "of the table (default 1000000)", 1, 100'000'000);
    common::add_whole_number(app, "--columns", command.columns, "of the table (default 28)", 5, 65536);
    common::add_whole_number(app, "--runs", command.runs, "timed calls of each kind (default 5)", 1, 1000);
    app.add_flag("--words", command.words,
                 "tables as LightGBM's GPU code has them: a 32-bit word of each row holds four columns, or "
                 "eight of 16 bins");
    auto* const quantized =
        app.add_flag("--quantized", command.quantized,
                     "weights of i8, as those of LightGBM's quantized training, rather than f32");
    app.add_flag("--by-cell", command.by_cell, "counters of a bin side by side, as LightGBM has them");
    app.add_flag("--f32", command.f32, "sums of f32 rather than f64")->excludes(quantized);
    app.add_option("--lightgbm", command.lightgbm, "LightGBM's OpenCL kernels, to time them, too")
        ->type_name("FOLDER")
        ->check(CLI::ExistingDirectory);
    app.add_option("--json", command.json, "Write all measurements to a file")->type_name("FILE");
}

std::string milliseconds(double seconds) {
    return common::pad_left(common::fixed(seconds * 1e3, 3), 10);
}

std::string ratio(double theirs, double ours) {
    return common::pad_left(common::fixed(theirs / ours, 2), 8);
}

std::string line_of(const Measured& measured) {
    const auto& [state, free, bound, loop, lightgbm, right] = measured;
    auto line = common::pad_left(std::to_string(state.bins), 4) +
                common::pad_left(std::to_string(state.percent), 6) + " %  " +
                common::pad_right(state.skewed ? "skewed" : "uniform", 9) + milliseconds(free.wall) +
                milliseconds(bound.wall) + milliseconds(loop) + ratio(loop, bound.wall);
    if (lightgbm)
        line += milliseconds(bound.device) + milliseconds(*lightgbm) + ratio(*lightgbm, bound.device);
    return line + (right ? "\n" : "  WRONG\n");
}

bench::Json record_of(const Seconds& seconds) {
    return {{"wall", seconds.wall}, {"device", seconds.device}};
}

/// The measurements of one state, for --json.
bench::Json record_of(const Measured& measured) {
    const auto& state = measured.state;
    bench::Json json{{"rows", state.rows},
                     {"columns", state.columns},
                     {"bins", state.bins},
                     {"percent", state.percent},
                     {"values", state.skewed ? "skewed" : "uniform"},
                     {"weights", state.quantized ? "i8" : "f32"},
                     {"right", measured.right},
                     {"free", record_of(measured.free)},
                     {"bound", record_of(measured.bound)},
                     {"loop", {{"wall", measured.loop}}}};
    if (measured.lightgbm) json["lightgbm"] = {{"device", *measured.lightgbm}};
    return json;
}

ExitCode run_command(const common::Call& call, const Command& command) {
    const auto device = common::device_named(command.device);
    auto head = bench::head_of(1, call, device.profile);
    head["words"] = command.words;
    head["by_cell"] = command.by_cell;
    head["f32"] = command.f32;
    head["runs"] = command.runs;
    common::print("device  " + to_string(device.profile) + "\n" + std::to_string(command.rows) + " rows x " +
                  std::to_string(command.columns) + " columns, milliseconds\n\n" +
                  "bins    rows  values        free     bound      loop   ratio" +
                  (command.lightgbm.empty() ? "\n" : "    device  LightGBM   ratio\n"));
    bench::Records records;
    bool right = true;
    for (const std::uint32_t bins : {256U, 64U, 16U})
        for (const std::uint32_t percent : {100U, 10U, 1U})
            for (const bool skewed : {false, true}) {
                if (skewed && percent != 100) continue;
                const State state{command.rows,  static_cast<std::uint32_t>(command.columns),
                                  bins,          percent,
                                  skewed,        command.quantized,
                                  command.words, command.by_cell,
                                  command.f32};
                const auto measured =
                    common::checked([&] { return measure(state, device, command.runs, command.lightgbm); });
                right = right && measured.right;
                records.push_back(record_of(measured));
                common::print(line_of(measured));
            }
    if (!command.json.empty()) common::write_file(command.json, bench::run_text(head, records));
    return right ? ExitCode::ok : ExitCode::wrong_counts;
}

} // namespace

} // namespace bench_columns

common::Subcommand bench::columns_command() {
    return common::subcommand<bench_columns::Command>("columns", bench_columns::add_options,
                                                      bench_columns::run_command);
}
