#include "common/date.hpp"
#include "common/program.hpp"
#include "common/text.hpp"
#include "count/show/picture.hpp"
#include "count/show/show.hpp"
#include "count/show/statistics.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace count {

using common::csv_quoted;

namespace {

using histo_cl::Device;
using histo_cl::Number;
using Json = nlohmann::ordered_json;

Json number(const Number& value) {
    if (!value.is_finite()) return value.to_string();
    switch (value.kind()) {
    case Number::Kind::i64: return value.i64();
    case Number::Kind::u64: return value.u64();
    case Number::Kind::f64: break;
    }
    return value.f64();
}

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// A histogram's name as JSON; null if it has no name.
Json name_json(const std::string& name) {
    return name.empty() ? Json(nullptr) : Json(name);
}

std::string dumped(const Json& json) {
    // File names are bytes: invalid UTF-8 is replaced.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json device_json(const Device& device) {
    Json json{{"index", common::index_of(device)}};
    json.update(common::device_record(device.profile));
    return json;
}

Json decision_json(const histo_cl::Decision& decision) {
    auto json = common::decision_record(decision);
    json["passed_over"] = Json::array();
    for (const auto& [variant, reason] : decision.rejections)
        json["passed_over"].push_back({{"variant", name(variant)}, {"reason", reason}});
    return json;
}

Json timing_json(const Source& source, const Result& result) {
    const auto& measured = result.measured;
    Json timing{{"device_seconds", or_null(measured.device_seconds)},
                {"whole_seconds", measured.whole_seconds},
                {"repeats", measured.repeats},
                {"build_seconds", result.build_seconds},
                {"built_from_cache", result.built_from_cache},
                {"bytes_per_second", nullptr},
                {"samples_per_second", nullptr}};
    timing["whole_bytes_per_second"] = byte_rate(source, result.problem, measured.whole_seconds);
    timing["from_files"] = measured.from_files;
    if (const auto seconds = measured.device_seconds) {
        timing["bytes_per_second"] = byte_rate(source, result.problem, *seconds);
        timing["samples_per_second"] = element_rate(source, *seconds);
    }
    return timing;
}

/// A device's share as JSON: what it has counted, and why it was given up or left idle, if it was.
Json share_json(const Share& share) {
    auto json = device_json(share.device);
    json["bytes"] = share.bytes;
    json["error"] = share.error.empty() ? Json(nullptr) : Json(share.error);
    json["note"] = share.note.empty() ? Json(nullptr) : Json(share.note);
    return json;
}

/// The edges of an axis: dates as text, else numbers.
Json edges_json(const Source& source, const Result& result, std::size_t axis) {
    if (has_dates(source, axis)) return edge_texts(source, result, axis);
    Json edges = nullptr;
    for (const auto& edge : edge_numbers(result.problem, axis))
        edges.push_back(number(edge));
    return edges;
}

/// Returns the values of the bins, as arrays nested by axis, from the given axis and bin on. of_bin(bin) is
/// the value of a bin.
template <class OfBin>
Json nested_json(const histo_cl::Extents& extents, const OfBin& of_bin, std::size_t axis = 0,
                 std::size_t first = 0) {
    if (axis == extents.size()) return of_bin(first);
    std::size_t step = 1;
    for (std::size_t faster = axis + 1; faster < extents.size(); ++faster)
        step *= extents[faster];
    Json values = Json::array();
    for (std::size_t bin = 0; bin < extents[axis]; ++bin)
        values.push_back(nested_json(extents, of_bin, axis + 1, first + bin * step));
    return values;
}

Json number_json(const std::optional<Value>& value) {
    return value ? number(value->number) : Json(nullptr);
}

Json error_json(const std::optional<Value>& value) {
    return value && !std::isnan(value->error) ? number(value->error) : Json(nullptr);
}

Json count_json(const std::optional<Value>& value) {
    return value ? value->count : 0;
}

/// Adds the values of the bins.
void add_values(Json& json, const Result& result, const Histogram& histogram) {
    const auto lengths = extents(histogram, result.problem);
    const auto nested = [&](auto part) {
        return nested_json(lengths, [&](std::size_t bin) { return part(value(histogram, bin)); });
    };
    constexpr std::array names{"counts", "sums", "minima", "maxima", "means"};
    json[names.at(static_cast<std::size_t>(histogram.of))] = nested(number_json);
    if (!histogram.errors.empty()) json["errors"] = nested(error_json);
    if (!adds_up(histogram.of)) json["counts"] = nested(count_json);
}

/// Adds the combined value of all bins of a histogram, and the number of its samples out of range, which is
/// null if it is unknown.
void add_counts(Json& json, const Source& source, const Result& result, const Histogram& histogram) {
    const auto all = value(histogram, 0, histogram.bits.size());
    json[histogram.of == Of::count ? "counted" : std::string(name(histogram.of))] = number_json(all);
    if (!histogram.errors.empty()) json["error"] = error_json(all);
    if (!adds_up(histogram.of)) json["counted"] = count_json(all);
    json["out_of_range"] = or_null(out_of_range(source, result, histogram));
    if (const auto& apart = histogram.apart) {
        json["underflow"] = number_json(apart->underflow);
        json["overflow"] = number_json(apart->overflow);
        json["nan"] = number_json(apart->nan);
    }
}

/// Adds the statistics. Those that are not defined are null. A statistic with bounds is an object with
/// "value", "lower" and "upper".
void add_statistics(Json& json, const std::vector<Statistic>& statistics) {
    const auto finite = [](const Number& value) { return value.is_finite() ? number(value) : Json(nullptr); };
    for (const auto& [name, value, bounds, text] : statistics) {
        auto& to = json["statistics"][key_of(name)];
        to = text.empty() ? finite(value) : Json(text);
        if (bounds && text.empty())
            to = {
                {"value", finite(value)}, {"lower", finite(bounds->lower)}, {"upper", finite(bounds->upper)}};
    }
}

std::string_view name(files::ColumnKind kind) {
    constexpr std::array<std::string_view, 3> names{"number", "date", "text"};
    return names.at(static_cast<std::size_t>(kind));
}

/// Adds a histogram's values, and its edges (dates as text), or the texts of its bins. For a column, also
/// adds its kind, and its missing and bad fields.
void add_histogram(Json& json, const Source& source, const Result& result, const Histogram& histogram) {
    if (histogram.source) json["missing"] = histogram.source->missing;
    if (const auto* column = column_of(source, histogram)) {
        json["kind"] = name(column->kind);
        const auto [missing, bad] = no_value(source, result, histogram);
        json["missing"] = missing;
        json["bad"] = bad;
        json["first_bad"] = bad > 0 ? Json(column->first_bad) : Json(nullptr);
    }
    if (!histogram.texts.empty())
        json["texts"] = histogram.texts;
    else
        json["edges"] = edges_json(source, result, histogram.axes.front());
    add_values(json, result, histogram);
}

void add_joint(Json& json, const Source& source, const Result& result, const Histogram& histogram) {
    json["axes"] = Json::array();
    for (const auto axis : histogram.axes)
        json["axes"].push_back({{"name", source.axes.at(axis)},
                                {"bins", bin_count(result.problem.axes[axis])},
                                {"binning", to_string(result.problem.axes[axis])},
                                {"edges", edges_json(source, result, axis)}});
    add_values(json, result, histogram);
}

/// The first members of every report. Later versions of this format may add members, but do not change or
/// remove the existing ones.
Json head() {
    return {{"format", 1}, {"version", HISTO_CL_VERSION}};
}

Json head(const Source& source, const histo_cl::Problem& problem) {
    const auto& binning = problem.axes[0];
    Json json = head();
    json.update({{"files", source.names},
                 {"formats", source.formats},
                 {"bytes", source.bytes},
                 {"sample_type", name(problem.sample)},
                 {"samples", source.elements},
                 {"missing", source.missing},
                 {"weights", source.weights.empty() ? Json(nullptr) : Json(source.weights)},
                 {"alpha_left_out", source.leaves_out_alpha},
                 {"channels", problem.channels()},
                 {"bins", bin_count(binning)},
                 {"binning", to_string(binning)},
                 {"last_edge", name(problem.last_edge)},
                 {"out_of_range_rule", name(problem.out_of_range)}});
    return json;
}

std::string_view status_of(const Result& result) {
    if (!result.verified) return "unchecked";
    return *result.verified ? "ok" : "wrong";
}

Json trial_json(const Source& source, const Trial& trial) {
    if (!trial.result)
        return {{"variant", name(trial.variant)},
                {"status", trial.rejected ? "rejected" : "failed"},
                {"reason", trial.reason}};
    const auto& result = *trial.result;
    return {{"variant", name(trial.variant)},
            {"status", status_of(result)},
            {"work_groups", result.launched_work_groups},
            {"decision", decision_json(result.decision)},
            {"timing", timing_json(source, result)}};
}

/// The shortest text that reads back as the same number.
std::string exact(double value) {
    std::array<char, 40> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? std::string(text.data(), end) : std::string();
}

} // namespace

