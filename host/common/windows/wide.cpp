#include "common/windows/wide.hpp"

#include <windows.h>

namespace common {

std::string utf8_of(const wchar_t* text) {
    constexpr int to_zero = -1;
    const int bytes =
        ::WideCharToMultiByte(CP_UTF8, 0, text, to_zero, nullptr, 0, nullptr, nullptr); // with the zero
    if (bytes <= 1) return {};
    std::string utf8(static_cast<std::size_t>(bytes), '\0');
    ::WideCharToMultiByte(CP_UTF8, 0, text, to_zero, utf8.data(), bytes, nullptr, nullptr);
    utf8.pop_back();
    return utf8;
}

} // namespace common
