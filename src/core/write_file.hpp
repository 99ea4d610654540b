#pragma once

#include "core/read_file.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Makes or replaces a file that the user named, whole or not at all, also if the power fails: writes it
/// aside in the same folder, flushes it to the disk, and renames it. A link stays a link; what is there and
/// not a regular file is refused. Nothing but the new file is left, or why not and nothing.
[[nodiscard]] std::optional<FileRefusal> write_file(const std::filesystem::path& path,
                                                    std::string_view bytes);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
