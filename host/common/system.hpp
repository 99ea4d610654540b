#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace common {

/// Converts the arguments of main() to UTF-8, the encoding of all text in the programs. On Windows main()
/// gets only what the code page can represent, so there the arguments are taken from the command line. On
/// other systems the arguments are not changed. The converted arguments live as long as the program.
void use_utf8_arguments(int& argc, char**& argv);

/// Phrases for messages about the folder of histo_cl::default_tuning_file(), in this system's notation.
struct ConfigFolder {
    const char* place;     ///< where it is: "in A, else in B"
    const char* variables; ///< the environment variables that determine it: "A nor B"
};
[[nodiscard]] ConfigFolder config_folder() noexcept;

/// The operating system, its version and processor, e.g. "Debian GNU/Linux 12 (bookworm), Linux 6.1.0
/// x86_64".
[[nodiscard]] std::string system_name();

/// Sets an environment variable of this process, also for the libraries that it loads.
void set_variable(const char* name, const std::string& value);

/// This machine's memory in bytes.
[[nodiscard]] std::uint64_t physical_memory();

/// The descriptor of this process that a path names, as /dev/stdout and /dev/fd/3 do on POSIX systems; empty
/// if it names none.
[[nodiscard]] std::optional<int> own_descriptor(const std::filesystem::path& path);

/// Writes all of the text to an open descriptor.
[[nodiscard]] std::error_code write_to(int descriptor, std::string_view text);

// The next two functions fail if anything exists at the path, even a link.

/// Creates an empty file.
[[nodiscard]] std::error_code make_new_file(const std::filesystem::path& path);

/// Makes a folder that only this user can access. On Windows it inherits the access rights of its parent,
/// such as a user's own folder, which other users cannot access.
[[nodiscard]] std::error_code make_private_folder(const std::filesystem::path& path);

/// A standard stream; its value is the descriptor.
enum class StandardStream : int { input = 0, output = 1, error = 2 };

/// Replaces each closed standard stream by an open file on which its reads or writes fail. Otherwise the next
/// file that the program opens would get the stream's descriptor. On Windows this also sets binary mode, and
/// makes consoles accept UTF-8 and escape sequences until the program ends.
void open_standard_streams();

[[nodiscard]] bool is_terminal(StandardStream stream);

/// The width and the height of the terminal, in characters; empty if the stream is not a terminal, or its
/// size is unknown.
[[nodiscard]] std::optional<std::size_t> terminal_columns(StandardStream stream);
[[nodiscard]] std::optional<std::size_t> terminal_lines(StandardStream stream);

/// Whether the user's terminal shows UTF-8.
[[nodiscard]] bool terminal_takes_utf8();

/// The kind of the terminal, as the variable TERM names it; null if unknown.
[[nodiscard]] const char* terminal_kind();

#ifdef _WIN32
/// The error of the last failed system call. It is the corresponding standard error code if there is one,
/// because the messages of standard codes hardly differ between systems.
[[nodiscard]] std::error_code last_error();
#endif

} // namespace common
