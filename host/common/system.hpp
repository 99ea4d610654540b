#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace common {

/// Makes the arguments of main() UTF-8, as all text of the programs is. Windows gives main() what its code
/// page has of them, so there they become those of the command line, which last as long as the program.
void use_utf8_arguments(int& argc, char**& argv);

/// Where histo_cl::default_tuning_file() is, in the words of this system, and the variables that say so.
struct ConfigFolder {
    const char* place;
    const char* variables;
};
[[nodiscard]] ConfigFolder config_folder() noexcept;

/// Sets a variable of the environment that OpenCL platforms read.
void set_variable(const char* name, const std::string& value);

/// This machine's memory in bytes.
[[nodiscard]] std::uint64_t physical_memory();

/// The descriptor of this process that a path names, as /dev/stdout and /dev/fd/3 do on POSIX systems.
[[nodiscard]] std::optional<int> own_descriptor(const std::filesystem::path& path);

/// Writes all of the text there.
[[nodiscard]] std::error_code write_to(int descriptor, std::string_view text);

// What is made fails if there is anything of that name, also a link.

/// An empty file.
[[nodiscard]] std::error_code make_new_file(const std::filesystem::path& path);

/// A folder for this user alone. On Windows a folder is as open as the one above it, and those of a user's
/// are closed to others.
[[nodiscard]] std::error_code make_private_folder(const std::filesystem::path& path);

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

/// What the terminal understands, in the words of the variable TERM; null if that is unknown.
[[nodiscard]] const char* terminal_kind();

#ifdef _WIN32
/// The error of the system call that failed last: the standard code for it where there is one, whose messages
/// are the same on every system.
[[nodiscard]] std::error_code last_error();
#endif

} // namespace common
