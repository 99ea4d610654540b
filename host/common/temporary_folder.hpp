#pragma once

#include "common/signals.hpp"

#include <filesystem>
#include <string>
#include <system_error>

namespace common {

/// A temporary folder of this program's own, removed with the object, also if a signal ends the program.
class TemporaryFolder {
  public:
    explicit TemporaryFolder(const std::string& prefix);
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    /// Empty if none could be made.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Why not.
    [[nodiscard]] std::error_code error() const { return error_; }

  private:
    void remove() const;

    std::error_code error_;
    std::filesystem::path path_;
    AtSignal at_signal_{[this] { remove(); }};
};

} // namespace common
