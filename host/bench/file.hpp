#pragma once

#include <string>

namespace bench {

/// Writes a file that is there whole or not at all: under another name first. Throws UsageError.
void write_file(const std::string& path, const std::string& text);

/// Throws UsageError.
[[nodiscard]] std::string read_file(const std::string& path);

} // namespace bench
