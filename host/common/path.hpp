#pragma once

#include <filesystem>
#include <string>

// Text of the programs is UTF-8. What a path makes of other text, and gives as text, depends on the system.

namespace common {

[[nodiscard]] inline std::filesystem::path path_of(const std::string& text) {
    return {std::u8string(text.begin(), text.end())};
}

[[nodiscard]] inline std::string text_of(const std::filesystem::path& path) {
    const auto text = path.u8string();
    return {text.begin(), text.end()};
}

} // namespace common