std::string json_of(const Source& source, const Result& result, std::span<const Histogram> histograms,
                    const Statistics& statistics, bool explain) {
    Json json = head(source, result.problem);
    json["device"] = result.shares.empty() ? Json(nullptr) : device_json(result.shares.front().device);
    json["devices"] = Json::array();
    for (const auto& share : result.shares)
        json["devices"].push_back(share_json(share));
    json["added"] = {{"files", source.added_names}, {"samples", source.added_elements}};
    json["verified"] = or_null(result.verified);
    json["decision"] = counted_samples(source) ? decision_json(result.decision) : Json(nullptr);
    if (explain && counted_samples(source)) {
        json["explanation"] = to_string(result.decision);
        json["build_options"] = result.build_options;
    }
    json["timing"] = counted_samples(source) ? timing_json(source, result) : Json(nullptr);
    for (std::size_t i = 0; i < histograms.size(); ++i) {
        const auto& histogram = histograms[i];
        auto& one = json["histograms"].emplace_back(Json{{"name", name_json(histogram.name)}});
        add_counts(one, source, result, histogram);
        add_statistics(one, statistics[i]);
        if (result.problem.joint)
            add_joint(one, source, result, histogram);
        else
            add_histogram(one, source, result, histogram);
    }
    return dumped(json);
}

