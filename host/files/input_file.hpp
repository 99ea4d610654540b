#pragma once

#include "files/descriptor.hpp"
#include "files/npy_header.hpp"

#include <histo_cl/sample.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace files {

/// How the files' bytes are samples, as far as the user says it.
struct Reading {
    std::optional<histo_cl::SampleType> type = {}; ///< default: that of .npy files, else u8
    std::optional<std::endian> byte_order = {};    ///< default: that of .npy files, else the machine's
    bool raw = false;                              ///< .npy files, too, with their headers
    bool truncate = false;                         ///< what follows the last whole sample is left out
};

/// An open file of samples. All but regular files, and regular ones of at most a page, whose size may be
/// what the system makes up (as under /proc and /sys), are read in order, the others at any offset.
struct InputFile {
    std::string name; ///< for messages
    Descriptor file;
    bool in_order = true;
    std::optional<std::uint64_t> size = {}; ///< of a regular file when it was opened, in bytes
    std::uint64_t begin = 0;                ///< the offset of the first sample, if not in order
    std::optional<NpyHeader> npy = {};
    /// In order: what follows a .npy header, or the start of the file, as far as it has been read; and
    /// whether that was all.
    std::vector<std::byte> ahead = {};
    bool ended = false;

    // From here on set by settle().
    std::optional<std::uint64_t> bytes = {}; ///< of samples, if known before they are read
    std::endian byte_order = std::endian::native;
    std::uint64_t dropped = 0; ///< bytes after the last whole sample, so far as they are known
};

/// Opens a file ("-": standard input, from where it stands) and reads the header of a .npy file unless the
/// bytes are wanted `raw`; in order, also up to 64 KiB, so that the size of small inputs is known. Throws
/// UsageError that names the file and the reason.
[[nodiscard]] InputFile open_file(const std::string& path, bool raw = false);

/// Settles how the files are read, and returns their common sample type. Throws UsageError if .npy files
/// contradict the user or each other, and for bytes that are not whole samples, if they are known by now.
[[nodiscard]] histo_cl::SampleType settle(std::span<InputFile> files, const Reading& reading);

/// Bytes of samples in all files; empty if one of them does not tell before it is read.
[[nodiscard]] std::optional<std::uint64_t> known_bytes(std::span<const InputFile> files);

/// Throws UsageError if a regular file has become longer or shorter since it was opened.
void require_same_size(const InputFile& file);

/// Throws UsageError for so many bytes that are not whole samples; for fewer bytes than the .npy header says;
/// for more.
[[noreturn]] void fail_as_ragged(const InputFile& file, std::uint64_t bytes, std::size_t sample_bytes);
[[noreturn]] void fail_as_short(const InputFile& file, std::uint64_t bytes);
[[noreturn]] void fail_as_long(const InputFile& file);

/// Reads in order until `to` is full or the file ends, and returns the bytes read. `wake`, a descriptor or
/// -1, ends it early once it can be read. Throws UsageError that names the file.
[[nodiscard]] std::size_t read_in_order(const InputFile& file, std::span<std::byte> to, int wake = -1);

/// Throws UsageError that names the file and says the code's message.
[[noreturn]] void fail(const InputFile& file, int code);

} // namespace files
