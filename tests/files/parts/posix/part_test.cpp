// --skip and --count: a part of the samples of each file.

#include "../npy.hpp"
#include "files.hpp"
#include "files/input_file.hpp"
#include "files/sample_reader.hpp"
#include "support/usage_error.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

using namespace files;
using namespace files::test;
using histo_cl::SampleType;
using histo_cl::test::usage_error_of;

namespace {

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
    return usage_error_of([&] { return read_all({path}, reading); });
}

} // namespace

TEST_CASE("--skip and --count select bytes of short and long files, and of pipes") {
    for (const std::size_t size : {100U, 5000U, 300'000U}) {
        const auto bytes = some_text(size);
        for (const std::uint64_t skip :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{size / 2}, std::uint64_t{size - 8}})
            for (const auto count : std::vector<std::optional<std::uint64_t>>{
                     std::nullopt, 1, 3, size / 8, size, std::numeric_limits<std::uint64_t>::max()}) {
                Files files;
                const Reading reading{
                    .type = SampleType::u16, .truncate = true, .skip = skip, .count = count};
                auto expected = bytes.substr(static_cast<std::size_t>(skip));
                expected.resize(expected.size() - expected.size() % 2);
                if (count && *count < size)
                    expected.resize(std::min<std::size_t>(expected.size(), 2 * *count));
                const auto read = read_all({files.add("file", bytes)}, reading);
                CHECK(read.bytes == expected);
                CHECK(read.known == expected.size());
                CHECK(read_all({files.pipe("pipe", bytes)}, reading).bytes == expected);
            }
    }
}

TEST_CASE("--count ignores what follows, and reads arrays that have fewer samples") {
    Files files;
    const auto bytes = some_text(70'001);
    const auto odd = files.add("file", bytes);
    const Reading all{.type = SampleType::u32};
    const Reading few{.type = SampleType::u32, .count = 17'499};
    const Reading more{.type = SampleType::u32, .count = 17'501};
    CHECK(message_of(odd, all).find("70,001 bytes are not a whole number") != std::string::npos);
    CHECK(message_of(odd, more).find("not a whole number") != std::string::npos);
    const auto some = read_all({odd}, few);
    CHECK(some.bytes.size() == 4 * 17'499);
    CHECK(some.dropped == 0);
    CHECK(read_all({files.pipe("few", bytes)}, few).bytes == some.bytes);
    CHECK(message_of(files.pipe("more", bytes), more) != "");

    const auto npy = files.add("npy", npy_of(native_order + "u2", "(5,)") + "0123456789");
    CHECK(read_all({npy}, {.count = 3}).bytes == "012345");
    CHECK(read_all({npy, npy}, {.count = 1}).bytes == "0101");
    CHECK(read_all({npy}, {.count = 6}).bytes == "0123456789");
}

TEST_CASE("--skip refuses more bytes than a file has, and files with a format") {
    Files files;
    const auto text = some_text(5000);
    const auto file = files.add("file", text);
    CHECK(message_of(file, {.skip = 5000}).empty());
    CHECK(message_of(file, {.skip = 5001}) ==
          file + ": --skip leaves out 5,001 bytes, but there are 5,000 (--raw counts the bytes as they are)");
    CHECK(read_all({files.pipe("some", text)}, {.skip = 4999}).bytes.size() == 1);
    CHECK(message_of(files.pipe("none", text), {.skip = 5001}) != "");
    const auto bytes = npy_of("<u2", "(5,)") + "0123456789";
    const auto npy = files.add("npy", bytes);
    CHECK(message_of(npy, {.skip = 1}) == npy + ": its format is .npy, and --skip is for bytes that are "
                                                "samples as they are (--raw counts the bytes as "
                                                "they are)");
    CHECK(read_all({npy}, {.raw = true, .skip = 10}).bytes == bytes.substr(10));
}
