#include "bench/outcome.hpp"

#include "common/timing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>

namespace bench {

Summary summary_of(std::vector<double> seconds) {
    std::ranges::sort(seconds);
    const auto median = common::quantile(seconds, 0.5);
    const auto spread = common::quantile(seconds, 0.75) - common::quantile(seconds, 0.25);
    return {.median = median,
            .min = seconds.front(),
            .max = seconds.back(),
            .noise = median > 0 ? spread / median : 0,
            .runs = seconds.size()};
}

std::optional<Summary> summary_of_runs(int runs, int warm_up,
                                       const std::function<std::optional<double>()>& run) {
    std::vector<double> seconds;
    for (int i = 0; i < warm_up + runs; ++i) {
        const auto one = run();
        if (!one) return std::nullopt;
        if (i >= warm_up) seconds.push_back(*one);
    }
    return summary_of(std::move(seconds));
}

double geometric_mean(const std::vector<double>& values) {
    double sum = 0;
    for (const auto value : values)
        sum += std::log(value);
    return values.empty() ? 1 : std::exp(sum / static_cast<double>(values.size()));
}

std::string_view name(Verdict verdict) noexcept {
    constexpr std::array<std::string_view, 4> names{"right", "wrong", "rejected", "failed"};
    return names.at(static_cast<std::size_t>(verdict));
}

namespace {

/// Describes the first wrong count.
std::optional<std::string> difference(std::span<const std::uint32_t> counts,
                                      std::span<const std::uint32_t> expected) {
    if (counts.size() != expected.size())
        return std::to_string(counts.size()) + " counters, not " + std::to_string(expected.size());
    const auto [count, right] = std::ranges::mismatch(counts, expected);
    if (count == counts.end()) return std::nullopt;
    return "counter " + std::to_string(count - counts.begin()) + " is " + std::to_string(*count) + ", not " +
           std::to_string(*right);
}

/// How many moves of a sample to a neighbouring bin would make the counts right; empty if the numbers of
/// counters differ.
std::optional<std::uint64_t> moved_samples(std::span<const std::uint32_t> counts,
                                           std::span<const std::uint32_t> expected) {
    if (counts.size() != expected.size()) return std::nullopt;
    std::uint64_t moved = 0;
    std::int64_t ahead = 0; // samples below an edge that should be above it
    for (std::size_t i = 0; i < counts.size(); ++i) {
        ahead += std::int64_t{counts[i]} - std::int64_t{expected[i]};
        moved += static_cast<std::uint64_t>(std::abs(ahead));
    }
    return moved;
}

/// How many samples rounding may move. The more bins there are, the larger is the part of a bin that a
/// float's last bits stand for.
std::uint64_t max_moved(std::span<const std::uint32_t> expected) {
    const auto samples = std::accumulate(expected.begin(), expected.end(), std::uint64_t{0});
    const auto share = std::min(static_cast<double>(expected.size()) * 0x1p-22, 0.25);
    return 16 + static_cast<std::uint64_t>(static_cast<double>(samples) * share);
}

} // namespace

Check check(std::span<const std::uint32_t> counts, std::span<const std::uint32_t> expected,
            bool rounds_edges) {
    const auto wrong = difference(counts, expected);
    if (!wrong) return {};
    const auto moved = rounds_edges ? moved_samples(counts, expected) : std::nullopt;
    if (!moved || *moved > max_moved(expected)) return {Verdict::wrong, *wrong};
    return {Verdict::right, std::to_string(*moved) + " samples next to an edge are in the neighbouring bin"};
}

} // namespace bench
