#include "bench/matrix.hpp"
#include "bench/program.hpp"
#include "common/command_line.hpp"
#include "common/errors.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <thread>

namespace bench {

using common::listed;
using common::UsageError;

namespace {

constexpr const char* description =
    "Times histograms over a matrix of states, checks every count, and prints one line per state.";

constexpr const char* footer =
    R"(The states are all combinations of the axes, each a comma-separated list. Numbers are
like 1000000, 1e6 or 2^20; A..B doubles from A to B, A..B:S multiplies by 2^S. With a preset, given
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

/// The options' values as typed. CLI11 checks each by itself; resolve() interprets them together.
struct Typed {
    AxisTexts axes;
    std::string preset;
    bool list_states = false;
};

template <class Value>
CLI::Option* add(CLI::App& app, const char* group, const char* option, Value& value, const std::string& text,
                 const char* type_name) {
    return app.add_option(option, value, text)->type_name(type_name)->group(group);
}

void add_states(CLI::App& app, Typed& typed) {
    constexpr const char* group = "States";
    auto& axes = typed.axes;
    const auto defaults = default_axes();
    const auto by_default = [](const std::string& value) { return "(default " + value + ")"; };
    add(app, group, "--preset", typed.preset,
        "cub: the states of CUB's own benchmark; full: these and more bins, entropies and types at 2^28; "
        "cpu: states for CPUs; shapes: the kinds of data from concentrated to sorted, at 2^28",
        "NAME")
        ->check(common::one_of({preset_names.begin(), preset_names.end()}));
    add(app, group, "--samples", axes.samples, listed(benchmark_samples) + " " + by_default(defaults.samples),
        "LIST");
    add(app, group, "--elements", axes.elements,
        "Number of samples, or for multi of pixels " + by_default(defaults.elements), "LIST");
    add(app, group, "--bins", axes.bins, "Bins per channel " + by_default(defaults.bins), "LIST");
    add(app, group, "--entropy,--data", axes.entropies,
        "How random the bits are, or another kind of data: " + listed(drawn_entropies) +
            ", walk, two, text, " + listed(all_shapes) + " " + by_default(defaults.entropies),
        "LIST");
    add(app, group, "--layout", axes.layouts,
        "single; multi: 4 channels, 3 of them counted; region: a part of each row; mask: about half " +
            by_default(defaults.layouts),
        "LIST");
    add(app, group, "--binning", axes.binnings,
        "even; range: given by edges " + by_default(defaults.binnings), "LIST");
    app.add_flag("--list-states", typed.list_states, "List the states and exit")->group(group);
}

void add_kernel(CLI::App& app, Command& command) {
    common::add_knobs(app, command.options);
    app.add_flag("--all-variants", command.all_variants, "Time every variant as well as the chosen one")
        ->excludes(app.get_option("--variant"))
        ->group(common::knob_group);
    add(app, common::knob_group, "--build-first", command.build_threads,
        "Build all kernels before the first run, in N threads", "N")
        ->transform(common::whole_number(1, 1024));
    app.add_flag("--cold", command.cold, "Start with empty program caches, PoCL's too")
        ->excludes(app.get_option("--no-cache"))
        ->group(common::knob_group);
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
    add(app, group, "--csv", command.csv, "Write one line per state and contender", "FILE");
    add(app, group, "--compare", command.compared,
        "Run nothing; compare the times of two JSON files, state by state", "A B");
    add(app, group, "--worst", command.worst, "How many worst states to list (default 10)", "N")
        ->transform(common::whole_number_for(command.worst));
}

void resolve(const CLI::App& app, const Typed& typed, Command& command) {
    if (app.count("--compare") > 0) command.mode = Mode::compare;
    if (command.mode != Mode::run) return;
    if (typed.list_states) command.mode = Mode::list_states;

    if (typed.preset.empty()) {
        auto axes = default_axes();
        for (const auto axis : {&AxisTexts::samples, &AxisTexts::elements, &AxisTexts::bins,
                                &AxisTexts::entropies, &AxisTexts::layouts, &AxisTexts::binnings})
            if (!(typed.axes.*axis).empty()) axes.*axis = typed.axes.*axis;
        command.states = states_of({parse_axes(axes)});
    } else {
        command.states = filtered(states_of(preset_named(typed.preset)), parse_axes(typed.axes));
        std::erase_if(command.states, [](const State& state) { return why_skipped(state).has_value(); });
    }
    if (command.states.empty())
        throw UsageError("preset " + typed.preset + " has no state with these values (see --list-states)");
    if (command.build_threads > 0 && !command.options.program_cache)
        throw UsageError("--build-first needs the program cache, which --no-cache turns off");
    if (command.pace.max_runs < command.pace.runs) command.pace.max_runs = command.pace.runs;
}

std::string with_name(std::string text, const std::string& program) {
    for (auto at = text.find('@'); at != std::string::npos; at = text.find('@', at + program.size()))
        text.replace(at, 1, program);
    return text;
}

} // namespace

std::function<Command()> add_options(CLI::App& app) {
    struct Parsed {
        Typed typed;
        Command command;
    };
    const auto parsed = std::make_shared<Parsed>();
    auto& [typed, command] = *parsed;
    command.threads = std::max(std::thread::hardware_concurrency(), 1U);
    app.description(description)->footer(with_name(footer, app.get_name()));
    add_states(app, typed);
    common::add_device_option(app, command.device);
    common::add_list_devices(app);
    add(app, "Device", "--compute-units", command.compute_units, "Use N of its compute units (default: all)",
        "N")
        ->transform(common::whole_number(1, 1 << 20));
    add_kernel(app, command);
    add_runs(app, command);
    add_output(app, command);
    return [parsed, &app] {
        auto result = parsed->command;
        resolve(app, parsed->typed, result);
        return result;
    };
}

} // namespace bench
