// Captures of packets, whose lengths are the samples.

#include "files/contents.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

using namespace files;
using namespace files::test;

namespace {

const std::vector<std::uint32_t> lengths{60, 1514, 70'000, 0, 60};

/// 32-bit numbers as bytes in the byte order of the file.
std::string numbers(const std::vector<std::uint32_t>& values, bool is_big) {
    std::string text = bytes_of(values);
    const bool is_swapped = is_big != (std::endian::native == std::endian::big);
    for (std::size_t at = 0; is_swapped && at < text.size(); at += 4)
        std::reverse(text.begin() + static_cast<std::ptrdiff_t>(at),
                     text.begin() + static_cast<std::ptrdiff_t>(at) + 4);
    return text;
}

/// Number of bytes of a packet that are captured: at most 96.
std::uint32_t captured(std::uint32_t length) {
    return std::min<std::uint32_t>(length, 96);
}

std::string pcap(std::uint32_t magic, bool is_big) {
    std::string file = numbers({magic, is_big ? 0x0002'0004U : 0x0004'0002U, 0, 0, 65'535, 1}, is_big);
    for (const auto length : lengths)
        file += numbers({1, 2, captured(length), length}, is_big) + std::string(captured(length), 'x');
    return file;
}

std::string block(std::uint32_t kind, const std::string& body, bool is_big) {
    const auto padded = body + std::string((4 - body.size() % 4) % 4, '\0');
    const auto bytes = static_cast<std::uint32_t>(padded.size() + 12);
    return numbers({kind, bytes}, is_big) + padded + numbers({bytes}, is_big);
}

std::string pcapng(bool is_big) {
    std::string file = block(0x0a0d0d0a, numbers({0x1a2b3c4d, 1, ~0U, ~0U}, is_big), is_big);
    file += block(1, numbers({1, 65'535}, is_big), is_big); // an interface
    for (const auto length : lengths)
        file += block(
            6, numbers({0, 0, 0, captured(length), length}, is_big) + std::string(captured(length), 'x'),
            is_big);
    return file + block(3, numbers({9}, is_big) + "nine more", is_big);
}

} // namespace

TEST_CASE("PCAP: reads the lengths of packets in both byte orders") {
    const Files files;
    for (const bool is_big : {false, true}) {
        CAPTURE(is_big);
        for (const auto magic : {0xa1b2c3d4U, 0xa1b23c4dU}) {
            const auto found = contents_of(files.add("file", pcap(magic, is_big)));
            CHECK(found.recognized == "PCAP, 5 u32");
            CHECK(found.samples == bytes_of(lengths));
        }
        auto expected = lengths;
        expected.push_back(9);
        // A second section may have another byte order.
        const auto found = contents_of(files.add("file", pcapng(is_big) + pcapng(!is_big)));
        CHECK(found.recognized == "PCAP, 12 u32");
        CHECK(found.samples == bytes_of(expected) + bytes_of(expected));
    }
}

TEST_CASE("PCAP: refuses files that end within a packet, and reads or refuses damaged ones") {
    const Files files;
    for (const auto& whole : {pcap(0xa1b2c3d4U, false), pcapng(false)}) {
        check_unreadable(files.add("file", whole.substr(0, whole.size() - 1)), "PCAP",
                         "it ends within a packet");
        for (std::size_t at = 12; at < whole.size(); ++at) {
            auto damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x91);
            static_cast<void>(message_of(files.add("file", damaged)));
        }
    }
    auto short_block = pcapng(false);
    short_block.replace(4, 4, numbers({4}, false));
    check_unreadable(files.add("file", short_block), "PCAP", "a block has the length 4");
}
