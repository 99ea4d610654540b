#pragma once

#include "count/command.hpp"
#include "count/result.hpp"
#include "files/sample_reader.hpp"

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/stream.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace count {

/// "1.20 GiB of 32.0 GiB, 5.20 GB/s, 6 s left"; without the size and the time if the `total` is unknown.
[[nodiscard]] std::string progress_text(const histo_cl::Progress& progress,
                                        std::optional<std::uint64_t> total);

/// Counts the samples of the reader's files in one pass, on all the devices at once, in bounded memory. On a
/// terminal a line shows the progress. `stop` is the reader's, and `by` is how it reads. Throws
/// histo_cl::Error, UsageError, and Interrupted once the stop is requested.
[[nodiscard]] Counted count_in_one_pass(const Command& command, const histo_cl::Problem& problem,
                                        std::span<const histo_cl::Device> devices,
                                        files::SampleReader& reader, const std::stop_source& stop,
                                        files::ReadBy by = {.threads = files::suitable_threads()});

} // namespace count
