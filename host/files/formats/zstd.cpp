#include "files/formats/format.hpp"

#ifdef HISTO_CL_HAS_ZSTD
#include <utility>
#include <vector>
#include <zstd.h>
#endif

namespace files {

namespace {

constexpr std::string_view magic = "\x28\xb5\x2f\xfd";

/// Files may begin with a frame that is skipped, as those of pzstd do. Its magic number is 0x184D2A50 to
/// 0x184D2A5F.
bool is_zstd(const Start& start) {
    const bool is_skipped =
        has(start, 1, "\x2a\x4d\x18") && (start.bytes[0] & std::byte{0xf0}) == std::byte{0x50};
    return has(start, 0, magic) || is_skipped;
}

#ifdef HISTO_CL_HAS_ZSTD

class ZstdSource : public ByteSource {
  public:
    explicit ZstdSource(std::unique_ptr<ByteSource> packed)
        : packed_(std::move(packed)), block_(::ZSTD_DStreamInSize()), state_(::ZSTD_createDStream()) {
        if (!state_) fail_as_unreadable("Zstandard", "libzstd does not start");
    }

    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* wake) override {
        ZSTD_outBuffer out{to.data(), to.size(), 0};
        while (out.pos < out.size) {
            const auto before = out.pos;
            // The decoder's state may still hold the rest of the last block.
            if (in_.pos < in_.size || is_inside_) step(out);
            if (out.pos != before || in_.pos < in_.size) continue;
            if (refill(wake)) continue;
            if (is_inside_) fail_as_unreadable("Zstandard", "it ends too early");
            break;
        }
        return out.pos;
    }

  private:
    struct Free {
        void operator()(ZSTD_DStream* state) const { ::ZSTD_freeDStream(state); }
    };

    bool refill(const Wake* wake) {
        in_ = {block_.data(), packed_->read(block_, wake), 0};
        return in_.size > 0;
    }

    void step(ZSTD_outBuffer& out) {
        const auto result = ::ZSTD_decompressStream(state_.get(), &out, &in_);
        if (::ZSTD_isError(result) != 0U) fail_as_unreadable("Zstandard", ::ZSTD_getErrorName(result));
        is_inside_ = result != 0; // 0: a frame has ended
    }

    std::unique_ptr<ByteSource> packed_;
    std::vector<std::byte> block_;
    std::unique_ptr<ZSTD_DStream, Free> state_;
    ZSTD_inBuffer in_{nullptr, 0, 0};
    bool is_inside_ = false; ///< a frame has begun and not ended
};

std::unique_ptr<ByteSource> unpack(std::unique_ptr<ByteSource> packed) {
    return std::make_unique<ZstdSource>(std::move(packed));
}

#else
constexpr std::unique_ptr<ByteSource> (*unpack)(std::unique_ptr<ByteSource>) = nullptr;
#endif

} // namespace

Format zstd_format() {
    return {.name = "Zstandard", .matches = is_zstd, .package = "libzstd-dev", .unpack = unpack};
}

} // namespace files
