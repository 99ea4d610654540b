#pragma once

#include "histo_cl/abi.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

// The names under which new versions of files are written aside, before they are renamed.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// NAME and a random suffix, e.g. "file.txt.00f3a9c27b51de84".
[[nodiscard]] std::string aside_name(std::string_view name);

/// What the path leads to, through links, whether it is there or not.
[[nodiscard]] std::filesystem::path target_of(std::filesystem::path path, std::error_code& failed);

/// The name that was given to aside_name() for this one, which a crash may have left behind; the name itself
/// if it is none of those.
[[nodiscard]] std::string_view name_without_aside(std::string_view name) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI::detail
