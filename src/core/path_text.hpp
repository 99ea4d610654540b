#pragma once

#include "histo_cl/abi.hpp"

#include <filesystem>
#include <string>
#include <string_view>

// Paths as text: UTF-8 on Windows, and what the system has it in elsewhere.

namespace histo_cl::inline HISTO_CL_ABI::detail {

[[nodiscard]] inline std::filesystem::path path_of_text(std::string_view text) {
    return std::u8string(text.begin(), text.end());
}

[[nodiscard]] inline std::string text_of_path(const std::filesystem::path& path) {
    const auto text = path.u8string();
    return {text.begin(), text.end()};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
