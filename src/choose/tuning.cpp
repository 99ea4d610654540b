#include "histo_cl/tuning.hpp"

#include "choose/choose.hpp"
#include "choose/tuning_table.hpp"
#include "core/text.hpp"
#include "problem/pitches.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using detail::concat;

constexpr std::uint64_t many_elements = std::uint64_t{1} << 26U; // a launch is at its full speed
constexpr std::uint64_t max_elements_apart = 16;

/// Nothing if the axes differ.
std::optional<BinningKind> kind_of_all(const Problem& problem) {
    const auto kind = kind_of(problem.axes[0]);
    const bool all =
        std::ranges::all_of(problem.axes, [&](const Binning& axis) { return kind_of(axis) == kind; });
    return all ? std::optional(kind) : std::nullopt;
}

/// The power of two that a number of counters falls to: 129 to 256 are 8.
auto bucket(std::uint32_t counters) noexcept {
    return std::bit_width(counters - 1);
}

std::uint64_t settled_elements(const TuningKey& key) noexcept {
    return key.elements == 0 ? many_elements : std::min(key.elements, many_elements);
}

std::uint64_t distance(std::uint64_t a, std::uint64_t b) noexcept {
    return a < b ? b - a : a - b;
}

bool same_but_for_sizes(TuningKey a, const TuningKey& b) noexcept {
    a.counters = b.counters;
    a.elements = b.elements;
    return a == b;
}

/// How far an entry's key is from a problem's that it is like; the least is taken.
struct Distance {
    std::uint64_t counters;
    bool fewer_counters;
    double elements; ///< the greater over the smaller

    friend auto operator<=>(const Distance&, const Distance&) = default;
};

std::optional<Distance> distance(const TuningKey& entry, const TuningKey& problem) noexcept {
    if (!same_but_for_sizes(entry, problem) || bucket(entry.counters) != bucket(problem.counters))
        return std::nullopt;
    const auto [few, many] = std::minmax({settled_elements(entry), settled_elements(problem)});
    if (many / max_elements_apart > few) return std::nullopt;
    return Distance{.counters = distance(entry.counters, problem.counters),
                    .fewer_counters = entry.counters < problem.counters,
                    .elements = static_cast<double>(many) / static_cast<double>(few)};
}

} // namespace

TuningKey tuning_key(const Problem& problem) {
    const auto channels = problem.channels();
    return {.sample = problem.sample,
            .binning = kind_of_all(problem),
            .counter = problem.counter,
            .axes = static_cast<std::uint32_t>(problem.axes.size()),
            .joint = problem.joint,
            .channels = channels,
            .order = channels == 1 ? Order::interleaved : problem.layout.order,
            .packed = detail::is_packed(problem),
            .rows = problem.layout.rows,
            .mask = problem.layout.mask,
            .batch = problem.batch,
            .weights = problem.weights,
            .squared_weights = problem.squared_weights,
            .counters = problem.counters(),
            .elements = problem.max_samples};
}

const TuningEntry* find(std::span<const TuningEntry> entries, const TuningKey& key) noexcept {
    const TuningEntry* nearest = nullptr;
    std::optional<Distance> least;
    for (const auto& entry : entries) {
        const auto apart = distance(entry.key, key);
        if (!apart || (least && *apart >= *least)) continue;
        nearest = &entry;
        least = apart;
    }
    return nearest;
}

const DeviceTuning* find(const TuningTable& table, const DeviceProfile& profile) noexcept {
    const auto found = std::ranges::find_if(table.devices, [&](const DeviceTuning& device) {
        return device.platform == profile.platform && device.name == profile.name &&
               device.driver == profile.driver;
    });
    return found == table.devices.end() ? nullptr : &*found;
}

std::string to_string(const TuningKey& key) {
    auto words = concat(key.sample, " samples, ", key.counters, " counters");
    detail::for_each_unusual(key, [&](std::string_view member, const auto& value) {
        if (member != "sample" && member != "counters") words += concat(", ", member, " ", value);
    });
    return words;
}

} // namespace histo_cl::inline HISTO_CL_ABI
