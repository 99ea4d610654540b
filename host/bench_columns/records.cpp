#include "records.hpp"

#include "common/bench_record.hpp"
#include "common/date.hpp"

#include <chrono>
#include <nlohmann/json.hpp>

namespace bench_columns {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Seconds& seconds) {
    return {{"wall", seconds.wall}, {"device", seconds.device}};
}

Json json_of(const Measured& measured) {
    const auto& state = measured.state;
    Json json{{"rows", state.rows},
              {"columns", state.columns},
              {"bins", state.bins},
              {"percent", state.percent},
              {"values", state.skewed ? "skewed" : "uniform"},
              {"weights", state.quantized ? "i8" : "f32"},
              {"right", measured.right},
              {"free", json_of(measured.free)},
              {"bound", json_of(measured.bound)},
              {"loop", {{"wall", measured.loop}}}};
    if (measured.lightgbm) json["lightgbm"] = {{"device", *measured.lightgbm}};
    return json;
}

} // namespace

std::string json_of(const std::vector<std::string>& command_line, const histo_cl::Device& device,
                    const Run& run, std::span<const Measured> results) {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    std::vector<Json> records;
    for (const auto& result : results)
        records.push_back(json_of(result));
    return common::run_text({{"format", 1},
                             {"program", "histo_cl_bench_columns"},
                             {"version", HISTO_CL_VERSION},
                             {"date", common::date_and_time_of(now)},
                             {"command_line", command_line},
                             {"device", common::device_record(device.profile)},
                             {"words", run.words},
                             {"runs", run.runs}},
                            records);
}

} // namespace bench_columns
