#pragma once

#include "files/input_file.hpp"
#include "files/reading.hpp"

#include <histo_cl/sample.hpp>

#include <span>

namespace files {

/// Settles how the files are read, and returns their common sample type. Throws UsageError if files
/// contradict the user or each other, and for bytes that are not whole samples, if they are known by now.
[[nodiscard]] histo_cl::SampleType settle(std::span<InputFile> files, const Reading& reading);

} // namespace files
