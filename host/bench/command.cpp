#include "bench/matrix.hpp"
#include "bench/program.hpp"
#include "common/command_line.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <thread>

namespace bench {

using common::listed;

namespace {

constexpr const char* description =
    "Times histograms over a matrix of states, checks every count, and prints one line per state.";

constexpr const char* footer =
    R"(The states are all combinations of the axes, each a comma-separated list. Numbers are
like 1000000, 1e6, 2^20 or 1M; A..B doubles from A to B, A..B:S multiplies by 2^S. With a preset, given
axes select its states with those values.

Exit codes: 0 success
            1 wrong counts
            2 invalid options, unreadable input or unwritable output
            3 no usable OpenCL device, or a device error

Examples:
  @ --samples u8,f32 --elements 2^16..2^28:4 --bins 256 --entropy 1.000,0.000
  @ --preset full --json full.json
  @ --samples f32 --elements 2^24 --bins 2048 --all-variants
  @ --compare before.json after.json)";

template <class Value>
CLI::Option* add(CLI::App& app, const char* group, const char* option, Value& value, const std::string& text,
                 const char* type_name) {
    return app.add_option(option, value, text)->type_name(type_name)->group(group);
}

void add_states(CLI::App& app, Command& command) {
    constexpr const char* group = "States";
    auto& axes = command.axes;
    const auto add_axis = [&](const char* option, const std::string& text, const auto& take) {
        app.add_option_function<std::string>(option, take, text)->type_name("LIST")->group(group);
    };
    add(app, group, "--preset", command.preset,
        "cub: the states of CUB's own benchmark; full: these and more bins, entropies and types at 2^28; "
        "cpu: states for CPUs; shapes: the kinds of data from concentrated to sorted, at 2^28; partitions: "
        "2^22 to 2^28 floats into 2^18 to 2^21 bins",
        "NAME")
        ->check(common::one_of({preset_names.begin(), preset_names.end()}));
    add_axis("--samples", listed(benchmark_samples) + " (default u8,f32)",
             [&](const std::string& text) { axes.samples = parse_samples(text); });
    add_axis("--elements", "Number of samples, or for multi of pixels (default 2^24)",
             [&](const std::string& text) { axes.elements = parse_sizes("--elements", text, max_elements); });
    add_axis("--bins", "Bins per channel (default 256,2048)", [&](const std::string& text) {
        const auto bins = parse_sizes("--bins", text, histo_cl::max_bins);
        axes.bins.assign(bins.begin(), bins.end());
    });
    add_axis(
        "--entropy,--data",
        "How random the bits are, or another kind of data: " + listed(all_entropies) +
            " (default 1.000,0.201)",
        [&](const std::string& text) { axes.entropies = parse_names("--entropy", text, all_entropies); });
    add_axis("--layout",
             "single; multi: 4 channels, 3 of them counted; region: a part of each row; mask: about half "
             "(default single)",
             [&](const std::string& text) { axes.layouts = parse_names("--layout", text, all_layouts); });
    add_axis("--binning", "even; range: given by edges (default even)",
             [&](const std::string& text) { axes.binnings = parse_names("--binning", text, all_binnings); });
    app.add_flag("--list-states", command.list_states, "List the states and exit")->group(group);
}

void add_kernel(CLI::App& app, Command& command) {
    common::add_knobs(app, command.options);
    app.add_flag("--all-variants", command.all_variants, "Time every variant as well as the chosen one")
        ->excludes(app.get_option("--variant"))
        ->group(common::knob_group);
    add(app, common::knob_group, "--build-first", command.build_threads,
        "Build all kernels before the first run, in N threads", "N")
        ->transform(common::whole_number(1, 1024));
}

void add_runs(CLI::App& app, Command& command) {
    constexpr const char* group = "Runs (per state, contender and clock)";
    auto& pace = command.pace;
    add(app, group, "--runs", pace.runs, "Minimum runs after warm-up (default 10)", "N")
        ->transform(common::whole_number(1, 100000));
    add(app, group, "--max-runs", pace.max_runs, "Maximum runs (default 100)", "N")
        ->transform(common::whole_number(1, 100000));
    add(app, group, "--min-time", pace.min_seconds, "Repeat until this much is timed (default 0.02)",
        "SECONDS")
        ->check(CLI::Range(0.0, 3600.0).description(""));
    add(app, group, "--max-time", pace.max_seconds,
        "Fewer runs (at least 2) if they would take longer (default 5)", "SECONDS")
        ->check(CLI::Range(0.0, 3600.0).description(""));
    app.add_flag("!--no-device-clock", pace.device_clock, "Time only the whole call")->group(group);
    add(app, group, "--threads", command.threads, "Host threads for checking (default: all)", "N")
        ->transform(common::whole_number(1, 1024));
}

void add_output(CLI::App& app, Command& command) {
    constexpr const char* group = "Output";
    add(app, group, "--json", command.json, "Write all measurements to a file", "FILE");
    add(app, group, "--compare", command.compared,
        "Run nothing; compare the times of two JSON files, state by state", "A B");
}

std::string with_name(std::string text, const std::string& program) {
    for (auto at = text.find('@'); at != std::string::npos; at = text.find('@', at + program.size()))
        text.replace(at, 1, program);
    return text;
}

} // namespace

void add_options(CLI::App& app, Command& command) {
    command.threads = std::max(std::thread::hardware_concurrency(), 1U);
    app.description(description)->footer(with_name(footer, app.get_name()));
    add_states(app, command);
    common::add_device_option(app, command.device);
    add(app, "Device", "--compute-units", command.compute_units, "Use N of its compute units (default: all)",
        "N")
        ->transform(common::whole_number(1, 1 << 20));
    add_kernel(app, command);
    add_runs(app, command);
    add_output(app, command);
}

} // namespace bench
