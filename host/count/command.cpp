#include "count/command.hpp"

#include "common/command_line.hpp"
#include "common/date.hpp"
#include "common/errors.hpp"
#include "common/number.hpp"
#include "common/options.hpp"
#include "common/system.hpp"
#include "count/binning_args.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace count {

using common::listed;
using common::UsageError;

namespace {

constexpr const char* description =
    "Counts the samples of files into bins, on an OpenCL device if there is one, and draws\n"
    "the histogram. Without FILE, or for -, reads standard input. Several files give one\n"
    "histogram. They are read once, in bounded memory. Recognized by content:\n"
    ".npy, .npz, PNG, JPEG, GIF, BMP, TGA, PNM, WebP, TIFF, HDF5, FITS, WAV, FLAC, FASTA, pcap\n"
    "and tables of text, and gzip and Zstandard of them. FILE:PART counts a .npz array, HDF5 dataset,\n"
    "TIFF page or FITS HDU.";

constexpr const char* footer =
    R"(Ranges and edges are exact 64-bit integers (also 0x..., 2^N and 1_000), doubles, or dates.
LO HI may be one word: --range=-3,3. Types may have other names, such as float32 or uint8.
Each file must hold whole samples; --truncate drops a remainder. A file whose size
changes while it is read is an error. Write ./NAME for a FILE with a command's name, also one
of a later version. Sizes and other whole numbers are like 65536, 2^16, 1e6, 64K or 1.5M (K is 1024).
All samples are kept in memory by --repeat,
--all-variants, --show-source, --custom, --merge host, --bins RULE, --region, --tiles,
--mask, --weights, --group-by, --channels luma, --joint of files, and tables up to 64 MiB.
A bin holds lower <= x < upper. Samples out of range and NaN are not counted, unless
--last-edge or --out-of-range says otherwise.

Exit codes: 0 success
            1 wrong counts, found by --verify or --all-variants
            2 invalid options, unreadable input or unwritable output
            3 a device error, or no usable OpenCL device for an option that needs one
            130 interrupted (Ctrl-C)

Environment:
  NO_COLOR        With any text, no colours on the terminal
  CLICOLOR_FORCE  With a text other than 0, colours into pipes and files
  COLUMNS         The width of the output, where it is no terminal
  XDG_CACHE_HOME  The folder of the cache of programs (default ~/.cache)

See also:
  histo_cl_bench(1)
  histo_cl_mpi(1)
  clinfo(1)

Examples:
  histo_cl /bin/bash
  histo_cl --summary people.csv.gz
  histo_cl --channels rgb --overlay --picture photo.html photo.jpg
  histo_cl --overlay --picture both.svg before.npy after.npy
  tail -f access.log | histo_cl --live --column 1
  histo_cl --letters README.md
  histo_cl --type f32 --range 0 1 --bins 20 --verify samples.f32
  histo_cl --type u16 --byte-order big --out-of-range counted image.raw
  histo_cl --range -5 5 --bins 100 normal.npy
  histo_cl --column age --group-by city --percentiles 50,99 people.csv.gz
  histo_cl --letters=acgt genome.fasta.gz
  histo_cl --column age --weights income --of mean people.csv
  histo_cl --channels all --overlay sound.flac
  histo_cl --add monday.counts --save week.counts tuesday.log
  histo_cl --picture photo.html --picture photo.svg --log-y photo.raw
  histo_cl --bins 8 --custom 'popcount(x)' /bin/bash
  histo_cl --all-variants --device 0:0 big.dat)";

/// The value of --range for the range from the smallest to the largest sample.
constexpr const char* automatic = "auto";

constexpr std::array last_edges{histo_cl::LastEdge::exclusive, histo_cl::LastEdge::inclusive};
constexpr std::array out_of_ranges{histo_cl::OutOfRange::dropped, histo_cl::OutOfRange::clamped,
                                   histo_cl::OutOfRange::counted};

/// Adds an option that takes the name of one of `values`; parsing sets `value` to the named value.
template <class Values, class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& option, Value& value, const std::string& text,
                        const Values& values) {
    return common::add_choice(app, option, common::names_of(values), "RULE", text, [&](const auto& typed) {
        value = *std::ranges::find(values, typed, [](auto one) { return histo_cl::name(one); });
    });
}

using Texts = std::pair<std::string, std::string>;

/// Adds an option with two values; parsing passes them to `set`. `form`: their names in the help.
CLI::Option* add_pair(CLI::App& app, const std::string& option, const std::string& form,
                      const std::string& text, const std::function<void(const Texts&)>& set) {
    return app.add_option_function<Texts>(option, set, text)->type_name(form)->delimiter(',');
}

