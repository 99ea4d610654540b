#pragma once

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>

namespace histo_cl::test {

/// A temporary folder. The destructor removes it with its content.
class Folder {
  public:
    Folder() {
        std::random_device random;
        const auto name = "histo_cl_test_" + std::to_string(random()) + "_" + std::to_string(random());
        path_ = std::filesystem::temp_directory_path() / name;
        if (!std::filesystem::create_directory(path_)) throw std::runtime_error("no temporary folder");
        std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

inline std::string content(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

inline void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

} // namespace histo_cl::test
