#include "core/write_file.hpp"

#include "core/aside.hpp"
#include "core/path_text.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <windows.h>

namespace histo_cl::inline HISTO_CL_ABI::detail {

namespace fs = std::filesystem;

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

/// ERROR_SUCCESS, or why a new file of that name could not be made with these bytes, on the disk.
DWORD make_file(const fs::path& path, std::string_view bytes) noexcept {
    auto* const file =
        ::CreateFileW(path.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file == INVALID_HANDLE_VALUE) return ::GetLastError();
    const bool written = write_all(file, bytes) && ::FlushFileBuffers(file) != 0;
    const auto reason = written ? ERROR_SUCCESS : ::GetLastError();
    ::CloseHandle(file);
    return reason;
}

} // namespace

std::optional<FileRefusal> write_file(const fs::path& path, std::string_view bytes) {
    std::error_code failed;
    const auto target = target_of(path, failed);
    if (failed) return unwritable(failed.message());
    const auto status = fs::status(target, failed);
    if (fs::exists(status) && !fs::is_regular_file(status)) return unwritable("it is not a regular file");

    const auto aside = target.parent_path() / aside_name(text_of_path(target.filename()));
    auto reason = make_file(aside, bytes);
    if (reason == ERROR_SUCCESS &&
        ::MoveFileExW(aside.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) == 0)
        reason = ::GetLastError();
    if (reason == ERROR_SUCCESS) return std::nullopt;
    ::DeleteFileW(aside.c_str());
    return unwritable(std::system_category().message(static_cast<int>(reason)));
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