Range parse_range(const Texts& typed, const std::string& option, const std::string& form) {
    const auto number = [&](const std::string& one) { return parse_bound(one, option, form); };
    // The initializer list fixes the order of the calls.
    return Range{number(typed.first), number(typed.second)};
}

void add_saved(CLI::App& app, Command& command) {
    app.option_defaults()->group("Counts of other runs");
    app.add_option("--save", command.save, "Save the counts, for --add")->type_name("FILE");
    app.add_option("--add", command.added,
                   "Add counts that were saved with the same type, bins\nand rules; may be repeated. FILE to "
                   "count may be\nmissing")
        ->type_name("FILE")
        ->allow_extra_args(false);
}

void exclude_each_other(std::initializer_list<CLI::Option*> options) {
    for (auto* const option : options)
        for (auto* const other : options)
            if (option != other) option->excludes(other);
}

bool is_date(const std::string& text) {
    return common::date_typed(text).has_value();
}

void check_rule(const BinningArgs& args) {
    if (args.rule && (args.log || args.log_from_samples || args.circular || args.custom))
        throw UsageError("--bins " + std::string(bin_rule_name(*args.rule)) +
                         ": rules make even bins, not those of --log, --circular and --custom, which take "
                         "--bins N");
}

void add_binning(CLI::App& app, Command& command) {
    app.option_defaults()->group("Bins");
    auto& args = command.binning;
    auto* const bins =
        app.add_option_function<std::string>(
               "--bins", [&](const auto& typed) { parse_bins(typed, args); },
               "Number of bins (default 256, or one per value if\nthe range has fewer), or the rule that "
               "says how many\nthe samples get, up to 2^20: " +
                   bin_rule_names())
            ->type_name("N");
    auto* const range =
        add_pair(app, "--range", "LO HI|auto",
                 "Even bins over [LO, HI) (default: all values of 8 and\n16 bits, else --range auto)",
                 [&](const Texts& typed) {
                     args.from_samples = typed == Texts(automatic, automatic);
                     if (!args.from_samples)
                         args.range = parse_range(typed, "--range", "LO HI, two numbers or dates, or auto");
                     args.dates = is_date(typed.first) || is_date(typed.second);
                 });
    auto* const edges = app.add_option_function<std::string>(
                               "--edges",
                               [&](const auto& typed) {
                                   args.edges = typed;
                                   args.dates = is_date(typed.substr(0, typed.find(',')));
                               },
                               "Bins between these increasing edges")
                            ->type_name("A,B,...")
                            ->excludes(bins);
    auto* const log =
        add_pair(app, "--log", "LO HI|auto", "Logarithmic bins over [LO, HI), or the positive samples",
                 [&](const Texts& typed) {
                     args.log_from_samples = typed == Texts(automatic, automatic);
                     if (!args.log_from_samples)
                         args.log = parse_range(typed, "--log", "LO HI, two numbers, or auto");
                 });
    auto* const circular =
        add_pair(app, "--circular", "LO PERIOD",
                 "Even bins over one period starting at LO; samples\nare reduced modulo the period",
                 [&](const Texts& typed) {
                     args.circular = parse_range(typed, "--circular", "LO PERIOD, two numbers");
                 });
    auto* const custom =
        app.add_option("--custom", args.custom,
                       "C expression of the sample x and its index i that\ngives the bin, 0 to N-1")
            ->type_name("EXPR");
    auto* const letters =
        app.add_flag("--letters{" + std::string(all_letters) + "}", command.letters,
                     "Count letters in either case: a-z in seven bins of\nfour, or with --letters=acgt "
                     "each of these")
            ->excludes(bins, app.get_option("--type"), app.get_option("--column"), app.get_option("--joint"));
    exclude_each_other({range, edges, log, circular, custom, letters});
    auto* const last_edge = add_choice(
        app, "--last-edge", command.last_edge,
        "inclusive: a sample equal to the last edge is in\nthe last bin (default exclusive)", last_edges);
    letters->excludes(last_edge);
    add_choice(app, "--out-of-range", command.out_of_range,
               "Samples in no bin: " + listed(out_of_ranges) + "\nseparately (default dropped)",
               out_of_ranges);
}

