#pragma once

#include <string>

namespace common {

/// UTF-8 of the system's UTF-16; what is no text becomes U+FFFD.
[[nodiscard]] std::string utf8_of(const wchar_t* text);

} // namespace common
