#include "core/files.hpp"

#include "core/text.hpp"
#include "histo_cl/abi.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <windows.h>

namespace histo_cl::detail {

namespace fs = std::filesystem;

namespace {

struct CloseFile {
    void operator()(HANDLE file) const noexcept { ::CloseHandle(file); }
};
using FileHandle = std::unique_ptr<void, CloseFile>;

// Failed calls return null or an empty optional, and GetLastError() has the reason.

/// Opens a file for reading; other processes may replace it meanwhile.
FileHandle open_file(const fs::path& path) noexcept {
    // Replacing a file requires that all open handles share the right to delete.
    constexpr DWORD sharing = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    auto* const file = ::CreateFileW(path.c_str(), GENERIC_READ, sharing, nullptr, OPEN_EXISTING,
                                     FILE_ATTRIBUTE_NORMAL, nullptr);
    return FileHandle(file != INVALID_HANDLE_VALUE ? file : nullptr);
}

std::optional<std::uint64_t> size_of(const FileHandle& file) noexcept {
    LARGE_INTEGER size{};
    if (::GetFileSizeEx(file.get(), &size) == 0) return std::nullopt;
    return static_cast<std::uint64_t>(size.QuadPart);
}

/// The next `bytes` bytes, or fewer at the end.
std::optional<std::string> read_bytes(const FileHandle& file, std::uint64_t bytes) {
    std::string read(bytes, '\0');
    for (std::size_t done = 0; done < read.size();) {
        const auto some =
            static_cast<DWORD>(std::min<std::size_t>(read.size() - done, std::size_t{1} << 30U));
        DWORD taken = 0;
        if (::ReadFile(file.get(), read.data() + done, some, &taken, nullptr) == 0) return std::nullopt;
        if (taken == 0) read.resize(done);
        done += taken;
    }
    return read;
}

FileRefusal unreadable() {
    const auto reason = static_cast<int>(::GetLastError());
    return {"it cannot be read: " + std::system_category().message(reason)};
}

} // namespace

std::variant<std::string, FileRefusal> read_file(const fs::path& path, std::size_t max_bytes) {
    std::error_code failed;
    const auto status = fs::status(path, failed);
    if (!fs::exists(status)) return FileRefusal{"there is no such file"};
    if (!fs::is_regular_file(status)) return FileRefusal{"it is not a regular file"};
    const auto file = open_file(path);
    if (!file) return unreadable();
    const auto size = size_of(file);
    if (!size) return unreadable();
    if (*size > max_bytes)
        return FileRefusal{concat("it has ", *size, " B; allowed are at most ", max_bytes, " B")};
    auto bytes = read_bytes(file, *size);
    if (!bytes) return unreadable();
    return std::move(*bytes);
}

namespace {

FileRefusal unwritable(const std::string& reason) {
    return {"it cannot be written: " + reason};
}

bool write_all(HANDLE file, std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const auto some = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), std::size_t{1} << 30U));
        DWORD taken = 0;
        if (::WriteFile(file, bytes.data(), some, &taken, nullptr) == 0) return false;
        bytes.remove_prefix(taken);
    }
    return true;
}

enum class Flush : bool { no, yes };

/// Writes a temporary file and renames it to `target`. Returns ERROR_SUCCESS or the error code, after
/// removing the temporary file.
DWORD replace_file(const fs::path& target, std::string_view bytes, Flush flush) {
    const auto aside = target.parent_path() / path_of_text(aside_name(text_of_path(target.filename())));
    auto* const file =
        ::CreateFileW(aside.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file == INVALID_HANDLE_VALUE) return ::GetLastError(); // an existing file of this name is not touched
    const bool flushed = flush == Flush::yes;
    const bool written = write_all(file, bytes) && (!flushed || ::FlushFileBuffers(file) != 0);
    auto code = written ? ERROR_SUCCESS : ::GetLastError();
    ::CloseHandle(file);
    const DWORD how = MOVEFILE_REPLACE_EXISTING | (flushed ? MOVEFILE_WRITE_THROUGH : 0);
    if (code == ERROR_SUCCESS && ::MoveFileExW(aside.c_str(), target.c_str(), how) == 0)
        code = ::GetLastError();
    if (code != ERROR_SUCCESS) ::DeleteFileW(aside.c_str());
    return code;
}

} // namespace

std::optional<FileRefusal> write_file(const fs::path& path, std::string_view bytes) {
    std::error_code failed;
    const auto target = target_of(path, failed);
    if (failed) return unwritable(failed.message());
    const auto status = fs::status(target, failed);
    if (fs::exists(status) && !fs::is_regular_file(status)) return unwritable("it is not a regular file");

    const auto code = replace_file(target, bytes, Flush::yes);
    if (code == ERROR_SUCCESS) return std::nullopt;
    return unwritable(std::system_category().message(static_cast<int>(code)));
}

namespace {

/// The path in an environment variable, if it is absolute; otherwise empty. Read as a wide string, because a
/// narrow one cannot represent every user name.
std::filesystem::path absolute_in(const wchar_t* variable) {
    std::wstring value;
    // The required size may grow between two calls, if another thread sets the variable.
    for (DWORD size = 1; size > value.size();) {
        value.resize(size);
        size = ::GetEnvironmentVariableW(variable, value.data(), size);
        if (size < value.size()) value.resize(size);
        if (size == 0) return {};
    }
    const std::filesystem::path path(value);
    return path.is_absolute() ? path : std::filesystem::path();
}

} // namespace

std::filesystem::path user_folder(UserFolder kind) {
    const bool cache = kind == UserFolder::cache;
    if (const auto folder = absolute_in(cache ? L"XDG_CACHE_HOME" : L"XDG_CONFIG_HOME"); !folder.empty())
        return folder / "histo_cl";
    const auto local = absolute_in(L"LOCALAPPDATA");
    if (local.empty()) return {};
    return local / "histo_cl" / (cache ? "cache" : "config");
}

std::string why_no_user_folder(UserFolder kind) {
    return concat("neither ", kind == UserFolder::cache ? "XDG_CACHE_HOME" : "XDG_CONFIG_HOME",
                  " nor LOCALAPPDATA is an absolute path");
}

// Windows has no POSIX owners and modes, so only the kind and size of a file are checked. The user's own
// folders, where the cache is by default, are closed to other users.

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

std::optional<PrivateFolder::Content> PrivateFolder::read(const std::string& name,
                                                          std::size_t max_bytes) const {
    const auto path = handle_->path / name;
    std::error_code failed;
    if (!fs::is_regular_file(fs::symlink_status(path, failed))) return std::nullopt;
    const auto written = fs::last_write_time(path, failed);
    if (failed) return std::nullopt;
    const auto file = open_file(path);
    const auto size = file ? size_of(file) : std::nullopt;
    if (!size || *size > max_bytes) return std::nullopt;
    auto bytes = read_bytes(file, *size);
    if (!bytes || bytes->size() != *size) return std::nullopt;
    return Content{std::move(*bytes), age(written)};
}

bool PrivateFolder::replace(const std::string& name, std::string_view bytes) const {
    return replace_file(handle_->path / name, bytes, Flush::no) == ERROR_SUCCESS;
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

} // namespace histo_cl::detail
