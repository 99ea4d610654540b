#include "common/program.hpp"
#include "common/table.hpp"
#include "common/text.hpp"
#include "count/binning_args.hpp"
#include "count/show/picture.hpp"
#include "count/show/show.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace count {

using common::byte_size;
using common::Cells;
using common::duration;
using common::fixed;
using common::grouped;
using common::index_of;
using common::pad_left;
using common::pad_right;
using common::plural;
using common::rate;
using common::three_digits;
using common::with_text;

namespace {

using histo_cl::Device;
using histo_cl::Problem;

std::string line(std::string_view key, std::string_view text) {
    const auto shown = common::printable(key);
    return pad_right(shown, std::max<std::size_t>(10, shown.size() + 1)) + common::printable(text) + "\n";
}

/// The text about the format of the first file; may be empty.
std::string format_text(const Source& source) {
    const auto& formats = source.formats;
    if (!formats.empty() && !formats.front().empty()) return " (" + formats.front() + ")";
    if (!source.is_unknown) return "";
    return source.is_text ? " (text without a table, counted as bytes; --column 1 reads it as one)"
                          : " (unknown format, counted as bytes)";
}

/// The saved counts that were added, if there are any.
std::string added_line(const Source& source) {
    if (source.added_names.empty()) return {};
    return line("added", names_text(source.added_names) + ", " + plural(source.added_elements, "sample"));
}

std::string device_line(const Device& device) {
    return line("device",
                index_of(device) + "  " + device.profile.name + " (" + device.profile.platform + ")");
}

/// A line per device, or the reason why there is none. If there are several, further lines say what each has
/// counted.
std::string share_lines(const Result& result) {
    if (result.shares.empty()) return line("device", result.decision.reason);
    if (result.shares.size() == 1) return device_line(result.shares.front().device);
    std::uint64_t all = 0;
    for (const auto& share : result.shares)
        all += share.bytes;
    std::string text;
    for (const auto& share : result.shares) {
        const double part =
            static_cast<double>(share.bytes) / static_cast<double>(std::max<std::uint64_t>(all, 1));
        text +=
            device_line(share.device) + line("", byte_size(share.bytes) + ", " + fixed(100 * part, 1) + "%");
        if (!share.error.empty()) text += line("", "given up: " + share.error);
        if (!share.note.empty()) text += line("", share.note);
    }
    return text;
}

/// Describes the bins of the first axis, and of each axis whose bins differ from those.
std::string binning_text(const Problem& problem, const std::string& letters) {
    if (letters == all_letters) return "7 bins of four letters, in either case";
    if (!letters.empty())
        return common::plural(letters.size(), "letter") + ", " + letters + ", in either case";
    std::string text;
    for (const auto& binning : problem.axes)
        if (text.empty() || !(binning == problem.axes.front()))
            text += (text.empty() ? "" : " and ") + to_string(binning);
    if (problem.axes.size() > 1) text += problem.joint ? ", jointly" : ", each channel";
    return text;
}

std::string input_lines(const Source& source, const Problem& problem, const std::string& letters) {
    std::string binning = binning_text(problem, letters);
    if (problem.last_edge != histo_cl::LastEdge::exclusive)
        binning += ", last edge " + std::string(name(problem.last_edge));
    if (problem.out_of_range != histo_cl::OutOfRange::dropped)
        binning += ", out of range " + std::string(name(problem.out_of_range));
    return input_line(source) +
           (source.columns.size() > 1 && !problem.joint
                ? ""
                : line(problem.channels() == 1 ? "samples" : "elements",
                       elements_text(source.elements, problem) + " into " + binning)) +
           (source.weights.empty() ? "" : line("weights", source.weights)) +
           (source.missing > 0 ? line("missing", grouped(source.missing) + " of them, marked as such") : "") +
           (source.leaves_out_alpha ? line("alpha", "not counted (--channels a counts it)") : "");
}

std::string giga(double rate) {
    return three_digits(rate * 1e-9);
}

std::string rates(const Source& source, const Result& result, double seconds) {
    return rate(byte_rate(source, result.problem, seconds), "B") + ", " +
           rate(element_rate(source, seconds), "samples");
}

/// The line with the kernels' time; empty if it was not requested.
std::string counting_line(const Source& source, const Result& result, const std::string& best) {
    const auto& measured = result.measured;
    if (const auto& seconds = measured.device_seconds)
        return line("counting", pad_left(duration(*seconds), 7) + "   " + rates(source, result, *seconds) +
                                    "   (on the device, " + best + ")");
    return measured.untimed.empty() ? "" : line("counting", "      -   (" + measured.untimed + ")");
}

std::string time_lines(const Source& source, const Result& result) {
    const auto& measured = result.measured;
    const std::string best = measured.repeats > 1 ? "best of " + std::to_string(measured.repeats) : "one run";
    return counting_line(source, result, best) +
           line("total", pad_left(duration(measured.whole_seconds), 7) + "   " +
                             rates(source, result, measured.whole_seconds) +
                             (measured.from_files ? "   (from files to counts, in one pass)"
                                                  : "   (from host samples to host counts, " + best + ")")) +
           (result.decision.calling_thread
                ? ""
                : line("build", pad_left(duration(result.build_seconds), 7) +
                                    (result.built_from_cache ? "   (kernels from the cache)"
                                                             : "   (kernels compiled)")));
}

std::string variant_line(const Result& result) {
    const auto& decision = result.decision;
    if (decision.calling_thread) return "none: the calling thread counted";
    return std::string(method_name(decision)) + ", " + plural(result.launched_work_groups, "work-group") +
           " of " + plural(decision.work_group_size, "work-item") + ", " + grouped(decision.local_bytes) +
           " B local memory";
}

std::string_view heading(Labels labels) {
    switch (labels) {
    case Labels::ranges: return "range";
    case Labels::numbers: return "bins";
    case Labels::bytes: return "bytes";
    case Labels::letters: return "letters";
    case Labels::values: return "value";
    case Labels::dates: return "from";
    case Labels::texts: return "text";
    }
    return {};
}

/// The lines with the counts of a histogram, under its name if there are several.
std::string count_lines(const Source& source, const Result& result, const Histogram& histogram,
                        const common::Terminal& terminal) {
    const auto text = [&](const std::optional<Value>& value) {
        if (!value) return std::string("-");
        const std::string error = terminal.unicode ? " ± " : " +/- ";
        return text_of(value->number) + (std::isnan(value->error) ? "" : error + text_of(value->error));
    };
    const auto outside = out_of_range_text(source, result, histogram);
    const auto all = value(histogram, 0, histogram.bits.size());
    const auto holds = histogram.of == Of::count ? plural(all->number.u64(), "sample")
                       : histogram.of == Of::sum ? text(all) + " of weight"
                                                 : unit_of(histogram.of) + " " + text(all) + " of " +
                                                       plural(all ? all->count : 0, "sample");
    std::string lines = line(histogram.name.empty() || result.problem.joint ? "counted" : histogram.name,
                             holds + (outside.empty() ? "" : ", " + outside));
    const auto* column = column_of(source, histogram);
    if (!source.parts.empty() && histogram.part > 0) column = nullptr; // is shown with the first group
    if (column != nullptr && column->bad > 0)
        lines += line("", plural(column->bad, "bad field") + ", the first in " + column->first_bad);
    if (column != nullptr && column->rounded)
        lines +=
            line("", "integers beyond 2^53 are rounded (--column with --type i64 or u64 does not round)");
    if (const auto& apart = histogram.apart)
        lines += line("underflow", text(apart->underflow)) + line("overflow", text(apart->overflow)) +
                 line("NaN", text(apart->nan));
    return lines;
}

/// The kind of labels for the bins of a histogram.
Labels labels_of(const Source& source, const Problem& problem, const Histogram& histogram,
                 const std::string& letters) {
    if (!letters.empty()) return Labels::letters;
    if (!histogram.texts.empty()) return Labels::texts;
    if (is_date(source, histogram)) return Labels::dates;
    const auto* column = column_of(source, histogram);
    if (column == nullptr) return source.is_array ? Labels::ranges : suitable_labels(problem);
    const auto* even = std::get_if<histo_cl::EvenBins>(&problem.axes[histogram.axes.front()]);
    const bool is_each = even != nullptr && column->whole &&
                         even->lower.kind() != histo_cl::Number::Kind::f64 &&
                         histo_cl::distance(even->lower, even->upper) == even->count;
    return is_each ? Labels::values : Labels::ranges;
}

/// Returns pictures of the columns of a table: first the columns of numbers and dates as small charts, with
/// one scale for all groups of a column, and then the columns of texts.
std::string column_pictures(const Source& source, const Result& result, std::span<const Histogram> histograms,
                            std::uint32_t max_rows, const plot::Look& look,
                            const common::Terminal& terminal) {
    std::vector<plot::Figure> figures;
    std::string texts;
    for (std::size_t axis = 0; axis < result.problem.axes.size(); ++axis) {
        std::vector<Histogram> of_axis;
        std::ranges::copy_if(histograms, std::back_inserter(of_axis),
                             [&](const Histogram& one) { return one.axes.front() == axis; });
        if (of_axis.front().texts.empty()) figures.push_back(figure_of(source, result, of_axis, {}, {}));
        for (const auto& one : of_axis)
            if (!one.texts.empty())
                texts += "\n" + picture(text_rows(one, max_rows == 0 ? 8 : max_rows), one.name, look,
                                        terminal, one.of);
    }
    if (figures.empty()) return texts.substr(1);
    return multiples(figures, look, terminal) + texts;
}

/// Returns a chart for each figure. The charts are small if each figure has one series.
std::string overlays(const std::vector<plot::Figure>& figures, const plot::Look& look, std::uint32_t max_rows,
                     const common::Terminal& terminal) {
    const auto is_single = [](const plot::Figure& figure) { return figure.series.size() == 1; };
    if (figures.size() > 1 && std::ranges::all_of(figures, is_single))
        return multiples(figures, look, terminal);
    std::string text;
    for (const auto& figure : figures)
        text += (text.empty() ? "" : "\n") + overlay(figure, look, max_rows, terminal);
    return text;
}

std::string pictures(const Source& source, const Result& result, std::span<const Histogram> histograms,
                     std::span<const Histogram> others, const std::string& letters, std::uint32_t max_rows,
                     const plot::Look& look, const common::Terminal& terminal) {
    const auto& problem = result.problem;
    if (problem.joint) return heat(joint_figure_of(source, result, histograms.front()), look, terminal);
    if (look.together || !others.empty())
        return overlays(figures_of(source, result, histograms, others, {}, letters), look, max_rows,
                        terminal);
    if (histograms.size() > 1 && source.columns.empty()) {
        const auto figure = figure_of(source, result, histograms, {}, letters);
        return multiples({&figure, 1}, look, terminal);
    }
    if (histograms.size() > 1) return column_pictures(source, result, histograms, max_rows, look, terminal);
    const auto& only = histograms.front();
    const auto labels = labels_of(source, problem, only, letters);
    const auto bins = static_cast<std::uint32_t>(only.bits.size());
    const auto each = max_rows > 0 ? (bins - 1) / max_rows + 1 : bins_per_row(bins, bins <= 64 ? 64 : 32);
    const auto shown = labels == Labels::texts ? text_rows(only, max_rows == 0 ? 20 : max_rows)
                       : letters.empty()       ? rows(problem, only, labels, each)
                                               : letter_rows(problem, only, letters);
    return picture(shown, heading(labels), look, terminal, of_problem(problem));
}

Cells cells_of(const Source& source, const std::string& title, const Result& result) {
    const auto& measured = result.measured;
    const auto seconds = measured.device_seconds;
    return {title,
            seconds ? fixed(*seconds * 1e3, 3) : "-",
            fixed(measured.whole_seconds * 1e3, 3),
            seconds ? giga(byte_rate(source, result.problem, *seconds)) : "-",
            seconds ? giga(element_rate(source, *seconds)) : "-",
            grouped(result.launched_work_groups) + " x " + std::to_string(result.decision.work_group_size),
            grouped(result.decision.local_bytes),
            !result.verified   ? "unchecked"
            : *result.verified ? "ok"
                               : "WRONG"};
}

} // namespace