/// Adds an option that selects a mode. If several are given, the one that was added first takes precedence.
CLI::Option* add_mode(CLI::App& app, Command& command, const char* option, Mode mode, const char* text) {
    const auto set = [&command, mode] {
        if (command.mode == Mode::count) command.mode = mode;
    };
    return app.add_flag_callback(option, set, text);
}

void add_output(CLI::App& app, Command& command) {
    app.option_defaults()->group("What to show");
    auto* const all = add_mode(app, command, "--all-variants", Mode::all_variants,
                               "Run and check every variant; print a table of times")
                          ->excludes("--variant");
    auto* const explain =
        app.add_flag("--explain", command.explain,
                     "Say why this variant was chosen, and how it runs; with --all-variants of each");
    auto* const verify =
        app.add_flag("--verify", command.verify, "Compare with the serial reference on the host");
    auto* const json = app.add_flag_callback(
        "--json", [&] { command.output = Output::json; }, "Print JSON");
    auto* const csv = app.add_flag_callback(
                             "--csv", [&] { command.output = Output::csv; }, "Print CSV")
                          ->excludes(json, explain);
    auto* const repeat = app.add_option("--repeat", command.repeat,
                                        "Timed runs on samples in memory, of which the best\nis shown "
                                        "(default: one pass over the files)")
                             ->type_name("N")
                             ->transform(common::whole_number(1, 1000));
    auto* const rows =
        app.add_option("--rows", command.max_rows,
                       "Maximum rows of the picture (default 32, or one per\nbin up to 64 bins)")
            ->type_name("N")
            ->transform(common::whole_number(1, 1 << 24));
    app.add_flag(
        "--summary", command.summary,
        "Print a line for each histogram: count, missing,\nextremes, percentiles, mean, and its shape");
    app.add_flag("--quiet", command.quiet, "Print the picture and the statistics alone");
    app.add_flag(
        "--live", command.live,
        "Follow a growing FILE, or standard input, and draw\nagain as samples arrive; Ctrl-C ends it");
    auto* const source =
        add_mode(
            app, command, "--show-source", Mode::show_source,
            "Print the OpenCL C program built for FILE, or for an\nunknown number of samples without FILE")
            ->excludes(all, explain, verify, json, csv, repeat, rows);
    add_mode(app, command, "--report", Mode::report,
             "Print what a bug report needs: versions, system,\ndevices, caches, choices and timings")
        ->excludes(source, all, explain, verify, json, csv, repeat, rows);
}

constexpr auto min_memory = std::uint64_t{1} << 20U;

void add_memory(CLI::App& app, Command& command) {
    app.add_option("--memory", command.memory,
                   "Memory for samples on their way to the devices, such\nas 64M or 1G (default 256M)")
        ->type_name("SIZE")
        ->transform(common::whole_number(min_memory, std::numeric_limits<std::uint64_t>::max()))
        ->group("Device");
}

void resolve_samples(Command& command) {
    auto& type = command.reading.type;
    if (!command.letters.empty()) {
        type = histo_cl::SampleType::u8;
        set_letters(command.letters, command.binning);
    }
    if (type && !follow_samples(*type, command.binning))
        problem_of(command, *type).validate(); // reports errors before files are opened
}

void resolve_passes(const Command& command) {
    if (!keeps_samples(command)) return;
    constexpr const char* hint = " (--help-all lists the options that keep them there)";
    if (command.devices.size() > 1)
        throw UsageError("samples in memory are counted on one --device, not " +
                         std::to_string(command.devices.size()) + hint);
    const bool once = command.mode == Mode::count && !command.repeat &&
                      command.options.knobs.merge != histo_cl::Merge::host;
    if (saves(command) && !once)
        throw UsageError("--save and --add take the counts of one pass, not those of --all-variants, "
                         "--show-source, --repeat and --merge host");
    if (command.memory) throw UsageError(std::string("--memory does not bound samples in memory") + hint);
}

/// Throws UsageError for extremes and means in outputs that add up or compare bins, and for standard errors
/// in outputs that do not show them.
void check_of(const Command& command) {
    const auto of = command.selection.of;
    const auto& look = command.pictures.look;
    if (command.selection.errors && (of == Of::minimum || of == Of::maximum))
        throw UsageError("--errors takes sums and means, not --of " + std::string(name(of)));
    if (command.selection.errors && (look.density || look.cumulative))
        throw UsageError("--errors are those of sums, not of --density and --cumulative");
    if (adds_up(of)) return;
    const auto option = "--of " + std::string(name(of));
    if (is_asked(command.analysis) || look.density || look.cumulative)
        throw UsageError(option + ": --stats, --threshold, --compare, --equalize, --density and --cumulative "
                                  "take counts and sums");
    if (of != Of::mean && saves(command))
        throw UsageError(option + ": --save and --add take counts, sums and means");
    if (of == Of::mean && command.selection.tile)
        throw UsageError(option + " takes one histogram: not with --tiles");
}

