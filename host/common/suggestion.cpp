#include "common/suggestion.hpp"

#include "common/text.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace common {

namespace {

using Distances = std::vector<std::size_t>;

/// Of `text` to each prefix of `candidate`, the empty and the whole one included: the optimal string
/// alignment distance, row by row.
Distances distances_to_prefixes(std::string_view text, std::string_view candidate) {
    Distances before(candidate.size() + 1);
    Distances above(before.size());
    Distances row(before.size());
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= text.size(); ++i) {
        before = std::exchange(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= candidate.size(); ++j) {
            const bool same = text[i - 1] == candidate[j - 1];
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && text[i - 1] == candidate[j - 2] && text[i - 2] == candidate[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row;
}

/// The candidates at the least of the distances, if that is at most `limit`.
std::vector<std::string> at_least_distance(std::span<const std::string> candidates,
                                           const Distances& distances, std::size_t limit) {
    constexpr std::size_t most = 4;
    std::vector<std::string> found;
    const auto least = distances.empty() ? limit + 1 : *std::ranges::min_element(distances);
    for (std::size_t i = 0; i < candidates.size() && least <= limit && found.size() < most; ++i)
        if (distances[i] == least) found.push_back(candidates[i]);
    return found;
}

} // namespace

std::vector<std::string> nearest(std::string_view text, std::span<const std::string> candidates) {
    const auto typed = lower(text);
    Distances to_whole;
    Distances to_prefix;
    for (const auto& candidate : candidates) {
        const auto distances = distances_to_prefixes(typed, lower(candidate));
        to_whole.push_back(distances.back());
        to_prefix.push_back(*std::ranges::min_element(distances));
    }
    auto found = at_least_distance(candidates, to_whole, (typed.size() + 1) / 3);
    if (found.empty() && typed.size() > 1) found = at_least_distance(candidates, to_prefix, typed.size() / 3);
    return found;
}

std::string did_you_mean(const std::vector<std::string>& candidates) {
    if (candidates.empty()) return {};
    const std::vector<std::string> but_last(candidates.begin(), candidates.end() - 1);
    return "; did you mean " + joined(but_last, ", ") + (but_last.empty() ? "" : " or ") + candidates.back() +
           "?";
}

std::string not_one_of(std::string_view text, const std::vector<std::string>& allowed) {
    return "'" + std::string(text) + "' is not one of " + joined(allowed, ", ") +
           did_you_mean(nearest(text, allowed));
}

} // namespace common
