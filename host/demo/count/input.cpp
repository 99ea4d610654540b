#include "demo/count/input.hpp"

#include "common/format.hpp"
#include "common/program.hpp"
#include "common/usage_error.hpp"
#include "files/open_file.hpp"

#include <algorithm>
#include <string>

namespace demo {

using common::printable;

std::vector<files::InputFile> open_files(const Command& command) {
    std::vector<files::InputFile> opened;
    for (const auto& file : command.files)
        opened.push_back(files::open_file(file, command.reading));
    return opened;
}

bool can_be_read_again(std::span<const files::InputFile> inputs) {
    return std::ranges::all_of(inputs, [](const files::InputFile& input) {
        return input.size.has_value() && !input.file.is_standard();
    });
}

Source source_of(const Command& command, const files::SampleReader& reader, std::uint64_t element_bytes) {
    const auto left_out = reader.left_out();
    Source source{.names = {},
                  .bytes = reader.bytes_read(),
                  .elements = reader.bytes_read() / element_bytes - left_out.alpha,
                  .missing = left_out.missing};
    for (const auto& input : reader.files()) {
        source.names.push_back(input.name);
        source.formats.push_back(recognized(input));
        source.is_array = source.is_array || input.array || input.columns;
        if (input.dropped > 0)
            common::complain(command.program, printable(input.name) + ": dropped " +
                                                  common::plural(input.dropped, "byte") +
                                                  " after the last sample");
    }
    if (source.elements == 0) fail_as_empty(reader.files());
    return source;
}

void fail_as_empty(std::span<const files::InputFile> inputs) {
    throw common::UsageError(printable(inputs.front().name) +
                             (inputs.size() > 1 ? " and the others hold" : " holds") + " no samples");
}

} // namespace demo
