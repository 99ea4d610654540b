#include "tune/command.hpp"

#include "common/command_line.hpp"
#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/options.hpp"
#include "common/system.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

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
Numbers can be written as 2^24 or 1e6.

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

/// The lists whose combinations are the problems to tune.
struct Lists {
    std::vector<std::string> samples;
    std::vector<std::uint32_t> bins;
    std::vector<std::string> layouts;
    std::vector<std::string> binnings;
    std::string counter;
    std::string output;

    [[nodiscard]] bool name_subjects() const {
        return !samples.empty() || !bins.empty() || !layouts.empty() || !binnings.empty() || !counter.empty();
    }
};

std::vector<Subject> subjects_of(Lists lists) {
    const auto set_usual = [](auto& list, const auto& usual) {
        if (list.empty()) list.emplace_back(usual);
    };
    set_usual(lists.samples, "u8");
    set_usual(lists.bins, 256U);
    set_usual(lists.layouts, layout_names[0]);
    set_usual(lists.binnings, binning_names[0]);
    std::vector<Subject> subjects;
    for (const auto& sample : lists.samples)
        for (const auto bins : lists.bins)
            for (const auto& layout : lists.layouts)
                for (const auto& binning : lists.binnings)
                    subjects.push_back({.sample = histo_cl::sample_type_named(sample).value(),
                                        .bins = bins,
                                        .layout = *std::ranges::find(layout_names, layout),
                                        .binning = *std::ranges::find(binning_names, binning),
                                        .counter = lists.counter == "u64" ? histo_cl::CounterType::u64
                                                                          : histo_cl::CounterType::u32});
    return subjects;
}

void resolve(const Lists& lists, Command& command) {
    if (lists.name_subjects()) command.subjects = subjects_of(lists);
    if (command.warm) return;
    if (command.subjects.empty()) command.subjects = usual_subjects();
    command.output = lists.output.empty() ? histo_cl::default_tuning_file() : common::path_of(lists.output);
    if (command.output.empty())
        throw common::UsageError(std::string("neither ") + common::config_folder().variables +
                                 " is an absolute path: give --output FILE");
}

} // namespace

std::function<Command()> add_options(CLI::App& app) {
    struct Parsed {
        Lists lists;
        Command command;
    };
    const auto parsed = std::make_shared<Parsed>();
    auto& [lists, command] = *parsed;
    app.description(description)->footer(footer);
    const auto list = [&](const char* option, auto& values, const char* text) {
        return app.add_option(option, values, text)->delimiter(',')->type_name("LIST");
    };
    const auto choice = [](const auto& names) { return common::one_of({names.begin(), names.end()}); };
    list("--samples", lists.samples, "Sample types, e.g. u8,f32 (default u8)")
        ->transform(common::sample_type());
    list("--bins", lists.bins, "Numbers of bins (default 256)")
        ->transform(common::whole_number(1, histo_cl::max_bins));
    list("--layout", lists.layouts, "single; multi: 3 of 4 channels; planar: 3 planes (default single)")
        ->check(choice(layout_names));
    list("--binning", lists.binnings, "even, edges, log, circular (default even)")
        ->check(choice(binning_names));
    app.add_option("--counter", lists.counter, "u32 or u64 (default u32)")
        ->type_name("TYPE")
        ->check(common::one_of({"u32", "u64"}));
    auto* const warm = app.add_flag("--warm", command.warm, "Build programs ahead; tune nothing");
    app.add_option("--elements", command.elements,
                   "Elements per enqueue (default 256 MiB of samples, 16 MiB on a CPU)")
        ->type_name("N")
        ->transform(common::whole_number(1, std::uint64_t{1} << 31U))
        ->excludes(warm);
    common::add_device_option(app, command.device);
    common::add_list_devices(app);
    app.add_option("--seconds", command.seconds, "Time for the search over all problems (default 60)")
        ->type_name("S")
        ->excludes(warm)
        ->check(CLI::Range(0.0, 86400.0).description(""));
    app.add_option("--output", lists.output,
                   std::string("The table (default tuning.txt ") + common::config_folder().place + ")")
        ->type_name("FILE")
        ->excludes(warm);
    return [parsed] {
        auto result = parsed->command;
        resolve(parsed->lists, result);
        return result;
    };
}

} // namespace tune
