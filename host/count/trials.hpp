#pragma once

#include "common/errors.hpp"
#include "count/result.hpp"
#include "count/session.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace count {

/// Builds a plan and measures it. Throws histo_cl::Error.
[[nodiscard]] Result run(const Session& session, const histo_cl::Problem& problem,
                         const histo_cl::Options& options, std::uint32_t repeats);

/// Records in `result` whether every count equals the reference's.
void verify(Result& result, std::span<const std::uint64_t> reference);

/// Runs every variant with the same knobs, in the library's order, and checks each against the reference;
/// `before` is called before each.
/// Throws histo_cl::Error(invalid_argument) for a problem or knob that is wrong for all of them.
[[nodiscard]] std::vector<Trial> try_all(const Session& session, const histo_cl::Problem& problem,
                                         histo_cl::Options options, std::uint32_t repeats,
                                         std::span<const std::uint64_t> reference,
                                         const std::function<void(histo_cl::Variant)>& before);

/// What a plan decides when no variant is forced; empty if none accepts.
[[nodiscard]] std::optional<histo_cl::Decision>
chosen_decision(const Session& session, const histo_cl::Problem& problem, const histo_cl::Options& options);

/// The exit code for all trials: wrong counts first, then failures; a usage error if no variant ran.
[[nodiscard]] common::ExitCode verdict(std::span<const Trial> trials);

} // namespace count
