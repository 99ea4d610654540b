#pragma once

#include "common/signals.hpp"

#include <cstddef>
#include <string>

namespace common {

enum class Colours {
    none,
    indexed, ///< the 256 colours of xterm
    all,     ///< 24-bit colours
};

/// The capabilities of standard output.
struct Terminal {
    std::size_t columns = 80;
    bool unicode = false; ///< a terminal that accepts UTF-8; false for pipes and files
    Colours colours = Colours::none;
};

/// The environment's variables about colours; null if not set.
struct ColourVariables {
    const char* term = nullptr;      ///< TERM, as terminal_kind() returns it
    const char* colorterm = nullptr; ///< COLORTERM: truecolor or 24bit means 24-bit colours
    const char* no_color = nullptr;  ///< NO_COLOR: any text turns colours off
    /// CLICOLOR_FORCE: any text other than 0 turns colours on, also for pipes and files.
    const char* clicolor_force = nullptr;
};

/// Returns the colours to use on standard output. `terminal`: whether it is a terminal, not a pipe or file.
[[nodiscard]] Colours colours_for(bool terminal, const ColourVariables& variables);

/// Returns the capabilities of standard output. The width is the terminal's, or else COLUMNS, or else 80.
[[nodiscard]] Terminal standard_output();

/// The width at which lines other than pictures are wrapped: the terminal's, or else COLUMNS. If both are
/// unknown it is unlimited, for programs that read the output line by line.
[[nodiscard]] std::size_t line_columns();

inline constexpr const char* clear_line = "\r\x1b[K";

/// A line on standard error that shows the current step, if standard error is a terminal. Each text
/// overwrites the one before. The line is cleared by the destructor, and if a signal ends the program.
class StatusLine {
  public:
    StatusLine();
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;
    ~StatusLine();

    /// Whether there is a terminal to show the line on.
    [[nodiscard]] bool is_on() const { return on_; }
    /// Shows ASCII text, cut off before the terminal's last column.
    void show(std::string text);
    /// Clears the line, before other output.
    void clear();

  private:
    void erase() const;

    bool on_;
    bool shown_ = false;
    AtSignal at_signal_;
};

} // namespace common
