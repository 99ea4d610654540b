#pragma once

#include <filesystem>
#include <string>

namespace common {

/// Replaces a file atomically: writes a temporary file, then renames it. A link stays a link, and anything
/// but a regular file, such as a pipe, is written in place. Throws UsageError that names the path and the
/// reason.
void write_file(const std::filesystem::path& path, const std::string& text);

/// Throws UsageError that names the path and the reason.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

} // namespace common
