#pragma once

#include <cstdlib> // mkdtemp
#include <filesystem>
#include <string>

namespace tune {

/// A temporary folder, removed at the end; an empty path if none can be created.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::error_code failed;
        auto pattern = (std::filesystem::temp_directory_path(failed) / "histo_cl_tune_XXXXXX").string();
        if (!failed && ::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

} // namespace tune
