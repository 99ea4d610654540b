// histo_cl: the histogram of files, on any OpenCL device.

#include "common/errors.hpp"
#include "common/program.hpp"
#include "common/signals.hpp"
#include "common/terminal.hpp"
#include "common/text.hpp"
#include "count/command.hpp"
#include "count/counting.hpp"
#include "count/input.hpp"
#include "count/selection.hpp"
#include "count/show/show.hpp"
#include "count/trials.hpp"
#include "files/input_file.hpp"
#include "program/live.hpp"
#include "program/report.hpp"
#include "tune/command.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <stop_token>
#include <utility>
#include <vector>

namespace count {

namespace {

using common::Content;
using common::ExitCode;
using common::print;
using common::UsageError;
using files::InputFile;
using histo_cl::Device;
using histo_cl::Problem;
using histo_cl::SampleType;
using Inputs = std::vector<InputFile>;

constexpr const char* program = "histo_cl";

void complain(const std::string& message) {
    common::complain(program, message);
}

/// Returns the problem that counts the selection. `bins`: the bins of its axes if they depend on the samples,
/// otherwise empty.
Problem problem_of(const Command& command, SampleType type, const Selection& selection,
                   const std::vector<histo_cl::Binning>& bins) {
    auto problem = bins.empty() ? problem_of(command, type) : problem_of(command, type, bins.front());
    lay_out(problem, command.selection, selection);
    if (!bins.empty()) problem.axes = bins;
    for (std::size_t axis = 0; axis < problem.axes.size() && bins.empty(); ++axis)
        if (const auto* column = column_of(selection, axis); column != nullptr)
            problem.axes[axis] = column_bins(*column, {}, command.binning).value_or(problem.axes[axis]);
    problem.validate();
    return problem;
}

/// Throws UsageError if a column has another kind of values in one of these tables than in the first file.
void check_kinds(const std::string& option, const Inputs& inputs, const Selection& selection) {
    for (const auto& input : inputs)
        for (std::size_t axis = 0; axis < selection.active.size(); ++axis)
            if (const auto* first = column_of(selection, axis);
                first != nullptr && (*input.columns->found)[selection.active[axis]].kind != first->kind)
                throw UsageError(option + ": column " + common::printable(first->name) + " of " +
                                 common::printable(input.name) +
                                 " is of another kind than in the first file");
}

/// Returns the histograms of the --compare file, counted with the same problem; empty without --compare.
std::vector<Histogram> count_compared(const Command& command, const Problem& problem,
                                      const Selection& selection) {
    const auto& name = command.analysis.compared;
    if (!name) return {};
    auto other = command;
    other.files = {*name};
    if (selection.columns) { // finds them by their names
        other.reading.found = selection.columns;
        other.reading.apart = true;
        other.reading.columns_type = problem.sample;
    }
    auto inputs = open_files(other);
    const auto type = files::resolve(inputs, other.reading);
    if (type != problem.sample)
        throw UsageError("--compare: the samples of " + common::printable(*name) + " are " +
                         std::string(histo_cl::name(type)) + ", not " +
                         std::string(histo_cl::name(problem.sample)));
    const auto its = select(other.selection, inputs);
    if (its.channels != selection.channels || is_separate(selection))
        throw UsageError("--compare: the elements of " + common::printable(*name) + " have " +
                         common::plural(its.channels, "channel") + ", not " +
                         std::to_string(selection.channels));
    if (its.columns && !selection.columns)
        throw UsageError("--compare: " + common::printable(*name) +
                         " is a table of text, but the first file is not");
    check_kinds("--compare", inputs, selection);
    const auto memory = read_all(other, its, type, std::move(inputs));
    auto all = histograms(memory.source, count_in_memory(other, problem, devices_of(command), memory).result);
    for (auto& one : all)
        one.name = *name + (one.name.empty() || all.size() == 1 ? "" : " " + one.name);
    return all;
}

ExitCode show_added(const Command& command, const Problem& problem) {
    Result result;
    result.problem = problem;
    return add_and_show(command, {}, result, histo_cl::Partial(problem), load_all(problem, command.added));
}

/// The columns of a table that are counted; empty if the first file is not a table.
std::vector<files::Column> columns_of(const files::SampleReader& reader, const Selection& selection) {
    std::vector<files::Column> columns;
    if (const auto& table = reader.files().front().columns)
        for (const auto channel : selection.active)
            columns.push_back((*table->found)[channel]);
    return columns;
}

/// Opens the files again.
Inputs opened(const Command& command) {
    auto inputs = open_files(command);
    static_cast<void>(files::resolve(inputs, command.reading));
    return inputs;
}

files::SampleReader reader_of(const Command& command, SampleType type, const Selection& selection,
                              Inputs inputs, const std::stop_source& stop) {
    return {std::move(inputs), histo_cl::bytes(type), command.reading.truncate, stop.get_token(),
            elements_of(selection)};
}

/// Returns the bins that depend on the samples. Reads the files to find them, and opens the files again.
/// Empty if no bins depend on the samples.
std::vector<histo_cl::Binning> bins_of_files(const Command& command, SampleType type,
                                             const Selection& selection, Inputs& inputs,
                                             const std::stop_source& stop) {
    if (!follow_samples(type, command.binning, selection)) return {};
    auto reader = reader_of(command, type, selection, std::exchange(inputs, opened(command)), stop);
    auto extremes = find_extremes(reader, type, selection, stop, command.binning.log_from_samples);
    return bins_between(type, std::move(extremes), selection, command.binning,
                        command.pictures.look.together);
}

/// Whether exact statistics are requested, for which the files are read again.
bool reads_again(const Command& command, std::span<const InputFile> inputs) {
    return !percents_of(command).empty() && can_be_read_again(inputs);
}

/// Adds the exact statistics of the histograms, which were counted from the same samples as the reader reads.
/// A request to stop ends the result, too.
void add_exact(Result& result, const Command& command, const Selection& selection,
               std::span<const Histogram> counted, files::SampleReader& reader) try {
    if (result.interrupted) return;
    std::ranges::move(exact_of(command, result.problem, selection, counted, reader),
                      std::back_inserter(result.exact));
} catch (const common::Interrupted&) {
    result.interrupted = true;
}

/// Counts files as they are read. A request to stop ends the counting early.
ExitCode count_files(const Command& command, SampleType type, const Selection& selection, Inputs inputs,
                     const std::stop_source& stop) {
    const auto devices = devices_of(command, files::known_bytes(inputs));
    const auto bins = bins_of_files(command, type, selection, inputs, stop);
    const auto problem = problem_of(command, type, selection, bins);
    const auto saved = load_all(problem, command.added);
    auto reader = reader_of(command, type, selection, std::move(inputs), stop);
    auto [result, partial] = count_in_one_pass(command, problem, devices, reader, stop);
    auto source = source_of(command, reader, element_bytes(problem));
    source.axes = selection.names;
    source.columns = columns_of(reader, selection);
    source.leaves_out_alpha = selection.leaves_out_alpha;
    if (reads_again(command, reader.files())) {
        auto again = reader_of(command, type, selection, opened(command), stop);
        add_exact(result, command, selection, histograms(source, result), again);
    }
    const auto compared =
        result.interrupted ? std::vector<Histogram>() : count_compared(command, problem, selection);
    return add_and_show(command, std::move(source), std::move(result), *std::move(partial), saved, compared);
}

/// The files' names; without their folders, if the names then still differ.
std::vector<std::string> short_names(const std::vector<std::string>& files) {
    std::vector<std::string> names;
    for (const auto& file : files)
        names.push_back(file.substr(file.find_last_of('/') + 1));
    const std::set<std::string> different(names.begin(), names.end());
    return different.size() == names.size() ? names : files;
}

/// Counts each file separately over the same bins, as the files are read, and shows the counts together.
ExitCode count_apart(const Command& command, SampleType type, const Selection& selection, Inputs inputs,
                     const std::stop_source& stop) {
    if (keeps_samples(command) || saves(command) || command.selection.joint || command.analysis.compared)
        throw UsageError(
            "--overlay: files that are counted apart are read once, without options that keep samples "
            "in memory (--help-all lists them), --save, --add, --joint and --compare");
    check_kinds("--overlay", inputs, selection);
    const auto devices = devices_of(command, files::known_bytes(inputs));
    if (follow_samples(type, command.binning, selection) && !can_be_read_again(inputs))
        throw UsageError("--overlay reads the files twice to find their range, unless --range says it");
    const auto bins = bins_of_files(command, type, selection, inputs, stop);
    const auto problem = problem_of(command, type, selection, bins);
    Source source;
    Result result;
    std::vector<Histogram> all;
    const auto names = short_names(command.files);
    auto again = reads_again(command, inputs) ? opened(command) : Inputs();
    const auto reader_of_one = [&](InputFile& input) {
        Inputs one;
        one.push_back(std::move(input));
        return reader_of(command, type, selection, std::move(one), stop);
    };
    for (std::size_t file = 0; file < inputs.size(); ++file) {
        auto reader = reader_of_one(inputs[file]);
        auto one = count_in_one_pass(command, problem, devices, reader, stop).result;
        one.measured.whole_seconds += result.measured.whole_seconds;
        if (one.verified) one.verified = *one.verified && result.verified.value_or(true);
        one.exact = std::move(result.exact);
        const auto before = source;
        source = source_of(command, reader, element_bytes(problem), std::move(source));
        const auto its = std::make_shared<const Source>(Source{.names = {},
                                                               .elements = source.elements - before.elements,
                                                               .missing = source.missing - before.missing,
                                                               .axes = selection.names,
                                                               .columns = columns_of(reader, selection)});
        if (file == 0) source.columns = its->columns;
        auto counted = histograms(*its, one);
        if (!again.empty()) {
            auto second = reader_of_one(again[file]);
            add_exact(one, command, selection, counted, second);
        }
        one.without.insert(one.without.begin(), result.without.begin(), result.without.end());
        result = std::move(one);
        for (auto& histogram : counted) {
            histogram.name = names[file] + (histogram.name.empty() ? "" : " " + histogram.name);
            histogram.source = its;
            histogram.part = file;
            all.push_back(std::move(histogram));
        }
        if (result.interrupted) break;
    }
    if (result.exact.size() != all.size()) result.exact.clear();
    source.axes = selection.names;
    source.leaves_out_alpha = selection.leaves_out_alpha;
    return show_all(command, source, result, all, {});
}

/// Divides samples into chunks for one device. Throws UsageError if custom bins would need more than one
/// chunk: their expression may use the element's index, which would be relative to the chunk.
std::vector<std::span<const std::byte>> chunks_of(const InMemory& memory, const Problem& problem,
                                                  const Device& device) {
    const auto limit = chunk_limit(device.profile);
    auto chunks = split_chunks(memory.samples, element_bytes(problem), limit);
    if (histo_cl::has_custom_bins(problem) && chunks.size() > 1)
        throw UsageError("--custom: the samples must fit one buffer of the device, at most " +
                         common::byte_size(limit) + ", but have " + common::byte_size(memory.source.bytes));
    return chunks;
}

ExitCode count_again_and_again(const Command& command, const Problem& problem, const Device& device,
                               const InMemory& memory, std::span<const Histogram> compared) {
    const auto chunks = chunks_of(memory, problem, device);
    const Session session(device, chunks);
    auto result = run(session, problem, command.options, command.repeat.value_or(0));
    result.shares = {{.device = device, .bytes = memory.source.bytes}};
    if (!memory.source.columns.empty()) result.without = nans_of(problem, memory.samples, memory.mask);
    if (command.verify) result.verified = result.measured.counts == reference_counts(problem, chunks);
    return show(command, memory.source, result, compared);
}

ExitCode all_variants(const Command& command, const Problem& problem, const Device& device,
                      const InMemory& memory) {
    const auto chunks = chunks_of(memory, problem, device);
    const Session session(device, chunks);
    const auto reference = reference_counts(problem, chunks);
    common::StatusLine progress;
    const auto show_progress = [&](histo_cl::Variant variant) {
        progress.show(std::string(name(variant)) + " ...");
    };
    const auto trials =
        try_all(session, problem, command.options, command.repeat.value_or(0), reference, show_progress);
    progress.clear();
    const auto chosen = chosen_decision(session, problem, command.options);

    switch (command.output) {
    case Output::json:
        print(json_of(memory.source, device, problem, trials, chosen, command.explain), Content::data);
        break;
    case Output::csv: print(csv_of(memory.source, trials), Content::data); break;
    case Output::picture:
        print(table(memory.source, device, problem, command.letters, trials, chosen, command.explain,
                    common::standard_output()));
    }
    const auto outcome = verdict(trials);
    if (outcome == ExitCode::wrong_counts) complain("the counts of a variant differ from the reference");
    if (outcome == ExitCode::device) complain("a variant failed on the device");
    if (outcome == ExitCode::usage) complain("no variant can run");
    return outcome;
}

ExitCode show_source(const Command& command, const Problem& problem, const Device& device, Chunks chunks) {
    const auto plan = Session(device, chunks).plan(problem, command.options);
    print(program_text(histo_cl::kernel_source(plan.problem(), plan.decision())), Content::data);
    return ExitCode::ok;
}

ExitCode count_once(const Command& command, const Problem& problem, std::span<const Device> devices,
                    const Selection& selection, InMemory& memory, std::span<const Histogram> compared) {
    if (selection.group) {
        const auto result = count_groups(command, problem, devices, selection, memory);
        return show(command, memory.source, result, compared);
    }
    const auto saved = load_all(problem, command.added);
    auto [result, partial] = count_in_memory(command, problem, devices, memory);
    result.exact = exact_of(command, problem, selection, memory);
    if (partial)
        return add_and_show(command, memory.source, std::move(result), std::move(*partial), saved, compared);
    return show(command, memory.source, result, compared);
}

/// Throws UsageError for too many tiles: all counts are in memory at once, 8 bytes each.
void check_tiles(const Problem& problem, const histo_cl::Shape& shape) {
    const auto tiles = histo_cl::histograms(problem, shape);
    const auto max = max_kept() / 8 / problem.counters();
    if (tiles > max)
        throw UsageError("--tiles: the image has " + common::plural(tiles, "tile") + " of " +
                         common::plural(problem.counters(), "counter") +
                         ", more than half of the machine's memory holds: at most " + common::grouped(max) +
                         " (larger tiles, or fewer --bins)");
}

/// Counts samples that are kept in memory.
ExitCode count_kept(const Command& command, SampleType type, const Selection& selection, Inputs inputs) {
    auto memory = read_all(command, selection, type, std::move(inputs));
    const auto devices = devices_of(command, memory.source.bytes);
    std::vector<histo_cl::Binning> bins;
    if (follow_samples(type, command.binning, selection)) bins = bins_of(memory, selection, command, type);
    auto problem = problem_of(command, type, selection, bins);
    problem.weights.type = memory.weight_type;
    keep(problem, command.selection);
    problem.counter = sum_of(problem);
    if (command.selection.tile) check_tiles(problem, memory.shape);
    if (saves(command) && !has_partial(problem))
        throw UsageError(
            "--save and --add take counts, or sums and means of whole weights, of one histogram: "
            "not --tiles and weights that are floats");
    const bool is_placed = places_elements(command.selection) || is_separate(selection);
    const bool in_order = !is_placed && memory.mask.empty() && !memory.samples.empty();
    if (!in_order && command.mode != Mode::count)
        throw UsageError(
            std::string("--all-variants and --show-source take samples one after the other, not ") +
            (is_placed ? "--region, --tiles, --mask, --weights and --joint of files"
                       : "missing ones of --custom, or missing ones alone"));
    switch (command.mode) {
    case Mode::all_variants: return all_variants(command, problem, devices.front(), memory);
    case Mode::show_source:
        return show_source(command, problem, devices.front(), chunks_of(memory, problem, devices.front()));
    default: break;
    }
    const auto compared = count_compared(command, problem, selection);
    if (selection.group && (saves(command) || selection.joint || command.repeat ||
                            command.analysis.compared || problem.weights.type))
        throw UsageError(
            "--group-by counts: it does not go with --joint, --weights, --compare, --repeat, --save and "
            "--add");
    const bool on_device = command.repeat || command.options.knobs.merge == histo_cl::Merge::host;
    return in_order && on_device && !devices.empty() && !saves(command)
               ? count_again_and_again(command, problem, devices.front(), memory, compared)
               : count_once(command, problem, devices, selection, memory, compared);
}

/// Runs without samples: adds up saved counts, or shows the program for an unknown number of samples.
ExitCode count_nothing(const Command& command, SampleType type) {
    if (follow_samples(type, command.binning))
        throw UsageError(std::string(name(type)) +
                         ": without FILE there are no samples to take the range from: --range LO HI says it");
    const auto problem = problem_of(command, type, {}, {});
    if (command.mode != Mode::show_source) return show_added(command, problem);
    return show_source(command, problem, devices_of(command).front(), {});
}

/// Whether the files are small tables, which are read once and kept in memory.
bool is_small_table(const Inputs& inputs) {
    constexpr std::uint64_t max_bytes = std::uint64_t{1} << 26U;
    std::uint64_t bytes = 0;
    for (const auto& input : inputs) {
        if (!input.columns || input.formats.size() > 1) return false;
        bytes += input.size.value_or(max_bytes + 1);
    }
    return bytes <= max_bytes;
}

/// Throws UsageError for columns of texts in outputs that add up or compare bins, because each file numbers
/// its texts separately.
void check_texts(const Command& command, const Selection& selection) {
    if (!saves(command) && !command.analysis.compared && !command.pictures.look.together) return;
    for (std::size_t axis = 0; axis < selection.active.size(); ++axis)
        if (const auto* column = column_of(selection, axis);
            column != nullptr && column->kind == files::ColumnKind::text)
            throw UsageError("--save, --add, --compare and --overlay take numbers, and column " +
                             common::printable(column->name) +
                             " has texts (--column says which are counted)");
}

/// Throws UsageError if bounds are dates, but the samples of an axis are not.
void check_dates(const BinningArgs& args, const Selection& selection) {
    for (std::size_t axis = 0; axis < selection.active.size() && args.dates; ++axis) {
        const auto* column = column_of(selection, axis);
        if (column == nullptr || column->kind == files::ColumnKind::number)
            throw UsageError("--range and --edges take dates for columns of dates, and " +
                             (column == nullptr ? "the samples are"
                                                : "column " + common::printable(column->name) + " has") +
                             " numbers (--column says which are counted)");
    }
}

/// Counts what the files hold now.
ExitCode count_now(const Command& command) {
    auto inputs = open_files(command);
    const auto type = files::resolve(inputs, command.reading);
    if (inputs.empty()) return count_nothing(command, type);
    if (files::known_bytes(inputs) == 0) fail_as_empty(inputs);
    const auto selection = select(command.selection, inputs);
    const bool apart = command.pictures.look.together && inputs.size() > 1;
    check_texts(command, selection);
    check_dates(command.binning, selection);
    if (command.analysis.equalized) {
        if (!can_be_read_again(inputs)) throw UsageError("--equalize takes a file, which is read twice");
        write_equalized(command, devices_of(command));
    }
    const bool is_read_again =
        follow_samples(type, command.binning, selection) || !percents_of(command).empty();
    const bool is_simple = command.devices.size() < 2 && !command.memory;
    const bool keeps = keeps_samples(command) || (is_read_again && !can_be_read_again(inputs)) ||
                       (is_simple && is_small_table(inputs));
    if (keeps && !apart) return count_kept(command, type, selection, std::move(inputs));
    std::stop_source stop;
    if (!command.live) common::at_next_interrupt([stop]() mutable { stop.request_stop(); });
    return apart ? count_apart(command, type, selection, std::move(inputs), stop)
                 : count_files(command, type, selection, std::move(inputs), stop);
}

ExitCode run_command(const Command& command) {
    if (command.mode == Mode::list_devices) return list_devices(command);
    if (command.mode == Mode::report) return report_system(command);
    return command.live ? follow(command, count_now) : count_now(command);
}

} // namespace

} // namespace count

int main(int argc, char** argv) {
    const common::Subcommand count{.name = "count",
                                   .define = [](CLI::App& app) -> common::Work {
                                       return [command = count::add_options(app)](const auto&) {
                                           return count::run_command(command());
                                       };
                                   },
                                   .rewrite = count::with_automatic_range};
    return common::run_program({count::program, "histo_cl_demo"}, {count, tune::subcommand()}, argc, argv);
}
