#include "files/recognize.hpp"

#include "common/format.hpp"
#include "common/usage_error.hpp"
#include "files/columns/column_source.hpp"
#include "files/formats/table.hpp"
#include "files/npy_header.hpp"
#include "files/seekable_file.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace files {

using common::UsageError;

namespace {

constexpr std::size_t look_ahead_bytes = std::size_t{1} << 16U; // no .npy header is longer
constexpr std::size_t most_formats = 4;                         // one within another

/// All bytes of a file from where it stands.
std::unique_ptr<ByteSource> whole(InputFile& file, std::vector<std::byte> start) {
    if (!file.in_order) return range_source(file.file.get(), file.begin);
    return joined_source(std::move(start), std::move(file.source));
}

/// The first bytes from where the file stands; in order, they are read no second time.
std::vector<std::byte> start_of(InputFile& file) {
    std::vector<std::byte> start(look_ahead_bytes);
    start.resize(file.in_order ? file.source->read(start, nullptr)
                               : range_source(file.file.get(), file.begin)->read(start, nullptr));
    file.ended = file.in_order && start.size() < look_ahead_bytes;
    return start;
}

std::optional<std::uint64_t> size_of(const InputFile& file, std::span<const std::byte> start) {
    if (file.in_order) return file.ended ? std::optional<std::uint64_t>(start.size()) : std::nullopt;
    return bytes_there(file);
}

void drop_front(std::vector<std::byte>& bytes, std::size_t count) {
    bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
}

/// Takes a .npy header off the start of a file.
void take_header(InputFile& file, std::vector<std::byte>& start) {
    const auto samples_begin = npy_samples_begin(start);
    file.formats.emplace_back(".npy");
    file.array = parse_npy_header(std::span(start).first(samples_begin));
    file.begin += samples_begin;
    drop_front(start, samples_begin);
}

/// The file itself, or a copy of what is read in order.
SeekableFile seekable(InputFile& file, std::vector<std::byte> start) {
    if (!file.in_order && file.begin == 0) return SeekableFile(file.file.get());
    return SeekableFile(*whole(file, std::move(start)));
}

void decode(InputFile& file, const Format& format, std::string_view part, std::vector<std::byte> start) {
    if (!part.empty() && format.part.empty())
        throw UsageError("'" + std::string(part) + "' names a part of it, but " + std::string(format.name) +
                         " files have none");
    auto opened = seekable(file, std::move(start));
    const auto file_bytes = opened.size();
    auto decoded = format.decode(std::move(opened), part);
    require_plausible(decoded.array, file_bytes);
    file.array = std::move(decoded.array);
    file.source = std::move(decoded.samples);
    file.in_order = true;
    file.ended = false;
}

void unpack(InputFile& file, const Format& format, std::vector<std::byte>& start) {
    file.source = format.unpack(whole(file, std::move(start)));
    file.in_order = true;
    start = start_of(file);
}

void enter(InputFile& file, const Format& format) {
    if (file.formats.size() == most_formats)
        throw UsageError("there are more than " + std::to_string(most_formats) +
                         " formats one within another");
    file.formats.push_back(format.name);
    require_built(format);
}

/// Throws UsageError for options that are for other content than that of a format with samples of its own.
void check_reading(const Reading& reading, std::string_view format) {
    if (!reading.columns.empty())
        throw UsageError("its format is " + std::string(format) + ", and --column reads tables of text");
    if (reading.skip > 0)
        throw UsageError("its format is " + std::string(format) +
                         ", and --skip is for bytes that are samples as they are");
}

void read_columns(InputFile& file, const Reading& reading, std::vector<std::byte> start) {
    auto table = open_columns(start, whole(file, start), reading);
    file.formats.push_back(table.format);
    file.columns = std::move(table.columns);
    file.source = std::move(table.samples);
    file.in_order = true;
    file.ended = false;
}

/// Leaves out the next bytes of a source; returns how many there were.
std::uint64_t drop(ByteSource& source, std::uint64_t bytes) {
    std::array<std::byte, 1U << 14U> room{};
    std::uint64_t done = 0;
    while (done < bytes) {
        const auto to = std::span(room).first(
            static_cast<std::size_t>(std::min<std::uint64_t>(room.size(), bytes - done)));
        const auto got = source.read(to, nullptr);
        done += got;
        if (got < to.size()) break;
    }
    return done;
}

/// Leaves out the first bytes of a file that has no format.
void skip_bytes(InputFile& file, std::uint64_t bytes) {
    std::uint64_t there = 0;
    if (file.in_order) {
        there = std::min<std::uint64_t>(bytes, file.ahead.size());
        drop_front(file.ahead, static_cast<std::size_t>(there));
        if (there < bytes && !file.ended) {
            there += drop(*file.source, bytes - there);
            file.ahead = start_of(file);
        }
    } else {
        there = std::min(bytes, *bytes_there(file));
        file.begin += there;
    }
    if (there < bytes)
        throw UsageError("--skip leaves out " + common::plural(bytes, "byte") + ", but there are " +
                         common::grouped(there));
}

void read_bytes(InputFile& file, const Reading& reading, std::vector<std::byte> start) {
    if (file.in_order) file.ahead = std::move(start);
    if (reading.skip > 0) skip_bytes(file, reading.skip);
}

} // namespace

void recognize(InputFile& file, const Reading& reading, std::string_view part) {
    if (reading.raw)
        return read_bytes(file, reading, file.in_order ? start_of(file) : std::vector<std::byte>());
    auto start = start_of(file);
    while (const auto* format = format_of({start, size_of(file, start)})) {
        enter(file, *format);
        if (format->decode != nullptr) {
            check_reading(reading, format->name);
            return decode(file, *format, part, std::move(start));
        }
        unpack(file, *format, start);
    }
    if (!part.empty()) throw UsageError("no part of it can be named");
    if (is_npy(start)) {
        check_reading(reading, ".npy");
        take_header(file, start);
    }
    if (!reading.columns.empty()) return read_columns(file, reading, std::move(start));
    read_bytes(file, reading, std::move(start));
}

} // namespace files
