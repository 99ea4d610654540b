#pragma once

#include "common/signals.hpp"

#include <filesystem>
#include <string>
#include <system_error>

// Text in the programs is UTF-8. std::filesystem::path converts a std::string in a way that depends on the
// system, so use these functions.

namespace common {

[[nodiscard]] inline std::filesystem::path path_of(const std::string& text) {
    return {std::u8string(text.begin(), text.end())};
}

[[nodiscard]] inline std::string text_of(const std::filesystem::path& path) {
    const auto text = path.u8string();
    return {text.begin(), text.end()};
}

/// Replaces a file atomically: writes a temporary file, then renames it. A link stays a link: its target is
/// written, and created if it does not exist. Pipes, devices and other special files are written in place. If
/// the name stands for a descriptor of this process, as /dev/stdout does, the text is written to that
/// descriptor. Throws a UsageError that names the file and the reason.
void write_file(const std::string& name, const std::string& text);

/// Whether write_file() would write to the file in place instead of replacing it.
[[nodiscard]] bool is_written_in_place(const std::string& name);

/// Returns the bytes of a file. Throws a UsageError that names the file and the reason.
[[nodiscard]] std::string read_file(const std::string& name);

/// A private temporary folder. It is removed by the destructor, and if a signal ends the program.
class TemporaryFolder {
  public:
    explicit TemporaryFolder(const std::string& prefix);
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    /// Returns the path; empty if no folder could be made.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// The error if path() is empty.
    [[nodiscard]] std::error_code error() const { return error_; }

  private:
    void remove() const;

    std::error_code error_;
    std::filesystem::path path_;
    AtSignal at_signal_{[this] { remove(); }};
};

} // namespace common
