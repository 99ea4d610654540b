#include "files/input_file.hpp"

#include "common/format.hpp"
#include "common/usage_error.hpp"
#include "files/formats/table.hpp"
#include "files/npy_header.hpp"
#include "files/seekable_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace files {

using common::grouped;
using common::plural;
using common::UsageError;
using histo_cl::SampleType;

namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr std::size_t look_ahead_bytes = std::size_t{1} << 16U; // no .npy header is longer
constexpr int long_pipe = 1 << 20;                              // bytes; a pipe holds 64 KiB by default
constexpr std::size_t most_formats = 4;                         // one within another
constexpr const char* raw_hint = " (--raw counts the bytes as they are)";

[[noreturn]] void fail_with(const InputFile& file, const std::string& message) {
    throw UsageError(common::printable(file.name) + ": " + message);
}

struct stat status_of(const InputFile& file) {
    struct stat status {};
    if (::fstat(file.file.get(), &status) != 0) fail(file, errno);
    return status;
}

/// Allows the process as many open files as it may allow itself; all inputs are open at once. Returns whether
/// these are more than before.
bool allow_more_files() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= files.rlim_max) return false;
    files.rlim_cur = files.rlim_max;
    return ::setrlimit(RLIMIT_NOFILE, &files) == 0;
}

/// As ::open() returns it.
int open_to_read(const std::string& path) {
    int file = -1;
    do {
        errno = 0;
        file = ::openat(AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC);
    } while (file < 0 && (errno == EINTR || (errno == EMFILE && allow_more_files())));
    return file;
}

/// All bytes of a file from where it stands.
std::unique_ptr<ByteSource> whole(InputFile& file, std::vector<std::byte> start) {
    if (!file.in_order) return range_source(file.file.get(), file.begin);
    return joined_source(std::move(start), std::move(file.source));
}

/// The first bytes from where the file stands; in order, they are read no second time.
std::vector<std::byte> start_of(InputFile& file) {
    std::vector<std::byte> start(look_ahead_bytes);
    start.resize(file.in_order ? file.source->read(start, -1)
                               : range_source(file.file.get(), file.begin)->read(start, -1));
    file.ended = file.in_order && start.size() < look_ahead_bytes;
    return start;
}

/// Takes a .npy header off the start of a file.
void take_header(InputFile& file, std::vector<std::byte>& start) {
    if (!is_npy(start)) return;
    const auto samples_begin = npy_samples_begin(start);
    file.formats.emplace_back(".npy");
    file.array = parse_npy_header(std::span(start).first(samples_begin));
    file.begin += samples_begin;
    start.erase(start.begin(), start.begin() + static_cast<std::ptrdiff_t>(samples_begin));
}

/// The file itself, or a copy of what is read in order.
SeekableFile seekable(InputFile& file, std::vector<std::byte> start) {
    if (!file.in_order && file.begin == 0) return SeekableFile(file.file.get());
    return SeekableFile(*whole(file, std::move(start)));
}

void decode(InputFile& file, const Format& format, std::string_view part, std::vector<std::byte> start) {
    if (!part.empty() && format.part.empty())
        throw UsageError("'" + std::string(part) + "' names a part of it, but a " + std::string(format.name) +
                         " file has none");
    auto decoded = format.decode(seekable(file, std::move(start)), part);
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
    if (!is_built(format))
        throw UsageError("it is a " + std::string(format.name) +
                         " file, which this program was built to read without (Debian package " +
                         std::string(format.package) + ")");
}

std::optional<std::uint64_t> size_of(const InputFile& file, std::span<const std::byte> start) {
    if (file.in_order) return file.ended ? std::optional<std::uint64_t>(start.size()) : std::nullopt;
    return *file.size - std::min(*file.size, file.begin);
}

