#include "policy/tuning/tuned.hpp"

#include "policy/tuning/members.hpp"

#include <array>
#include <cstdio>

namespace histo_cl {

Options with_knobs(Options options, const Knobs& knobs) {
    detail::for_each_knob([&](std::string_view, auto knob, auto option) {
        if (detail::is_unset(options.*option)) options.*option = knobs.*knob;
    });
    return options;
}

namespace detail {
namespace {

std::string in_words(const TuningEntry& entry) {
    auto words = to_string(entry.knobs) + ", measured for " + to_string(entry.key);
    if (entry.speedup == 0) return words;
    std::array<char, 48> times{};
    std::snprintf(times.data(), times.size(), " as %.3g times as fast", entry.speedup);
    return words + times.data();
}

/// The caller's own knobs win. A table's knobs are made for its variant, so they go with no other.
Tuned take(const TuningEntry* entry, const std::string& source, const Options& options) {
    if (entry == nullptr) return {options, false, source + " has no entry for this problem"};
    if (options.variant && entry->knobs.variant && *options.variant != *entry->knobs.variant)
        return {options, false,
                source + " has an entry for " + std::string(name(*entry->knobs.variant)) + ", but " +
                    std::string(name(*options.variant)) + " is forced"};
    return {with_knobs(options, entry->knobs), true, source + ": " + in_words(*entry)};
}

Tuned tuned_by_file(const DeviceProfile& profile, const Problem& problem, const Options& options) {
    const std::filesystem::path file =
        options.tuning_file->empty() ? default_tuning_file() : std::filesystem::path(*options.tuning_file);
    if (file.empty())
        return {options, false, "no tuning table: neither XDG_CONFIG_HOME nor HOME is an absolute path"};
    const auto source = "tuning table " + file.string();
    try {
        return tuned_by(read_tuning_table(file), source, profile, problem, options);
    } catch (const Error& error) {
        return {options, false, source + " ignored: " + error.what()};
    }
}

} // namespace

Tuned tuned_by(const TuningTable& table, const std::string& source, const DeviceProfile& profile,
               const Problem& problem, const Options& options) {
    const auto* const device = find(table, profile);
    if (device == nullptr)
        return {options, false,
                source + " has nothing for " + profile.name + " with driver " + profile.driver};
    return take(find(device->entries, tuning_key(problem)), source, options);
}

Tuned tuned_by(std::span<const MeasuredDevice> measured, const DeviceProfile& profile, const Problem& problem,
               const Options& options) {
    const auto* const device = find(measured, profile);
    if (device == nullptr) return {options, false, {}};
    const auto* const entry = find(device->entries, tuning_key(problem));
    if (entry == nullptr) return {options, false, {}};
    return take(entry, "measured on " + std::string(device->name), options);
}

Tuned tuned(const DeviceProfile& profile, const Problem& problem, const Options& options) {
    Tuned by_file{options, false, {}};
    if (options.tuning_file) by_file = tuned_by_file(profile, problem, options);
    if (by_file.taken || !options.measured_tuning) return by_file;
    auto by_library = tuned_by(measured_devices(), profile, problem, options);
    if (by_library.note.empty()) return by_file;
    if (!by_file.note.empty()) by_library.note = by_file.note + "; " + by_library.note;
    return by_library;
}

void name_tuned(Decision& decision) {
    constexpr std::string_view forced = "forced";
    if (decision.reason.starts_with(forced)) decision.reason.replace(0, forced.size(), "tuned");
}

} // namespace detail
} // namespace histo_cl
