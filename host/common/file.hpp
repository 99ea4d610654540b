#pragma once

#include <filesystem>
#include <string>

namespace common {

/// Writes a file that is the old one or the new one, whole: aside first, then renamed. A link stays one, and
/// what is no regular file, like a pipe, is written in place. Throws UsageError that names the path and the
/// reason.
void write_file(const std::filesystem::path& path, const std::string& text);

/// Throws UsageError that names the path and the reason.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

} // namespace common
