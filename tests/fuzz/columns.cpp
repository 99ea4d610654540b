// Tables of text. The first byte of the input chooses the type, and whether columns are found by number or by
// name.

#include "fuzz/read_file.hpp"

namespace histo_cl::fuzz {

void fuzz(std::span<const std::byte> input) {
    if (input.empty()) return;
    const auto choice = std::to_integer<std::size_t>(input.front());
    const std::vector<std::string> columns =
        choice % 2 == 0 ? std::vector<std::string>{"2", "1"} : std::vector<std::string>{"x"};
    read_or_refuse(input.subspan(1),
                   {.type = all_sample_types[choice / 2 % all_sample_types.size()], .columns = columns});
}

} // namespace histo_cl::fuzz
