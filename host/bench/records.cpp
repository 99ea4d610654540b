#include "bench/opencl.hpp"
#include "bench/report.hpp"
#include "common/command_line.hpp"
#include "common/file.hpp"
#include "common/opencl.hpp"
#include "common/program.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"

#include <histo_cl/version.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

namespace bench {

namespace {

/// Rounds to five significant digits, because no time is more accurate.
double rounded(double value) {
    if (value == 0) return 0;
    const auto scale = std::pow(10.0, 4 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
    return std::round(value * scale) / scale;
}

Json record_of(const std::optional<Summary>& summary) {
    return summary ? record_of(*summary) : Json();
}

/// Returns the amount per second; 0 if the time is 0.
double rate(double amount, double seconds) {
    return seconds > 0 ? amount / seconds : 0;
}

double gbytes_per_s(const Result& result, const Summary& time) {
    return rounded(rate(static_cast<double>(stored_bytes(result.state)), time.median) * 1e-9);
}

/// Adds the rates of samples and bytes per second, and the speed relative to the read-only kernel.
void add_rates(Json& json, const Result& result, const Outcome& outcome) {
    const auto& time = outcome.device ? outcome.device : outcome.wall;
    if (!time) return;
    const auto& state = result.state;
    const auto counted = static_cast<double>(state.elements) * counted_channels(state.layout);
    json["gsamples_per_s"] = rounded(rate(counted, time->median) * 1e-9);
    json["gbytes_per_s"] = gbytes_per_s(result, *time);
    json["ceiling_share"] = result.read && outcome.device
                                ? Json(rounded(rate(result.read->median, outcome.device->median)))
                                : Json();
}

Json record_of(const Result& result, const Outcome& outcome) {
    Json json{{"verdict", name(outcome.verdict)}};
    if (!outcome.message.empty()) json["message"] = outcome.message;
    json["device"] = record_of(outcome.device);
    json["wall"] = record_of(outcome.wall);
    add_rates(json, result, outcome);
    json["workspace_bytes"] = outcome.workspace_bytes;
    if (const auto& planned = outcome.planned) {
        auto& decision = json["decision"] = common::decision_record(planned->decision);
        decision["launched_work_groups"] = planned->launched_work_groups;
        decision["plan_seconds"] = rounded(planned->seconds);
        decision["first_seconds"] = rounded(planned->first_seconds);
        decision["from_cache"] = planned->from_cache;
    }
    return json;
}

/// The time of each other contender divided by the library's, for the clocks that both have.
Json ratios_of(const Result& result) {
    Json ratios;
    const auto& ours = result.outcomes.front().second;
    for (const auto& [label, outcome] : result.outcomes)
        for (const auto& [clock, member] :
             {std::pair("device", &Outcome::device), std::pair("wall", &Outcome::wall)}) {
            const auto& own = ours.*member;
            const auto& other = outcome.*member;
            if (&outcome != &ours && own && other && own->median > 0)
                ratios[label][clock] = rounded(other->median / own->median);
        }
    return ratios;
}

} // namespace

Json record_of(const Summary& summary) {
    return {{"median", rounded(summary.median)},
            {"min", rounded(summary.min)},
            {"max", rounded(summary.max)},
            {"noise", rounded(summary.noise)},
            {"runs", summary.runs}};
}

Json record_of(const Result& result) {
    const auto& state = result.state;
    Json json{{"sample", name(state.sample)}, {"elements", state.elements},
              {"bins", state.bins},           {"entropy", name(state.entropy)},
              {"layout", name(state.layout)}, {"binning", name(state.binning)},
              {"bytes", stored_bytes(state)}};
    if (result.skipped) {
        json["skipped"] = *result.skipped;
        return json;
    }
    json["read"] = record_of(result.read);
    json["read_gbytes_per_s"] = result.read ? Json(gbytes_per_s(result, *result.read)) : Json();
    json["runs"] = Json::object();
    for (const auto& [label, outcome] : result.outcomes)
        json["runs"][label] = record_of(result, outcome);
    if (auto ratios = ratios_of(result); !ratios.empty()) json["ratios"] = std::move(ratios);
    return json;
}

void add_timing_options(CLI::App& app, TimingOptions& options, const char* elements_text, std::uint64_t min,
                        std::uint64_t max) {
    common::add_device_option(app, options.device);
    common::add_whole_number(app, "--elements", options.elements, elements_text, min, max);
    common::add_whole_number(app, "--runs", options.runs, "of which the median is printed (default 10)", 1,
                             1000);
    app.add_option("--json", options.json, "Write all measurements to a file")->type_name("FILE");
}

std::string microseconds(std::optional<double> seconds) {
    return common::pad_left(seconds ? common::fixed(*seconds * 1e6, 1) : "-", 11);
}

Json head_of(int format, const common::Call& call, const histo_cl::DeviceProfile& device) {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return {{"format", format},
            {"program", call.program},
            {"version", HISTO_CL_VERSION},
            {"date", common::date_and_time_of(now)}, // UTC, ISO 8601
            {"command_line", call.command_line},
            {"device", common::device_record(device)}};
}

std::string run_text(const Json& head, const Records& results) {
    std::string lines;
    for (const auto& result : results)
        lines += (lines.empty() ? "\n  " : ",\n  ") + result.dump();
    auto text = head.dump(1);
    text.erase(text.rfind('\n'));
    return text + ",\n \"results\": [" + lines + "\n ]\n}\n";
}

common::ExitCode finish(const Json& head, const Records& records, const std::string& file) {
    if (!file.empty()) common::write_file(file, run_text(head, records));
    const bool right =
        std::ranges::all_of(records, [](const Json& record) { return record["right"] == true; });
    return right ? common::ExitCode::ok : common::ExitCode::wrong_counts;
}

std::optional<double> check_and_time(OpenCl& opencl, const SumTrial& trial, const std::string& way,
                                     Json& record) {
    const auto enqueue = [&](const cl::CommandQueue& queue) {
        return common::enqueue(queue, trial.plan, trial.job);
    };
    opencl.poison(trial.sums);
    enqueue(opencl.queue());
    std::vector<double> got(trial.expected.size());
    opencl.queue().enqueueReadBuffer(trial.sums, CL_TRUE, 0, sizeof(double) * got.size(), got.data());
    if (got != trial.expected) record["right"] = false;
    record["method"] = method_name(trial.plan.decision());
    const auto summary =
        summary_of_runs(static_cast<int>(trial.runs), 0, [&] { return opencl.clock().seconds(enqueue); });
    if (!summary) return std::nullopt;
    record["device"][way] = record_of(*summary);
    return summary->median;
}

} // namespace bench
