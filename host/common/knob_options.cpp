#include "common/knob_options.hpp"

#include "common/command_line.hpp"

#include <string>

namespace common {

namespace {

using histo_cl::Options;

/// A knob whose values have names.
template <class Parse>
void add_choice(CLI::App& app, const char* option, const std::vector<std::string>& names, const char* type,
                const std::string& text, const Parse& parse) {
    app.add_option_function<std::string>(option, parse, text)
        ->type_name(type)
        ->check(one_of(names))
        ->group(knob_group);
}

void add_choices(CLI::App& app, Options& options) {
    add_choice(app, "--variant", names_of(histo_cl::all_variants), "NAME",
               wrapped("Force a variant: " + listed(histo_cl::all_variants)),
               [&](const std::string& name) { options.variant = histo_cl::variant_named(name); });
    add_choice(app, "--partition", names_of(histo_cl::all_partitions), "NAME",
               "Samples of a work-item: " + listed(histo_cl::all_partitions),
               [&](const std::string& name) { options.partition = histo_cl::partition_named(name); });
    add_choice(app, "--merge", names_of(histo_cl::all_merges), "NAME",
               wrapped("Who adds up private counts: " + listed(histo_cl::all_merges)),
               [&](const std::string& name) { options.merge = histo_cl::merge_named(name); });
    add_choice(app, "--count-values", {"auto", "on", "off"}, "WHEN",
               "Count the values of 8 and 16 bits, and bin them at\nthe end: auto, on, off",
               [&](const std::string& when) {
                   if (when != "auto") options.count_values = when == "on";
               });
}

void add_sizes(CLI::App& app, Options& options) {
    const auto knob = [&](const char* option, auto& value, const char* text, const char* unit = "N") {
        app.add_option(option, value, text)->type_name(unit)->group(knob_group);
    };
    knob("--work-group-size", options.work_group_size, "Work-items in a work-group");
    knob("--work-groups", options.work_groups, "Most work-groups of one launch");
    knob("--replicas", options.replicas, "Copies of the bins in a work-group");
    knob("--coarsening", options.coarsening, "Samples of a work-item before there is another\nwork-group");
    knob("--load-bytes", options.load_bytes, "Bytes of one load: 1 (sample by sample), 4 or 16");
    knob("--loads-in-flight", options.loads_in_flight,
         "Loads that a work-item begins before it counts\nthe first: 1, 2, 4 or 8");
    knob("--workspace-limit", options.workspace_limit,
         "Most device memory for private counts (default\n64 MiB)", "BYTES");
    knob("--samples-per-launch", options.samples_per_launch, "Most samples of one launch (default 2^31)");
}

void add_stores(CLI::App& app, Options& options) {
    app.add_option("--tuning-file", options.tuning_file,
                   "Take measured knobs from a table of histo_cl_tune;\n'' is its default one")
        ->type_name("FILE")
        ->group(knob_group);
    app.add_flag_callback(
           "--no-cache", [&] { options.program_cache = false; },
           "Build the kernels anew, and keep none on disk")
        ->group(knob_group);
}

} // namespace

void add_knobs(CLI::App& app, Options& options) {
    add_choices(app, options);
    add_sizes(app, options);
    add_stores(app, options);
}

} // namespace common
