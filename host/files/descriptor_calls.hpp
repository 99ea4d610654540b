#pragma once

#include "files/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

// What the system can do with open files. What fails throws std::system_error; what a signal interrupts is
// repeated.

namespace files {

enum class FileKind { regular, folder, pipe, other };

struct FileStatus {
    FileKind kind;
    std::uint64_t size; ///< of a regular file, in bytes
};

[[nodiscard]] FileStatus status_of(int file);

/// Any file that there is, to read.
[[nodiscard]] Descriptor open_to_read(const std::string& name);

/// The same open file once more: it stands at one place.
[[nodiscard]] Descriptor duplicate(int file);

/// To write and read, that no other process sees, gone once it is closed.
[[nodiscard]] Descriptor make_temporary_file();

/// A name by which libraries can open it too, as long as it is open.
[[nodiscard]] std::string name_of(int file);

/// Tells the system that all of it will be read, for whatever this is worth.
void announce_reading(int file, FileKind kind);

/// Where a regular file stands; it then stands at its end, as if all had been read.
[[nodiscard]] std::uint64_t take_rest(int file);

/// One system call: at least a byte, fewer than asked for not at the end alone; 0 at the end.
[[nodiscard]] std::size_t read_at(int file, std::uint64_t offset, std::span<std::byte> to);

void write_all(int file, std::span<const std::byte> bytes);

} // namespace files
