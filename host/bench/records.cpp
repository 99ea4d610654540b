#include "bench/report.hpp"
#include "common/program.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"

#include <histo_cl/version.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

namespace bench {

using common::csv_quoted;

namespace {

using Json = nlohmann::ordered_json;

/// Five significant digits: no time is more accurate.
double rounded(double value) {
    if (value == 0) return 0;
    const auto scale = std::pow(10.0, 4 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
    return std::round(value * scale) / scale;
}

Json json_of(const Summary& summary) {
    return {{"median", rounded(summary.median)},
            {"min", rounded(summary.min)},
            {"max", rounded(summary.max)},
            {"noise", rounded(summary.noise)},
            {"runs", summary.runs}};
}

Json json_of(const std::optional<Summary>& summary) {
    return summary ? json_of(*summary) : Json();
}

Json json_of(const Planned& planned) {
    auto json = common::decision_record(planned.decision);
    json["launched_work_groups"] = planned.launched_work_groups;
    json["plan_seconds"] = rounded(planned.seconds);
    json["first_seconds"] = rounded(planned.first_seconds);
    json["from_cache"] = planned.from_cache;
    return json;
}

/// Rates: samples counted and bytes read per second.
void add_rates(Json& json, const Result& result, const Outcome& outcome) {
    const auto* const time = best_known_time(outcome);
    if (time == nullptr) return;
    const auto& state = result.state;
    const auto counted = static_cast<double>(state.elements) * counted_channels(state.layout);
    json["gsamples_per_s"] = rounded(rate(counted, time->median) * 1e-9);
    json["gbytes_per_s"] = rounded(rate(static_cast<double>(stored_bytes(state)), time->median) * 1e-9);
    json["ceiling_share"] = result.read && outcome.device
                                ? Json(rounded(rate(result.read->median, outcome.device->median)))
                                : Json();
}

Json json_of(const Result& result, const Outcome& outcome) {
    Json json{{"verdict", name(outcome.verdict)}};
    if (!outcome.message.empty()) json["message"] = outcome.message;
    json["device"] = json_of(outcome.device);
    json["wall"] = json_of(outcome.wall);
    add_rates(json, result, outcome);
    json["workspace_bytes"] = outcome.workspace_bytes;
    if (outcome.planned) json["decision"] = json_of(*outcome.planned);
    return json;
}

/// How many times as long as the library each other contender took, for the clocks that both have.
Json ratios_of(const Result& result) {
    Json ratios = Json::object();
    const auto& ours = result.outcomes.front().second;
    const auto add = [&](const std::string& label, const char* clock, const auto& own, const auto& other) {
        if (own && other && own->median > 0) ratios[label][clock] = rounded(other->median / own->median);
    };
    for (const auto& [label, outcome] : result.outcomes) {
        if (&outcome == &ours) continue;
        add(label, "device", ours.device, outcome.device);
        add(label, "wall", ours.wall, outcome.wall);
    }
    return ratios;
}

Json json_of(const Result& result) {
    const auto& state = result.state;
    Json json{{"sample", name(state.sample)}, {"elements", state.elements},
              {"bins", state.bins},           {"entropy", name(state.entropy)},
              {"layout", name(state.layout)}, {"binning", name(state.binning)},
              {"bytes", stored_bytes(state)}};
    if (result.skipped) {
        json["skipped"] = *result.skipped;
        return json;
    }
    json["read"] = json_of(result.read);
    json["read_gbytes_per_s"] =
        result.read
            ? Json(rounded(rate(static_cast<double>(stored_bytes(state)), result.read->median) * 1e-9))
            : Json();
    json["runs"] = Json::object();
    for (const auto& [label, outcome] : result.outcomes)
        json["runs"][label] = json_of(result, outcome);
    if (auto ratios = ratios_of(result); !ratios.empty()) json["ratios"] = std::move(ratios);
    return json;
}

/// A number, or empty.
std::string cell(const std::optional<Summary>& summary, double Summary::*member) {
    if (!summary) return "";
    std::ostringstream text;
    text << (*summary).*member;
    return text.str();
}

} // namespace

std::string json_of(const RunInfo& info, std::span<const Result> results) {
    double ceiling = 0;
    for (const auto& result : results)
        if (result.read)
            ceiling = std::max(
                ceiling, rate(static_cast<double>(stored_bytes(result.state)), result.read->median) * 1e-9);

    Json json{{"read_ceiling_gbytes_per_s", ceiling > 0 ? Json(rounded(ceiling)) : Json()},
              {"empty_launch", Json::object()},
              {"seconds", info.seconds},
              {"complete", info.complete}};
    for (const auto& [label, summary] : info.empty_launch)
        json["empty_launch"][label] = json_of(summary);
    if (!info.peers.empty()) json["peers"] = info.peers;
    if (!info.left_out.empty()) json["left_out"] = info.left_out;
    std::vector<Json> records;
    for (const auto& result : results)
        records.push_back(json_of(result));
    return run_text(2, info.start, json, records);
}

std::string csv_of(std::span<const Result> results) {
    std::ostringstream csv;
    csv << "sample,elements,bins,entropy,layout,binning,contender,verdict,variant,device_median,device_min,"
           "device_"
           "max,device_noise,wall_median,wall_min,wall_max,wall_noise,read_median,message\n";
    for (const auto& result : results) {
        std::ostringstream state;
        state << name(result.state.sample) << ',' << result.state.elements << ',' << result.state.bins << ','
              << name(result.state.entropy) << ',' << name(result.state.layout) << ','
              << name(result.state.binning) << ',';
        if (result.skipped)
            csv << state.str() << ",skipped,,,,,,,,,,," << csv_quoted(*result.skipped) << '\n';
        for (const auto& [label, outcome] : result.outcomes) {
            csv << state.str() << label << ',' << name(outcome.verdict) << ','
                << (outcome.planned ? method_name(outcome.planned->decision) : "");
            for (const auto* const summary : {&outcome.device, &outcome.wall})
                for (const auto member : {&Summary::median, &Summary::min, &Summary::max, &Summary::noise})
                    csv << ',' << cell(*summary, member);
            csv << ',' << cell(result.read, &Summary::median) << ',' << csv_quoted(outcome.message) << '\n';
        }
    }
    return csv.str();
}

namespace {

using Json = nlohmann::ordered_json;

} // namespace

RunStart starting(const common::Call& call, const histo_cl::DeviceProfile& device) {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return {.call = call, .date = common::date_and_time_of(now), .device = device};
}

std::string run_text(int format, const RunStart& start, const Json& more, const std::vector<Json>& results) {
    Json run{{"format", format},
             {"program", start.call.program},
             {"version", HISTO_CL_VERSION},
             {"date", start.date},
             {"command_line", start.call.command_line},
             {"device", common::device_record(start.device)}};
    run.update(more);
    std::string lines;
    for (const auto& result : results)
        lines += (lines.empty() ? "\n  " : ",\n  ") + result.dump();
    auto text = run.dump(1);
    text.erase(text.rfind('\n'));
    return text + ",\n \"results\": [" + lines + "\n ]\n}\n";
}

} // namespace bench
