#pragma once

#include "common/exit_code.hpp"
#include "result.hpp"
#include "session.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace demo {

/// Builds a plan and measures it. Throws histo_cl::Error.
[[nodiscard]] Result run(const Session& session, const histo_cl::Problem& problem,
                         const histo_cl::Options& options, std::uint32_t repeats);

/// Notes in `result` whether every count is the reference's.
void verify(Result& result, std::span<const std::uint64_t> reference);

/// Every variant with the same knobs, in the library's order, each checked against the reference if there is
/// one; `before` is called as each begins.
/// Throws histo_cl::Error for a problem or knob that is wrong for all of them: invalid_argument, or
/// build_failed for an expression of custom bins.
[[nodiscard]] std::vector<Trial> try_all(const Session& session, const histo_cl::Problem& problem,
                                         histo_cl::Options options, std::uint32_t repeats,
                                         const std::optional<std::vector<std::uint64_t>>& reference,
                                         const std::function<void(histo_cl::Variant)>& before);

/// Whether the expression of custom bins did not compile.
[[nodiscard]] bool is_of_expression(const histo_cl::Error& error, const histo_cl::Problem& problem);

/// What a plan takes when no variant is forced; empty if none accepts.
[[nodiscard]] std::optional<histo_cl::Variant>
chosen_variant(const Session& session, const histo_cl::Problem& problem, const histo_cl::Options& options);

/// What all trials come to: a wrong count before a failure, and no variant that ran is a wrong use.
[[nodiscard]] common::ExitCode verdict(std::span<const Trial> trials);

} // namespace demo
