#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/text.hpp"
#include "files/byte_source.hpp"
#include "files/columns/text_table.hpp"
#include "files/formats/format.hpp"
#include "files/input_file.hpp"
#include "files/npy_header.hpp"
#include "files/system.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace files {

using common::UsageError;

namespace {

constexpr std::size_t look_ahead_bytes = std::size_t{1} << 16U; // longer .npy headers are rejected
constexpr std::size_t max_formats = 4;                          // maximum nesting of formats

/// All bytes of a file from its current position.
std::unique_ptr<ByteSource> whole(InputFile& file, std::vector<std::byte> start) {
    if (!file.in_order) return range_source(file.file.get(), file.begin);
    return joined_source(std::move(start), std::move(file.source));
}

/// The first bytes from the file's current position. For files read in order, they cannot be read again.
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

/// Removes a .npy header from the start of a file.
void take_header(InputFile& file, std::vector<std::byte>& start) {
    const auto samples_begin = npy_samples_begin(start);
    file.formats.emplace_back(".npy");
    file.array = parse_npy_header(std::span(start).first(samples_begin));
    file.begin += samples_begin;
    drop_front(start, samples_begin);
}

/// The file itself, or a temporary copy if it is read in order or does not begin at byte 0.
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
    if (file.formats.size() == max_formats)
        throw UsageError("there are more than " + std::to_string(max_formats) +
                         " formats one within another");
    file.formats.push_back(format.name);
    require_built(format);
}

/// Whether an option is given that applies only to tables.
bool requires_table(const Reading& reading) {
    return !reading.columns.empty() || reading.separator || reading.strict || !reading.where.empty() ||
           reading.group_by || reading.numbers != NumberStyle{} || reading.found;
}

/// Whether text may be read as a table although no option requires one.
bool may_be_table(const Reading& reading) {
    return reading.tables && !reading.type && !reading.byte_order && reading.shape.empty() &&
           reading.skip == 0;
}

/// Throws UsageError for options that do not apply to a format that describes its own samples.
void check_reading(const Reading& reading, std::string_view format) {
    if (requires_table(reading))
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

/// Skips the next bytes of a source; returns the number of skipped bytes.
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

/// Skips the first bytes of a file without a recognized format.
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

/// Recognizes an open file by its content, not its name, and sets how its samples are read. The file may have
/// one of all_formats(), or be a .npy file or, if columns are requested, a text table. All of these may also
/// be within a compressed file. If raw bytes are requested, no format is recognized. If the file is read in
/// order, its first 64 KiB are read now, so that the size of small inputs is known. Throws UsageError without
/// the file's name, and std::system_error.
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
    const bool is_whole = start.size() < look_ahead_bytes;
    if (requires_table(reading) ||
        (may_be_table(reading) && !file.array && looks_like_table(start, is_whole, reading)))
        return read_columns(file, reading, std::move(start));
    file.is_text = may_be_table(reading) && !file.array && looks_like_text(start);
    read_bytes(file, reading, std::move(start));
}

constexpr std::uint64_t page_bytes = 4096;

/// Splits FILE:PART at a colon, if no file has the whole name, but one has the name before the colon.
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

/// Determines how the file is read.
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
    else // also moves the position, which other processes share if this is standard input
        file.begin = take_rest(file.file.get());
}

