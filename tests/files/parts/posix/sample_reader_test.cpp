// Files of samples: opened, resolved, and read in pieces by several threads.

#include "files/contents.hpp"
#include "files/input_file.hpp"
#include "files/npy.hpp"
#include "files/sample_reader.hpp"
#include "files/system.hpp"
#include "support/usage_error.hpp"

#include <cerrno>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <future>
#include <mutex>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

using namespace files;
using namespace files::test;
using common::UsageError;
using histo_cl::SampleType;
using histo_cl::test::usage_error_of;
namespace fs = std::filesystem;

namespace {

std::vector<InputFile> opened(const std::vector<std::string>& paths, const Reading& reading = {}) {
    std::vector<InputFile> files;
    for (const auto& path : paths)
        files.push_back(open_file(path, reading));
    return files;
}

std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// All samples, read by several threads in pieces of a given size; with one thread they are in order.
std::string all_of(const std::vector<std::string>& paths, const Reading& reading = {}, unsigned threads = 1,
                   std::size_t piece = 1000) {
    auto files = opened(paths, reading);
    const auto type = resolve(files, reading);
    std::stop_source stop;
    SampleReader reader(std::move(files), histo_cl::bytes(type), reading.truncate, stop.get_token());
    std::mutex mutex;
    std::string all;
    const auto push = [&](const Fill& fill) {
        std::vector<std::byte> room(piece);
        const auto bytes = fill(room);
        CHECK(bytes % histo_cl::bytes(type) == 0);
        const std::lock_guard lock(mutex);
        all += text_of(std::span(room).first(static_cast<std::size_t>(bytes)));
        return bytes;
    };
    read_by_threads(reader, {.threads = threads}, push, stop);
    reader.require_same_sizes();
    CHECK(reader.bytes_read() == all.size());
    return all;
}

/// The sum of the bytes, and how many there are.
std::pair<std::uint64_t, std::size_t> sum_of(const std::string& text) {
    std::uint64_t sum = 0;
    for (const char c : text)
        sum += static_cast<unsigned char>(c);
    return {sum, text.size()};
}

std::string error_of(const std::vector<std::string>& paths, const Reading& reading = {}) {
    return usage_error_of([&] { return all_of(paths, reading); });
}

} // namespace

