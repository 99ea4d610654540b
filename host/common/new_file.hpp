#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

namespace common {

/// The descriptor of this process that a path names, as /dev/stdout and /dev/fd/3 do on POSIX systems.
[[nodiscard]] std::optional<int> own_descriptor(const std::filesystem::path& path);

/// Writes all of the text there.
[[nodiscard]] std::error_code write_to(int descriptor, std::string_view text);

// What is made fails if there is anything of that name, also a link.

/// An empty file.
[[nodiscard]] std::error_code make_new_file(const std::filesystem::path& path);

/// A folder for this user alone. On Windows a folder is as open as the one above it, and those of a user's
/// are closed to others.
[[nodiscard]] std::error_code make_private_folder(const std::filesystem::path& path);

} // namespace common
