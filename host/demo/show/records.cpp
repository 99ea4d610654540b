#include "demo/show/records.hpp"

#include "common/text.hpp"
#include "demo/show/rows.hpp"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace demo {

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

std::string dumped(const Json& json) {
    // File names are bytes: invalid UTF-8 is replaced.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json device_json(const Device& device) {
    const auto& profile = device.profile;
    return {{"index", std::to_string(device.platform_index) + ":" + std::to_string(device.device_index)},
            {"name", profile.name},
            {"platform", profile.platform},
            {"version", profile.version},
            {"driver", profile.driver},
            {"type", name(profile.type)},
            {"compute_units", profile.compute_units},
            {"max_work_group_size", profile.max_work_group_size},
            {"local_memory_bytes", profile.local_memory_bytes},
            {"global_memory_bytes", profile.global_memory_bytes}};
}

Json decision_json(const histo_cl::Decision& decision) {
    Json passed_over = Json::array();
    for (const auto& [variant, reason] : decision.rejections)
        passed_over.push_back({{"variant", name(variant)}, {"reason", reason}});
    return {{"variant", name(decision.variant)},
            {"reason", decision.reason},
            {"work_group_size", decision.work_group_size},
            {"work_groups", decision.work_groups},
            {"replicas", decision.replicas},
            {"coarsening", decision.coarsening},
            {"load_bytes", decision.load_bytes},
            {"loads_in_flight", decision.loads_in_flight},
            {"count_values", decision.count_values},
            {"partition", name(decision.partition)},
            {"merge", name(decision.merge)},
            {"windows", decision.windows},
            {"window_bins", decision.window_bins},
            {"slots", decision.slots},
            {"local_bytes", decision.local_bytes},
            {"workspace_bytes", decision.workspace_bytes},
            {"samples_per_launch", decision.samples_per_launch},
            {"tuning", decision.tuning},
            {"passed_over", std::move(passed_over)}};
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
    timing["whole_bytes_per_second"] = byte_rate(source, measured.whole_seconds);
    timing["from_files"] = measured.from_files;
    if (const auto seconds = measured.device_seconds) {
        timing["bytes_per_second"] = byte_rate(source, *seconds);
        timing["samples_per_second"] = sample_rate(source, *seconds);
    }
    return timing;
}

/// With what each has counted.
Json share_json(const Share& share) {
    auto json = device_json(share.device);
    json["bytes"] = share.bytes;
    json["error"] = share.error.empty() ? Json(nullptr) : Json(share.error);
    json["note"] = share.note.empty() ? Json(nullptr) : Json(share.note);
    return json;
}

Json head(const Source& source, const histo_cl::Problem& problem) {
    const auto& binning = problem.axes[0];
    return {{"version", HISTO_CL_VERSION},
            {"files", source.names},
            {"formats", source.formats},
            {"bytes", source.bytes},
            {"sample_type", name(problem.sample)},
            {"samples", source.samples},
            {"bins", bin_count(binning)},
            {"binning", to_string(binning)},
            {"last_edge", name(problem.last_edge)},
            {"out_of_range_rule", name(problem.out_of_range)}};
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

std::string json_of(const Source& source, const Result& result, bool explain) {
    const auto in_bins = counted(result);
    const bool has_run = !result.shares.empty();
    Json json = head(source, result.problem);
    json["device"] = has_run ? device_json(result.shares.front().device) : Json(nullptr);
    json["devices"] = Json::array();
    for (const auto& share : result.shares)
        json["devices"].push_back(share_json(share));
    json["added"] = {{"files", source.added_names}, {"samples", source.added_samples}};
    json["counted"] = in_bins;
    json["out_of_range"] = not_counted(source, result);
    if (const auto apart = out_of_range_counts(result)) {
        json["underflow"] = apart->underflow;
        json["overflow"] = apart->overflow;
        json["nan"] = apart->nan;
    }
    json["verified"] = or_null(result.verified);
    json["decision"] = has_run ? decision_json(result.decision) : Json(nullptr);
    if (explain && has_run) {
        json["explanation"] = to_string(result.decision);
        json["build_options"] = result.build_options;
    }
    json["timing"] = has_run ? timing_json(source, result) : Json(nullptr);
    json["edges"] = nullptr;
    for (const auto& edge : edge_numbers(result.problem))
        json["edges"].push_back(number(edge));
    json["counts"] = bin_counts(result);
    return dumped(json);
}

std::string json_of(const Source& source, const Device& device, const histo_cl::Problem& problem,
                    std::span<const Trial> trials, std::optional<histo_cl::Variant> chosen) {
    Json json = head(source, problem);
    json["device"] = device_json(device);
    json["chosen"] = chosen ? Json(name(*chosen)) : Json(nullptr);
    json["variants"] = Json::array();
    for (const Trial& trial : trials)
        json["variants"].push_back(trial_json(source, trial));
    return dumped(json);
}

std::string json_of(std::span<const Device> devices, const Device* preferred) {
    Json json = Json::array();
    for (const Device& device : devices) {
        json.push_back(device_json(device));
        json.back()["default"] = preferred != nullptr && device.id == preferred->id;
    }
    return dumped(json);
}

std::string csv_of(const Result& result) {
    const auto edges = edge_numbers(result.problem);
    const auto edge = [&](std::size_t i) { return edges.empty() ? std::string() : edges[i].to_string(); };
    std::string text = "bin,lower,upper,count\n";
    const auto line = [&](const std::string& bin, const std::string& lower, const std::string& upper,
                          std::uint64_t count) {
        text += bin + "," + lower + "," + upper + "," + std::to_string(count) + "\n";
    };
    const auto counts = bin_counts(result);
    for (std::size_t bin = 0; bin < counts.size(); ++bin)
        line(std::to_string(bin), edge(bin), edge(bin + 1), counts[bin]);
    if (const auto apart = out_of_range_counts(result)) {
        line("underflow", "", edge(0), apart->underflow);
        line("overflow", edge(counts.size()), "", apart->overflow);
        line("nan", "", "", apart->nan);
    }
    return text;
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
                (seconds ? exact(byte_rate(source, *seconds)) : "") + "," +
                (seconds ? exact(sample_rate(source, *seconds)) : "") + "," +
                std::to_string(result.launched_work_groups) + "," +
                std::to_string(result.decision.work_group_size) + "," +
                std::to_string(result.decision.local_bytes) + "," + csv_quoted(result.decision.reason) + "\n";
    }
    return text;
}

} // namespace demo
