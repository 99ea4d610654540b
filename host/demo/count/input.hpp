#pragma once

#include "demo/command/command.hpp"
#include "demo/count/result.hpp"
#include "files/sample_reader.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace demo {

/// The files that the command names. Throws like files::open_file().
[[nodiscard]] std::vector<files::InputFile> open_files(const Command& command);

/// Whether all of them can be opened once more: none is standard input, a pipe or a device.
[[nodiscard]] bool can_be_read_again(std::span<const files::InputFile> inputs);

/// What the reader has read, when it has read all. Tells what is left out.
[[nodiscard]] Source source_of(const Command& command, const files::SampleReader& reader,
                               std::uint64_t element_bytes);

/// Throws UsageError: there is at least one file.
[[noreturn]] void fail_as_empty(std::span<const files::InputFile> inputs);

} // namespace demo
