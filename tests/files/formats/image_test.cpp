// Images: what is written by stb_image_write, by zlib as PNG of 16 bits, and by hand, has its pixels' values.

#include "contents.hpp"
#include "pack.hpp"

#include <bit>

#ifdef HISTO_CL_HAS_STB
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>
#endif

using namespace files;
using namespace files::test;

TEST_CASE("PNM: grey and colour, 8 and 16 bits, comments, and nothing that follows") {
    const Files files;
    const auto grey = bytes_of(some_values<std::uint8_t>(12));
    const auto few = contents_of(files.add("few", "P5 4 3 255\n" + grey));
    CHECK(few.recognized == "PNM, 3 x 4 u8");
    CHECK(few.samples == grey);
    const auto commented =
        contents_of(files.add("commented", "P5\n# a # b\n4#c\n 3\t7\n" + grey + "P5 1 1 1 x"));
    CHECK(commented.recognized == "PNM, 3 x 4 u8");
    CHECK(commented.samples == grey);
    const auto colour = bytes_of(some_values<std::uint8_t>(std::size_t{200} * 100 * 3));
    const auto many = contents_of(files.add("many", "P6\n200 100\n255\n" + colour));
    CHECK(many.recognized == "PNM, 100 x 200 x 3 u8");
    CHECK(many.samples == colour);
    const auto wide = contents_of(files.add("wide", std::string("P5 2 1 65535\n\x01\x02\xff\x00", 17)));
    CHECK(wide.recognized == "PNM, 1 x 2 u16");
    CHECK(wide.samples == bytes_of(std::vector<std::uint16_t>{0x102, 0xff00}));
}

TEST_CASE("PNM: what is damaged, and what only looks so") {
    const Files files;
    const auto message = [&](const std::string& text, const std::string& reason) {
        const auto path = files.add("file", text);
        CHECK(message_of(path) ==
              path + ": its PNM data cannot be read: " + reason + " (--raw counts the bytes as they are)");
    };
    message("P5 4 3 255\n12345678901", "it ends too early");
    message("P5 4 3 65536\n", "its largest value is not 1 to 65535");
    message("P6 99999999999999999999 3 255\n", "its width is not 1 to 1073741824");
    message("P6 1073741824 1073741824 65535\n", "it ends too early");
    message("P5 4", "its height is not 1 to 1073741824");
    message("P5 4 3 255", "no space ends its header");
    message("P5 #", "its width is not 1 to 1073741824");
    check_damaged(files, "P5 4 3 255\n123456789012");
    CHECK(contents_of(files.add("text", "P5x 4 3 255\n")).recognized.empty());
}

#ifdef HISTO_CL_HAS_STB

namespace {

void append(void* text, void* bytes, int count) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(count));
}

struct Image {
    int width;
    int height;
    int channels;

    [[nodiscard]] std::vector<std::uint8_t> pixels() const {
        return some_values<std::uint8_t>(static_cast<std::size_t>(width * height * channels));
    }
    [[nodiscard]] std::string words() const {
        return std::to_string(height) + " x " + std::to_string(width) +
               (channels > 1 ? " x " + std::to_string(channels) : "") + " u8";
    }
};

std::string png_of(const Image& image) {
    std::string text;
    ::stbi_write_png_to_func(append, &text, image.width, image.height, image.channels, image.pixels().data(),
                             0);
    return text;
}
std::string bmp_of(const Image& image) {
    std::string text;
    ::stbi_write_bmp_to_func(append, &text, image.width, image.height, image.channels, image.pixels().data());
    return text;
}
std::string tga_of(const Image& image, bool in_runs) {
    std::string text;
    ::stbi_write_tga_with_rle = in_runs ? 1 : 0;
    ::stbi_write_tga_to_func(append, &text, image.width, image.height, image.channels, image.pixels().data());
    return text;
}
[[maybe_unused]] std::string jpeg_of(const Image& image, const std::vector<std::uint8_t>& pixels) {
    std::string text;
    ::stbi_write_jpg_to_func(append, &text, image.width, image.height, image.channels, pixels.data(), 100);
    return text;
}

constexpr Image grey{5, 3, 1};
constexpr Image colour{90, 40, 3};
constexpr Image with_alpha{50, 70, 4};

/// A GIF of one pixel: its palette is of red and black, and the pixel is red.
std::string gif() {
    const std::array<unsigned char, 35> bytes{'G',  'I', 'F',  '8',  '9', 'a', 1, 0, 1, 0,
                                              0x80, 0,   0,    0xff, 0,   0,   0, 0, 0,    // the palette
                                              ',',  0,   0,    0,    0,   1,   0, 1, 0, 0, // the frame
                                              2,    2,   0x44, 1,    0,   ';'};
    return {bytes.begin(), bytes.end()};
}

} // namespace

