// Compressed files: their content is bytes, or a file whose format is recognized in turn.

#include "files/contents.hpp"
#include "files/npy.hpp"
#include "pack.hpp"

using namespace files;
using namespace files::test;

namespace {

[[maybe_unused]] std::string text_of_values(std::size_t count) {
    return files::test::bytes_of(some_values<std::uint32_t>(count));
}

} // namespace

#ifdef HISTO_CL_HAS_ZLIB

TEST_CASE("gzip: unpacks few bytes or many") {
    const Files files;
    for (const std::size_t count : {0U, 1U, 1000U, 16'384U, 300'000U}) {
        const auto bytes = text_of_values(count);
        const auto path = files.add("file", deflated(bytes));
        for (const std::size_t piece : {7U, 1000U, 1'000'000U}) {
            const auto contents = contents_of(path, piece);
            CHECK(contents.recognized == "gzip");
            CHECK(contents.samples == bytes);
        }
    }
}

TEST_CASE("gzip: --raw counts the packed bytes") {
    const Files files;
    for (const std::size_t count : {10U, 300'000U}) {
        const auto packed = deflated(text_of_values(count));
        const auto contents = contents_of(files.add("file", packed), 1000, {.raw = true});
        CHECK(contents.recognized.empty());
        CHECK(contents.samples == packed);
    }
}

TEST_CASE("gzip: unpacks several members, and ignores zeros after the last") {
    const Files files;
    const auto path =
        files.add("file", deflated("one ") + deflated("") + deflated("two") + std::string(5000, '\0'));
    CHECK(contents_of(path).samples == "one two");
}

TEST_CASE("gzip: refuses damaged files") {
    const Files files;
    const auto packed = deflated(text_of_values(50'000));
    const auto shorter = files.add("shorter", packed.substr(0, packed.size() - 1));
    check_unreadable(shorter, "gzip", "it ends too early");
    auto wrong = packed;
    wrong[wrong.size() - 8] ^= 1;
    const auto changed = files.add("changed", wrong);
    check_unreadable(changed, "gzip", "incorrect data check");
    const auto more = files.add("more", packed + "more");
    check_unreadable(more, "gzip", "incorrect header check");
    check_damaged(files, deflated(text_of_values(500)));
    constexpr std::size_t header = 10; // no checksum covers these bytes
    check_flipped(files, packed, header, packed.size());
}

TEST_CASE("gzip: a compressed .npy file has the type and shape that its header says") {
    const Files files;
    const auto values = bytes_of(some_values<float>(40'000));
    const auto path = files.add("file", deflated(npy_of(native_order + "f4", "(400, 100)") + values));
    const auto contents = contents_of(path);
    CHECK(contents.recognized == "gzip, .npy, 400 x 100 f32");
    CHECK(contents.samples == values);
    const auto longer = files.add("longer", deflated(npy_of(native_order + "f4", "(2,)") + values));
    CHECK(message_of(longer) ==
          longer + ": its .npy header says 8 bytes of samples, but more follow (--truncate ignores them)");
}

TEST_CASE("unpacks up to four formats one within another, and refuses five") {
    const Files files;
    std::string packed = "text";
    for (int i = 0; i < 4; ++i)
        packed = deflated(packed);
    const auto contents = contents_of(files.add("four", packed));
    CHECK(contents.recognized == "gzip, gzip, gzip, gzip");
    CHECK(contents.samples == "text");
    const auto path = files.add("five", deflated(packed));
    CHECK(message_of(path) ==
          path + ": there are more than 4 formats one within another (--raw counts the bytes "
                 "as they are)");
}

#endif

#ifdef HISTO_CL_HAS_ZSTD

TEST_CASE("Zstandard: unpacks few bytes or many, and several frames") {
    const Files files;
    for (const std::size_t count : {0U, 1U, 1000U, 300'000U}) {
        const auto bytes = text_of_values(count);
        const auto path = files.add("file", zstd_of(bytes) + zstd_of("") + zstd_of("abcd"));
        for (const std::size_t piece : {7U, 1000U, 1'000'000U}) {
            const auto contents = contents_of(path, piece);
            CHECK(contents.recognized == "Zstandard");
            CHECK(contents.samples == bytes + "abcd");
        }
    }
}

TEST_CASE("Zstandard: files may begin with a frame that is skipped") {
    const Files files;
    for (const char magic : {'\x50', '\x5f'}) {
        const auto skipped = std::string(1, magic) + "\x2a\x4d\x18" + number(4, 4, false) + "1234";
        const auto contents = contents_of(files.add("file", skipped + zstd_of("abcd")));
        CHECK(contents.recognized == "Zstandard");
        CHECK(contents.samples == "abcd");
    }
}

TEST_CASE("Zstandard: refuses damaged files") {
    const Files files;
    const auto packed = zstd_of(text_of_values(50'000));
    const auto shorter = files.add("shorter", packed.substr(0, packed.size() - 1));
    check_unreadable(shorter, "Zstandard", "it ends too early");
    check_damaged(files, zstd_of(text_of_values(500)));
    const auto checked = zstd_of(text_of_values(50'000), true);
    constexpr std::size_t header = 9;
    check_flipped(files, checked, header, checked.size());
}

#endif
