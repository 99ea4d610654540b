#include "core/user_folder.hpp"

#include "core/text.hpp"

#include <windows.h>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// As a wide string: a narrow one has no place for every name of a user.
std::filesystem::path absolute_in(const wchar_t* variable) {
    std::wstring value;
    // The size that is asked for grows if another thread sets the variable meanwhile.
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

} // namespace histo_cl::inline HISTO_CL_ABI::detail
