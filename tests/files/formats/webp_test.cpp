// WebP images that libwebp writes.

#ifdef HISTO_CL_HAS_WEBP

#include "files/contents.hpp"

#include <cstdint>
#include <string>
#include <vector>
#include <webp/encode.h>

using namespace files;
using namespace files::test;

namespace {

constexpr int width = 50;
constexpr int height = 20;

std::string webp_of(const std::string& pixels, int channels) {
    std::uint8_t* packed = nullptr;
    const auto encode = channels == 4 ? ::WebPEncodeLosslessRGBA : ::WebPEncodeLosslessRGB;
    const auto bytes = encode(reinterpret_cast<const std::uint8_t*>(pixels.data()), width, height,
                              width * channels, &packed);
    REQUIRE(bytes > 0);
    std::string text(reinterpret_cast<const char*>(packed), bytes);
    ::WebPFree(packed);
    return text;
}

} // namespace

TEST_CASE("WebP: reads colours and alpha as they were written") {
    const Files files;
    const auto rgb = some_text(std::size_t{3} * width * height);
    const auto found = contents_of(files.add("rgb.webp", webp_of(rgb, 3)), 77);
    CHECK(found.recognized == "WebP, 20 x 50 x 3 u8");
    CHECK(found.samples == rgb);
    auto rgba = some_text(std::size_t{4} * width * height);
    for (std::size_t i = 3; i < rgba.size(); i += 4)
        rgba[i] = static_cast<char>(rgba[i] | 1); // libwebp may change colours where alpha is 0
    CHECK(contents_of(files.add("rgba.webp", webp_of(rgba, 4))).samples == rgba);
}

TEST_CASE("WebP: refuses files that are cut off, wherever, and animations") {
    const Files files;
    const auto whole = webp_of(some_text(std::size_t{3} * width * height), 3);
    for (const std::size_t bytes : {std::size_t{12}, std::size_t{25}, whole.size() / 2, whole.size() - 4}) {
        CAPTURE(bytes);
        check_unreadable(files.add("cut.webp", whole.substr(0, bytes)), "WebP",
                         "it is damaged or ends too early");
    }
}

#endif