/// Throws UsageError for an option that would have no effect, because there is no FILE.
void check_without_files(const CLI::App& app) {
    for (const auto* const option : app.get_options()) {
        const auto name = option->get_name();
        const auto& group = option->get_group();
        const bool is_for_samples = group == "Samples" || group == "Tables of text" ||
                                    group == "What to count" || name == "--compare" || name == "--equalize" ||
                                    name == "--verify";
        if (is_for_samples && name != "--type" && option->count() > 0)
            throw UsageError(name + " takes samples of FILE, and no FILE is given (- is standard input)");
    }
}

/// Resolves settings that depend on several options. Throws UsageError if they contradict each other.
void resolve(Command& command, const CLI::App& app) {
    if (command.mode == Mode::list_devices) {
        if (command.output == Output::csv) throw UsageError("--list-devices prints text or JSON, not CSV");
        return;
    }
    if (command.mode == Mode::report) return;
    check_rule(command.binning);
    auto& columns = command.reading.columns;
    command.selection.weights_are_column = !columns.empty() && command.selection.weights;
    command.selection.grouped = command.reading.group_by.has_value();
    if (command.selection.weights_are_column) columns.push_back(*command.selection.weights);
    // A tuning table has knobs for devices only, not for the calling thread.
    if (command.options.tuning_file) command.options.calling_thread = false;
    if (command.selection.tile && command.selection.joint)
        throw UsageError("--tiles: each is a histogram of one axis, not --joint");
    resolve_samples(command);
    resolve_passes(command);
    check_pictures(command.pictures);
    command.pictures.merges = has_default_count(command.binning);
    check_of(command);
    if (command.selection.joint && (command.pictures.look.density || command.pictures.look.cumulative))
        throw UsageError("--density and --cumulative draw bars, not the map of a --joint histogram");
    if (is_asked(command.analysis) && command.mode != Mode::count)
        throw UsageError("--stats, --threshold, --compare and --equalize apply to the counts of "
                         "one run, not to "
                         "--all-variants or --show-source");
    if (command.analysis.equalized && places_elements(command.selection))
        throw UsageError("--equalize takes all pixels of the image: not with --region, --tiles, --mask and "
                         "--weights");
    if (!command.pictures.files.empty() && command.mode != Mode::count)
        throw UsageError("--picture draws the counts of one run, not --all-variants or --show-source");

    if (!command.files.empty()) return;
    if (!command.added.empty() || command.mode == Mode::show_source) return check_without_files(app);
    if (common::is_terminal(common::StandardStream::input))
        throw UsageError("no FILE given, and standard input is a terminal (see --help)");
    command.files = {"-"};
}

void remove_options(CLI::App& app, std::initializer_list<const char*> options) {
    for (const auto* const option : options)
        app.remove_option(app.get_option(option));
}

/// Removes the options that ranks do not support, and replaces help texts that offer unsupported values.
void restrict_to_job(CLI::App& app) {
    remove_options(app, {"--all-variants", "--show-source", "--report",    "--repeat",  "--column",
                         "--where",        "--group-by",    "--separator", "--numbers", "--strict",
                         "--summary",      "--shape",       "--channels",  "--joint",   "--region",
                         "--tiles",        "--mask",        "--weights",   "--of",      "--errors",
                         "--compare",      "--metric",      "--equalize",  "--overlay", "--live"});
    app.get_option("--range")->type_name("LO HI");
    app.get_option("--log")->type_name("LO HI");
    const std::vector<std::pair<const char*, std::string>> texts{
        {"--type",
         "Sample type (default: that of the format, else u8):\n" + listed(histo_cl::all_sample_types)},
        {"--count", "Maximum number of samples that are counted of each file"},
        {"--bins", "Number of bins (default 256, or one per value if\nthe range has fewer)"},
        {"--range", "Even bins over [LO, HI) (default: all integers of 8 or\n16 bits; other types need it, "
                    "or other bins)"},
        {"--log", "Logarithmic bins over [LO, HI)"},
        {"--custom", "C expression of the sample x that gives the bin, 0 to N-1"},
        {"--add", "Add counts that were saved with the same type, bins\nand rules; may be repeated"},
        {"--merge", "How private counts are added up: atomic, last_group, device"},
        {"--explain", "Say why this variant was chosen, and how it runs"},
        {"--stats", "Moments, percentiles, mode and entropy of the bins"}};
    for (const auto& [option, text] : texts)
        app.get_option(option)->description(text);
}