void recognize(InputFile& file, std::string_view part) {
    auto start = start_of(file);
    while (const auto* format = format_of({start, size_of(file, start)})) {
        enter(file, *format);
        if (format->decode != nullptr) return decode(file, *format, part, std::move(start));
        unpack(file, *format, start);
    }
    if (!part.empty()) throw UsageError("no part of it can be named");
    take_header(file, start);
    if (file.in_order) file.ahead = std::move(start);
}

/// Looks at the first bytes, so far as somebody wants to know them.
void look_into(InputFile& file, bool raw, std::string_view part) try {
    if (!raw) return recognize(file, part);
    if (file.in_order) file.ahead = start_of(file);
} catch (const UsageError& error) {
    fail_with(file, error.what() + std::string(raw_hint));
} catch (const std::system_error& error) {
    fail(file, error.code().value());
}

/// FILE:PART, if there is no file of the whole name but one of the name before a colon.
std::pair<std::string, std::string> split_part(const std::string& path) {
    const auto is_there = [](const std::string& name) { return ::access(name.c_str(), F_OK) == 0; };
    if (is_there(path)) return {path, ""};
    for (auto colon = path.find(':'); colon != std::string::npos; colon = path.find(':', colon + 1))
        if (is_there(path.substr(0, colon))) return {path.substr(0, colon), path.substr(colon + 1)};
    return {path, ""};
}

SampleType type_of(const InputFile& file, const std::optional<SampleType>& wanted) {
    if (!file.array) return wanted.value_or(SampleType::u8);
    if (file.array->type) return *file.array->type;
    if (wanted && histo_cl::bytes(*wanted) == sample_bytes(*file.array)) return *wanted;
    fail_with(file, "its .npy header says 'V2', two bytes of any type, as NumPy writes bfloat16: --type has "
                    "to say which");
}

void check_type(const InputFile& file, SampleType type, const Reading& reading) {
    const auto own = type_of(file, reading.type);
    if (own == type) return;
    const std::string other = reading.type
                                  ? ", not " + std::string(name(type)) + " as --type says"
                                  : ", but those of the files before it are " + std::string(name(type));
    fail_with(file, "its samples are " + std::string(name(own)) + other +
                        (file.array ? " (--raw counts the bytes as they are)"
                                    : " (--type says what files without a .npy header have)"));
}

std::string_view text_of(std::endian order) {
    return order == std::endian::big ? "big" : "little";
}

void settle_order(InputFile& file, std::size_t sample_bytes, const Reading& reading) {
    file.byte_order = file.array ? file.array->byte_order : reading.byte_order.value_or(std::endian::native);
    if (sample_bytes > 1 && file.byte_order != reading.byte_order.value_or(file.byte_order))
        fail_with(file, "its samples are " + std::string(text_of(file.byte_order)) + "-endian, not " +
                            std::string(text_of(*reading.byte_order)) +
                            "-endian as --byte-order says (--raw counts the bytes as they are)");
}

/// The bytes that follow the header, if there is one; empty if the file does not tell before it is read.
std::optional<std::uint64_t> bytes_there(const InputFile& file) {
    if (file.in_order) return file.ended ? std::optional<std::uint64_t>(file.ahead.size()) : std::nullopt;
    return *file.size - std::min(*file.size, file.begin);
}

void settle_size(InputFile& file, std::size_t sample_bytes, const Reading& reading) {
    const auto there = bytes_there(file);
    if (file.array) file.bytes = samples_of(*file.array) * sample_bytes;
    if (!there) return;
    if (!file.array) file.bytes = *there - *there % sample_bytes;
    if (*there < *file.bytes) fail_as_short(file, *there);
    file.dropped = *there - *file.bytes;
    if (file.dropped == 0 || reading.truncate) return;
    if (file.array) fail_as_long(file);
    fail_as_ragged(file, *there, sample_bytes);
}

