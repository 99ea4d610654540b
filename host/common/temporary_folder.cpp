#include "common/temporary_folder.hpp"

#include "common/new_file.hpp"

#include <random>

namespace common {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const std::string& prefix) {
    std::random_device random;
    const auto name = prefix + std::to_string(random()) + std::to_string(random());
    auto path = fs::temp_directory_path(error_) / name;
    if (!error_) error_ = make_private_folder(path);
    if (!error_) path_ = std::move(path);
}

TemporaryFolder::~TemporaryFolder() {
    remove();
}

void TemporaryFolder::remove() const {
    std::error_code ignored; // leftovers are in the folder for temporary files
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

} // namespace common
