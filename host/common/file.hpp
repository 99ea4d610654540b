#pragma once

#include <string>

namespace common {

/// Replaces a file atomically: writes a temporary file, then renames it. A link stays a link, and anything
/// but a regular file, such as a pipe, is written in place. Throws UsageError that names the file and the
/// reason.
void write_file(const std::string& name, const std::string& text);

/// Throws UsageError that names the file and the reason.
[[nodiscard]] std::string read_file(const std::string& name);

} // namespace common
