#pragma once

#include <filesystem>

// A user's folders, for tests of where the library looks for its own folders.

namespace histo_cl::test {

#ifdef _WIN32
inline constexpr const char* home_variable = "LOCALAPPDATA";
inline constexpr const char* home_folder = "C:\\home\\me";
inline constexpr const char* xdg_folder = "C:\\xdg";
inline const std::filesystem::path cache_folder = "C:\\home\\me\\histo_cl\\cache";
inline const std::filesystem::path config_folder = "C:\\home\\me\\histo_cl\\config";
#else
inline constexpr const char* home_variable = "HOME";
inline constexpr const char* home_folder = "/home/me";
inline constexpr const char* xdg_folder = "/xdg";
inline const std::filesystem::path cache_folder = "/home/me/.cache/histo_cl";
inline const std::filesystem::path config_folder = "/home/me/.config/histo_cl";
#endif

} // namespace histo_cl::test
