#include "core/invalid.hpp"
#include "core/read_file.hpp"
#include "core/user_folder.hpp"
#include "histo_cl/tuning.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

namespace fs = std::filesystem;

fs::path default_tuning_file() {
    const auto folder = detail::user_folder(detail::UserFolder::config);
    return folder.empty() ? folder : folder / "tuning.txt";
}

TuningTable read_tuning_table(const fs::path& file) {
    const auto text = detail::read_file(file, max_tuning_text);
    if (const auto* const refusal = std::get_if<detail::FileRefusal>(&text)) detail::invalid(refusal->reason);
    return parse_tuning_table(std::get<std::string>(text));
}

} // namespace histo_cl::inline HISTO_CL_ABI
