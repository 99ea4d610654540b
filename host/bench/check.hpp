#pragma once

#include "outcome.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace bench {

/// The result of comparing counts with the expected ones.
struct Check {
    Verdict verdict = Verdict::right;
    std::string message = {}; ///< what is wrong, or differs within the allowed rounding
};

/// With `rounds_edges` as many samples may be in a neighbouring bin as rounding can put there; the message
/// says how many.
[[nodiscard]] Check check(std::span<const std::uint32_t> counts, std::span<const std::uint32_t> expected,
                          bool rounds_edges);

} // namespace bench
