#include "histo_cl/tuning.hpp"

#include "choose/choose.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "histo_cl/error.hpp"
#include "problem/pitches.hpp"
#include "problem/splitting.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdio>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

// Launches with this number of elements reach full speed.
constexpr std::uint64_t many_elements = std::uint64_t{1} << 26U;
constexpr std::uint64_t max_elements_apart = 16;

/// The kind of bins that all axes have; empty if the kinds differ or there are no axes.
std::optional<BinningKind> kind_of_all(const Problem& problem) {
    const auto differs = [](const Binning& a, const Binning& b) { return kind_of(a) != kind_of(b); };
    if (problem.axes.empty() || std::ranges::adjacent_find(problem.axes, differs) != problem.axes.end())
        return std::nullopt;
    return kind_of(problem.axes[0]);
}

/// The base-2 logarithm of the number of counters, rounded up: 8 for 129 to 256.
auto bucket(std::uint32_t counters) noexcept {
    return std::bit_width(counters - 1);
}

std::uint64_t resolved_elements(const TuningKey& key) noexcept {
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

/// The distance between the key of an entry and the key of a similar problem. A problem uses the nearest
/// entry.
struct Distance {
    std::uint64_t counters;
    bool fewer_counters;
    double elements; ///< the larger number of elements divided by the smaller

    friend auto operator<=>(const Distance&, const Distance&) = default;
};

std::optional<Distance> distance(const TuningKey& entry, const TuningKey& problem) noexcept {
    if (!same_but_for_sizes(entry, problem) || bucket(entry.counters) != bucket(problem.counters))
        return std::nullopt;
    const auto [few, many] = std::minmax({resolved_elements(entry), resolved_elements(problem)});
    if (many / max_elements_apart > few) return std::nullopt;
    return Distance{.counters = distance(entry.counters, problem.counters),
                    .fewer_counters = entry.counters < problem.counters,
                    .elements = static_cast<double>(many) / static_cast<double>(few)};
}

} // namespace

TuningKey tuning_key(const Problem& problem) {
    if (const auto why = detail::why_untuned(problem); !why.empty()) throw Error(Status::unsupported, why);
    const auto channels = problem.channels();
    return {.sample = problem.sample,
            .binning = kind_of_all(problem),
            // Problems with f32 sums differ from problems with f64 sums only in the last kernel.
            .counter = problem.counter == CounterType::f32 ? CounterType::f64 : problem.counter,
            .axes = static_cast<std::uint32_t>(problem.axes.size()),
            .joint = problem.joint,
            .channels = channels,
            .order = channels == 1 ? Order::interleaved : problem.layout.order,
            .packed = detail::is_packed(problem),
            .rows = problem.layout.rows,
            .mask = problem.layout.mask,
            .batch = problem.batch,
            .weights = problem.weights.type,
            .squared_weights = problem.weights.squares,
            .accumulator = problem.weights.accumulator,
            .counters = problem.counters(),
            .elements = problem.max_samples};
}

