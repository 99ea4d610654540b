#include "common/file.hpp"

#include "common/errors.hpp"
#include "common/signals.hpp"
#include "common/system.hpp"

#include <cerrno>
#include <fstream>
#include <random>
#include <sstream>
#include <system_error>

namespace common {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& name, const char* what, std::error_code reason) {
    throw UsageError(name + " cannot be " + what + ": " + reason.message());
}

std::error_code stream_error() {
    return {errno != 0 ? errno : EIO, std::generic_category()};
}

std::error_code write_in_place(const fs::path& path, const std::string& text) {
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    return file ? std::error_code() : stream_error();
}

/// Writes the text to a new file in the path's folder, then renames that file to the path. Before it is
/// renamed, others with access to the folder cannot predict its name.
std::error_code write_aside(const fs::path& path, const std::string& text) {
    auto aside = path;
    aside += "." + std::to_string(std::random_device{}()) + ".tmp";
    const auto remove_aside = [&] {
        std::error_code ignored;
        fs::remove(aside, ignored);
    };
    const AtSignal at_signal(remove_aside);
    if (const auto failed = make_new_file(aside)) return failed;
    auto failed = write_in_place(aside, text);
    if (!failed) fs::rename(aside, path, failed);
    if (failed) remove_aside();
    return failed;
}

/// If the path is a link, replaces the path by the target of the link. Follows a chain of links to its end.
/// The target need not exist.
std::error_code follow_links(fs::path& path) {
    std::error_code failed;
    for (int link = 0; link < 40; ++link) { // Linux follows at most 40 links
        if (!fs::is_symlink(fs::symlink_status(path, failed))) return {};
        const auto target = fs::read_symlink(path, failed);
        if (failed) return failed;
        path = path.parent_path() / target;
    }
    return std::make_error_code(std::errc::too_many_symbolic_link_levels);
}

std::error_code write_anyhow(fs::path path, const std::string& text) {
    if (const auto descriptor = own_descriptor(path)) return write_to(*descriptor, text);
    std::error_code failed;
    const auto status = fs::status(path, failed);
    if (status.type() == fs::file_type::none) return failed; // its type is unknown
    if (fs::is_other(status)) return write_in_place(path, text);
    if (const auto lost = follow_links(path)) return lost;
    return write_aside(path, text);
}

} // namespace

void write_file(const std::string& name, const std::string& text) {
    if (name.empty()) throw UsageError("'' names no file that could be written");
    if (const auto failed = write_anyhow(path_of(name), text)) fail(name, "written", failed);
}

bool is_written_in_place(const std::string& name) {
    std::error_code failed;
    return own_descriptor(path_of(name)) || fs::is_other(fs::status(path_of(name), failed));
}

std::string read_file(const std::string& name) {
    errno = 0;
    std::ifstream file(path_of(name), std::ios::binary);
    std::ostringstream text;
    const bool has_some = file.peek() != std::ifstream::traits_type::eof(); // << fails on an empty file
    if (has_some) text << file.rdbuf();
    if (!file.is_open() || file.bad() || !text) fail(name, "read", stream_error());
    return text.str();
}

TemporaryFolder::TemporaryFolder(const std::string& prefix) {
    std::random_device random;
    const auto name = prefix + std::to_string(random()) + std::to_string(random());
    auto path = fs::temp_directory_path(error_) / name;
    // No signal may end the program until path_ names the folder for remove().
    const auto held = hold_signals();
    if (!error_) error_ = make_private_folder(path);
    if (!error_) path_ = std::move(path);
}

TemporaryFolder::~TemporaryFolder() {
    remove();
}

void TemporaryFolder::remove() const {
    if (path_.empty()) return;
    // When a signal ends the program, other threads may still write into the folder. If the folder cannot be
    // removed, it is left behind.
    constexpr int attempts = 20;
    std::error_code ignored;
    for (int i = 0; i < attempts && fs::exists(path_, ignored); ++i)
        fs::remove_all(path_, ignored);
}

} // namespace common
