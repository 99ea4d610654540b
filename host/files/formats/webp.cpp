#include "files/formats/format.hpp"

#ifdef HISTO_CL_HAS_WEBP
#include <webp/decode.h>
#endif

namespace files {

namespace {

constexpr std::string_view name = "WebP";

bool is_webp(const Start& start) {
    return has(start, 0, "RIFF") && has(start, 8, "WEBP");
}

#ifdef HISTO_CL_HAS_WEBP

/// The image, decoded as a whole when its first pixel is read.
class ImageSource : public BlockSource {
  public:
    ImageSource(std::vector<std::byte> packed, const WebPBitstreamFeatures& features)
        : packed_(std::move(packed)), features_(features) {}

  private:
    [[nodiscard]] bool next_block(std::vector<std::byte>& block, const Wake* /*wake*/) override {
        if (packed_.empty()) return false;
        const auto* const data = reinterpret_cast<const std::uint8_t*>(packed_.data());
        const int row_bytes = features_.width * (features_.has_alpha != 0 ? 4 : 3);
        block.resize(static_cast<std::size_t>(row_bytes) * static_cast<std::size_t>(features_.height));
        auto* const to = reinterpret_cast<std::uint8_t*>(block.data());
        const auto* const done = (features_.has_alpha != 0 ? ::WebPDecodeRGBAInto : ::WebPDecodeRGBInto)(
            data, packed_.size(), to, block.size(), row_bytes);
        if (done == nullptr) fail_as_unreadable(name, "it is damaged or ends too early");
        packed_.clear();
        return true;
    }

    std::vector<std::byte> packed_;
    WebPBitstreamFeatures features_;
};

Decoded decode(SeekableFile file, std::string_view /*part*/) {
    require_fits_memory(name, "file", file.size());
    std::vector<std::byte> packed(static_cast<std::size_t>(file.size()));
    packed.resize(file.read(0, packed));
    WebPBitstreamFeatures features{};
    if (::WebPGetFeatures(reinterpret_cast<const std::uint8_t*>(packed.data()), packed.size(), &features) !=
        VP8_STATUS_OK)
        fail_as_unreadable(name, "it is damaged or ends too early");
    if (features.has_animation != 0) fail_as_unreadable(name, "it is an animation");
    if (features.width <= 0 || features.height <= 0) fail_as_unreadable(name, "it has no pixels");
    Array array{.type = histo_cl::SampleType::u8,
                .shape = {static_cast<std::uint64_t>(features.height),
                          static_cast<std::uint64_t>(features.width),
                          features.has_alpha != 0 ? std::uint64_t{4} : std::uint64_t{3}},
                .channels = features.has_alpha != 0 ? 4U : 3U,
                .has_alpha = features.has_alpha != 0};
    require_fits_memory(name, "image", samples_of(array));
    return {std::move(array), std::make_unique<ImageSource>(std::move(packed), features)};
}

#else
constexpr Decoded (*decode)(SeekableFile, std::string_view) = nullptr;
#endif

} // namespace

Format webp_format() {
    return {.name = name, .matches = is_webp, .package = "libwebp-dev", .decode = decode};
}

} // namespace files
