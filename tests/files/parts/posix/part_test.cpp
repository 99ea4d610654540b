// --skip and --count: a part of the samples of each file.

#include "files/contents.hpp"
#include "files/npy.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

using namespace files;
using namespace files::test;
using histo_cl::SampleType;

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
                const auto read = contents_of(files.add("file", bytes), 999, reading);
                CHECK(read.samples == expected);
                CHECK(read.known_bytes == expected.size());
                CHECK(contents_of(files.pipe("pipe", bytes), 999, reading).samples == expected);
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
    const auto some = contents_of(odd, 999, few);
    CHECK(some.samples.size() == 4 * 17'499);
    CHECK(some.dropped == 0);
    CHECK(contents_of(files.pipe("few", bytes), 999, few).samples == some.samples);
    CHECK(message_of(files.pipe("more", bytes), more) != "");

    const auto npy = files.add("npy", npy_of(native_order + "u2", "(5,)") + "0123456789");
    CHECK(contents_of(npy, 999, {.count = 3}).samples == "012345");
    CHECK(contents_of_all({npy, npy}, 999, {.count = 1}).samples == "0101");
    CHECK(contents_of(npy, 999, {.count = 6}).samples == "0123456789");
}

TEST_CASE("--skip refuses more bytes than a file has, and files with a format") {
    Files files;
    const auto text = some_text(5000);
    const auto file = files.add("file", text);
    CHECK(message_of(file, {.skip = 5000}).empty());
    CHECK(message_of(file, {.skip = 5001}) ==
          file + ": --skip leaves out 5,001 bytes, but there are 5,000 (--raw counts the bytes as they are)");
    CHECK(contents_of(files.pipe("some", text), 999, {.skip = 4999}).samples.size() == 1);
    CHECK(message_of(files.pipe("none", text), {.skip = 5001}) != "");
    const auto bytes = npy_of("<u2", "(5,)") + "0123456789";
    const auto npy = files.add("npy", bytes);
    CHECK(message_of(npy, {.skip = 1}) == npy + ": its format is .npy, and --skip is for bytes that are "
                                                "samples as they are (--raw counts the bytes as "
                                                "they are)");
    CHECK(contents_of(npy, 999, {.raw = true, .skip = 10}).samples == bytes.substr(10));
}