std::string json_of(std::span<const Summary> summaries) {
    Json json = head();
    auto& lines = json["histograms"] = Json::array();
    for (const auto& one : summaries) {
        auto& line = lines.emplace_back(Json{{"name", name_json(one.name)},
                                             {"kind", name(one.kind)},
                                             {"counted", one.exact.count},
                                             {"missing", one.missing},
                                             {"bad", one.bad}});
        if (one.kind == files::ColumnKind::text) {
            line["texts"] = line["counts"] = Json::array();
            for (const auto& [text, count] : one.texts) {
                line["texts"].push_back(text);
                line["counts"].push_back(count);
            }
            continue;
        }
        for (const auto& [name, value] : one.values)
            line[name] = !value                                ? Json(nullptr)
                         : one.kind == files::ColumnKind::date ? Json(common::date_text(value->to_double()))
                                                               : number(*value);
        line["sum"] = number(one.exact.sum);
    }
    return dumped(json);
}

std::string json_of(const Source& source, const Device& device, const histo_cl::Problem& problem,
                    std::span<const Trial> trials, const std::optional<histo_cl::Decision>& chosen,
                    bool explain) {
    Json json = head(source, problem);
    json["device"] = device_json(device);
    json["chosen"] = chosen ? Json(method_name(*chosen)) : Json(nullptr);
    json["variants"] = Json::array();
    for (const Trial& trial : trials) {
        json["variants"].push_back(trial_json(source, trial));
        if (explain) json["variants"].back()["explanation"] = explanation(trial, chosen);
    }
    return dumped(json);
}

std::string json_of(std::span<const Device> devices, const Device* preferred) {
    Json json = head();
    json["devices"] = Json::array();
    for (const Device& device : devices) {
        auto& one = json["devices"].emplace_back(device_json(device));
        one["default"] = preferred != nullptr && device.id == preferred->id;
    }
    return dumped(json);
}

