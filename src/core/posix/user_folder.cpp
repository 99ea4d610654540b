#include "core/user_folder.hpp"

#include "core/text.hpp"

#include <cstdlib>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

const char* variable(UserFolder kind) noexcept {
    return kind == UserFolder::cache ? "XDG_CACHE_HOME" : "XDG_CONFIG_HOME";
}

std::filesystem::path absolute_in(const char* variable) {
    const char* const value = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): read only
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

} // namespace histo_cl::inline HISTO_CL_ABI::detail
