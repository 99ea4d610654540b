#include "common/errors.hpp"
#include "common/file.hpp"
#include "tune/tuner.hpp"

namespace tune {

using common::UsageError;

namespace fs = std::filesystem;

histo_cl::TuningTable read_if_there(const fs::path& file) {
    std::error_code failed;
    if (fs::status(file, failed).type() == fs::file_type::not_found) return {};
    try {
        return histo_cl::read_tuning_table(common::text_of(file));
    } catch (const histo_cl::Error& error) {
        throw UsageError(common::text_of(file) + " is not a tuning table (" + error.what() +
                         "); move it away, or name another with --output");
    }
}

void put(histo_cl::TuningTable& table, const histo_cl::DeviceProfile& profile, const Finding& finding) {
    const auto* const known = find(table, profile);
    if (known == nullptr && !finding.better) return;
    auto& device = known != nullptr ? table.devices[static_cast<std::size_t>(known - table.devices.data())]
                                    : table.devices.emplace_back(histo_cl::DeviceTuning{
                                          profile.platform, profile.name, profile.driver, {}});
    std::erase_if(device.entries, [&](const auto& entry) { return entry.key == finding.entry.key; });
    if (finding.better) device.entries.push_back(finding.entry);
}

void write_table(const fs::path& file, const histo_cl::TuningTable& table) try {
    if (file.has_parent_path()) fs::create_directories(file.parent_path());
    common::write_file(common::text_of(file), to_text(table));
} catch (const fs::filesystem_error& error) {
    throw UsageError(common::text_of(file) + " cannot be written: " + error.code().message());
}

} // namespace tune
