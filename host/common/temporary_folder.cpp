#include "common/temporary_folder.hpp"

#include "common/new_file.hpp"

#include <random>

namespace common {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const std::string& prefix) {
    std::random_device random;
    const auto name = prefix + std::to_string(random()) + std::to_string(random());
    auto path = fs::temp_directory_path(error_) / name;
    const auto held = hold_signals(); // until remove() knows of it
    if (!error_) error_ = make_private_folder(path);
    if (!error_) path_ = std::move(path);
}

TemporaryFolder::~TemporaryFolder() {
    remove();
}

void TemporaryFolder::remove() const {
    if (path_.empty()) return;
    // At a signal other threads may still write into the folder. What is left then is among temporary files.
    constexpr int attempts = 20;
    std::error_code ignored;
    for (int i = 0; i < attempts && fs::exists(path_, ignored); ++i)
        fs::remove_all(path_, ignored);
}

} // namespace common
