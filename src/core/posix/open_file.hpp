#pragma once

#include "core/posix/descriptor.hpp"

#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>

// Open files. Calls that a signal interrupts are repeated, and bytes that are missing after a short read or
// write are asked for again. What fails leaves its reason in errno.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// As openat(): the folder may be AT_FDCWD. It does not wait for another process, nor become a terminal's.
[[nodiscard]] Descriptor open_at(int folder, const char* name, int flags, mode_t mode = 0) noexcept;

struct OpenFile {
    Descriptor descriptor;
    struct stat status;

    [[nodiscard]] std::uint64_t size() const noexcept { return static_cast<std::uint64_t>(status.st_size); }
};

/// Opens a file for reading, of whatever kind.
[[nodiscard]] std::optional<OpenFile> open_to_read(int folder, const char* name, int more_flags = 0) noexcept;

/// From its start to its end, but at most one byte more than its size was: it may shrink or grow meanwhile.
[[nodiscard]] std::optional<std::string> read_all(const OpenFile& file);

[[nodiscard]] bool write_all(const Descriptor& file, std::string_view bytes) noexcept;

/// Waits until a file, or the names in a folder, are on the disk.
[[nodiscard]] bool sync(const Descriptor& file) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI::detail
