#pragma once

#include "common/subcommands.hpp"

// The commands of histo_cl_bench, beside states_command().

namespace bench {

/// Counts and sums by the values of many columns, beside a loop on the host and LightGBM's kernels.
[[nodiscard]] common::Subcommand columns_command();
/// How long the calling thread is busy with an enqueue, and with one that is recorded.
[[nodiscard]] common::Subcommand enqueue_command();
/// How fast host data, and data on several devices, are counted, beside what the links can do.
[[nodiscard]] common::Subcommand scale_command();
/// The matrix of states on a CPU, with other histograms beside the library; where HISTO_CL_BENCH_CPU_PEERS is
/// on.
[[nodiscard]] common::Subcommand cpu_command();

} // namespace bench
