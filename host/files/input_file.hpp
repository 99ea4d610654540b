#pragma once

#include "files/array.hpp"
#include "files/byte_source.hpp"
#include "files/descriptor.hpp"

#include <histo_cl/sample.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace files {

/// How the files' bytes are samples, as far as the user says it.
struct Reading {
    std::optional<histo_cl::SampleType> type = {}; ///< default: that of the format, else u8
    std::optional<std::endian> byte_order = {};    ///< default: that of the format, else the machine's
    std::vector<std::uint64_t> shape = {}; ///< that each file's samples have; empty: as the format says
    bool raw = false;                      ///< the bytes as they are, whatever their format
    bool truncate = false;                 ///< what follows the last whole sample is left out
};

/// An open file of samples. All but regular files, and regular ones of at most a page, whose size may be
/// what the system makes up (as under /proc and /sys), are read in order, and so is what is unpacked or
/// decoded; the others are read at any offset.
struct InputFile {
    std::string name; ///< for messages
    Descriptor file;
    bool in_order = true;
    std::optional<std::uint64_t> size = {};     ///< of a regular file when it was opened, in bytes
    std::uint64_t begin = 0;                    ///< the offset of the first sample, if not in order
    std::vector<std::string_view> formats = {}; ///< that were recognized, the outermost first
    std::optional<Array> array = {};            ///< of a format that says its type and shape
    /// In order: the first bytes (after a .npy header), as far as they have been read; whether that was all;
    /// and what follows them.
    std::vector<std::byte> ahead = {};
    bool ended = false;
    std::unique_ptr<ByteSource> source = {};

    // From here on set by settle().
    std::optional<std::uint64_t> bytes = {}; ///< of samples, if known before they are read
    std::endian byte_order = std::endian::native;
    std::uint64_t dropped = 0; ///< bytes after the last whole sample, so far as they are known
};

/// Opens a file ("-": standard input, from where it stands). Unless the bytes are wanted `raw`, its content
/// is recognized, whatever its name: all_formats(), .npy files, and these within compressed ones. FILE:PART
/// names a part of a file that has parts, where no file is called so. Of bytes that are read in order, the
/// first 64 KiB are read now, so that the size of small inputs is known. Throws UsageError that names the
/// file and the reason.
[[nodiscard]] InputFile open_file(const std::string& path, bool raw = false);

/// What was recognized, such as "gzip, PNG, 480 x 640 x 3 u8"; empty if nothing was.
[[nodiscard]] std::string recognized(const InputFile& file);

/// Settles how the files are read, and returns their common sample type. Throws UsageError if files
/// contradict the user or each other, and for bytes that are not whole samples, if they are known by now.
[[nodiscard]] histo_cl::SampleType settle(std::span<InputFile> files, const Reading& reading);

/// Bytes of samples in all files; empty if one of them does not tell before it is read.
[[nodiscard]] std::optional<std::uint64_t> known_bytes(std::span<const InputFile> files);

/// Throws UsageError if a regular file has become longer or shorter since it was opened.
void require_same_size(const InputFile& file);

/// Throws UsageError for so many bytes that are not whole samples; for fewer bytes than its header says;
/// for more.
[[noreturn]] void fail_as_ragged(const InputFile& file, std::uint64_t bytes, std::size_t sample_bytes);
[[noreturn]] void fail_as_short(const InputFile& file, std::uint64_t bytes);
[[noreturn]] void fail_as_long(const InputFile& file);

/// Reads in order until `to` is full or the file ends, and returns the bytes read. `wake` is as for
/// ByteSource::read(). Throws UsageError that names the file, and Interrupted.
[[nodiscard]] std::size_t read_in_order(const InputFile& file, std::span<std::byte> to, int wake = -1);

/// Throws UsageError that names the file and says the code's message.
[[noreturn]] void fail(const InputFile& file, int code);

} // namespace files
