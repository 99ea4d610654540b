#include "core/read_file.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <memory>
#include <system_error>
#include <windows.h>

namespace histo_cl::inline HISTO_CL_ABI::detail {

namespace fs = std::filesystem;

namespace {

struct Close {
    void operator()(HANDLE file) const noexcept { ::CloseHandle(file); }
};

FileRefusal unreadable() {
    const auto reason = static_cast<int>(::GetLastError());
    return {"it cannot be read: " + std::system_category().message(reason)};
}

bool read_all(HANDLE file, std::string& bytes) noexcept {
    for (std::size_t done = 0; done < bytes.size();) {
        const auto some =
            static_cast<DWORD>(std::min<std::size_t>(bytes.size() - done, std::size_t{1} << 30U));
        DWORD taken = 0;
        if (::ReadFile(file, bytes.data() + done, some, &taken, nullptr) == 0) return false;
        if (taken == 0) bytes.resize(done); // it became shorter meanwhile
        done += taken;
    }
    return true;
}

} // namespace

std::variant<std::string, FileRefusal> read_file(const fs::path& path, std::size_t most) {
    std::error_code failed;
    const auto status = fs::status(path, failed);
    if (!fs::exists(status)) return FileRefusal{"there is no such file"};
    if (!fs::is_regular_file(status)) return FileRefusal{"it is not a regular file"};
    // Others may replace it meanwhile, as write_file() does, which then has a handle that may delete.
    constexpr DWORD sharing = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    auto* const opened = ::CreateFileW(path.c_str(), GENERIC_READ, sharing, nullptr, OPEN_EXISTING,
                                       FILE_ATTRIBUTE_NORMAL, nullptr);
    if (opened == INVALID_HANDLE_VALUE) return unreadable();
    const std::unique_ptr<void, Close> file(opened);
    LARGE_INTEGER size{};
    if (::GetFileSizeEx(file.get(), &size) == 0) return unreadable();
    const auto bytes_there = static_cast<std::uint64_t>(size.QuadPart);
    if (bytes_there > most)
        return FileRefusal{concat("it has ", bytes_there, " B; allowed are at most ", most)};
    std::string bytes(bytes_there, '\0');
    if (!read_all(file.get(), bytes)) return unreadable();
    return bytes;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
