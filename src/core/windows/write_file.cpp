#include "core/write_file.hpp"

#include "core/aside.hpp"

#include <fstream>
#include <string>
#include <system_error>

namespace histo_cl::inline HISTO_CL_ABI::detail {

namespace fs = std::filesystem;

// The standard library cannot flush a file to the disk.
std::optional<FileRefusal> write_file(const fs::path& path, std::string_view bytes) {
    std::error_code failed;
    const auto target = fs::weakly_canonical(path, failed);
    if (failed) return FileRefusal{"it cannot be written: " + failed.message()};
    const auto status = fs::status(target, failed);
    if (fs::exists(status) && !fs::is_regular_file(status))
        return FileRefusal{"it cannot be written: it is not a regular file"};
    const auto aside = target.parent_path() / aside_name(target.filename().string());
    std::ofstream out(aside, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    failed = {};
    if (out) fs::rename(aside, target, failed);
    if (out && !failed) return std::nullopt;
    std::error_code ignored;
    fs::remove(aside, ignored);
    return FileRefusal{"it cannot be written" + (failed ? ": " + failed.message() : std::string())};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
