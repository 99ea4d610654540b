// The text of a tuning table. A table that can be read is unchanged after it is written and read again. The
// key of each entry finds an entry with the same number of counters. The knobs are accepted or refused.

#include "data/profiles.hpp"
#include "fuzz/harness.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/tuning.hpp"

namespace histo_cl::fuzz {
namespace {

void check_entries(const DeviceTuning& device) {
    for (const auto& entry : device.entries) {
        const auto* const found = find(device.entries, entry.key);
        require(found != nullptr, "an entry is found by its key");
        require(found->key.counters == entry.key.counters,
                "no entry is nearer than one of the same counters");
        require(!to_string(entry.key).empty(), "a key has a text");
        const auto& profiles = test::real_profiles();
        const auto& profile = profiles[entry.key.counters % profiles.size()].profile;
        gives_or_refuses([&] {
            (void)choose(profile, {.sample = entry.key.sample, .axes = {identity_bins(256)}},
                         {.knobs = entry.knobs});
        });
    }
}

} // namespace

void fuzz(std::span<const std::byte> input) {
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    TuningTable table;
    if (!gives_or_refuses([&] { table = parse_tuning_table(text); })) return;
    for (const auto& device : table.devices)
        check_entries(device);
    const auto written = to_text(table);
    if (written.size() > max_tuning_text) return;
    const auto again = parse_tuning_table(written);
    require(again == table, "a table that is written is read as the same");
    require(to_text(again) == written, "the same table has the same text");
}

} // namespace histo_cl::fuzz
