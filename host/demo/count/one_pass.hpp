#pragma once

#include "demo/command/command.hpp"
#include "demo/count/result.hpp"
#include "files/read_by_threads.hpp"
#include "files/sample_reader.hpp"

#include <histo_cl/histo_cl.hpp>

#include <span>
#include <stop_token>

namespace demo {

/// What was counted, and the same as a partial.
struct OnePass {
    Result result;
    histo_cl::Partial partial;
};

/// Counts the samples of the reader's files in one pass, on all the devices at once, in bounded memory. On a
/// terminal a line shows the progress. `stop` is the reader's, and `by` is how it reads. Throws
/// histo_cl::Error, UsageError, and Interrupted once the stop is requested.
[[nodiscard]] OnePass count_in_one_pass(const Command& command, const histo_cl::Problem& problem,
                                        std::span<const histo_cl::Device> devices,
                                        files::SampleReader& reader, const std::stop_source& stop,
                                        files::ReadBy by = {.threads = files::suitable_threads()});

} // namespace demo
