#pragma once

#include "common/subcommands.hpp"

namespace tune {

/// histo_cl tune: measures knobs and keeps the best in a tuning table, or builds programs ahead.
[[nodiscard]] common::Subcommand subcommand();

} // namespace tune
