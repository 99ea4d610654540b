#include "common/standard_streams.hpp"

#include "common/signals.hpp"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace common {

namespace {

constexpr StandardStream streams[]{StandardStream::input, StandardStream::output, StandardStream::error};

HANDLE handle_of(StandardStream stream) {
    return reinterpret_cast<HANDLE>(::_get_osfhandle(static_cast<int>(stream)));
}

/// Of a console, else nothing.
std::optional<DWORD> console_mode(StandardStream stream) {
    DWORD mode = 0;
    return ::GetConsoleMode(handle_of(stream), &mode) != 0 ? std::optional(mode) : std::nullopt;
}

/// What a console writes as text, with the sequences that a terminal has. They are the console's, not the
/// program's, so they are set back at the end.
class ConsoleOutput {
  public:
    ConsoleOutput() {
        set_up(StandardStream::output, output_, stdout);
        set_up(StandardStream::error, error_, stderr);
        ::SetConsoleOutputCP(CP_UTF8);
    }
    ConsoleOutput(const ConsoleOutput&) = delete;
    ConsoleOutput& operator=(const ConsoleOutput&) = delete;
    ~ConsoleOutput() { set_back(); }

  private:
    static void set_up(StandardStream stream, std::optional<DWORD> mode, std::FILE* file) {
        if (!mode) return;
        ::SetConsoleMode(handle_of(stream),
                         *mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        // Until it is flushed, as all text is: the C library writes to a console byte by byte, and so in
        // parts of characters.
        constexpr std::size_t room = std::size_t{1} << 20U;
        std::setvbuf(file, nullptr, _IOFBF, room);
    }
    void set_back() const {
        if (output_) ::SetConsoleMode(handle_of(StandardStream::output), *output_);
        if (error_) ::SetConsoleMode(handle_of(StandardStream::error), *error_);
        ::SetConsoleOutputCP(code_page_);
    }

    std::optional<DWORD> output_ = console_mode(StandardStream::output);
    std::optional<DWORD> error_ = console_mode(StandardStream::error);
    UINT code_page_ = ::GetConsoleOutputCP();
    AtSignal at_signal_{[this] { set_back(); }};
};

} // namespace

void open_standard_streams() {
    for (const auto stream : streams) {
        const int file = static_cast<int>(stream);
        if (::_get_osfhandle(file) < 0) { // the lowest that is free is the one that is opened
            ::_close(file);
            ::_open("NUL", stream == StandardStream::input ? _O_WRONLY : _O_RDONLY);
        }
        ::_setmode(file, _O_BINARY);
    }
    if (console_mode(StandardStream::output) || console_mode(StandardStream::error))
        static const ConsoleOutput until_the_end;
}

bool is_terminal(StandardStream stream) {
    return console_mode(stream).has_value();
}

std::optional<std::size_t> terminal_columns(StandardStream stream) {
    CONSOLE_SCREEN_BUFFER_INFO screen{};
    if (::GetConsoleScreenBufferInfo(handle_of(stream), &screen) == 0) return std::nullopt;
    const int columns = screen.srWindow.Right - screen.srWindow.Left + 1;
    return columns > 0 ? std::optional(static_cast<std::size_t>(columns)) : std::nullopt;
}

bool terminal_takes_utf8() {
    return ::GetConsoleOutputCP() == CP_UTF8;
}

const char* terminal_kind() {
    if (const char* const set = std::getenv("TERM")) return set;
    // A console that knows the sequences at all shows all colours.
    const auto mode = console_mode(StandardStream::output);
    return mode && (*mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0 ? "console-direct" : nullptr;
}

} // namespace common
