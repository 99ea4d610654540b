#pragma once

#include "histo_cl/abi.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace histo_cl::detail {

/// Why a file was not read or written, e.g. "there is no such file".
struct FileRefusal {
    std::string reason;
};

/// Reads a file that the user named. It must be a regular file of at most `max_bytes` bytes, so that reading
/// neither blocks nor continues endlessly. The path may be a link, and the file may have any owner. Returns
/// the content, or the reason on failure.
[[nodiscard]] std::variant<std::string, FileRefusal> read_file(const std::filesystem::path& path,
                                                               std::size_t max_bytes);

/// Creates or replaces a file that the user named, atomically, even if the power fails: writes a temporary
/// file in the same folder, flushes it to disk, and renames it. The target of a link is replaced, not the
/// link. Existing files that are not regular are refused. Returns the reason on failure, after removing the
/// temporary file.
[[nodiscard]] std::optional<FileRefusal> write_file(const std::filesystem::path& path,
                                                    std::string_view bytes);

// Names of temporary files. A new version of a file is written under a temporary name, and then renamed.

/// NAME and a random suffix, e.g. "file.txt.00f3a9c27b51de84".
[[nodiscard]] std::string aside_name(std::string_view name);

/// The canonical path of a file after following links. The file need not exist. Sets `failed` on failure,
/// e.g. for a loop of links.
[[nodiscard]] std::filesystem::path target_of(std::filesystem::path path, std::error_code& failed);

/// The inverse of aside_name(), for files that a crash left behind: the name without its last suffix, if this
/// suffix consists of lower-case hexadecimal digits. Any other name is returned unchanged.
[[nodiscard]] std::string_view name_without_aside(std::string_view name) noexcept;

// Paths as text: in UTF-8 on Windows, unchanged elsewhere.

[[nodiscard]] inline std::filesystem::path path_of_text(std::string_view text) {
    return std::u8string(text.begin(), text.end());
}

[[nodiscard]] inline std::string text_of_path(const std::filesystem::path& path) {
    const auto text = path.u8string();
    return {text.begin(), text.end()};
}

enum class UserFolder : std::uint8_t { cache, config };

/// Returns the library's folder of the given kind. This is `histo_cl` under $XDG_CACHE_HOME or
/// $XDG_CONFIG_HOME if that variable is set. Otherwise it is `histo_cl` under $HOME/.cache or $HOME/.config,
/// or on Windows `histo_cl\cache` or `histo_cl\config` under %LOCALAPPDATA%. Empty if none of these variables
/// is set. A relative path counts as not set. Reads the environment on every call.
[[nodiscard]] std::filesystem::path user_folder(UserFolder kind);

/// Why user_folder() is empty, e.g. "neither XDG_CACHE_HOME nor HOME is an absolute path".
[[nodiscard]] std::string why_no_user_folder(UserFolder kind);

/// A folder to which only this user can write, and its files. On POSIX systems, the folder must belong to the
/// effective user, be writable by neither group nor others, and not be a symbolic link. The class refuses to
/// read a file unless it meets the same conditions and is a regular file. Parent folders need no check,
/// because the checked folder stays open, and files are opened relative to it. On Windows, only the kinds of
/// the folder and its files are checked. Never blocks on another process.
class PrivateFolder {
  public:
    using Seconds = std::chrono::duration<double>; ///< wide enough for the age of any file

    struct File {
        std::string name;
        std::uint64_t bytes = 0;
        Seconds age = {}; ///< time since it was written or touched
    };
    struct Content {
        std::string bytes;
        Seconds age = {};
    };

    /// Opens the folder. Empty if it does not exist or fails the check.
    [[nodiscard]] static std::optional<PrivateFolder> open(const std::filesystem::path& path);
    /// Like open(), but first creates the folder and its parents if they do not exist. On POSIX systems, the
    /// created folders are accessible only to this user.
    [[nodiscard]] static std::optional<PrivateFolder> open_or_make(const std::filesystem::path& path);

    /// Reads a file. Empty if it does not exist, fails the check, cannot be read, changes its size during the
    /// read, or has more than `max_bytes` bytes.
    [[nodiscard]] std::optional<Content> read(const std::string& name, std::size_t max_bytes) const;
    /// Writes a temporary file and renames it, so that no reader sees an incomplete file, except after a
    /// power failure. Returns false on failure, after removing the temporary file.
    [[nodiscard]] bool replace(const std::string& name, std::string_view bytes) const;
    /// The regular files of the folder, also those that read() would refuse.
    [[nodiscard]] std::vector<File> files() const;
    /// Sets the file's modification time to now, if it exists.
    void touch(const std::string& name) const;
    void remove(const std::string& name) const;

  private:
    struct Handle;

    explicit PrivateFolder(std::shared_ptr<const Handle> handle) : handle_(std::move(handle)) {}

    std::shared_ptr<const Handle> handle_;
};

} // namespace histo_cl::detail
