#include "core/read_file.hpp"

#include "core/text.hpp"
#include "core/windows/open_file.hpp"

#include <system_error>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {

namespace fs = std::filesystem;

namespace {

FileRefusal unreadable() {
    const auto reason = static_cast<int>(::GetLastError());
    return {"it cannot be read: " + std::system_category().message(reason)};
}

} // namespace

std::variant<std::string, FileRefusal> read_file(const fs::path& path, std::size_t most) {
    std::error_code failed;
    const auto status = fs::status(path, failed);
    if (!fs::exists(status)) return FileRefusal{"there is no such file"};
    if (!fs::is_regular_file(status)) return FileRefusal{"it is not a regular file"};
    const auto file = open_file(path);
    if (!file) return unreadable();
    const auto size = size_of(file);
    if (!size) return unreadable();
    if (*size > most) return FileRefusal{concat("it has ", *size, " B; allowed are at most ", most)};
    auto bytes = read_bytes(file, *size);
    if (!bytes) return unreadable();
    return std::move(*bytes);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
