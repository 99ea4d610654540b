#pragma once

#include "outcome.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace bench {

/// Counts against what they must be.
struct Check {
    Verdict verdict = Verdict::right;
    std::string message = {}; ///< what is not as it must be, or is and yet differs
};

/// With `rounds_edges` some samples may be in a neighbouring bin: as many as rounding can put there, which
/// the message says.
[[nodiscard]] Check check(std::span<const std::uint32_t> counts, std::span<const std::uint32_t> expected,
                          bool rounds_edges);

} // namespace bench
