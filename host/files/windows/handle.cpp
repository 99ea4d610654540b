#include "files/windows/handle.hpp"

#include "common/windows/last_error.hpp"

#include <algorithm>
#include <io.h>
#include <system_error>

namespace files {

HANDLE handle_of(int file) noexcept {
    return reinterpret_cast<HANDLE>(::_get_osfhandle(file));
}

DWORD at_once(std::size_t bytes) noexcept {
    constexpr std::size_t most = std::size_t{1} << 30U;
    return static_cast<DWORD>(std::min(bytes, most));
}

void fail() {
    throw std::system_error(common::last_error());
}

} // namespace files
