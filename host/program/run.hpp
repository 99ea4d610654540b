#pragma once

#include "common/errors.hpp"
#include "count/command.hpp"

namespace count {

/// Does what the command says. Throws UsageError and histo_cl::Error.
[[nodiscard]] common::ExitCode run(const Command& command);

} // namespace count
