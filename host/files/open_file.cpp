#include "files/open_file.hpp"

#include "common/path.hpp"
#include "common/usage_error.hpp"
#include "files/descriptor_calls.hpp"
#include "files/recognize.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace files {

namespace {

constexpr std::uint64_t page_bytes = 4096;

/// FILE:PART, if there is no file of the whole name but one of the name before a colon.
std::pair<std::string, std::string> split_part(const std::string& path) {
    const auto is_there = [](const std::string& name) {
        std::error_code ignored;
        return std::filesystem::exists(common::path_of(name), ignored);
    };
    if (is_there(path)) return {path, ""};
    for (auto colon = path.find(':'); colon != std::string::npos; colon = path.find(':', colon + 1))
        if (is_there(path.substr(0, colon))) return {path.substr(0, colon), path.substr(colon + 1)};
    return {path, ""};
}

/// Finds out how the file is read.
void prepare(InputFile& file) {
    const auto status = status_of(file.file.get());
    if (status.kind == FileKind::folder) fail(file, std::make_error_code(std::errc::is_a_directory));
    if (status.kind == FileKind::regular) {
        file.size = status.size;
        file.in_order = *file.size <= page_bytes;
    }
    announce_reading(file.file.get(), status.kind);
    if (file.in_order)
        file.source = stream_source(file.file.get());
    else // standard input: others may have read some, and have read all once this has
        file.begin = take_rest(file.file.get());
}

void look_into(InputFile& file, const Reading& reading, std::string_view part) try {
    recognize(file, reading, part);
} catch (const common::UsageError& error) {
    fail_with(file, error.what() + std::string(reading.columns.empty() ? raw_hint : ""));
}

} // namespace

InputFile open_file(const std::string& path, const Reading& reading) {
    const bool standard = path == "-";
    const auto [place, part] = reading.raw || standard ? std::pair(path, std::string()) : split_part(path);
    InputFile file{.name = standard ? "standard input" : path, .file = Descriptor(standard_input)};
    try {
        if (!standard) file.file = open_to_read(place);
        prepare(file);
        look_into(file, reading, part);
    } catch (const std::system_error& error) {
        fail(file, error.code());
    }
    return file;
}

} // namespace files
