#include "common/system.hpp"

#include "common/file.hpp"
#include "common/signals.hpp"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <io.h>
#include <memory>
#include <stdlib.h> // NOLINT(modernize-deprecated-headers): _wputenv_s
#include <string>
#include <vector>
#include <windows.h>

namespace common {

std::error_code last_error() {
    const std::error_code code(static_cast<int>(::GetLastError()), std::system_category());
    const auto standard = code.default_error_condition();
    if (standard.category() != std::generic_category()) return code;
    return {standard.value(), std::generic_category()};
}

namespace {

/// Converts the system's UTF-16 to UTF-8; invalid characters become U+FFFD.
std::string utf8_of(const wchar_t* text) {
    constexpr int to_zero = -1;
    const int bytes =
        ::WideCharToMultiByte(CP_UTF8, 0, text, to_zero, nullptr, 0, nullptr, nullptr); // with the final zero
    if (bytes <= 1) return {};
    std::string utf8(static_cast<std::size_t>(bytes), '\0');
    ::WideCharToMultiByte(CP_UTF8, 0, text, to_zero, utf8.data(), bytes, nullptr, nullptr);
    utf8.pop_back();
    return utf8;
}

std::vector<std::string> command_line() {
    int count = 0;
    const std::unique_ptr<wchar_t*, HLOCAL(WINAPI*)(HLOCAL)> words(
        ::CommandLineToArgvW(::GetCommandLineW(), &count), &::LocalFree);
    std::vector<std::string> arguments;
    for (int i = 0; words && i < count; ++i)
        arguments.push_back(utf8_of(words.get()[i]));
    return arguments;
}

} // namespace

void use_utf8_arguments(int& argc, char**& argv) {
    static auto arguments = command_line();
    if (arguments.empty()) return; // there was not enough memory
    static std::vector<char*> pointers;
    for (auto& argument : arguments)
        pointers.push_back(argument.data());
    argc = static_cast<int>(pointers.size());
    pointers.push_back(nullptr);
    argv = pointers.data();
}

ConfigFolder config_folder() noexcept {
    return {.place = R"(in %XDG_CONFIG_HOME%\histo_cl, else in %LOCALAPPDATA%\histo_cl\config)",
            .variables = "XDG_CONFIG_HOME nor LOCALAPPDATA"};
}

std::string system_name() {
    return "Windows x86-64";
}

void set_variable(const char* name, const std::string& value) {
    // Sets it for the C library and for the system.
    ::_wputenv_s(path_of(name).c_str(), path_of(value).c_str());
}

std::uint64_t physical_memory() {
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof memory;
    return ::GlobalMemoryStatusEx(&memory) != 0 ? memory.ullTotalPhys : 0;
}

std::optional<int> own_descriptor(const std::filesystem::path& /*path*/) {
    return std::nullopt; // no path refers to a descriptor
}

std::error_code write_to(int /*descriptor*/, std::string_view /*text*/) {
    return std::make_error_code(std::errc::not_supported);
}

std::error_code make_new_file(const std::filesystem::path& path) {
    auto* const file =
        ::CreateFileW(path.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file == INVALID_HANDLE_VALUE) return last_error();
    ::CloseHandle(file);
    return {};
}

std::error_code make_private_folder(const std::filesystem::path& path) {
    return ::CreateDirectoryW(path.c_str(), nullptr) != 0 ? std::error_code() : last_error();
}

namespace {

constexpr StandardStream streams[]{StandardStream::input, StandardStream::output, StandardStream::error};

HANDLE handle_of(StandardStream stream) {
    return reinterpret_cast<HANDLE>(::_get_osfhandle(static_cast<int>(stream)));
}

/// The mode of a console; empty for any other stream.
std::optional<DWORD> console_mode(StandardStream stream) {
    DWORD mode = 0;
    return ::GetConsoleMode(handle_of(stream), &mode) != 0 ? std::optional(mode) : std::nullopt;
}

/// Makes a console accept UTF-8 and escape sequences. These settings belong to the console and outlive the
/// program, so they are restored at the end.
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
        // Buffers output until it is flushed: otherwise the C library writes to a console byte by byte, which
        // breaks characters.
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
        if (::_get_osfhandle(file) < 0) { // _open() will return it, the lowest free descriptor
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

std::optional<std::size_t> terminal_lines(StandardStream stream) {
    CONSOLE_SCREEN_BUFFER_INFO screen{};
    if (::GetConsoleScreenBufferInfo(handle_of(stream), &screen) == 0) return std::nullopt;
    const int lines = screen.srWindow.Bottom - screen.srWindow.Top + 1;
    return lines > 0 ? std::optional(static_cast<std::size_t>(lines)) : std::nullopt;
}

bool terminal_takes_utf8() {
    return ::GetConsoleOutputCP() == CP_UTF8;
}

const char* terminal_kind() {
    if (const char* const set = std::getenv("TERM")) return set;
    // A console that supports escape sequences has 24-bit colours.
    const auto mode = console_mode(StandardStream::output);
    return mode && (*mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0 ? "console-direct" : nullptr;
}

} // namespace common