namespace {

std::string edge_text(const std::vector<std::string>& edges, std::size_t i) {
    return edges.empty() ? std::string() : edges[i];
}

/// The columns of CSV with the value of a bin.
std::string value_columns(const Histogram& histogram, const std::optional<Value>& value) {
    auto text = value ? value->number.to_string() : "";
    if (!histogram.errors.empty())
        text += value && !std::isnan(value->error) ? "," + exact(value->error) : ",";
    if (!adds_up(histogram.of)) text += "," + std::to_string(value ? value->count : 0);
    return text;
}

std::string value_header(const Histogram& histogram) {
    return std::string(name(histogram.of)) + (histogram.errors.empty() ? "" : ",error") +
           (adds_up(histogram.of) ? "" : ",count");
}

/// The lines of CSV of a histogram of one axis. Each begins with `before`.
std::string csv_lines(const Source& source, const Result& result, const Histogram& histogram,
                      const std::string& before) {
    const auto missing = own_source(source, histogram).missing;
    const auto texts = edge_texts(source, result, histogram.axes.front());
    std::string text;
    const auto line = [&](const std::string& bin, const std::string& lower, const std::string& upper,
                          const std::optional<Value>& value) {
        text += before + bin + "," + lower + "," + upper + "," + value_columns(histogram, value) + "\n";
    };
    const auto bins = histogram.bits.size();
    for (std::size_t bin = 0; bin < bins; ++bin)
        if (histogram.texts.empty())
            line(std::to_string(bin), edge_text(texts, bin), edge_text(texts, bin + 1),
                 value(histogram, bin));
        else
            line(csv_quoted(histogram.texts[bin]), "", "", value(histogram, bin));
    if (const auto& apart = histogram.apart) {
        line("underflow", "", edge_text(texts, 0), apart->underflow);
        line("overflow", edge_text(texts, bins), "", apart->overflow);
        line("nan", "", "", apart->nan);
        if (missing > 0 && histogram.of == Of::count) line("missing", "", "", Value{missing});
    }
    return text;
}

std::string joint_csv(const Source& source, const Result& result, const Histogram& histogram) {
    const auto lengths = extents(histogram, result.problem);
    std::vector<std::vector<std::string>> edges;
    std::string text;
    for (const auto axis : histogram.axes) {
        const auto& name = source.axes.at(axis);
        edges.push_back(edge_texts(source, result, axis));
        text += csv_quoted(name + " bin") + "," + csv_quoted(name + " lower") + "," +
                csv_quoted(name + " upper") + ",";
    }
    text += value_header(histogram) + "\n";
    for (std::size_t index = 0; index < histogram.bits.size(); ++index) {
        auto step = histogram.bits.size();
        for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
            step /= lengths[axis];
            const auto bin = index / step % lengths[axis];
            text += std::to_string(bin) + "," + edge_text(edges[axis], bin) + "," +
                    edge_text(edges[axis], bin + 1) + ",";
        }
        text += value_columns(histogram, value(histogram, index)) + "\n";
    }
    return text;
}

} // namespace

namespace {

std::string statistics_csv(std::span<const Histogram> histograms, const Statistics& statistics) {
    const bool named = histograms.size() > 1;
    std::string text = std::string("\n") + (named ? "histogram," : "") + "statistic,value,lower,upper\n";
    const auto shown = [](const Number& value) { return value.is_nan() ? std::string() : value.to_string(); };
    for (std::size_t i = 0; i < histograms.size(); ++i)
        for (const auto& one : statistics[i])
            text +=
                (named ? csv_quoted(histograms[i].name) + "," : "") + key_of(one.name) + "," +
                (one.text.empty() ? shown(one.value) : one.text) + "," +
                (one.bounds && one.text.empty() ? shown(one.bounds->lower) + "," + shown(one.bounds->upper)
                                                : ",") +
                "\n";
    return text;
}

} // namespace

std::string csv_of(const Source& source, const Result& result, std::span<const Histogram> histograms,
                   const Statistics& statistics) {
    const auto after =
        statistics.empty() || statistics.front().empty() ? "" : statistics_csv(histograms, statistics);
    if (result.problem.joint) return joint_csv(source, result, histograms.front()) + after;
    const bool named = histograms.size() > 1;
    std::string text =
        std::string(named ? "histogram," : "") + "bin,lower,upper," + value_header(histograms.front()) + "\n";
    for (const auto& histogram : histograms)
        text += csv_lines(source, result, histogram, named ? csv_quoted(histogram.name) + "," : "");
    return text + after;
}

std::string csv_of(const Source& source, std::span<const Trial> trials) {
    std::string text = "variant,status,device_seconds,whole_seconds,bytes_per_second,samples_per_second,"
                       "work_groups,work_group_size,local_bytes,reason\n";
    for (const Trial& trial : trials) {
        text += std::string(name(trial.variant)) + ",";
        if (!trial.result) {
            text += std::string(trial.rejected ? "rejected" : "failed") + ",,,,,,,," +
                    csv_quoted(trial.reason) + "\n";
            continue;
        }
        const auto& result = *trial.result;
        const auto seconds = result.measured.device_seconds;
        text += std::string(status_of(result)) + "," + (seconds ? exact(*seconds) : "") + "," +
                exact(result.measured.whole_seconds) + "," +
                (seconds ? exact(byte_rate(source, result.problem, *seconds)) : "") + "," +
                (seconds ? exact(element_rate(source, *seconds)) : "") + "," +
                std::to_string(result.launched_work_groups) + "," +
                std::to_string(result.decision.work_group_size) + "," +
                std::to_string(result.decision.local_bytes) + "," + csv_quoted(result.decision.reason) + "\n";
    }
    return text;
}

} // namespace count
