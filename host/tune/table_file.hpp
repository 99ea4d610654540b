#pragma once

#include <histo_cl/histo_cl.hpp>

#include <filesystem>

namespace tune {

/// The table in a file; an empty one if there is no file. Throws UsageError for what is no table.
[[nodiscard]] histo_cl::TuningTable read_if_there(const std::filesystem::path& file);

/// What was found for a key: an entry, or that the library's own choice is as good.
struct Finding {
    histo_cl::TuningEntry entry;
    bool better = false;
};

/// Puts what was found to the device's entries, in place of what they have of that key; all else stays.
void put(histo_cl::TuningTable& table, const histo_cl::DeviceProfile& profile, const Finding& finding);

/// Written aside and renamed, so that the file is the old one or the new one, whole; folders are made. Throws
/// UsageError.
void write_table(const std::filesystem::path& file, const histo_cl::TuningTable& table);

} // namespace tune
