#include "bench/run_record.hpp"

#include "common/records.hpp"
#include "common/timing.hpp"

#include <histo_cl/version.hpp>

#include <chrono>
#include <nlohmann/json.hpp>

namespace bench {

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
