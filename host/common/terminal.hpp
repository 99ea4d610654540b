#pragma once

#include <cstddef>

namespace common {

/// What standard output can show.
struct Terminal {
    std::size_t columns = 80;
    bool unicode = false; ///< a terminal whose locale is UTF-8; a pipe or file gets ASCII
};

/// The width is the terminal's, else COLUMNS, else 80. Call std::setlocale(LC_CTYPE, "") first.
[[nodiscard]] Terminal standard_output();

} // namespace common