TEST_CASE("PNG: one to four channels, compressed, too") {
    const Files files;
    for (const auto& image : {grey, Image{9, 9, 2}, colour, with_alpha}) {
        const auto png = png_of(image);
        const auto contents = contents_of(files.add("file", png));
        CHECK(contents.recognized == "PNG, " + image.words());
        CHECK(contents.samples == bytes_of(image.pixels()));
#ifdef HISTO_CL_HAS_ZLIB
        const auto packed = contents_of(files.add("packed", deflated(png)));
        CHECK(packed.recognized == "gzip, PNG, " + image.words());
        CHECK(packed.samples == contents.samples);
#endif
    }
}

TEST_CASE("BMP and TGA") {
    const Files files;
    for (const auto& image : {colour, with_alpha}) {
        const auto contents = contents_of(files.add("bmp", bmp_of(image)));
        CHECK(contents.recognized == "BMP, " + image.words());
        CHECK(contents.samples == bytes_of(image.pixels()));
    }
    for (const auto& image : {grey, colour, with_alpha})
        for (const bool in_runs : {false, true}) {
            const auto contents = contents_of(files.add("tga", tga_of(image, in_runs)));
            CHECK(contents.recognized == "TGA, " + image.words());
            CHECK(contents.samples == bytes_of(image.pixels()));
        }
}

#ifdef HISTO_CL_HAS_JPEG

TEST_CASE("JPEG: a flat image keeps its values") {
    const Files files;
    const std::vector<std::uint8_t> pixels(std::size_t{40} * 30 * 3, 128);
    const auto contents = contents_of(files.add("file", jpeg_of({40, 30, 3}, pixels)));
    CHECK(contents.recognized == "JPEG, 30 x 40 x 3 u8");
    CHECK(contents.samples == bytes_of(pixels));
}

TEST_CASE("JPEG: what is damaged is refused, wherever it ends") {
    const Files files;
    const auto jpeg = jpeg_of(colour, colour.pixels());
    check_damaged(files, jpeg);
    const auto path = files.add("short", jpeg.substr(0, jpeg.size() / 2));
    const auto message = message_of(path); // with the library's words, which are its version's
    CHECK(message.starts_with(path + ": its JPEG data cannot be read: "));
    CHECK(message.ends_with(" input file (--raw counts the bytes as they are)"));
}

#endif

TEST_CASE("GIF: the first frame, in colours") {
    const Files files;
    const auto contents = contents_of(files.add("file", gif()));
    CHECK(contents.recognized == "GIF, 1 x 1 x 4 u8");
    CHECK(contents.samples == std::string("\xff\x00\x00\xff", 4));
}

TEST_CASE("a part of a file that has none") {
    const Files files;
    const auto path = files.add("file", png_of(grey)) + ":2";
    CHECK(message_of(path) == path +
                                  ": '2' names a part of it, but PNG files have none (--raw counts the bytes "
                                  "as they are)");
}

TEST_CASE("damaged images are refused, those that end too early, too") {
    const Files files;
    for (const auto& image :
         {png_of(grey), bmp_of({5, 3, 3}), tga_of(grey, false), gif(), tga_of({20, 20, 3}, true)})
        check_damaged(files, image);
    for (const auto& image : {png_of(colour), bmp_of(colour), tga_of(colour, true)}) {
        const auto path = files.add("short", image.substr(0, image.size() / 2));
        CHECK(message_of(path).starts_with(path + ": its "));
    }
}

TEST_CASE("an image that says it is huge is refused before memory is taken") {
    const Files files;
    auto png = png_of(grey);
    png.replace(16, 8, std::string("\0\xff\xff\0\0\xff\xff\0", 8));
    const auto path = files.add("file", png);
    CHECK(message_of(path).find(": its PNG data cannot be read: ") != std::string::npos);
}

#ifdef HISTO_CL_HAS_ZLIB

namespace {

void append_big_endian(std::string& text, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        text += static_cast<char>(value >> shift);
}

void append_chunk(std::string& png, const std::string& kind, const std::string& data) {
    append_big_endian(png, static_cast<std::uint32_t>(data.size()));
    const auto checked = kind + data;
    png += checked;
    append_big_endian(png,
                      static_cast<std::uint32_t>(::crc32(0, reinterpret_cast<const Bytef*>(checked.data()),
                                                         static_cast<uInt>(checked.size()))));
}

} // namespace

TEST_CASE("PNG of 16 bits") {
    const Files files;
    std::string header;
    append_big_endian(header, 3);
    append_big_endian(header, 2);
    header += std::string("\x10\0\0\0\0", 5); // 16 bits, grey
    const std::string rows("\0\x01\x02\x03\x04\xff\xff\0\x00\x07\x12\x34\x80\x00", 14);
    std::string png = "\x89PNG\r\n\x1a\n";
    append_chunk(png, "IHDR", header);
    append_chunk(png, "IDAT", deflated(rows, 15));
    append_chunk(png, "IEND", "");
    const auto contents = contents_of(files.add("file", png));
    CHECK(contents.recognized == "PNG, 2 x 3 u16");
    CHECK(contents.samples == bytes_of(std::vector<std::uint16_t>{0x102, 0x304, 0xffff, 7, 0x1234, 0x8000}));
}

#endif
#endif
