#include "core/files.hpp"

#include "core/posix/open_file.hpp"
#include "core/text.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <dirent.h>
#include <system_error>

namespace histo_cl::detail {
namespace {

/// Repeats a call while signals interrupt it, and returns its result.
template <class Call>
auto uninterrupted(const Call& call) noexcept {
    for (;;) {
        const auto result = call();
        if (result >= 0 || errno != EINTR) return result;
    }
}

} // namespace

Descriptor open_at(int folder, const char* name, int flags, mode_t mode) noexcept {
    return Descriptor(uninterrupted(
        [&] { return ::openat(folder, name, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode); }));
}

std::optional<OpenFile> open_to_read(int folder, const char* name, int more_flags) noexcept {
    OpenFile file{open_at(folder, name, O_RDONLY | more_flags), {}};
    if (!file.descriptor || ::fstat(file.descriptor.get(), &file.status) != 0) return std::nullopt;
    return file;
}

std::optional<std::string> read_all(const OpenFile& file) {
    std::string bytes(file.size() + 1, '\0');
    for (std::size_t used = 0; used < bytes.size();) {
        const auto got = uninterrupted(
            [&] { return ::read(file.descriptor.get(), bytes.data() + used, bytes.size() - used); });
        if (got < 0) return std::nullopt;
        used += static_cast<std::size_t>(got);
        if (got == 0) bytes.resize(used);
    }
    return bytes;
}

bool write_all(const Descriptor& file, std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const auto taken = uninterrupted([&] { return ::write(file.get(), bytes.data(), bytes.size()); });
        if (taken <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(taken));
    }
    return true;
}

bool sync(const Descriptor& file) noexcept {
    return uninterrupted([&] { return ::fsync(file.get()); }) == 0;
}

namespace {

FileRefusal unreadable(int code) {
    if (code == ENOENT || code == ENOTDIR) return {"there is no such file"};
    return {"it cannot be read: " + std::generic_category().message(code)};
}

} // namespace

std::variant<std::string, FileRefusal> read_file(const std::filesystem::path& path, std::size_t max_bytes) {
    const auto file = open_to_read(AT_FDCWD, path.c_str());
    if (!file) return unreadable(errno);
    if (!S_ISREG(file->status.st_mode)) return FileRefusal{"it is not a regular file"};
    const auto size = file->size();
    if (size > max_bytes)
        return FileRefusal{concat("it has ", size, " B; allowed are at most ", max_bytes, " B")};
    auto bytes = read_all(*file);
    if (!bytes) return unreadable(errno);
    if (bytes->size() != size) return FileRefusal{"it changed while it was read"};
    return std::move(*bytes);
}

namespace fs = std::filesystem;

namespace {

FileRefusal unwritable(const std::string& reason) {
    return {"it cannot be written: " + reason};
}
FileRefusal unwritable(int code) {
    return unwritable(std::generic_category().message(code));
}

enum class Flush : bool { no, yes };

/// Writes a temporary file and renames it to `name`. Returns 0 or the error code, after removing the
/// temporary file.
int replace_in(const Descriptor& folder, const std::string& name, std::string_view bytes, mode_t mode,
               Flush flush) {
    const auto aside = aside_name(name);
    auto file = open_at(folder.get(), aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    if (!file) return errno; // an existing file of this name is not touched
    errno = ENOSPC;          // a write of 0 bytes sets no error code
    if (write_all(file, bytes) && (flush == Flush::no || sync(file)) && file.close() &&
        ::renameat(folder.get(), aside.c_str(), folder.get(), name.c_str()) == 0)
        return 0;
    const int code = errno;
    static_cast<void>(::unlinkat(folder.get(), aside.c_str(), 0));
    return code;
}

} // namespace

std::optional<FileRefusal> write_file(const fs::path& path, std::string_view bytes) {
    std::error_code failed;
    const auto target = target_of(path, failed);
    if (failed) return unwritable(failed.message());
    const auto status = fs::status(target, failed);
    if (fs::exists(status) && !fs::is_regular_file(status)) return unwritable("it is not a regular file");

    const auto above = target.parent_path(); // empty for a new file in the current folder
    const auto folder = open_at(AT_FDCWD, above.empty() ? "." : above.c_str(), O_RDONLY | O_DIRECTORY);
    if (!folder) return unwritable(errno);
    // The system clears the bits of the umask.
    constexpr mode_t all = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
    if (const int code = replace_in(folder, target.filename().string(), bytes, all, Flush::yes))
        return unwritable(code);
    static_cast<void>(sync(folder)); // flushes the file's name; not every file system supports this
    return std::nullopt;
}

namespace {

const char* variable(UserFolder kind) noexcept {
    return kind == UserFolder::cache ? "XDG_CACHE_HOME" : "XDG_CONFIG_HOME";
}

std::filesystem::path absolute_in(const char* variable) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): the environment is only read.
    const char* const value = std::getenv(variable);
    if (value == nullptr || !std::filesystem::path(value).is_absolute()) return {};
    return value;
}

} // namespace

