#include "core/user_folder.hpp"

#include <cstdlib>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

std::filesystem::path absolute_in(const char* variable) {
    const char* const value = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): read only
    if (value == nullptr || !std::filesystem::path(value).is_absolute()) return {};
    return value;
}

} // namespace

std::filesystem::path user_folder(const char* variable, const char* under_home) {
    if (const auto folder = absolute_in(variable); !folder.empty()) return folder / "histo_cl";
    if (const auto home = absolute_in("HOME"); !home.empty()) return home / under_home / "histo_cl";
    return {};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
