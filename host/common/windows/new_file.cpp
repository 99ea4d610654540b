#include "common/new_file.hpp"

#include "common/windows/last_error.hpp"

#include <windows.h>

namespace common {

std::optional<int> own_descriptor(const std::filesystem::path& /*path*/) {
    return std::nullopt; // no path names one
}

std::error_code write_to(int /*descriptor*/, std::string_view /*text*/) {
    return std::make_error_code(std::errc::not_supported);
}

std::error_code make_new_file(const std::filesystem::path& path) {
    auto* const file =
        ::CreateFileW(path.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file == INVALID_HANDLE_VALUE) return last_error();
    ::CloseHandle(file);
    return {};
}

std::error_code make_private_folder(const std::filesystem::path& path) {
    return ::CreateDirectoryW(path.c_str(), nullptr) != 0 ? std::error_code() : last_error();
}

} // namespace common
