#pragma once

#include "files/input_file.hpp"
#include "files/reading.hpp"

#include <string_view>

namespace files {

/// Recognizes an open file by its content, whatever its name, and sets how its samples are read:
/// all_formats(), .npy files, the text tables of which columns are wanted, and these within compressed ones;
/// nothing where bytes are wanted raw. Of bytes that are read in order, the first 64 KiB are read now, so
/// that the size of small inputs is known. Throws UsageError without the file's name, and std::system_error.
void recognize(InputFile& file, const Reading& reading, std::string_view part);

} // namespace files
