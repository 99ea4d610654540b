#pragma once

#include "histo_cl/abi.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace histo_cl::inline HISTO_CL_ABI::detail {

enum class UserFolder : std::uint8_t { cache, config };

/// The library's folder of that kind: `histo_cl` under $XDG_CACHE_HOME or $XDG_CONFIG_HOME, else the system's
/// place for it: `histo_cl` under $HOME/.cache or $HOME/.config; on Windows `histo_cl\cache` or
/// `histo_cl\config` under %LOCALAPPDATA%; else empty. Paths that are not absolute do not count. It reads the
/// environment on every call.
[[nodiscard]] std::filesystem::path user_folder(UserFolder kind);

/// Why there is none, e.g. "neither XDG_CACHE_HOME nor HOME is an absolute path".
[[nodiscard]] std::string why_no_user_folder(UserFolder kind);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
