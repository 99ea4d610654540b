// --skip and --count: a part of the samples of each file.

#include "../npy.hpp"
#include "common/errors.hpp"
#include "files/input_file.hpp"
#include "files/sample_reader.hpp"
#include "support/folder.hpp"

#include <csignal>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <limits>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace files;
using common::UsageError;
using histo_cl::SampleType;
using histo_cl::test::Folder;

namespace {

/// Bytes that differ from those before and after them.
std::string some_bytes(std::size_t count) {
    std::string bytes(count, '\0');
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<char>(i * 7 % 251);
    return bytes;
}

struct Read {
    std::string bytes;
    std::uint64_t dropped = 0;
    std::optional<std::uint64_t> known = {};
};

Read read_all(const std::vector<std::string>& paths, const Reading& reading, std::size_t piece = 999) {
    std::vector<InputFile> inputs;
    for (const auto& path : paths)
        inputs.push_back(open_file(path, reading));
    const auto type = resolve(inputs, reading);
    Read read;
    read.known = known_bytes(inputs);
    SampleReader reader(std::move(inputs), histo_cl::bytes(type), reading.truncate);
    std::vector<std::byte> room(piece);
    while (const auto got = reader.read(room, *pread_reader()))
        read.bytes.append(reinterpret_cast<const char*>(room.data()), got);
    for (const auto& file : reader.files())
        read.dropped += file.dropped;
    return read;
}

std::string message_of(const std::string& path, const Reading& reading) {
    try {
        (void)read_all({path}, reading);
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

/// A file, and the same content from a pipe.
class Contents {
  public:
    explicit Contents(std::string bytes)
        : bytes_(std::move(bytes)), file_((folder_.path() / "file").string()) {
        histo_cl::test::write(file_, bytes_);
    }
    [[nodiscard]] const std::string& file() const { return file_; }

    [[nodiscard]] Read from_pipe(const Reading& reading) const {
        const auto path = (folder_.path() / "pipe").string();
        ::unlink(path.c_str());
        REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
        std::jthread writer([&] {
            sigset_t broken_pipe;
            ::sigemptyset(&broken_pipe);
            ::sigaddset(&broken_pipe, SIGPIPE);
            ::pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
            const int out = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
            for (std::size_t done = 0; done < bytes_.size();) {
                const auto put = ::write(out, bytes_.data() + done, bytes_.size() - done);
                if (put <= 0) break; // --count is enough
                done += static_cast<std::size_t>(put);
            }
            ::close(out);
        });
        return read_all({path}, reading);
    }

  private:
    Folder folder_;
    std::string bytes_;
    std::string file_;
};

} // namespace

TEST_CASE("--skip and --count: bytes of files, short and long, and of pipes") {
    for (const std::size_t size : {100U, 5000U, 300'000U}) {
        const auto bytes = some_bytes(size);
        const Contents contents(bytes);
        for (const std::uint64_t skip :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{size / 2}, std::uint64_t{size - 8}})
            for (const auto count : std::vector<std::optional<std::uint64_t>>{
                     std::nullopt, 1, 3, size / 8, size, std::numeric_limits<std::uint64_t>::max()}) {
                const Reading reading{
                    .type = SampleType::u16, .truncate = true, .skip = skip, .count = count};
                auto expected = bytes.substr(static_cast<std::size_t>(skip));
                expected.resize(expected.size() - expected.size() % 2);
                if (count && *count < size)
                    expected.resize(std::min<std::size_t>(expected.size(), 2 * *count));
                const auto read = read_all({contents.file()}, reading);
                CHECK(read.bytes == expected);
                CHECK(read.known == expected.size());
                CHECK(contents.from_pipe(reading).bytes == expected);
            }
    }
}

TEST_CASE("--count: what follows is not looked at, and what is too few is read") {
    const Contents odd(some_bytes(70'001));
    const Reading all{.type = SampleType::u32};
    CHECK(message_of(odd.file(), all).find("70,001 bytes are not a whole number") != std::string::npos);
    CHECK(message_of(odd.file(), {.type = SampleType::u32, .count = 17'501}).find("not a whole number") !=
          std::string::npos);
    const auto some = read_all({odd.file()}, {.type = SampleType::u32, .count = 17'499});
    CHECK(some.bytes.size() == 4 * 17'499);
    CHECK(some.dropped == 0);
    CHECK(odd.from_pipe({.type = SampleType::u32, .count = 17'499}).bytes == some.bytes);
    CHECK_THROWS_AS((void)odd.from_pipe({.type = SampleType::u32, .count = 17'501}), UsageError);

    const Folder folder;
    const auto npy = (folder.path() / "npy").string();
    histo_cl::test::write(npy, files::test::npy_of(files::test::native_order + "u2", "(5,)") + "0123456789");
    CHECK(read_all({npy}, {.count = 3}).bytes == "012345");
    CHECK(read_all({npy, npy}, {.count = 1}).bytes == "0101");
    CHECK(read_all({npy}, {.count = 6}).bytes == "0123456789");
}

TEST_CASE("--skip: no more than there is, and not of files with a format") {
    const Contents contents(some_bytes(5000));
    CHECK(message_of(contents.file(), {.skip = 5000}).empty());
    CHECK(message_of(contents.file(), {.skip = 5001}) ==
          contents.file() +
              ": --skip leaves out 5,001 bytes, but there are 5,000 (--raw counts the bytes as they are)");
    CHECK(contents.from_pipe({.skip = 4999}).bytes.size() == 1);
    CHECK_THROWS_AS((void)contents.from_pipe({.skip = 5001}), UsageError);
    const Folder folder;
    const auto npy = (folder.path() / "npy").string();
    const auto bytes = files::test::npy_of("<u2", "(5,)") + "0123456789";
    histo_cl::test::write(npy, bytes);
    CHECK(message_of(npy, {.skip = 1}) == npy + ": its format is .npy, and --skip is for bytes that are "
                                                "samples as they are (--raw counts the bytes as "
                                                "they are)");
    CHECK(read_all({npy}, {.raw = true, .skip = 10}).bytes == bytes.substr(10));
}
