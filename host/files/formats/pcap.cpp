#include "files/array.hpp"
#include "files/formats/format.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

namespace files {

namespace {

constexpr std::string_view format = "PCAP";

constexpr std::uint32_t microseconds = 0xa1b2c3d4;
constexpr std::uint32_t nanoseconds = 0xa1b23c4d;
constexpr std::uint32_t section = 0x0a0d0d0a; ///< pcapng's first block type, the same in either byte order
constexpr std::uint32_t section_order = 0x1a2b3c4d;

/// The number at the start of the bytes, in this machine's byte order or the other one.
std::uint32_t number(std::span<const std::byte> bytes, bool is_swapped) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    if (is_swapped) swap_bytes(std::as_writable_bytes(std::span(&value, 1)), sizeof value);
    return value;
}

/// Whether numbers are in the other byte order; empty unless the first number is `one` or `other` in either
/// order.
std::optional<bool> order_of(std::span<const std::byte> bytes, std::uint32_t one, std::uint32_t other) {
    for (const bool is_swapped : {false, true})
        if (const auto value = number(bytes, is_swapped); value == one || value == other) return is_swapped;
    return std::nullopt;
}

bool is_pcap(const Start& start) {
    if (start.bytes.size() < 12) return false;
    if (number(start.bytes, false) == section)
        return order_of(start.bytes.subspan(8), section_order, section_order).has_value();
    const auto order = order_of(start.bytes, microseconds, nanoseconds);
    // Version 2.4: two numbers of 16 bits.
    const auto version = number(start.bytes.subspan(4), order.value_or(false));
    return order && (version == 0x0004'0002 || version == 0x0002'0004);
}

/// The lengths of a capture's packets, one after the other. Checks each length before it is used.
class Packets {
  public:
    explicit Packets(const SeekableFile& file) : file_(file) {
        is_blocks_ = number(bytes(0, 4), false) == section;
        if (is_blocks_) return;
        is_swapped_ = order_of(bytes(0, 4), microseconds, nanoseconds).value_or(false);
        at_ = 24;
    }

    /// The length of the next packet as it was sent, which may be longer than what was captured; empty at the
    /// end.
    std::optional<std::uint32_t> next() {
        while (at_ < file_.size()) {
            const auto length = is_blocks_ ? next_block() : next_record();
            if (length) return length;
        }
        return std::nullopt;
    }

  private:
    /// Returns `count` bytes at an offset. `count` is at most the size of a block's header.
    std::span<const std::byte> bytes(std::uint64_t at, std::size_t count) {
        constexpr std::size_t window_bytes = std::size_t{1} << 18U;
        if (at < begin_ || at + count > begin_ + window_.size()) {
            window_.resize(window_bytes);
            window_.resize(file_.read(at, window_));
            begin_ = at;
        }
        const auto offset = static_cast<std::size_t>(at - begin_);
        if (window_.size() - offset < count) fail_as_unreadable(format, "it ends within a packet");
        return std::span<const std::byte>(window_).subspan(offset, count);
    }

    std::uint32_t at(std::uint64_t offset) { return number(bytes(at_ + offset, 4), is_swapped_); }

    void skip(std::uint64_t length) {
        if (length > file_.size() - at_) fail_as_unreadable(format, "it ends within a packet");
        at_ += length;
    }

    /// Reads a record's header (seconds, fractions, captured length, packet length), and returns the packet
    /// length.
    std::optional<std::uint32_t> next_record() {
        const auto length = at(12);
        skip(16 + std::uint64_t{at(8)});
        return length;
    }

    /// Returns the length of the packet in the next block; empty if the block holds something else.
    std::optional<std::uint32_t> next_block() {
        constexpr std::uint32_t old_packet = 2;
        constexpr std::uint32_t simple_packet = 3;
        constexpr std::uint32_t packet = 6;
        constexpr std::uint32_t min_bytes = 12;
        constexpr std::uint32_t min_packet_bytes = 32;
        if (at(0) == section) {
            const auto order = order_of(bytes(at_ + 8, 4), section_order, section_order);
            if (!order) fail_as_unreadable(format, "a section has no byte order");
            is_swapped_ = *order;
        }
        const auto kind = at(0);
        const auto length = at(4);
        const bool has_times = kind == packet || kind == old_packet;
        if (length % 4 != 0 || length < (has_times               ? min_packet_bytes
                                         : kind == simple_packet ? 16
                                                                 : min_bytes))
            fail_as_unreadable(format, "a block has the length " + std::to_string(length));
        std::optional<std::uint32_t> found;
        if (has_times) found = at(24);
        if (kind == simple_packet) found = at(8);
        skip(length);
        return found;
    }

    const SeekableFile& file_;
    bool is_blocks_ = false; ///< the file is pcapng
    bool is_swapped_ = false;
    std::uint64_t at_ = 0;          ///< the offset of the next record or block
    std::uint64_t begin_ = 0;       ///< the offset of the window
    std::vector<std::byte> window_; ///< bytes of the file
};

class LengthSource : public BlockSource {
  public:
    explicit LengthSource(SeekableFile file) : file_(std::move(file)), packets_(file_) {}

  private:
    [[nodiscard]] bool next_block(std::vector<std::byte>& block, const Wake* /*wake*/) override {
        constexpr std::size_t max_bytes = std::size_t{1} << 18U;
        while (block.size() < max_bytes) {
            const auto length = packets_.next();
            if (!length) break;
            const auto length_bytes = std::as_bytes(std::span(&*length, 1));
            block.insert(block.end(), length_bytes.begin(), length_bytes.end());
        }
        return !block.empty();
    }

    SeekableFile file_;
    Packets packets_;
};

Decoded decode(SeekableFile file, std::string_view /*part*/) {
    std::uint64_t count = 0;
    for (Packets packets(file); packets.next();)
        ++count;
    Array array{.type = histo_cl::SampleType::u32, .shape = {count}, .unit = "B"};
    return {std::move(array), std::make_unique<LengthSource>(std::move(file))};
}

} // namespace

Format pcap_format() {
    return {.name = format, .matches = is_pcap, .decode = decode};
}

} // namespace files