std::filesystem::path user_folder(UserFolder kind) {
    if (const auto folder = absolute_in(variable(kind)); !folder.empty()) return folder / "histo_cl";
    const auto home = absolute_in("HOME");
    if (home.empty()) return {};
    return home / (kind == UserFolder::cache ? ".cache" : ".config") / "histo_cl";
}

std::string why_no_user_folder(UserFolder kind) {
    return concat("neither ", variable(kind), " nor HOME is an absolute path");
}

struct PrivateFolder::Handle {
    Descriptor folder;
};

namespace {

bool only_ours(const struct stat& status) noexcept {
    return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Creates missing folders, accessible only to this user, as the XDG Base Directory Specification requires.
bool make_folders(const fs::path& path) {
    const auto make = [&path] { return ::mkdir(path.c_str(), S_IRWXU) == 0 || errno == EEXIST; };
    if (make()) return true;
    const auto above = path.parent_path();
    if (errno != ENOENT || above.empty() || above == path) return false;
    return make_folders(above) && make();
}

PrivateFolder::Seconds age(const struct stat& status) noexcept {
    const PrivateFolder::Seconds now = std::chrono::system_clock::now().time_since_epoch();
    const auto& written = status.st_mtim;
    return now - PrivateFolder::Seconds(static_cast<double>(written.tv_sec) +
                                        static_cast<double>(written.tv_nsec) * 1e-9);
}

} // namespace

std::optional<PrivateFolder> PrivateFolder::open(const fs::path& path) {
    auto folder = open_to_read(AT_FDCWD, path.c_str(), O_DIRECTORY | O_NOFOLLOW);
    if (!folder || !only_ours(folder->status)) return std::nullopt;
    return PrivateFolder(std::make_shared<const Handle>(Handle{std::move(folder->descriptor)}));
}

std::optional<PrivateFolder> PrivateFolder::open_or_make(const fs::path& path) {
    if (auto folder = open(path)) return folder;
    if (!make_folders(path)) return std::nullopt;
    return open(path);
}

std::optional<PrivateFolder::Content> PrivateFolder::read(const std::string& name,
                                                          std::size_t max_bytes) const {
    const auto file = open_to_read(handle_->folder.get(), name.c_str(), O_NOFOLLOW);
    if (!file || !S_ISREG(file->status.st_mode) || !only_ours(file->status)) return std::nullopt;
    if (file->size() > max_bytes) return std::nullopt;
    auto bytes = read_all(*file);
    if (!bytes || bytes->size() != file->size()) return std::nullopt;
    return Content{std::move(*bytes), age(file->status)};
}

bool PrivateFolder::replace(const std::string& name, std::string_view bytes) const {
    // The file is not flushed: after a power failure the file may be truncated or contain zeros. Readers must
    // detect that.
    return replace_in(handle_->folder, name, bytes, S_IRUSR | S_IWUSR, Flush::no) == 0;
}

std::vector<PrivateFolder::File> PrivateFolder::files() const {
    const auto folder = handle_->folder.get();
    auto listed = open_at(folder, ".", O_RDONLY | O_DIRECTORY);
    if (!listed) return {};
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::fdopendir(listed.get()), &::closedir);
    if (!entries) return {};
    static_cast<void>(listed.release()); // closedir() will close the descriptor
    std::vector<File> files;
    struct stat status {};
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread uses this DIR.
    while (const auto* const entry = ::readdir(entries.get()))
        if (::fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode))
            files.push_back({entry->d_name, static_cast<std::uint64_t>(status.st_size), age(status)});
    return files;
}

void PrivateFolder::touch(const std::string& name) const {
    const std::array<timespec, 2> times{
        {{.tv_sec = 0, .tv_nsec = UTIME_OMIT}, {.tv_sec = 0, .tv_nsec = UTIME_NOW}}};
    static_cast<void>(::utimensat(handle_->folder.get(), name.c_str(), times.data(), AT_SYMLINK_NOFOLLOW));
}

void PrivateFolder::remove(const std::string& name) const {
    static_cast<void>(::unlinkat(handle_->folder.get(), name.c_str(), 0));
}

} // namespace histo_cl::detail
