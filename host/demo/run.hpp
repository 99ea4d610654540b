#pragma once

#include "common/exit_code.hpp"
#include "demo/command/command.hpp"

namespace demo {

/// Does what the command says. Throws UsageError and histo_cl::Error.
[[nodiscard]] common::ExitCode run(const Command& command);

} // namespace demo
