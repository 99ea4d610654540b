#include "tune/command.hpp"

#include "common/command_line.hpp"
#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/names.hpp"
#include "common/number.hpp"
#include "common/system.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

namespace tune {

using common::UsageError;

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

/// Lists and numbers as typed.
struct Typed {
    std::vector<std::string> samples;
    std::vector<std::string> bins;
    std::vector<std::string> layouts;
    std::vector<std::string> binnings;
    std::string counter;
    std::string elements;
    std::string output;

    [[nodiscard]] bool names_subjects() const {
        return !samples.empty() || !bins.empty() || !layouts.empty() || !binnings.empty() || !counter.empty();
    }
};

std::uint64_t number(const std::string& option, std::string_view text, std::uint64_t max) {
    const auto value = common::whole_number_typed(text, 1, max);
    if (!value) throw UsageError(option + ": " + common::not_whole(text, 1, max));
    return *value;
}

/// The entry of `names` that was typed; it outlives the text.
template <class Names>
std::string_view one_of(const std::string& option, const std::string& text, const Names& names) {
    const auto found = std::ranges::find(names, text);
    if (found == names.end())
        throw UsageError(option + ": " + common::not_one_of(text, {names.begin(), names.end()}));
    return *found;
}

histo_cl::SampleType sample_type(const std::string& text) {
    const auto type = common::sample_type_typed(text);
    if (!type) throw UsageError("--samples: " + common::not_a_sample_type(text, histo_cl::all_sample_types));
    return *type;
}

std::vector<Subject> subjects_of(const Typed& typed) {
    const auto or_usual = [](const std::vector<std::string>& list, const char* usual) {
        return list.empty() ? std::vector<std::string>{usual} : list;
    };
    std::vector<Subject> subjects;
    for (const auto& sample : or_usual(typed.samples, "u8"))
        for (const auto& bins : or_usual(typed.bins, "256"))
            for (const auto& layout : or_usual(typed.layouts, "single"))
                for (const auto& binning : or_usual(typed.binnings, "even"))
                    subjects.push_back(
                        {.sample = sample_type(sample),
                         .bins = static_cast<std::uint32_t>(number("--bins", bins, histo_cl::max_bins)),
                         .layout = one_of("--layout", layout, layout_names),
                         .binning = one_of("--binning", binning, binning_names),
                         .counter = typed.counter == "u64" ? histo_cl::CounterType::u64
                                                           : histo_cl::CounterType::u32});
    return subjects;
}

void resolve(const Typed& typed, Command& command) {
    if (typed.names_subjects()) command.subjects = subjects_of(typed);
    if (command.warm) return;
    if (command.subjects.empty()) command.subjects = usual_subjects();
    if (!typed.elements.empty())
        command.elements = number("--elements", typed.elements, std::uint64_t{1} << 31U);
    command.output = typed.output.empty() ? histo_cl::default_tuning_file() : common::path_of(typed.output);
    if (command.output.empty())
        throw UsageError(std::string("neither ") + common::config_folder().variables +
                         " is an absolute path: give --output FILE");
}

} // namespace

std::function<Command()> add_options(CLI::App& app) {
    struct Parsed {
        Typed typed;
        Command command;
    };
    const auto parsed = std::make_shared<Parsed>();
    auto& [typed, command] = *parsed;
    app.description(description)->footer(footer);
    const auto list = [&](const char* option, std::vector<std::string>& values, const char* text) {
        app.add_option(option, values, text)->delimiter(',')->type_name("LIST");
    };
    list("--samples", typed.samples, "Sample types, e.g. u8,f32 (default u8)");
    list("--bins", typed.bins, "Numbers of bins (default 256)");
    list("--layout", typed.layouts, "single; multi: 3 of 4 channels; planar: 3 planes (default single)");
    list("--binning", typed.binnings, "even, edges, log, circular (default even)");
    app.add_option("--counter", typed.counter, "u32 or u64 (default u32)")
        ->type_name("TYPE")
        ->check(common::one_of({"u32", "u64"}));
    auto* const warm = app.add_flag("--warm", command.warm, "Build programs ahead; tune nothing");
    app.add_option("--elements", typed.elements,
                   "Elements per enqueue (default 256 MiB of samples, 16 MiB on a CPU)")
        ->type_name("N")
        ->excludes(warm);
    common::add_device_option(app, command.device);
    common::add_list_devices(app);
    app.add_option("--seconds", command.seconds, "Time for the search over all problems (default 60)")
        ->type_name("S")
        ->excludes(warm)
        ->check(CLI::Range(0.0, 86400.0).description(""));
    app.add_option("--output", typed.output,
                   std::string("The table (default tuning.txt ") + common::config_folder().place + ")")
        ->type_name("FILE")
        ->excludes(warm);
    return [parsed] {
        auto result = parsed->command;
        resolve(parsed->typed, result);
        return result;
    };
}

} // namespace tune
