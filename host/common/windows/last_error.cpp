#include "common/windows/last_error.hpp"

#include <windows.h>

namespace common {

std::error_code last_error() {
    const std::error_code code(static_cast<int>(::GetLastError()), std::system_category());
    const auto standard = code.default_error_condition();
    if (standard.category() != std::generic_category()) return code;
    return {standard.value(), std::generic_category()};
}

} // namespace common
