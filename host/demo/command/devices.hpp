#pragma once

#include "demo/command/command.hpp"

#include <histo_cl/histo_cl.hpp>

#include <vector>

namespace demo {

/// Those that the command names, each once, or the default device. Throws UsageError and histo_cl::Error.
[[nodiscard]] std::vector<histo_cl::Device> devices_of(const Command& command);

} // namespace demo
