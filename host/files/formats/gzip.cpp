#include "files/formats/format.hpp"

#ifdef HISTO_CL_HAS_ZLIB
#include <algorithm>
#include <utility>
#include <vector>
#include <zlib.h>
#endif

namespace files {

namespace {

constexpr std::string_view magic = "\x1f\x8b\x08"; // the magic number, and DEFLATE, the only method

bool is_gzip(const Start& start) {
    constexpr auto reserved_flags = std::byte{0xe0};
    return start.bytes.size() > magic.size() && text_of(start.bytes).starts_with(magic) &&
           (start.bytes[magic.size()] & reserved_flags) == std::byte{0};
}

#ifdef HISTO_CL_HAS_ZLIB

constexpr std::size_t block_bytes = std::size_t{1} << 16U;
constexpr std::size_t max_per_call = std::size_t{1} << 30U; // zlib's counters are unsigned int
constexpr int window_and_gzip = MAX_WBITS + 16;

class GzipSource : public ByteSource {
  public:
    explicit GzipSource(std::unique_ptr<ByteSource> packed)
        : packed_(std::move(packed)), block_(block_bytes) {
        if (::inflateInit2(&state_, window_and_gzip) != Z_OK)
            fail_as_unreadable("gzip", "zlib does not start");
    }
    GzipSource(const GzipSource&) = delete;
    GzipSource& operator=(const GzipSource&) = delete;
    ~GzipSource() override { ::inflateEnd(&state_); }

    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* wake) override {
        std::size_t done = 0;
        while (done < to.size() && begin_member(wake)) {
            if (state_.avail_in == 0 && !refill(wake)) fail_as_unreadable("gzip", "it ends too early");
            done += inflate_to(to.subspan(done));
        }
        return done;
    }

  private:
    bool refill(const Wake* wake) {
        const auto got = packed_->read(block_, wake);
        state_.next_in = reinterpret_cast<Bytef*>(block_.data());
        state_.avail_in = static_cast<uInt>(got);
        return got > 0;
    }

    /// Begins the next member unless one is being read; returns false at the end. Zeros between members are
    /// padding.
    bool begin_member(const Wake* wake) {
        while (is_between_ && (state_.avail_in > 0 || refill(wake))) {
            if (*state_.next_in == 0 && !is_first_) {
                ++state_.next_in;
                --state_.avail_in;
            } else {
                ::inflateReset(&state_);
                is_between_ = is_first_ = false;
            }
        }
        return !is_between_;
    }

    std::size_t inflate_to(std::span<std::byte> to) {
        const auto room = static_cast<uInt>(std::min(to.size(), max_per_call));
        state_.next_out = reinterpret_cast<Bytef*>(to.data());
        state_.avail_out = room;
        const int code = ::inflate(&state_, Z_NO_FLUSH);
        is_between_ = code == Z_STREAM_END;
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
            fail_as_unreadable("gzip", state_.msg != nullptr ? state_.msg : ::zError(code));
        return room - state_.avail_out;
    }

    std::unique_ptr<ByteSource> packed_;
    std::vector<std::byte> block_;
    z_stream state_{};
    bool is_between_ = true; ///< before the first member, or between two
    bool is_first_ = true;
};

std::unique_ptr<ByteSource> unpack(std::unique_ptr<ByteSource> packed) {
    return std::make_unique<GzipSource>(std::move(packed));
}

#else
constexpr std::unique_ptr<ByteSource> (*unpack)(std::unique_ptr<ByteSource>) = nullptr;
#endif

} // namespace

std::uint64_t verify_deflate([[maybe_unused]] std::string_view format,
                             [[maybe_unused]] std::span<std::byte> packed, std::uint64_t max) {
#ifdef HISTO_CL_HAS_ZLIB
    constexpr int window_and_either = MAX_WBITS + 32;
    std::vector<std::byte> room(block_bytes);
    z_stream state{};
    if (::inflateInit2(&state, window_and_either) != Z_OK) fail_as_unreadable(format, "zlib does not start");
    const std::unique_ptr<z_stream, int (*)(z_stream*)> owned(&state, ::inflateEnd);
    int code = Z_OK;
    while (code == Z_OK && state.total_out <= max) {
        if (state.avail_in == 0) {
            const auto some = packed.first(std::min(packed.size(), max_per_call));
            state.next_in = reinterpret_cast<Bytef*>(some.data());
            state.avail_in = static_cast<uInt>(some.size());
            packed = packed.subspan(some.size());
        }
        state.next_out = reinterpret_cast<Bytef*>(room.data());
        state.avail_out = static_cast<uInt>(room.size());
        code = ::inflate(&state, Z_NO_FLUSH);
    }
    if (state.total_out > max) fail_as_unreadable(format, "a block unpacks to more than its samples");
    if (code != Z_STREAM_END)
        fail_as_unreadable(format, state.msg != nullptr ? state.msg : "a block ends too early");
    max = state.total_out;
#endif
    return max;
}

Format gzip_format() {
    return {.name = "gzip", .matches = is_gzip, .package = "zlib1g-dev", .unpack = unpack};
}

} // namespace files
