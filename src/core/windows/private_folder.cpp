#include "core/private_folder.hpp"

#include "core/aside.hpp"
#include "core/windows/open_file.hpp"

#include <fstream>
#include <system_error>

// Without the POSIX notion of owners and modes nothing is checked but the kind and size of a file. The user's
// own folders, where the cache is by default, are closed to other users.

namespace histo_cl::inline HISTO_CL_ABI::detail {

namespace fs = std::filesystem;

struct PrivateFolder::Handle {
    fs::path path;
};

namespace {

PrivateFolder::Seconds age(fs::file_time_type written) {
    return fs::file_time_type::clock::now() - written;
}

} // namespace

std::optional<PrivateFolder> PrivateFolder::open(const fs::path& path) {
    std::error_code failed;
    if (!fs::is_directory(path, failed)) return std::nullopt;
    return PrivateFolder(std::make_shared<const Handle>(Handle{path}));
}

std::optional<PrivateFolder> PrivateFolder::open_or_make(const fs::path& path) {
    std::error_code failed;
    fs::create_directories(path, failed);
    return open(path);
}

std::optional<PrivateFolder::Content> PrivateFolder::read(const std::string& name, std::size_t most) const {
    const auto path = handle_->path / name;
    std::error_code failed;
    if (!fs::is_regular_file(fs::symlink_status(path, failed))) return std::nullopt;
    const auto written = fs::last_write_time(path, failed);
    if (failed) return std::nullopt;
    const auto file = open_file(path);
    const auto size = file ? size_of(file) : std::nullopt;
    if (!size || *size > most) return std::nullopt;
    auto bytes = read_bytes(file, *size);
    if (!bytes || bytes->size() != *size) return std::nullopt;
    return Content{std::move(*bytes), age(written)};
}

bool PrivateFolder::replace(const std::string& name, std::string_view bytes) const {
    const auto aside = aside_name(name);
    std::ofstream out(handle_->path / aside, std::ios::binary);
    out << bytes;
    out.close();
    std::error_code failed;
    if (out) fs::rename(handle_->path / aside, handle_->path / name, failed);
    if (out && !failed) return true;
    remove(aside);
    return false;
}

std::vector<PrivateFolder::File> PrivateFolder::files() const {
    std::vector<File> files;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(handle_->path, failed)) {
        if (!fs::is_regular_file(entry.symlink_status(failed))) continue;
        const auto bytes = entry.file_size(failed);
        if (failed) continue;
        const auto written = entry.last_write_time(failed);
        if (!failed) files.push_back({entry.path().filename().string(), bytes, age(written)});
    }
    return files;
}

void PrivateFolder::touch(const std::string& name) const {
    std::error_code ignored;
    fs::last_write_time(handle_->path / name, fs::file_time_type::clock::now(), ignored);
}

void PrivateFolder::remove(const std::string& name) const {
    std::error_code ignored;
    fs::remove(handle_->path / name, ignored);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
