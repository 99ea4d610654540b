#include "core/invalid.hpp"
#include "core/user_folder.hpp"
#include "histo_cl/tuning.hpp"

#include <fstream>

namespace histo_cl::inline HISTO_CL_ABI {

namespace fs = std::filesystem;

fs::path default_tuning_file() {
    const auto folder = detail::user_folder("XDG_CONFIG_HOME", ".config");
    return folder.empty() ? folder : folder / "tuning.txt";
}

TuningTable read_tuning_table(const fs::path& file) {
    std::error_code failed;
    const auto status = fs::status(file, failed);
    if (!fs::exists(status)) detail::invalid("there is no such file");
    if (!fs::is_regular_file(status)) detail::invalid("it is not a file"); // a pipe would block
    const auto size = fs::file_size(file, failed);
    if (failed) detail::invalid("it cannot be read: ", failed.message());
    if (size > max_tuning_text)
        detail::invalid("it has ", size, " B; a tuning table has at most ", max_tuning_text);
    std::string text(size, '\0');
    std::ifstream in(file, std::ios::binary);
    if (!in.read(text.data(), static_cast<std::streamsize>(text.size())))
        detail::invalid("it cannot be read");
    return parse_tuning_table(text);
}

} // namespace histo_cl::inline HISTO_CL_ABI
