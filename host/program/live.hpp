#pragma once

#include "common/errors.hpp"
#include "count/command.hpp"

#include <functional>

namespace count {

/// Counts the command's only file, or standard input, as it grows: calls `count` with a command for what has
/// arrived, again and again while samples arrive. On a terminal each picture replaces the one before;
/// elsewhere `count` is called once, at the end. The input ends at the end of a pipe, or at Ctrl-C; a regular
/// file may grow until Ctrl-C. Throws UsageError, and what `count` throws.
common::ExitCode follow(const Command& command, const std::function<common::ExitCode(const Command&)>& count);

} // namespace count
