#include "core/files.hpp"

#include "core/text.hpp"

#include <random>

namespace histo_cl::detail {

std::string aside_name(std::string_view name) {
    std::random_device random;
    return concat(name, ".", hex(random(), 8), hex(random(), 8));
}

std::filesystem::path target_of(std::filesystem::path path, std::error_code& failed) {
    namespace fs = std::filesystem;
    for (int link = 0; link < 40; ++link) { // Linux has the same limit
        if (!fs::is_symlink(fs::symlink_status(path, failed))) return fs::weakly_canonical(path, failed);
        const auto target = fs::read_symlink(path, failed);
        if (failed) return {};
        path = path.parent_path() / target;
    }
    failed = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    return {};
}

std::string_view name_without_aside(std::string_view name) noexcept {
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos || !is_hex(name.substr(dot + 1))) return name;
    return name.substr(0, dot);
}

} // namespace histo_cl::detail
