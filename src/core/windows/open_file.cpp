#include "core/windows/open_file.hpp"

#include <algorithm>

namespace histo_cl::inline HISTO_CL_ABI::detail {

ReadableFile open_file(const std::filesystem::path& path) noexcept {
    // Who replaces a file has a handle that may delete.
    constexpr DWORD sharing = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    auto* const file = ::CreateFileW(path.c_str(), GENERIC_READ, sharing, nullptr, OPEN_EXISTING,
                                     FILE_ATTRIBUTE_NORMAL, nullptr);
    return ReadableFile(file != INVALID_HANDLE_VALUE ? file : nullptr);
}

std::optional<std::uint64_t> size_of(const ReadableFile& file) noexcept {
    LARGE_INTEGER size{};
    if (::GetFileSizeEx(file.get(), &size) == 0) return std::nullopt;
    return static_cast<std::uint64_t>(size.QuadPart);
}

std::optional<std::string> read_bytes(const ReadableFile& file, std::uint64_t bytes) {
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

} // namespace histo_cl::inline HISTO_CL_ABI::detail