std::string report(const Source& source, const Result& result, std::span<const Histogram> histograms,
                   std::span<const Histogram> others, const Statistics& statistics,
                   const std::string& letters, std::uint32_t max_rows, const plot::Look& look, bool quiet,
                   const common::Terminal& terminal) {
    std::string text;
    if (!quiet) {
        text = input_lines(source, result.problem, letters) + added_line(source);
        if (counted_samples(source)) text += share_lines(result) + line("variant", variant_line(result));
        text += "\n";
    }
    text += pictures(source, result, histograms, others, letters, max_rows, look, terminal) + "\n";
    for (const auto& histogram : histograms)
        text += count_lines(source, result, histogram, terminal);
    if (counted_samples(source) && !quiet) text += time_lines(source, result);
    if (result.verified)
        text += line("verified", *result.verified ? "every bin equals the serial reference" : "WRONG counts");
    return text + common::printable_lines(statistics_text(histograms, statistics, terminal));
}

std::string input_line(const Source& source) {
    const bool is_table = !source.columns.empty();
    return line("input", names_text(source.names) +
                             (source.names.size() == 1 || is_table ? format_text(source) : "") + ", " +
                             (is_table ? plural(source.elements, "row") : byte_size(source.bytes)));
}

std::string program_text(const histo_cl::KernelSource& program) {
    std::string numbers;
    for (std::size_t i = 0; i < program.numbers.size(); ++i)
        numbers += (i == 0 ? "" : ", ") + std::to_string(program.numbers[i]);
    return "// build options: " + program.build_options + "\n// all_numbers: " + numbers + "\n" +
           program.source;
}

