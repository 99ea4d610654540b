#include "common/options.hpp"

#include "common/number.hpp"
#include "common/text.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>

namespace common {

namespace {

/// Prefix of the name of a validator that lists the allowed names.
constexpr std::string_view choices_mark = "one of ";

/// A validator that lists `names`. `check` returns what is wrong with a value, or an empty text. It may
/// rewrite the value.
CLI::Validator choice(const std::vector<std::string>& names,
                      const std::function<std::string(std::string&)>& check) {
    return {check, "", std::string(choices_mark) + joined(names, " ")};
}

} // namespace

CLI::Validator one_of(const std::vector<std::string>& names) {
    return choice(names, [names](const std::string& text) {
        const bool allowed = std::ranges::find(names, text) != names.end();
        return allowed ? std::string() : not_one_of(text, names);
    });
}

CLI::Validator sample_type() {
    return choice(names_of(histo_cl::all_sample_types), [](std::string& text) {
        const auto type = sample_type_typed(text);
        if (!type) return not_a_sample_type(text, histo_cl::all_sample_types);
        text = histo_cl::name(*type);
        return std::string();
    });
}

CLI::Validator whole_number(std::uint64_t min, std::uint64_t max) {
    return {[=](std::string& text) {
                const auto number = whole_number_typed(text, min, max);
                if (!number) return not_whole(text, min, max);
                text = std::to_string(*number);
                return std::string();
            },
            "", "whole number"};
}

CLI::Option* add_choice(CLI::App& app, const std::string& option, const std::vector<std::string>& names,
                        const std::string& type_name, const std::string& text,
                        const std::function<void(const std::string&)>& take) {
    return app.add_option_function<std::string>(option, take, text)
        ->type_name(type_name)
        ->check(one_of(names));
}

std::vector<std::string> choices_of(CLI::Option& option) try {
    for (int check = 0;; ++check) {
        const auto& name = option.get_validator(check)->get_name();
        if (name.starts_with(choices_mark)) return words(name.substr(choices_mark.size()));
    }
} catch (const CLI::OptionNotFound&) { // thrown if the option has no further check
    return {};
}

namespace {

using histo_cl::Options;

void add_choices(CLI::App& app, Options& options) {
    const auto knob = [&](const char* option, const std::vector<std::string>& names, const char* type,
                          const std::string& text, const auto& take) {
        add_choice(app, option, names, type, text, take)->group(knob_group);
    };
    knob("--variant", names_of(histo_cl::all_variants), "NAME",
         "Force a variant: " + listed(histo_cl::all_variants),
         [&](const std::string& name) { options.knobs.variant = histo_cl::variant_named(name); });
    knob("--partition", names_of(histo_cl::all_partitions), "NAME",
         "How work-items share the samples: " + listed(histo_cl::all_partitions),
         [&](const std::string& name) { options.knobs.partition = histo_cl::partition_named(name); });
    knob("--merge", names_of(histo_cl::all_merges), "NAME",
         "How private counts are added up: " + listed(histo_cl::all_merges),
         [&](const std::string& name) { options.knobs.merge = histo_cl::merge_named(name); });
    knob("--count-values", {"auto", "on", "off"}, "WHEN",
         "Count 8- and 16-bit samples by value, and bin the values at the end: auto, on, off",
         [&](const std::string& when) {
             if (when != "auto") options.knobs.count_values = when == "on";
         });
}

void add_sizes(CLI::App& app, Options& options) {
    const auto knob = [&](const char* option, auto& value, const char* text, const char* unit = "N") {
        app.add_option(option, value, text)
            ->type_name(unit)
            ->transform(whole_number_for(value))
            ->group(knob_group);
    };
    knob("--work-group-size", options.knobs.work_group_size, "Work-items per work-group");
    knob("--work-groups", options.knobs.work_groups, "Maximum work-groups per launch");
    knob("--replicas", options.knobs.replicas, "Copies of the bins per work-group");
    knob("--coarsening", options.knobs.coarsening,
         "Samples per work-item before another work-group is launched");
    knob("--load-bytes", options.knobs.load_bytes, "Bytes per load: 1 (sample by sample), 4 or 16");
    knob("--loads-in-flight", options.knobs.loads_in_flight,
         "Loads that a work-item issues before it counts the first: 1, 2, 4 or 8");
    knob("--workspace-limit", options.workspace_limit,
         "Maximum device memory for private counts (default 64 MiB, CPUs an eighth) or queues (a 32nd)",
         "BYTES");
    knob("--samples-per-launch", options.samples_per_launch, "Maximum samples per launch (default 2^31)");
}

void add_stores(CLI::App& app, Options& options) {
    app.add_option("--tuning-file", options.tuning_file,
                   "Read measured knobs from a table written by histo_cl tune; '' is its default path")
        ->type_name("FILE")
        ->group(knob_group);
    app.add_flag_callback(
           "--no-cache", [&] { options.program_cache.bytes = 0; },
           "Do not use or write the program cache on disk")
        ->group(knob_group);
}

} // namespace

void add_knobs(CLI::App& app, Options& options) {
    add_choices(app, options);
    add_sizes(app, options);
    add_stores(app, options);
}

} // namespace common
