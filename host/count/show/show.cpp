#include "count/show/show.hpp"

#include "common/date.hpp"
#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/program.hpp"
#include "common/text.hpp"
#include "count/show/picture.hpp"
#include "count/show/statistics.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace count {

using common::Content;
using common::ExitCode;
using common::print;

ExitCode list_devices(const Command& command) {
    if (command.output == Output::json) {
        const auto devices = histo_cl::devices();
        const auto preferred = common::preferred_device(command.program);
        print(json_of(devices, preferred ? &*preferred : nullptr), Content::data);
    } else {
        common::list_devices(command.program);
    }
    return ExitCode::ok;
}

namespace {

/// Sets the texts of statistics that are values of the axis to dates. Dates have no sum, which becomes NaN.
void show_dates(std::vector<Statistic>& statistics) {
    for (auto& one : statistics) {
        if (one.name == "sum") one.value = std::numeric_limits<double>::quiet_NaN();
        const bool is_value = one.name == "min" || one.name == "max" || one.name == "mean" ||
                              one.name == "mode" || one.bounds || one.name.starts_with("threshold");
        if (is_value && one.value.is_finite()) one.text = common::date_text(one.value.to_double());
    }
}

Statistics statistics(const Command& command, const Source& source, const Result& result,
                      std::span<const Histogram> all, std::span<const Histogram> others) {
    if (!others.empty() && others.size() != all.size())
        throw common::UsageError("--compare: FILE has " + common::plural(others.size(), "histogram") +
                                 ", not " + common::grouped(all.size()));
    Statistics found;
    for (std::size_t i = 0; i < all.size(); ++i) {
        found.push_back(statistics_of(command.analysis, result.problem, all[i],
                                      others.empty() ? nullptr : &others[i], source.axes,
                                      result.exact.empty() ? nullptr : &result.exact[i]));
        if (is_date(source, all[i])) show_dates(found.back());
        if (command.analysis.statistics && source.missing > 0)
            found.back().insert(found.back().begin(),
                                {"missing", static_cast<double>(own_source(source, all[i]).missing)});
    }
    return found;
}

/// Saves counts. A regular file is replaced atomically and flushed to disk. Any other file is written in
/// place.
void write_partial(const histo_cl::Partial& counted, const std::string& name) {
    if (!common::is_written_in_place(name)) return histo_cl::save(counted, name);
    const auto bytes = counted.to_bytes();
    common::write_file(name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// Returns histograms of letters with the bins in the order of `letters`, instead of alphabetical order.
std::vector<Histogram> in_order(std::span<const Histogram> sorted, std::string_view letters) {
    std::vector<Histogram> all(sorted.begin(), sorted.end());
    for (auto& one : all) {
        const auto reorder = [&]<class T>(std::vector<T>& values) {
            const auto from = values;
            for (std::size_t i = 0; i < from.size(); ++i)
                values[i] = from[static_cast<std::size_t>(
                    std::ranges::count_if(letters, [&](char other) { return other < letters[i]; }))];
        };
        reorder(one.bits);
        reorder(one.errors);
        reorder(one.counts);
    }
    return all;
}

/// The text in the requested form.
std::string text_of(const Command& command, const Source& source, const Result& result,
                    std::span<const Histogram> all, std::span<const Histogram> others,
                    const Statistics& found) {
    if (command.summary && !result.interrupted) return summary_text(command, source, result, all);
    switch (command.output) {
    case Output::json: return json_of(source, result, all, found, command.explain);
    case Output::csv: return csv_of(source, result, all, found);
    case Output::picture: break;
    }
    return (command.explain ? common::printable_lines(explanation(source, result)) + "\n" : "") +
           report(source, result, all, others, found, command.letters, command.max_rows,
                  command.pictures.look, command.quiet, common::standard_output());
}

ExitCode show_in_order(const Command& command, const Source& source, const Result& result,
                       std::span<const Histogram> all, std::span<const Histogram> others,
                       const histo_cl::Partial* counted) {
    const auto found = statistics(command, source, result, all, others);
    const auto text = text_of(command, source, result, all, others, found);
    write_pictures(source, result, all, others, command.analysis.percents.empty() ? Statistics() : found,
                   command.letters, command.pictures);
    const bool is_wrong = !result.verified.value_or(true);
    // Counts are saved last, so that a failed run can be repeated without adding them twice.
    if (command.save && counted != nullptr && !result.interrupted && !is_wrong)
        write_partial(*counted, *command.save);
    print(text, command.output == Output::picture ? Content::painted : Content::data);
    if (is_wrong) {
        common::complain(command.program, std::string("the counts differ from the reference") +
                                              (command.save ? ", and are not saved" : ""));
        return ExitCode::wrong_counts;
    }
    if (!result.interrupted) return ExitCode::ok;
    common::complain(command.program, "interrupted: these are the counts of " +
                                          elements_text(source.elements, result.problem) + " so far" +
                                          (command.save ? ", which are not saved" : ""));
    return ExitCode::interrupted;
}

} // namespace

ExitCode show(const Command& command, const Source& source, const Result& result,
              std::span<const Histogram> others) {
    return show_all(command, source, result, histograms(source, result), others);
}

ExitCode show_all(const Command& command, const Source& source, const Result& result,
                  std::span<const Histogram> all, std::span<const Histogram> others,
                  const histo_cl::Partial* counted) {
    const auto& letters = command.letters;
    if (letters.empty() || letters == all_letters)
        return show_in_order(command, source, result, all, others, counted);
    auto numbered = result; // bins that are not in alphabetical order have no edges but their numbers
    const auto bins = static_cast<std::uint32_t>(letters.size());
    numbered.problem.axes.assign(result.problem.axes.size(), histo_cl::even_bins(bins, 0, bins));
    return show_in_order(command, source, numbered, in_order(all, letters), in_order(others, letters),
                         counted);
}

std::vector<histo_cl::Partial> load_all(const histo_cl::Problem& problem,
                                        std::span<const std::string> names) {
    std::vector<histo_cl::Partial> partials;
    for (const auto& name : names)
        partials.push_back(histo_cl::load(problem, name));
    return partials;
}

ExitCode add_and_show(const Command& command, Source source, Result result, histo_cl::Partial counted,
                      std::span<const histo_cl::Partial> saved, std::span<const Histogram> others) {
    for (const auto& partial : saved) {
        counted.merge(partial);
        source.added_elements += partial.elements();
    }
    source.added_names = command.added;
    result.measured.counts = bits_of(counted.histogram());
    if (of_problem(result.problem) == Of::mean) result.profile = profile(counted);
    return show_all(command, source, result, histograms(source, result), others, &counted);
}

using common::grouped;
using common::plural;

std::string elements_text(std::uint64_t elements, const histo_cl::Problem& problem) {
    const std::string type(name(problem.sample));
    if (problem.channels() == 1) return plural(elements, type + " sample");
    return plural(elements, "element") + " of " + std::to_string(problem.channels()) + " " + type +
           " channels";
}

bool has_dates(const Source& source, std::size_t axis) {
    return !source.columns.empty() && source.columns[axis].kind == files::ColumnKind::date;
}

bool is_date(const Source& source, const Histogram& histogram) {
    return histogram.axes.size() == 1 && has_dates(source, histogram.axes.front());
}

std::vector<std::string> edge_texts(const Source& source, const Result& result, std::size_t axis) {
    std::vector<std::string> texts;
    for (const auto& edge : edge_numbers(result.problem, axis))
        texts.push_back(has_dates(source, axis) ? common::date_text(edge.to_double()) : edge.to_string());
    return texts;
}

std::string unit_of(Of of) {
    if (adds_up(of)) return of == Of::sum ? "weight" : "samples";
    return std::string(name(of));
}

std::string out_of_range_text(const Source& source, const Result& result, const Histogram& histogram) {
    const auto outside = out_of_range(source, result, histogram);
    if (!outside) return {};
    const auto missing = no_value(source, result, histogram).missing;
    const bool may_be_nan =
        column_of(source, histogram) == nullptr && *outside > 0 && histo_cl::is_float(result.problem.sample);
    return grouped(*outside) + (may_be_nan ? " out of range or NaN" : " out of range") +
           (missing > 0 ? ", " + grouped(missing) + " missing" : "");
}

namespace {

using histo_cl::Decision;
using histo_cl::Variant;

std::string in_words(const Decision& decision, const std::string& build_options) {
    if (decision.calling_thread) return to_string(decision);
    return to_string(decision) + "  build:     " + build_options + "\n";
}

std::string why(Variant variant, const Decision& chosen) {
    if (variant == chosen.variant) return "chosen: " + chosen.reason;
    const auto rejected = std::ranges::find(chosen.rejections, variant, &histo_cl::Rejection::variant);
    if (rejected != chosen.rejections.end()) return "passed over: " + rejected->reason;
    return "passed over: " + std::string(method_name(chosen)) + " comes before it on this device";
}

} // namespace

std::string explanation(const Source& source, const Result& result) {
    return counted_samples(source) ? in_words(result.decision, result.build_options) : std::string();
}

std::string explanation(const Trial& trial, const std::optional<Decision>& chosen) {
    if (!trial.result)
        return std::string(name(trial.variant)) + (trial.rejected ? " (rejected: " : " (failed: ") +
               trial.reason + ")\n";
    auto decision = trial.result->decision;
    if (chosen) {
        decision.reason = why(trial.variant, *chosen);
        decision.set_knobs = chosen->set_knobs; // excluding the variant, which all trials force
    }
    return in_words(decision, trial.result->build_options);
}

} // namespace count
