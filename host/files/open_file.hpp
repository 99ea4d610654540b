#pragma once

#include "files/input_file.hpp"

#include <histo_cl/sample.hpp>

#include <span>
#include <string>
#include <string_view>

namespace files {

/// Recognizes an open file by its content, whatever its name, and sets how its samples are read:
/// all_formats(), .npy files, the text tables whose columns are requested, and these within compressed ones;
/// nothing where bytes are requested raw. Of bytes that are read in order, the first 64 KiB are read now, so
/// that the size of small inputs is known. Throws UsageError without the file's name, and std::system_error.
void recognize(InputFile& file, const Reading& reading, std::string_view part);

/// Opens a file ("-": standard input, from where it stands), and looks at its first bytes, as recognize()
/// does. FILE:PART names a part of a file that has parts, where no file is called so. Throws UsageError that
/// names the file and the reason.
[[nodiscard]] InputFile open_file(const std::string& path, const Reading& reading = {});

/// Settles how the files are read, and returns their common sample type. Throws UsageError if files
/// contradict the user or each other, and for bytes that are not whole samples, if they are known by now.
[[nodiscard]] histo_cl::SampleType resolve(std::span<InputFile> files, const Reading& reading);

} // namespace files
