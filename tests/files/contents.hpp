#pragma once

#include "files/input_file.hpp"
#include "files/sample_reader.hpp"
#include "support/folder.hpp"
#include "support/usage_error.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <future>
#include <optional>
#include <span>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

// Files of a test, and what the programs read from them. For POSIX systems only.

namespace files::test {

/// The hint after an error of a file's format.
inline constexpr const char* hint = " (--raw counts the bytes as they are)";

/// Temporary files and pipes of a test.
struct Files {
    histo_cl::test::Folder folder;
    std::vector<std::future<void>> writers;

    [[nodiscard]] std::string path(const std::string& name) const { return (folder.path() / name).string(); }
    [[nodiscard]] std::string add(const std::string& name, const std::string& bytes) const {
        histo_cl::test::write(folder.path() / name, bytes);
        return path(name);
    }
    /// A pipe to which these bytes are written, at most `piece` at once.
    std::string pipe(const std::string& name, const std::string& bytes, std::size_t piece = 1U << 30U) {
        REQUIRE(::mkfifo(path(name).c_str(), 0600) == 0);
        std::signal(SIGPIPE, SIG_IGN); // because rejected input is not read to its end
        writers.push_back(std::async(std::launch::async, [=, path = path(name)] {
            const int file = ::open(path.c_str(), O_WRONLY);
            for (std::size_t at = 0; at < bytes.size();) {
                const auto put = ::write(file, bytes.data() + at, std::min(piece, bytes.size() - at));
                if (put < 0) break;
                at += static_cast<std::size_t>(put);
            }
            ::close(file);
        }));
        return path(name);
    }
};

/// Pseudo-random bytes.
inline std::string some_text(std::size_t bytes) {
    std::string text(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i)
        text[i] = static_cast<char>(i * 2654435761U >> 11U);
    return text;
}

/// A file's recognized format, and its samples in this machine's byte order.
struct Contents {
    std::string recognized;
    std::string samples;
    LeftOut left_out = {};
    std::optional<std::uint64_t> known_bytes = {}; ///< number of bytes, if known before reading
    std::uint64_t dropped = 0;
};

/// Reads all samples of several files, in pieces of `piece` bytes.
inline Contents contents_of_all(const std::vector<std::string>& paths, std::size_t piece,
                                const Reading& reading, const Elements& elements = {}) {
    std::vector<InputFile> files;
    for (const auto& path : paths)
        files.push_back(open_file(path, reading));
    const auto type = resolve(files, reading);
    Contents contents{.recognized = recognized(files.front()), .samples = {}};
    contents.known_bytes = known_bytes(files);
    SampleReader reader(std::move(files), histo_cl::bytes(type), reading.truncate, {}, elements);
    const auto ranges = pread_reader();
    std::vector<std::byte> room(piece);
    while (const auto got = reader.read(room, *ranges))
        contents.samples.append(reinterpret_cast<const char*>(room.data()), got);
    reader.require_same_sizes();
    contents.left_out = reader.left_out();
    for (const auto& file : reader.files())
        contents.dropped += file.dropped;
    return contents;
}

inline Contents contents_of(const std::string& path, std::size_t piece = 1000, const Reading& reading = {},
                            const Elements& elements = {}) {
    return contents_of_all({path}, piece, reading, elements);
}

inline std::string message_of(const std::string& path, const Reading& reading = {}) {
    return histo_cl::test::usage_error_of([&] { return contents_of(path, 1000, reading); });
}

/// Checks that a file is rejected because its data of this format cannot be read.
inline void check_unreadable(const std::string& path, const std::string& format, const std::string& reason) {
    CAPTURE(reason);
    CHECK(message_of(path) == path + ": its " + format + " data cannot be read: " + reason + hint);
}

/// The bytes of values.
template <class Value>
std::string bytes_of(const std::vector<Value>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value)};
}

/// The numbers 0, 7, 14 and so on, modulo 251, so that all values from 0 to 250 occur.
template <class Value>
std::vector<Value> some_values(std::size_t count) {
    std::vector<Value> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<Value>(i * 7 % 251);
    return values;
}

/// Checks that damaged files (truncated at many places, or with single bytes replaced) are read, or rejected
/// with a message that names them.
inline void check_damaged(const Files& files, const std::string& bytes, std::size_t steps = 60) {
    const auto check = [&](const std::string& damaged) {
        const auto path = files.add("damaged", damaged);
        const auto message = message_of(path);
        if (!message.empty()) CHECK(message.starts_with(path + ": "));
    };
    const auto step = std::max<std::size_t>(bytes.size() / steps, 1);
    for (std::size_t at = 0; at < bytes.size(); at += step)
        check(bytes.substr(0, at));
    for (std::size_t at = 0; at < bytes.size(); at += at < 200 ? 1 : step)
        for (const char value : {'\0', '\x7f', '\xff'}) {
            auto damaged = bytes;
            damaged[at] = value;
            check(damaged);
        }
}

/// Checks that a flipped bit, at places spread over the bytes from `begin` to `end`, causes an error that
/// names the file.
inline void check_flipped(const Files& files, const std::string& bytes, std::size_t begin, std::size_t end,
                          const std::string& part = {}) {
    REQUIRE(begin < end);
    const auto step = std::max<std::size_t>((end - begin) / 100, 1);
    for (std::size_t at = begin; at < end; at += step) {
        auto flipped = bytes;
        flipped[at] = static_cast<char>(flipped[at] ^ 1 << at % 8);
        const auto path = files.add("flipped", flipped) + part;
        INFO("byte ", at, " of ", bytes.size());
        CHECK(message_of(path).starts_with(path + ": "));
    }
}

} // namespace files::test
