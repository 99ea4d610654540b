#include "choose/choose.hpp"
#include "core/files.hpp"
#include "core/invalid.hpp"
#include "core/text.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/tuning.hpp"
#include "problem/pitches.hpp"

#include <array>
#include <cstdio>

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

/// The caller's own knobs win. A table's knobs were measured with its variant, so they go with no other.
Tuned take(const TuningEntry* entry, const std::string& source, const Options& options) {
    if (entry == nullptr) return untuned(options, source + " has no entry for this problem");
    if (options.variant && entry->knobs.variant && *options.variant != *entry->knobs.variant)
        return untuned(options, concat(source, " has an entry for ", entry->knobs.variant, ", but ",
                                       options.variant, " is forced"));
    return {.options = with_knobs(options, entry->knobs),
            .callers = options,
            .taken = true,
            .note = source + ": " + in_words(*entry)};
}

} // namespace

Tuned tuned_by(const TuningTable& table, const std::string& source, const DeviceProfile& profile,
               const Problem& problem, const Options& options) {
    const auto* const device = find(table, profile);
    if (device == nullptr)
        return untuned(options,
                       concat(source, " has nothing for ", profile.name, " with driver ", profile.driver));
    return take(find(device->entries, tuning_key(problem)), source, options);
}

Tuned tuned(const DeviceProfile& profile, const Problem& problem, const Options& options) {
    if (!options.tuning_file) return untuned(options, {});
    if (problem.layout.image)
        return untuned(options, "tuning tables are for samples in buffers, not in images");
    if (is_separate(problem))
        return untuned(options, "tuning tables are for samples in one buffer, not in arrays of their own");
    const std::filesystem::path file =
        options.tuning_file->empty() ? default_tuning_file() : path_of_text(*options.tuning_file);
    if (file.empty()) return untuned(options, "no tuning table: " + why_no_user_folder(UserFolder::config));
    const auto source = "tuning table " + text_of_path(file);
    TuningTable table;
    try {
        table = read_tuning_table(file);
    } catch (const Error& error) {
        return untuned(options, source + " ignored: " + error.what());
    }
    return tuned_by(table, source, profile, problem, options);
}

void give_up_table(Tuned& tuned, const std::string& why) {
    tuned.options = tuned.callers;
    tuned.taken = false;
    tuned.note += "; not taken: " + why;
}

void note_tuning(Decision& decision, const Tuned& tuned) {
    decision.tuning = tuned.note;
    decision.set_knobs = set_knobs(tuned.options, tuned.callers);
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

namespace fs = std::filesystem;

fs::path default_tuning_file() {
    const auto folder = detail::user_folder(detail::UserFolder::config);
    return folder.empty() ? folder : folder / "tuning.txt";
}

TuningTable read_tuning_table(const fs::path& file) {
    const auto text = detail::read_file(file, max_tuning_text);
    if (const auto* const refusal = std::get_if<detail::FileRefusal>(&text)) detail::invalid(refusal->reason);
    return parse_tuning_table(std::get<std::string>(text));
}

} // namespace histo_cl::inline HISTO_CL_ABI
