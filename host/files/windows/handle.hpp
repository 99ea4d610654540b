#pragma once

#include <cstddef>
#include <windows.h>

namespace files {

/// Of a descriptor.
[[nodiscard]] HANDLE handle_of(int file) noexcept;

/// Bytes that one call reads or writes of so many.
[[nodiscard]] DWORD at_once(std::size_t bytes) noexcept;

/// Throws std::system_error for the call that failed last.
[[noreturn]] void fail();

} // namespace files
