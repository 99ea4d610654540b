#include "core/write_file.hpp"

#include "core/aside.hpp"
#include "core/posix/open_file.hpp"
#include "core/text.hpp"

#include <cerrno>
#include <system_error>

namespace histo_cl::inline HISTO_CL_ABI::detail {

namespace fs = std::filesystem;

namespace {

FileRefusal unwritable(const std::string& reason) {
    return {"it cannot be written: " + reason};
}
FileRefusal unwritable(int code) {
    return unwritable(std::generic_category().message(code));
}

/// 0, or why a file of that name could not be made with these bytes, on the disk.
int make_file(int folder, const std::string& name, std::string_view bytes) {
    constexpr mode_t all = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH; // less the umask
    auto file = open_at(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, all);
    if (!file) return errno;
    errno = ENOSPC; // a write of nothing is no failure that has a code
    return write_all(file, bytes) && sync(file) && file.close() ? 0 : errno;
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
    const auto name = target.filename().string();
    const auto aside = aside_name(name);
    auto code = make_file(folder.get(), aside, bytes);
    if (code == 0 && ::renameat(folder.get(), aside.c_str(), folder.get(), name.c_str()) != 0) code = errno;
    if (code != 0) {
        static_cast<void>(::unlinkat(folder.get(), aside.c_str(), 0));
        return unwritable(code);
    }
    static_cast<void>(sync(folder)); // of the name; not every file system can
    return std::nullopt;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
