#pragma once

#include <string>

namespace common {

/// Replaces a file atomically: writes a temporary file, then renames it. A link stays a link, and what it
/// leads to is written, also if that is yet to be made. Anything but a regular file, such as a pipe, is
/// written in place, and what this process has open, such as /dev/stdout, goes there after what was written
/// before. Throws UsageError that names the file and the reason.
void write_file(const std::string& name, const std::string& text);

/// Whether write_file() would write it in place.
[[nodiscard]] bool is_written_in_place(const std::string& name);

/// Throws UsageError that names the file and the reason.
[[nodiscard]] std::string read_file(const std::string& name);

} // namespace common