std::string table(const Source& source, const Device& device, const Problem& problem,
                  const std::string& letters, std::span<const Trial> trials,
                  const std::optional<histo_cl::Decision>& chosen, bool explain,
                  const common::Terminal& terminal) {
    const auto title = [&](const Trial& trial) {
        return (chosen && trial.variant == chosen->variant ? "* " : "  ") + std::string(name(trial.variant));
    };
    const std::vector<Cells> heads{
        {"", "device", "whole", "", "", "work-", "local", ""},
        {"  variant", "ms", "ms", "GB/s", "Gsamples/s", "groups", "bytes", "check"}};
    common::Columns columns{{},
                            {.number = true, .rank = 1},
                            {.number = true},
                            {.number = true, .rank = 2},
                            {.number = true, .rank = 5},
                            {.number = true, .rank = 3},
                            {.number = true, .rank = 4},
                            {}};
    std::vector<Cells> grid;
    for (const Trial& trial : trials) {
        columns.front().width = std::max(columns.front().width, title(trial).size());
        if (trial.result) grid.push_back(cells_of(source, title(trial), *trial.result));
    }
    if (!grid.empty()) grid.insert(grid.begin(), heads.begin(), heads.end());
    for (const Cells& cells : grid)
        widen(columns, cells);
    const auto begin = columns.front().width + 2;
    columns = fitted(std::move(columns), terminal.columns);

    std::string text = input_lines(source, problem, letters) + device_line(device) + "\n";
    for (const Cells& cells : grid)
        text += row(columns, cells) + "\n";
    for (const Trial& trial : trials) {
        if (trial.result) continue;
        const std::string verdict = (trial.rejected ? "rejected: " : "failed: ") + trial.reason;
        text += with_text(title(trial), begin, verdict, terminal.columns);
    }
    if (chosen) text += "\n* chosen for this device and input\n";
    for (const Trial& trial : explain ? trials : std::span<const Trial>())
        text += "\n" + explanation(trial, chosen);
    return text;
}

} // namespace count