/// Which shape the samples have, if it is another one than the format's.
void settle_shape(InputFile& file, SampleType type, const Reading& reading) {
    if (reading.shape.empty()) return;
    Array shaped = file.array.value_or(Array{.type = type, .byte_order = file.byte_order, .shape = {}});
    shaped.shape = reading.shape;
    if (file.array && samples_of(shaped) != samples_of(*file.array))
        fail_with(file, "it has " + plural(samples_of(*file.array), "sample") + ", but --shape has " +
                            grouped(samples_of(shaped)));
    file.array = std::move(shaped);
}

std::string header_says(const InputFile& file) {
    return file.formats.empty() ? "--shape says "
                                : "its " + std::string(file.formats.back()) + " header says ";
}

} // namespace

void fail(const InputFile& file, int code) {
    fail_with(file, std::generic_category().message(code));
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

InputFile open_file(const std::string& path, bool raw) {
    const bool standard = path == "-";
    const auto [place, part] = raw || standard ? std::pair(path, std::string()) : split_part(path);
    InputFile file{.name = standard ? "standard input" : path,
                   .file = Descriptor(standard ? STDIN_FILENO : open_to_read(place))};
    if (file.file.get() < 0) fail(file, errno);
    const auto status = status_of(file);
    if (S_ISDIR(status.st_mode)) fail(file, EISDIR);
    if (S_ISFIFO(status.st_mode)) ::fcntl(file.file.get(), F_SETPIPE_SZ, long_pipe); // it may be refused
    if (S_ISREG(status.st_mode)) {
        file.size = static_cast<std::uint64_t>(status.st_size);
        file.in_order = *file.size <= page_bytes;
    }
    if (!file.in_order) {
        ::posix_fadvise(file.file.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
        const auto stands =
            ::lseek(file.file.get(), 0, SEEK_CUR); // standard input: others may have read some
        file.begin = static_cast<std::uint64_t>(std::max<off_t>(stands, 0));
        ::lseek(file.file.get(), 0, SEEK_END); // and have read all once this has
    }
    if (file.in_order) file.source = stream_source(file.file.get());
    look_into(file, raw, part);
    return file;
}

std::string recognized(const InputFile& file) {
    std::string text;
    for (const auto format : file.formats)
        text += (text.empty() ? "" : ", ") + std::string(format);
    if (!file.array) return text;
    std::string lengths;
    for (const auto length : file.array->shape)
        lengths += (lengths.empty() ? "" : " x ") + grouped(length);
    text += ", " + (lengths.empty() ? "one" : lengths);
    return text + (file.array->type ? " " + std::string(name(*file.array->type)) : "");
}

SampleType settle(std::span<InputFile> files, const Reading& reading) {
    const auto type = files.empty() ? reading.type.value_or(SampleType::u8) : [&] {
        return reading.type ? *reading.type : type_of(files.front(), reading.type);
    }();
    const auto sample_bytes = histo_cl::bytes(type);
    for (auto& file : files) {
        check_type(file, type, reading);
        settle_order(file, sample_bytes, reading);
        settle_shape(file, type, reading);
        settle_size(file, sample_bytes, reading);
    }
    return type;
}

std::optional<std::uint64_t> known_bytes(std::span<const InputFile> files) {
    std::uint64_t sum = 0;
    for (const auto& file : files) {
        if (!file.bytes) return std::nullopt;
        sum += *file.bytes;
    }
    return sum;
}

void require_same_size(const InputFile& file) {
    if (!file.size) return;
    const auto now = static_cast<std::uint64_t>(status_of(file).st_size);
    if (now == *file.size) return;
    fail_with(file, std::string("it became ") + (now < *file.size ? "shorter" : "longer") +
                        " while it was read: " + plural(*file.size, "byte") + ", now " + plural(now, "byte"));
}

std::size_t read_in_order(const InputFile& file, std::span<std::byte> to, int wake) try {
    return file.source->read(to, wake);
} catch (const UsageError& error) {
    fail_with(file, error.what() + std::string(raw_hint));
} catch (const std::system_error& error) {
    fail(file, error.code().value());
}

} // namespace files
