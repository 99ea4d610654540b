// Ranges of files, read by io_uring and by pread.

#include "files/array.hpp"
#include "files/contents.hpp"
#include "files/range_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

using namespace files;
using histo_cl::test::Folder;

namespace {

/// The readers that this machine supports.
std::vector<std::unique_ptr<RangeReader>> all_readers() {
    std::vector<std::unique_ptr<RangeReader>> readers;
    readers.push_back(pread_reader());
    if (auto uring = uring_reader())
        readers.push_back(std::move(uring));
    else
        MESSAGE("no io_uring here");
    return readers;
}

} // namespace

TEST_CASE("reads any range of a file, to its end and beyond") {
    const Folder folder;
    const auto path = folder.path() / "file";
    constexpr std::size_t size = 40U * (1U << 20U) + 12'345; // more blocks than are in flight
    const auto text = files::test::some_text(size);
    histo_cl::test::write(path, text);
    const int file = ::open(path.c_str(), O_RDONLY);
    REQUIRE(file >= 0);
    for (const auto& reader : all_readers()) {
        const auto check = [&](std::size_t offset, std::size_t bytes) {
            CAPTURE(offset);
            CAPTURE(bytes);
            std::vector<std::byte> to(bytes, std::byte{0xee});
            const auto got = reader->read(file, offset, to);
            const auto there = offset < size ? std::min(bytes, size - offset) : 0;
            REQUIRE(got == there);
            CHECK(std::equal(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(there),
                             std::as_bytes(std::span(text)).begin() + static_cast<std::ptrdiff_t>(offset)));
            CHECK(std::ranges::all_of(to.begin() + static_cast<std::ptrdiff_t>(there), to.end(),
                                      [](std::byte byte) { return byte == std::byte{0xee}; }));
        };
        check(0, size);
        check(0, size + 1);
        check(1, 1);
        check(4095, 3U << 20U);
        check(size - 10, 100);
        check(size - (20U << 20U), 30U << 20U);
        check(size, 10);
        check(size + 100, 10);
        check(5, 0);
    }
    ::close(file);
}

TEST_CASE("reports the system's errors, and can be used afterwards") {
    const Folder folder;
    const int directory = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY);
    histo_cl::test::write(folder.path() / "file", "content");
    const int file = ::open((folder.path() / "file").c_str(), O_RDONLY);
    const auto code_of = [](RangeReader& reader, int descriptor) {
        std::vector<std::byte> to(3U << 20U);
        try {
            (void)reader.read(descriptor, 0, to);
        } catch (const std::system_error& error) {
            return error.code().value();
        }
        return 0;
    };
    for (const auto& reader : all_readers()) {
        CHECK(code_of(*reader, directory) == EISDIR);
        CHECK(code_of(*reader, -1) == EBADF);
        std::vector<std::byte> to(7);
        CHECK(reader->read(file, 0, to) == 7);
    }
    ::close(directory);
    ::close(file);
}

TEST_CASE("bytes are swapped sample by sample") {
    const auto swapped = [](std::string text, std::size_t sample_bytes) {
        swap_bytes(std::as_writable_bytes(std::span(text)), sample_bytes);
        return text;
    };
    CHECK(swapped("01234567", 1) == "01234567");
    CHECK(swapped("01234567", 2) == "10325476");
    CHECK(swapped("01234567", 4) == "32107654");
    CHECK(swapped("0123456789abcdef", 8) == "76543210fedcba98");
    CHECK(swapped("", 8).empty());
}
