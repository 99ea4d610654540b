#pragma once

#include <filesystem>
#include <system_error>

// What is made fails if there is anything of that name, also a link.

namespace common {

/// An empty file.
[[nodiscard]] std::error_code make_new_file(const std::filesystem::path& path);

/// A folder for this user alone. On Windows a folder is as open as the one above it, and those of a user's
/// are closed to others.
[[nodiscard]] std::error_code make_private_folder(const std::filesystem::path& path);

} // namespace common
