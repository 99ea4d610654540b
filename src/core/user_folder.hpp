#pragma once

#include "histo_cl/abi.hpp"

#include <filesystem>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The library's folder of one kind: `histo_cl` in the environment variable's folder, else in the one of that
/// name under $HOME, else empty. Paths that are not absolute do not count. It reads the environment on every
/// call.
[[nodiscard]] std::filesystem::path user_folder(const char* variable, const char* under_home);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