const TuningEntry* find(std::span<const TuningEntry> entries, const TuningKey& key) noexcept {
    const TuningEntry* nearest = nullptr;
    std::optional<Distance> min_distance;
    for (const auto& entry : entries) {
        const auto apart = distance(entry.key, key);
        if (!apart || (min_distance && *apart >= *min_distance)) continue;
        nearest = &entry;
        min_distance = apart;
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

std::string default_tuning_file() {
    const auto folder = detail::user_folder(detail::UserFolder::config);
    return folder.empty() ? std::string() : detail::text_of_path(folder / "tuning.txt");
}

TuningTable read_tuning_table(const std::string& file) {
    const auto text = detail::read_file(detail::path_of_text(file), max_tuning_text);
    if (const auto* const refusal = std::get_if<detail::FileRefusal>(&text))
        throw Error(Status::file_error, refusal->reason);
    return parse_tuning_table(std::get<std::string>(text));
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {
namespace {

std::string in_words(const TuningEntry& entry) {
    auto words = concat(to_string(entry.knobs), ", measured for ", to_string(entry.key));
    if (entry.speedup == 0) return words;
    std::array<char, 48> times{};
    std::snprintf(times.data(), times.size(), " as %.3g times as fast", entry.speedup);
    return words + times.data();
}

Tuned untuned(const Options& options, const std::string& note) {
    return {.options = options, .callers = options, .note = note};
}

/// The options with the knobs of the problem's entry. The caller's knobs take precedence. The entry's knobs
/// were measured with its variant, so they are not used if the caller forces another variant.
Tuned take(const DeviceTuning& device, const Problem& problem, const std::string& source,
           const Options& options) {
    const auto* const entry = find(device.entries, tuning_key(problem));
    if (entry == nullptr) {
        auto note = source + " has no entry for this problem";
        if (const auto skipped = device.unknown.size(); skipped != 0)
            note +=
                concat(" (skipped ", skipped, skipped == 1 ? " entry" : " entries", " of a later version)");
        return untuned(options, note);
    }
    if (options.knobs.variant && entry->knobs.variant && *options.knobs.variant != *entry->knobs.variant)
        return untuned(options, concat(source, " has an entry for ", entry->knobs.variant, ", but ",
                                       options.knobs.variant, " is forced"));
    auto with_entry = options;
    for_each_knob([&](std::string_view, auto knob) {
        if (!(with_entry.knobs.*knob)) with_entry.knobs.*knob = entry->knobs.*knob;
    });
    return {.options = std::move(with_entry),
            .callers = options,
            .taken = true,
            .note = source + ": " + in_words(*entry)};
}

} // namespace

std::string why_untuned(const Problem& problem) {
    const auto without = [](std::string_view what) {
        return concat("tuning tables have no entries for ", what);
    };
    const auto& layout = problem.layout;
    const auto& weights = problem.weights;
    if (layout.image) return without("images");
    if (is_separate(problem)) return without("separate arrays");
    if (layout.plane_channels > 1) return without("planes of several channels");
    if (layout.nibbles != Nibbles::none) return without("nibbles");
    if (layout.indices) return without("indices");
    if (splits(problem)) return without("elements that are split");
    if (weights.vectors > 1) return without("several weights per element");
    if (weights.counts) return without("counts beside sums of weights");
    if (weights.narrow) return without("narrow weights");
    return {};
}

Tuned tuned_by(const TuningTable& table, const std::string& source, const DeviceProfile& profile,
               const Problem& problem, const Options& options) {
    const auto* const device = find(table, profile);
    if (device == nullptr)
        return untuned(options,
                       concat(source, " has nothing for ", profile.name, " with driver ", profile.driver));
    return take(*device, problem, source, options);
}

Tuned tuned(const DeviceProfile& profile, const Problem& problem, const Options& options) {
    if (!options.tuning_file) return untuned(options, {});
    if (const auto why = why_untuned(problem); !why.empty()) return untuned(options, why);
    const auto file = options.tuning_file->empty() ? default_tuning_file() : *options.tuning_file;
    if (file.empty()) return untuned(options, "no tuning table: " + why_no_user_folder(UserFolder::config));
    const auto source = "tuning table " + file;
    TuningTable table;
    try {
        table = read_tuning_table(file);
    } catch (const Error& error) {
        return untuned(options, source + " ignored: " + error.what());
    }
    return tuned_by(table, source, profile, problem, options);
}

void drop_table(Tuned& tuned, const std::string& why) {
    tuned.options = tuned.callers;
    tuned.taken = false;
    tuned.note += "; not taken: " + why;
}

void note_tuning(Decision& decision, const Tuned& tuned) {
    decision.tuning = tuned.note;
    decision.set_knobs = set_knobs(tuned.options.knobs, tuned.callers.knobs);
}

} // namespace histo_cl::detail