/// Throws UsageError for options that the ranks of a job do not support.
void check_job(const Command& command) {
    if (command.mode != Mode::count) return;
    if (command.options.knobs.merge == histo_cl::Merge::host)
        throw UsageError("--merge host keeps all samples in memory, which ranks do not");
    if (command.binning.rule)
        throw UsageError(
            "--bins " + std::string(bin_rule_name(*command.binning.rule)) +
            ": a rule takes all samples in memory, which ranks do not keep: --bins takes a number");
    if (command.files.empty()) throw UsageError("no FILE given (see --help)");
    for (const auto& file : command.files)
        if (file == "-") throw UsageError("standard input cannot be split among ranks: FILE is needed");
}

} // namespace

bool keeps_samples(const Command& command) {
    return command.mode != Mode::count || command.repeat || command.binning.custom || command.binning.rule ||
           command.options.knobs.merge == histo_cl::Merge::host || places_elements(command.selection) ||
           command.selection.channels == "luma" || command.selection.grouped ||
           (command.selection.joint && !command.selection.channels && command.files.size() > 1);
}

histo_cl::Problem problem_of(const Command& command, histo_cl::SampleType type) {
    return problem_of(command, type, binning_from(type, command.binning));
}

histo_cl::Problem problem_of(const Command& command, histo_cl::SampleType type, histo_cl::Binning binning) {
    const bool follows = follow_samples(type, command.binning);
    return {.sample = type,
            .axes = {std::move(binning)},
            .last_edge = command.last_edge.value_or(follows ? histo_cl::LastEdge::inclusive
                                                            : histo_cl::LastEdge::exclusive),
            .out_of_range = command.out_of_range,
            .counter = histo_cl::CounterType::u64};
}

common::Arguments with_automatic_range(const common::Arguments& typed) {
    common::Arguments arguments;
    for (const auto& argument : typed) {
        const auto before = arguments.empty() ? std::string() : arguments.back();
        const bool is_automatic = argument == automatic && (before == "--range" || before == "--log");
        const bool is_missing =
            before == "--log" && !common::number_typed(argument.substr(0, argument.find(',')));
        if (argument == std::string("--range=") + automatic || argument == std::string("--log=") + automatic)
            arguments.insert(arguments.end(), {argument.substr(0, argument.find('=')), automatic, automatic});
        else if (is_automatic || is_missing)
            arguments.insert(arguments.end(), 2, automatic);
        if (!is_automatic && !argument.starts_with("--range=auto") && !argument.starts_with("--log=auto"))
            arguments.push_back(argument);
    }
    if (!arguments.empty() && arguments.back() == "--log") arguments.insert(arguments.end(), 2, automatic);
    return arguments;
}

std::vector<double> percents_of(const Command& command) {
    const auto& args = command.analysis;
    if (!args.percents.empty()) return args.percents;
    if (args.statistics) return {default_percents.begin(), default_percents.end()};
    return command.summary ? std::vector<double>{1, 50, 99} : std::vector<double>();
}

std::function<Command()> add_options(CLI::App& app, Reader reader) {
    const auto parsed = std::make_shared<Command>();
    auto& command = *parsed;
    command.program = app.get_name();
    app.description(description)->footer(footer);
    app.add_option("FILE", command.files, "Files of samples")->type_name("");
    add_reading_options(app, command.reading);
    add_table_options(app, command.reading);
    add_selection_options(app, command.selection);
    add_binning(app, command);
    common::add_device_list_option(app, command.devices);
    add_mode(app, command, "--list-devices", Mode::list_devices, "List the devices and exit")
        ->group("Device");
    add_memory(app, command);
    add_saved(app, command);
    common::add_knobs(app, command.options);
    add_output(app, command);
    add_analysis_options(app, command.analysis);
    add_picture_options(app, command.pictures);
    for (const auto* const other :
         {"--threshold", "--equalize", "--compare", "--explain", "--overlay", "--add"})
        app.get_option("--summary")->excludes(other);
    if (reader == Reader::job) restrict_to_job(app);
    command.reading.tables = reader == Reader::process;
    return [parsed, reader, &app] {
        auto result = *parsed;
        resolve(result, app);
        if (reader == Reader::job) check_job(result);
        return result;
    };
}

} // namespace count