void look_into(InputFile& file, const Reading& reading, std::string_view part) try {
    recognize(file, reading, part);
} catch (const common::UsageError& error) {
    fail_with(file, error.what() + std::string(requires_table(reading) ? "" : raw_hint));
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

using histo_cl::SampleType;

namespace {

SampleType type_of(const InputFile& file, const std::optional<SampleType>& requested) {
    if (file.columns) return file.columns->type;
    if (!file.array) return requested.value_or(SampleType::u8);
    if (file.array->type) return *file.array->type;
    if (requested && histo_cl::bytes(*requested) == sample_bytes(*file.array)) return *requested;
    fail_with(file, "its .npy header says 'V2', two bytes of any type, as NumPy writes bfloat16: --type has "
                    "to say which");
}

void check_type(const InputFile& file, SampleType type, const Reading& reading) {
    const auto own = type_of(file, reading.type);
    if (own == type) return;
    const std::string other = reading.type
                                  ? ", not " + std::string(name(type)) + " as --type says"
                                  : ", but those of the files before it are " + std::string(name(type));
    const std::string hint = file.array ? raw_hint : " (--type says what files without a .npy header have)";
    fail_with(file, "its samples are " + std::string(name(own)) + other + hint);
}

std::string_view text_of(std::endian order) {
    return order == std::endian::big ? "big" : "little";
}

void resolve_order(InputFile& file, std::size_t sample_bytes, const Reading& reading) {
    if (file.columns) return;
    file.byte_order = file.array ? file.array->byte_order : reading.byte_order.value_or(std::endian::native);
    if (sample_bytes == 1 || file.byte_order == reading.byte_order.value_or(file.byte_order)) return;
    // Decoders return samples in this machine's byte order, whatever order the file has.
    if (file.array && file.formats.back() != ".npy" && file.byte_order == std::endian::native)
        fail_with(file, "--byte-order describes bytes and .npy files, and " +
                            std::string(file.formats.back()) + " files have an order of their own");
    fail_with(file, "its samples are " + std::string(text_of(file.byte_order)) + "-endian, not " +
                        std::string(text_of(*reading.byte_order)) + "-endian as --byte-order says" +
                        raw_hint);
}

/// Returns the bytes of `samples` samples; saturates at 2^64 − 1.
std::uint64_t bytes_of(std::uint64_t samples, std::size_t sample_bytes) {
    constexpr auto max = std::numeric_limits<std::uint64_t>::max();
    return samples > max / sample_bytes ? max : samples * sample_bytes;
}

/// The limit of --count in bytes. `count`: the number of rows of a table, or else of samples.
std::uint64_t limit_of(const InputFile& file, std::uint64_t count, std::size_t sample_bytes) {
    const auto samples = file.columns ? file.columns->size() : 1;
    return bytes_of(count, samples * sample_bytes);
}

void resolve_size(InputFile& file, std::size_t sample_bytes, const Reading& reading) {
    const auto there = bytes_there(file);
    if (file.array) file.bytes = samples_of(*file.array) * sample_bytes;
    if (there && !file.array) file.bytes = *there - *there % sample_bytes;
    if (there && *there < *file.bytes) fail_as_short(file, *there);
    if (reading.count) {
        const auto max = limit_of(file, *reading.count, sample_bytes);
        if (max < file.bytes.value_or(std::numeric_limits<std::uint64_t>::max())) file.max = max;
        if (file.max && file.bytes) file.bytes = file.max;
    }
    if (!there || file.max) return;
    file.dropped = *there - *file.bytes;
    if (file.dropped == 0 || reading.truncate) return;
    if (file.array) fail_as_long(file);
    fail_as_ragged(file, *there, sample_bytes);
}

/// Sets the user's shape, which replaces the format's shape.
void resolve_shape(InputFile& file, SampleType type, const Reading& reading) {
    if (reading.shape.empty()) return;
    Array shaped = file.array.value_or(Array{.type = type, .byte_order = file.byte_order, .shape = {}});
    shaped.has_alpha = shaped.has_alpha && shaped.shape.back() == reading.shape.back();
    shaped.shape = reading.shape;
    shaped.channels = 0;
    if (file.array && samples_of(shaped) != samples_of(*file.array))
        fail_with(file, "it has " + common::plural(samples_of(*file.array), "sample") + ", but --shape has " +
                            common::grouped(samples_of(shaped)));
    file.array = std::move(shaped);
}

void resolve_markers(InputFile& file, SampleType type, const Reading& reading) {
    file.markers = {.type = type};
    if (file.columns) // markers are numbers, but texts and dates are read as indices and seconds
        for (const auto& column : *file.columns->found)
            file.markers.apply.push_back(column.kind == ColumnKind::number);
    if (reading.nodata && file.source) file.source->ignore_markers();
    const auto own = file.array ? file.array->missing : std::vector<histo_cl::Number>();
    for (const auto& value : reading.nodata.value_or(own)) {
        const auto bits = sample_bits(type, value);
        if (bits) file.markers.bits.push_back(*bits);
        if (!bits && reading.nodata)
            fail_with(file, "no sample is " + value.to_string() + " as --nodata says: they are " +
                                std::string(name(type)));
    }
}

} // namespace

SampleType resolve(std::span<InputFile> files, const Reading& reading) {
    const auto type = files.empty() ? reading.type.value_or(SampleType::u8) : [&] {
        return reading.type ? *reading.type : type_of(files.front(), reading.type);
    }();
    const auto sample_bytes = histo_cl::bytes(type);
    for (auto& file : files) {
        check_type(file, type, reading);
        resolve_order(file, sample_bytes, reading);
        resolve_shape(file, type, reading);
        resolve_size(file, sample_bytes, reading);
        resolve_markers(file, type, reading);
    }
    return type;
}

} // namespace files
