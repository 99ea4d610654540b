#pragma once

#include <cstddef>
#include <optional>

namespace common {

/// By its descriptor.
enum class StandardStream : int { input = 0, output = 1, error = 2 };

/// Where standard input, output or error is closed, opens in its place what can only fail: otherwise the next
/// file to be opened would be read or written in its place. On Windows all bytes then pass unchanged, and a
/// console takes UTF-8 and escape sequences until the program ends.
void open_standard_streams();

[[nodiscard]] bool is_terminal(StandardStream stream);

/// The width of the terminal; nothing if it is none, or has none.
[[nodiscard]] std::optional<std::size_t> terminal_columns(StandardStream stream);

/// Whether the user's terminal shows UTF-8.
[[nodiscard]] bool terminal_takes_utf8();

/// What the terminal understands, in the words of the variable TERM; null if nobody knows.
[[nodiscard]] const char* terminal_kind();

} // namespace common
