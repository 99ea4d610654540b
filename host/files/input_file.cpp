#include "files/input_file.hpp"

#include "common/errors.hpp"
#include "common/text.hpp"
#include "files/system.hpp"

#include <algorithm>

namespace files {

using common::grouped;
using common::plural;
using common::UsageError;

namespace {

std::string header_says(const InputFile& file) {
    return file.formats.empty() ? "--shape says "
                                : "its " + std::string(file.formats.back()) + " header says ";
}

std::string words(const Array& array) {
    std::string lengths;
    for (const auto length : array.shape)
        lengths += (lengths.empty() ? "" : " x ") + grouped(length);
    return (lengths.empty() ? "one" : lengths) + (array.type ? " " + std::string(name(*array.type)) : "");
}

std::string words(const Columns& columns) {
    constexpr std::size_t max_named = 8;
    std::vector<std::string> names;
    for (const auto& column : *columns.found)
        names.push_back(names.size() < max_named ? column.name : "...");
    names.resize(std::min(names.size(), max_named + 1));
    return std::string(names.size() == 1 ? "column " : "columns ") +
           common::printable(common::joined(names, ", ")) + " " + std::string(name(columns.type)) +
           (columns.recognized ? "; --raw counts its bytes" : "") +
           (columns.other_table && !columns.other_table->empty()
                ? "; another table begins in " + *columns.other_table + ", which is not read"
                : "");
}

std::uint64_t size_now(const InputFile& file) try {
    return status_of(file.file.get()).size;
} catch (const std::system_error& error) {
    fail(file, error.code());
}

} // namespace

std::string recognized(const InputFile& file) {
    std::vector<std::string> parts(file.formats.begin(), file.formats.end());
    if (file.array) parts.push_back(words(*file.array));
    if (file.columns) parts.push_back(words(*file.columns));
    return common::joined(parts, ", ");
}

std::optional<std::uint64_t> bytes_there(const InputFile& file) {
    if (file.in_order) return file.ended ? std::optional<std::uint64_t>(file.ahead.size()) : std::nullopt;
    return *file.size - std::min(*file.size, file.begin);
}

std::optional<std::uint64_t> known_bytes(std::span<const InputFile> files) {
    std::uint64_t sum = 0;
    for (const auto& file : files) {
        if (!file.bytes) return std::nullopt;
        sum += *file.bytes;
    }
    return sum;
}

std::size_t read_in_order(const InputFile& file, std::span<std::byte> to, const Wake* wake) try {
    return file.source->read(to, wake);
} catch (const UsageError& error) {
    fail_with(file, error.what() + std::string(file.columns ? "" : raw_hint));
} catch (const std::system_error& error) {
    fail(file, error.code());
}

void require_same_size(const InputFile& file) {
    if (!file.size) return;
    const auto now = size_now(file);
    if (now == *file.size) return;
    fail_with(file, std::string("it became ") + (now < *file.size ? "shorter" : "longer") +
                        " while it was read: " + plural(*file.size, "byte") + ", now " + plural(now, "byte"));
}

void fail_with(const InputFile& file, const std::string& message) {
    throw UsageError(common::printable(file.name) + ": " + message);
}

void fail(const InputFile& file, std::error_code code) {
    fail_with(file, code.message());
}

void fail_as_ragged(const InputFile& file, std::uint64_t bytes, std::size_t sample_bytes) {
    fail_with(file, grouped(bytes) + " bytes are not a whole number of " + std::to_string(sample_bytes) +
                        "-byte samples: " + std::to_string(bytes % sample_bytes) +
                        " left over (--truncate ignores them)");
}

void fail_as_short(const InputFile& file, std::uint64_t bytes) {
    fail_with(file, header_says(file) + plural(*file.bytes, "byte") + " of samples, but there are " +
                        grouped(bytes));
}

void fail_as_long(const InputFile& file) {
    fail_with(file, header_says(file) + plural(*file.bytes, "byte") +
                        " of samples, but more follow (--truncate ignores them)");
}

} // namespace files
