#pragma once

#include "common/subcommands.hpp"

#include <histo_cl/device.hpp>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

// The JSON that benchmarks write.

namespace bench {

/// How a run was started.
struct RunStart {
    common::Call call;
    std::string date; ///< UTC, ISO 8601
    histo_cl::DeviceProfile device;
};

/// A run that starts now.
[[nodiscard]] RunStart starting(const common::Call& call, const histo_cl::DeviceProfile& device);

/// The text of a run: an object of `format`, the start, the fields of `more`, and "results", a line each, for
/// readers and for diff.
[[nodiscard]] std::string run_text(int format, const RunStart& start, const nlohmann::ordered_json& more,
                                   const std::vector<nlohmann::ordered_json>& results);

} // namespace bench
