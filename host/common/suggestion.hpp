#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace common {

/// The candidates that `text` is most likely a misspelling or the beginning of, upper and lower case being
/// the same: those to which the fewest characters must be inserted, removed, replaced or swapped. Empty if
/// all are far.
[[nodiscard]] std::vector<std::string> nearest(std::string_view text,
                                               std::span<const std::string> candidates);

/// "; did you mean A or B?" for an error message; nothing without candidates.
[[nodiscard]] std::string did_you_mean(const std::vector<std::string>& candidates);

/// "'locla' is not one of local_atomic, item_pairs; did you mean local_atomic?"
[[nodiscard]] std::string not_one_of(std::string_view text, const std::vector<std::string>& allowed);

} // namespace common