TEST_CASE("reads files and pipes of any size, in order by one thread, completely by several") {
    Files files;
    std::vector<std::string> paths;
    std::string all;
    for (const std::size_t size : {0U, 1U, 4096U, 4097U, 65'536U, 65'537U, 300'001U, 3U}) {
        const auto text = some_text(size);
        const auto name = std::to_string(size);
        paths.push_back(files.add(name, text));
        paths.push_back(files.pipe(name + ".pipe", text, 777));
        all += text + text;
    }
    SUBCASE("by one thread") {
        CHECK(all_of(paths) == all);
    }
    SUBCASE("by four threads") {
        CHECK(sum_of(all_of(paths, {}, 4, 10'000)) == sum_of(all));
    }
    SUBCASE("in one piece") {
        CHECK(sum_of(all_of(paths, {}, 2, 10'000'000)) == sum_of(all));
    }
}

TEST_CASE("reads byte by byte") {
    Files files;
    CHECK(all_of({files.add("a", some_text(5000)), files.add("b", ""), files.pipe("c", some_text(70'000)),
                  files.add("d", "x")},
                 {}, 1, 1) == some_text(5000) + some_text(70'000) + "x");
}

TEST_CASE("knows the sizes of files and small pipes, and refuses what is no readable file") {
    Files files;
    auto known = opened({files.add("a", some_text(10'000)), files.pipe("small", some_text(100))});
    CHECK(resolve(known, {}) == SampleType::u8);
    CHECK(known_bytes(known) == 10'100);
    auto unknown = opened({files.pipe("large", some_text(100'000))});
    CHECK(resolve(unknown, {}) == SampleType::u8);
    CHECK_FALSE(known_bytes(unknown).has_value());
    unknown.clear(); // closes the pipe, so its writer fails and ends
    CHECK(all_of({"/dev/null"}).empty());
    CHECK(all_of({"/proc/self/status"}).size() > 100); // reports a size of 0 bytes
    CHECK(error_of({"/nowhere/file"}) == "/nowhere/file: No such file or directory");
    CHECK(error_of({files.folder.path().string()}) == files.folder.path().string() + ": Is a directory");
    CHECK(error_of({"/proc/self/mem"}) == "/proc/self/mem: Input/output error");
}

TEST_CASE("a remainder of a file or pipe is an error that names it, or is dropped on request") {
    Files files;
    const auto text = some_text(100'003);
    const Reading as_u32{.type = SampleType::u32};
    const auto whole = text.substr(0, 100'000);
    const auto message = [](const std::string& path) {
        return path +
               ": 100,003 bytes are not a whole number of 4-byte samples: 3 left over (--truncate ignores "
               "them)";
    };
    const auto file = files.add("file", text);
    CHECK(error_of({file}, as_u32) == message(file));
    const auto pipe = files.pipe("pipe", text);
    CHECK(error_of({pipe}, as_u32) == message(pipe));
    const Reading truncated{.type = SampleType::u32, .truncate = true};
    CHECK(all_of({file, files.pipe("again", text), file}, truncated) == whole + whole + whole);
    const auto small = files.add("small", "12345");
    CHECK(error_of({small}, as_u32) == small +
                                           ": 5 bytes are not a whole number of 4-byte samples: 1 left over "
                                           "(--truncate ignores them)");
    CHECK(all_of({small}, truncated) == "1234");
}

TEST_CASE(".npy files: reads only the samples, in this machine's byte order, or all bytes raw") {
    Files files;
    for (const bool large : {false, true}) {
        const auto samples = some_text(large ? 100'000 : 100);
        auto swapped = samples;
        for (std::size_t i = 0; i < samples.size(); i += 2)
            std::swap(swapped[i], swapped[i + 1]);
        const auto shape = "(" + std::to_string(samples.size() / 4) + ", 2)";
        const auto name = std::to_string(samples.size());
        const auto little = npy_of("<u2", shape) + samples;
        const auto big = npy_of(">u2", shape, "True") + swapped;
        const auto a = files.add(name + "little.npy", little);
        const auto b = files.add(name + "big", big); // recognized by its content
        const bool is_little = std::endian::native == std::endian::little;
        const auto& expected = is_little ? samples : swapped;
        CHECK(all_of({a, b, files.pipe(name + "pipe", big, 100)}) == expected + expected + expected);
        CHECK(all_of({a}, {.type = SampleType::u16, .byte_order = std::endian::little}) == expected);
        CHECK(all_of({b, files.pipe(name + "pipe2", big)}, {.raw = true}) == big + big);
    }
}

TEST_CASE("refuses .npy files that contradict the user, each other or themselves") {
    Files files;
    const auto f32 = files.add("f32", npy_of("<f4", "(2,)") + "12345678");
    const auto u16 = files.add("u16", npy_of(">u2", "(2,)") + "1234");
    const auto v2 = files.add("v2", npy_of("|V2", "(2,)") + "1234");
    const auto raw = files.add("raw", "12345678");
    CHECK(error_of({f32}, {.type = SampleType::u32}) ==
          f32 + ": its samples are f32, not u32 as --type says (--raw counts the bytes as they are)");
    CHECK(error_of({f32, u16}) ==
          u16 + ": its samples are u16, but those of the files before it are f32 (--raw "
                "counts the bytes as they are)");
    CHECK(error_of({f32, raw}) ==
          raw + ": its samples are u8, but those of the files before it are f32 (--type "
                "says what files without a .npy header have)");
    CHECK(all_of({f32, raw}, {.type = SampleType::f32}).size() == 16);
    CHECK(
        error_of({u16}, {.byte_order = std::endian::little}) ==
        u16 +
            ": its samples are big-endian, not little-endian as --byte-order says (--raw counts the bytes as "
            "they are)");
    CHECK(error_of({v2}) ==
          v2 + ": its .npy header says 'V2', two bytes of any type, as NumPy writes bfloat16: "
               "--type has to say which");
    CHECK(all_of({v2}, {.type = SampleType::bf16}) == "1234");

    for (const bool large : {false, true}) {
        const auto samples = some_text(large ? 80'000 : 80);
        const auto name = std::to_string(samples.size());
        const auto header = npy_of("<f8", "(" + std::to_string(samples.size() / 8) + ",)");
        const auto cut = header + samples.substr(1);
        const auto longer = header + samples + "+";
        for (const bool piped : {false, true}) {
            const auto put = [&](const std::string& end, const std::string& text) {
                return piped ? files.pipe(name + end + ".pipe", text) : files.add(name + end, text);
            };
            const auto shorter = put("cut", cut);
            CHECK(error_of({shorter}) == shorter + ": its .npy header says " + (large ? "80,000" : "80") +
                                             " bytes of samples, but there are " + (large ? "79,999" : "79"));
            const auto over = put("over", longer);
            CHECK(error_of({over}) == over + ": its .npy header says " + (large ? "80,000" : "80") +
                                          " bytes of samples, but more follow (--truncate ignores them)");
            CHECK(all_of({put("dropped", longer)}, {.truncate = true}).size() == samples.size());
        }
    }
    const auto broken = files.add("broken", npy_start("{'descr': '<f4', "));
    CHECK(error_of({broken}) == broken +
                                    ": its .npy header has its end at byte 17, where '\"' is expected (--raw "
                                    "counts the bytes as they are)");
}

TEST_CASE("a file that becomes shorter or longer is an error that names it with both sizes") {
    const Files files;
    for (const std::size_t size : {100U, 100'000U}) {
        const auto path = files.add(std::to_string(size), some_text(size));
        const auto outcome = [&](std::size_t now) {
            histo_cl::test::write(path, some_text(size));
            auto inputs = opened({path});
            CHECK(resolve(inputs, {}) == SampleType::u8);
            fs::resize_file(path, now);
            SampleReader reader(std::move(inputs), 1, false);
            const auto ranges = range_reader();
            std::vector<std::byte> room(30'000);
            return usage_error_of([&] {
                while (reader.read(room, *ranges) > 0) {
                }
                reader.require_same_sizes();
            });
        };
        const std::string was = size == 100 ? "100 bytes" : "100,000 bytes";
        CHECK(outcome(size - 50) == path + ": it became shorter while it was read: " + was + ", now " +
                                        (size == 100 ? "50" : "99,950") + " bytes");
        CHECK(outcome(0) == path + ": it became shorter while it was read: " + was + ", now 0 bytes");
        CHECK(outcome(size + 1) == path + ": it became longer while it was read: " + was + ", now " +
                                       (size == 100 ? "101" : "100,001") + " bytes");
        CHECK(outcome(size).empty());
        CHECK_NOTHROW((void)all_of({path}));
    }
}

TEST_CASE("a file can be read after its name is gone") {
    const Files files;
    const auto path = files.add("file", some_text(10'000));
    auto inputs = opened({path});
    CHECK(resolve(inputs, {}) == SampleType::u8);
    fs::remove(path);
    SampleReader reader(std::move(inputs), 1, false);
    std::vector<std::byte> room(20'000);
    CHECK(reader.read(room, *pread_reader()) == 10'000);
    CHECK_NOTHROW(reader.require_same_sizes());
}

TEST_CASE("standard input that is a file is read from its position, which ends at the file's end") {
    const Files files;
    const auto path = files.add("file", some_text(10'000));
    const int saved = ::dup(STDIN_FILENO);
    const int file = ::open(path.c_str(), O_RDONLY);
    REQUIRE(::dup2(file, STDIN_FILENO) == STDIN_FILENO);
    REQUIRE(::lseek(file, 1000, SEEK_SET) == 1000);
    CHECK(all_of({"-"}) == some_text(10'000).substr(1000));
    CHECK(::lseek(file, 0, SEEK_CUR) == 10'000);
    ::close(file);
    REQUIRE(::dup2(saved, STDIN_FILENO) == STDIN_FILENO);
    ::close(saved);
}

namespace {

/// Fails in the middle of a file.
class FailingReader : public RangeReader {
  public:
    [[nodiscard]] std::size_t read(int file, std::uint64_t offset, std::span<std::byte> to) override {
        if (offset >= 50'000) throw std::system_error(EIO, std::generic_category());
        return pread_reader()->read(file, offset, to);
    }
};

} // namespace

TEST_CASE("a read that fails ends all threads, and names the file") {
    const Files files;
    const auto path = files.add("file", some_text(100'000));
    for (const unsigned threads : {1U, 4U}) {
        auto inputs = opened({path});
        CHECK(resolve(inputs, {}) == SampleType::u8);
        std::stop_source stop;
        SampleReader reader(std::move(inputs), 1, false, stop.get_token());
        const ReadBy by{.threads = threads, .ranges = [] { return std::make_unique<FailingReader>(); }};
        const auto push = [](const Fill& fill) {
            std::vector<std::byte> room(1000);
            return fill(room);
        };
        CHECK_THROWS_WITH_AS(read_by_threads(reader, by, push, stop), (path + ": Input/output error").c_str(),
                             UsageError);
        CHECK(stop.stop_requested());
    }
}

TEST_CASE("a failure after a read ends all threads, also one that waits for a pipe") {
    Files files;
    const auto path = files.add("file", some_text(10'000));
    const auto pipe = (files.folder.path() / "pipe").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const int writer = ::open(pipe.c_str(), O_RDWR);
    const auto start = some_text(70'000); // more than is read ahead
    auto put = std::async(std::launch::async, [&] { return ::write(writer, start.data(), start.size()); });
    auto inputs = opened({path, pipe});
    CHECK(resolve(inputs, {}) == SampleType::u8);
    std::stop_source stop;
    SampleReader reader(std::move(inputs), 1, false, stop.get_token());
    const ReadBy by{.threads = 2, .after = [](std::span<std::byte>) { throw UsageError("not these"); }};
    const auto push = [](const Fill& fill) {
        std::vector<std::byte> room(100'000);
        return fill(room);
    };
    CHECK_THROWS_WITH_AS(read_by_threads(reader, by, push, stop), "not these", UsageError);
    CHECK(put.get() == 70'000);
    ::close(writer);
}

TEST_CASE("a stop ends a reader that waits for a pipe") {
    Files files;
    const auto pipe = (files.folder.path() / "pipe").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const int writer = ::open(pipe.c_str(), O_RDWR);
    const auto start = some_text(70'000);
    auto put = std::async(std::launch::async, [&] { return ::write(writer, start.data(), start.size()); });
    auto inputs = opened({pipe});
    CHECK(resolve(inputs, {}) == SampleType::u8);
    CHECK(put.get() == 70'000);
    std::stop_source stop;
    SampleReader reader(std::move(inputs), 1, false, stop.get_token());
    auto reading = std::async(std::launch::async, [&] {
        std::vector<std::byte> room(100'000);
        while (reader.read(room, *pread_reader()) > 0) { // a stopped read returns what it has read before
        }
    });
    stop.request_stop();
    CHECK_THROWS_AS(reading.get(), common::Interrupted);
    ::close(writer);
}

namespace {

/// Fails when it is read for the second time, and counts how often it is read.
class FailingSource : public ByteSource {
  public:
    explicit FailingSource(int& reads) : reads_(reads) {}
    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* /*wake*/) override {
        if (++reads_ == 2) throw UsageError("it is damaged");
        return to.size();
    }

  private:
    int& reads_;
};

} // namespace

TEST_CASE("a file that has failed is not read again") {
    int reads = 0;
    std::vector<InputFile> files;
    files.push_back({.name = "file", .file = open_to_read("/dev/null")});
    files.back().source = std::make_unique<FailingSource>(reads);
    SampleReader reader(std::move(files), 1, false);
    const auto ranges = pread_reader();
    std::vector<std::byte> room(1000);
    CHECK(reader.read(room, *ranges) == room.size());
    for (int i = 0; i < 3; ++i)
        CHECK_THROWS_WITH_AS((void)reader.read(room, *ranges),
                             "file: it is damaged (--raw counts the bytes as they are)", UsageError);
    CHECK(reads == 2);
    CHECK(reader.bytes_read() == room.size());
}

TEST_CASE("a file that became shorter is not read again, even if it is long again") {
    const Files files;
    const auto path = files.add("file", some_text(10'000));
    auto resolved = opened({path});
    (void)resolve(resolved, {});
    SampleReader reader(std::move(resolved), 1, false);
    const auto ranges = pread_reader();
    std::vector<std::byte> room(6000);
    fs::resize_file(path, 5000);
    CHECK_THROWS_AS((void)reader.read(room, *ranges), UsageError);
    fs::resize_file(path, 10'000);
    CHECK_THROWS_AS((void)reader.read(room, *ranges), UsageError);
}
