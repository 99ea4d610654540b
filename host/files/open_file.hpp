#pragma once

#include "files/input_file.hpp"
#include "files/reading.hpp"

#include <string>

namespace files {

/// Opens a file ("-": standard input, from where it stands), and looks at its first bytes, as recognize()
/// does. FILE:PART names a part of a file that has parts, where no file is called so. Throws UsageError that
/// names the file and the reason.
[[nodiscard]] InputFile open_file(const std::string& path, const Reading& reading = {});

} // namespace files
