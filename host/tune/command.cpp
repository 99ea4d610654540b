#include "tune/command.hpp"

#include "common/command_line.hpp"
#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/options.hpp"
#include "common/system.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <type_traits>

namespace tune {

namespace {

constexpr const char* description =
    "Measures which knobs are fastest on a device. Writes them to a table that plans read on\n"
    "request (Options::tuning_file). The counts of every candidate are checked.\n"
    "With --warm it builds programs ahead instead.";

constexpr const char* footer =
    R"(Lists are separated by commas; every combination is tuned. Without --samples, --bins,
--layout, --binning and --counter, a few common problems are tuned.
--warm fills the program caches (XDG_CACHE_HOME moves them, and POCL_CACHE_DIR PoCL's) for the
problems given, or else for the common ones, so that no plan waits for a compiler later.
Numbers can be written as 2^24, 1e6 or 16M.

Exit codes: 0 success, also if nothing was faster than the library's own choice
            1 wrong counts: a bug in the library or the driver
            2 invalid options, or an unusable table
            3 no usable OpenCL device, or a device error
          130 interrupted; results so far are kept

Examples:
  histo_cl tune
  histo_cl tune --samples f32,f64 --bins 1000,65536 --seconds 120
  histo_cl tune --samples u8 --layout multi --device NVIDIA --output tuning.txt
  histo_cl tune --warm)";

/// The types of counts.
constexpr std::array counters{histo_cl::CounterType::u8, histo_cl::CounterType::u16,
                              histo_cl::CounterType::u32, histo_cl::CounterType::u64};

/// Returns the given list, or one with the usual value if it is empty.
template <class Value>
std::vector<Value> or_usual(const std::vector<Value>& given, const std::type_identity_t<Value>& usual) {
    return given.empty() ? std::vector{usual} : given;
}

} // namespace

std::vector<Subject> subjects_of(const Command& command) {
    if (command.samples.empty() && command.bins.empty() && command.layouts.empty() &&
        command.binnings.empty() && command.counter.empty())
        return {};
    const auto in = [](const auto& names, const std::string& name) {
        return *std::ranges::find(names, name);
    };
    const auto counter = std::ranges::find(counters, command.counter, [](auto type) { return name(type); });
    const auto types = counter == counters.end() ? std::vector(usual_counters.begin(), usual_counters.end())
                                                 : std::vector{*counter};
    std::vector<Subject> subjects;
    for (const auto& sample : or_usual(command.samples, "u8"))
        for (const auto count : or_usual(command.bins, 256))
            for (const auto& layout : or_usual(command.layouts, std::string(layout_names[0])))
                for (const auto& binning : or_usual(command.binnings, std::string(binning_names[0])))
                    for (const auto type : types)
                        subjects.push_back({.sample = histo_cl::sample_type_named(sample).value(),
                                            .bins = count,
                                            .layout = in(layout_names, layout),
                                            .binning = in(binning_names, binning),
                                            .counter = type});
    return subjects;
}

std::filesystem::path output_of(const Command& command) {
    auto file = common::path_of(command.output.empty() ? histo_cl::default_tuning_file() : command.output);
    if (file.empty())
        throw common::UsageError(std::string("neither ") + common::config_folder().variables +
                                 " is an absolute path: give --output FILE");
    return file;
}

void add_options(CLI::App& app, Command& command) {
    app.description(description)->footer(footer);
    const auto list = [&](const char* option, auto& values, const char* text) {
        return app.add_option(option, values, text)->delimiter(',')->type_name("LIST");
    };
    const auto choice = [](const auto& names) { return common::one_of({names.begin(), names.end()}); };
    list("--samples", command.samples, "Sample types, e.g. u8,f32 (default u8)")
        ->transform(common::sample_type());
    list("--bins", command.bins, "Numbers of bins (default 256)")
        ->transform(common::whole_number(1, histo_cl::max_bins));
    list("--layout", command.layouts, "single; multi: 3 of 4 channels; planar: 3 planes (default single)")
        ->check(choice(layout_names));
    list("--binning", command.binnings, "even, edges, log, circular (default even)")
        ->check(choice(binning_names));
    app.add_option("--counter", command.counter, "u8, u16, u32 or u64 (default u32 and u64)")
        ->type_name("TYPE")
        ->check(common::one_of({"u8", "u16", "u32", "u64"}));
    auto* const warm = app.add_flag("--warm", command.warm, "Build programs ahead; tune nothing");
    common::add_whole_number(
        app, "--elements", command.elements,
        "Elements per enqueue (default 256 MiB of samples, 16 MiB on a CPU, at least 2^22)", 1,
        std::uint64_t{1} << 31U)
        ->excludes(warm);
    common::add_device_option(app, command.device);
    app.add_option("--seconds", command.seconds, "Time for the search over all problems (default 60)")
        ->type_name("S")
        ->excludes(warm)
        ->check(CLI::Range(0.0, 86400.0).description(""));
    app.add_option("--output", command.output,
                   std::string("The table (default tuning.txt ") + common::config_folder().place + ")")
        ->type_name("FILE")
        ->excludes(warm);
}

} // namespace tune
