#pragma once

#include <system_error>

namespace common {

/// The error of the system call that failed last: the standard code for it where there is one, whose messages
/// are the same on every system.
[[nodiscard]] std::error_code last_error();

} // namespace common
