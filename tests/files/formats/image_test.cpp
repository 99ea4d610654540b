// Images written by libpng, by stb_image_write and by hand are read with their pixels' values.

#include "files/contents.hpp"
#include "pack.hpp"

#include <bit>
#include <optional>
#include <utility>

#ifdef HISTO_CL_HAS_PNG
#include "files/formats/format.hpp"

#include <png.h>
#endif
#ifdef HISTO_CL_HAS_STB
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>
#endif

using namespace files;
using namespace files::test;

TEST_CASE("PNM: reads grey and colour, 8 and 16 bits, comments, and only the first image") {
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

TEST_CASE("PNM: refuses damaged files, and takes similar text for bytes") {
    const Files files;
    const auto message = [&](const std::string& text, const std::string& reason) {
        check_unreadable(files.add("file", text), "PNM", reason);
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

namespace {

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

[[maybe_unused]] constexpr Image grey{5, 3, 1};
[[maybe_unused]] constexpr Image colour{90, 40, 3};
[[maybe_unused]] constexpr Image with_alpha{50, 70, 4};
[[maybe_unused]] constexpr Image grey_with_alpha{9, 9, 2};

} // namespace

#ifdef HISTO_CL_HAS_PNG

namespace {

std::string png_of(const Image& image) {
    const auto pixels = image.pixels();
    return files::png_of(std::as_bytes(std::span(pixels)),
                         {.width = static_cast<std::uint64_t>(image.width),
                          .height = static_cast<std::uint64_t>(image.height),
                          .channels = static_cast<std::uint32_t>(image.channels)});
}

/// A PNG image in the layout of the file: packed rows, 16 bits big-endian.
struct Stored {
    png_uint_32 width;
    int bits;
    int colour_type;
    std::string rows;
    std::vector<png_color> palette = {};
    std::vector<png_byte> palette_alpha = {};
    std::optional<png_color_16> transparent = {};
};

std::string png_of(const Stored& stored, int interlace) {
    std::string text;
    auto* png = ::png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    auto* info = ::png_create_info_struct(png);
    ::png_set_write_fn(
        png, &text,
        [](png_structp to, png_bytep bytes, std::size_t count) {
            static_cast<std::string*>(::png_get_io_ptr(to))
                ->append(reinterpret_cast<const char*>(bytes), count);
        },
        [](png_structp /*to*/) {});
    const auto channels = stored.colour_type == PNG_COLOR_TYPE_GRAY_ALPHA ? 2U
                          : stored.colour_type == PNG_COLOR_TYPE_RGB      ? 3U
                          : stored.colour_type == PNG_COLOR_TYPE_RGBA     ? 4U
                                                                          : 1U;
    const auto row_bytes = (stored.width * channels * static_cast<unsigned>(stored.bits) + 7) / 8;
    REQUIRE(stored.rows.size() % row_bytes == 0);
    std::vector<png_bytep> rows;
    for (std::size_t at = 0; at < stored.rows.size(); at += row_bytes)
        rows.push_back(reinterpret_cast<png_bytep>(const_cast<char*>(stored.rows.data())) + at);
    ::png_set_IHDR(png, info, stored.width, static_cast<png_uint_32>(rows.size()), stored.bits,
                   stored.colour_type, interlace, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (!stored.palette.empty())
        ::png_set_PLTE(png, info, stored.palette.data(), static_cast<int>(stored.palette.size()));
    if (!stored.palette_alpha.empty())
        ::png_set_tRNS(png, info, stored.palette_alpha.data(), static_cast<int>(stored.palette_alpha.size()),
                       nullptr);
    if (stored.transparent) ::png_set_tRNS(png, info, nullptr, 0, &*stored.transparent);
    ::png_write_info(png, info);
    ::png_write_image(png, rows.data());
    ::png_write_end(png, nullptr);
    ::png_destroy_write_struct(&png, &info);
    return text;
}

/// The bytes of the values: big-endian as in PNG if `is_stored`, else in this machine's byte order.
std::string wide(const std::vector<std::uint16_t>& values, bool is_stored) {
    auto bytes = bytes_of(values);
    if (is_stored && std::endian::native == std::endian::little)
        for (std::size_t i = 0; i < bytes.size(); i += 2)
            std::swap(bytes[i], bytes[i + 1]);
    return bytes;
}

} // namespace

TEST_CASE("PNG: reads one to four channels, also from compressed files") {
    const Files files;
    for (const auto& image : {grey, grey_with_alpha, colour, with_alpha, Image{700, 500, 3}}) {
        const auto png = png_of(image);
        const auto contents = contents_of(files.add("file", png));
        CHECK(contents.recognized == "PNG, " + image.words());
        CHECK((contents.samples == bytes_of(image.pixels())));
#ifdef HISTO_CL_HAS_ZLIB
        const auto packed = contents_of(files.add("packed", deflated(png)));
        CHECK(packed.recognized == "gzip, PNG, " + image.words());
        CHECK((packed.samples == contents.samples));
#endif
    }
}

TEST_CASE("PNG: reads 1 to 16 bits, palettes and transparency, also interlaced") {
    const Files files;
    const std::vector<png_color> palette{{1, 2, 3}, {10, 20, 30}, {100, 0, 200}};
    const std::vector<std::uint16_t> values{0x102, 0x304, 0xffff, 7, 0x1234, 0x8000};
    const auto check = [&](const std::string& words, const Stored& stored, const std::string& expected) {
        for (const int interlace : {PNG_INTERLACE_NONE, PNG_INTERLACE_ADAM7}) {
            INFO(words, " interlaced ", interlace);
            const auto contents = contents_of(files.add("file", png_of(stored, interlace)));
            CHECK(contents.recognized == "PNG, " + words);
            CHECK(contents.samples == expected);
        }
    };
    using namespace std::string_literals;
    check("2 x 3 u8", {3, 1, PNG_COLOR_TYPE_GRAY, "\xa0\x40"}, "\xff\0\xff\0\xff\0"s);
    check("2 x 3 u8", {3, 2, PNG_COLOR_TYPE_GRAY, "\x1b\xe4"}, "\0\x55\xaa\xff\xaa\x55"s);
    check("1 x 3 u8", {3, 4, PNG_COLOR_TYPE_GRAY, "\x1f\x80"}, "\x11\xff\x88");
    check("2 x 3 u16", {3, 16, PNG_COLOR_TYPE_GRAY, wide(values, true)}, wide(values, false));
    check("1 x 3 x 2 u16", {3, 16, PNG_COLOR_TYPE_GRAY_ALPHA, wide(values, true)}, wide(values, false));
    check("1 x 2 x 3 u16", {2, 16, PNG_COLOR_TYPE_RGB, wide(values, true)}, wide(values, false));
    const std::vector<std::uint16_t> four{1, 2, 3, 0xfffe, 500, 600, 700, 800};
    check("1 x 2 x 4 u16", {2, 16, PNG_COLOR_TYPE_RGBA, wide(four, true)}, wide(four, false));
    const auto colours = "\x64\0\xc8\x01\x02\x03\x0a\x14\x1e"s;
    check("1 x 3 x 3 u8", {3, 2, PNG_COLOR_TYPE_PALETTE, "\x84", palette}, colours);
    check("1 x 3 x 3 u8", {3, 4, PNG_COLOR_TYPE_PALETTE, "\x20\x10", palette}, colours);
    check("1 x 3 x 3 u8", {3, 8, PNG_COLOR_TYPE_PALETTE, "\x02\0\x01"s, palette}, colours);
    check("1 x 3 x 4 u8", {3, 8, PNG_COLOR_TYPE_PALETTE, "\x02\0\x01"s, palette, {9, 99}},
          "\x64\0\xc8\xff\x01\x02\x03\x09\x0a\x14\x1e\x63"s);
    check("1 x 2 x 2 u8", {2, 8, PNG_COLOR_TYPE_GRAY, "\x05\x06", {}, {}, png_color_16{0, 0, 0, 0, 6}},
          "\x05\xff\x06\0"s);
    check("1 x 2 x 4 u8", {2, 8, PNG_COLOR_TYPE_RGB, "\1\2\3\4\5\6", {}, {}, png_color_16{0, 1, 2, 3, 0}},
          "\1\2\3\0\4\5\6\xff"s);
}

TEST_CASE("PNG: refuses a flipped bit, wherever it is") {
    const Files files;
    constexpr std::size_t magic = 8;
    for (const auto& png :
         {png_of(grey), png_of(colour), png_of(Image{600, 300, 1}),
          png_of(Stored{90, 8, PNG_COLOR_TYPE_GRAY, bytes_of(colour.pixels())}, PNG_INTERLACE_ADAM7)})
        check_flipped(files, png, magic, png.size());
}

TEST_CASE("PNG: refuses a wrong checksum of all pixels") {
    const Files files;
    auto png = png_of(grey);
    const auto at = png.find("IDAT");
    const auto length = static_cast<std::uint8_t>(png[at - 1]); // the last byte of four; the others are 0
    png[at + 4 + length - 1] ^= 1;                              // a byte of Adler-32
    const auto crc = ::crc32(0, reinterpret_cast<const Bytef*>(png.data() + at), length + 4U);
    for (std::size_t i = 0; i < 4; ++i)
        png[at + 4 + length + i] = static_cast<char>(crc >> (24 - 8 * i));
    const auto path = files.add("file", png);
    check_unreadable(path, "PNG", "IDAT: incorrect data check");
}

TEST_CASE("PNG: reads or refuses damaged files") {
    const Files files;
    check_damaged(files, png_of(grey));
    const auto png = png_of(colour);
    const auto path = files.add("short", png.substr(0, png.size() / 2));
    check_unreadable(path, "PNG", "it ends too early");
    auto huge = png_of(grey);
    huge.replace(16, 8, std::string("\0\xff\xff\0\0\xff\xff\0", 8));
    const auto large = files.add("huge", huge);
    CHECK(message_of(large).find(": its PNG data cannot be read: ") != std::string::npos);
    const auto part = files.add("file", png) + ":2";
    CHECK(message_of(part) == part + ": '2' names a part of it, but PNG files have none" + hint);
}

#endif

#ifdef HISTO_CL_HAS_STB

namespace {

void append(void* text, void* bytes, int count) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(count));
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

/// A GIF of one red pixel; its palette has red and black.
std::string gif() {
    const std::array<unsigned char, 35> bytes{'G',  'I', 'F',  '8',  '9', 'a', 1, 0, 1, 0,
                                              0x80, 0,   0,    0xff, 0,   0,   0, 0, 0,    // the palette
                                              ',',  0,   0,    0,    0,   1,   0, 1, 0, 0, // the frame
                                              2,    2,   0x44, 1,    0,   ';'};
    return {bytes.begin(), bytes.end()};
}

} // namespace

TEST_CASE("BMP and TGA: reads grey, colour and alpha, also in runs") {
    const Files files;
    for (const auto& image : {colour, with_alpha}) {
        const auto contents = contents_of(files.add("bmp", bmp_of(image)));
        CHECK(contents.recognized == "BMP, " + image.words());
        CHECK(contents.samples == bytes_of(image.pixels()));
    }
    for (const auto& image : {grey, grey_with_alpha, colour, with_alpha})
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

TEST_CASE("JPEG: CMYK is not red, green and blue") {
    const Files files;
    const std::string pixels(std::size_t{16} * 16 * 4, '\x80');
    const auto path = files.add("cmyk", square_jpeg(16, pixels, false, true));
    CHECK(contents_of(path).recognized == "JPEG, 16 x 16 x 4 u8");
    CHECK(contents_of(path).samples == pixels);
    CHECK(open_file(path).array->other_colours);
    CHECK(!open_file(files.add("rgb", jpeg_of(colour, colour.pixels()))).array->other_colours);
}

TEST_CASE("JPEG: reads or refuses damaged files, and refuses one that ends too early") {
    const Files files;
    const auto jpeg = jpeg_of(colour, colour.pixels());
    check_damaged(files, jpeg);
    const auto path = files.add("short", jpeg.substr(0, jpeg.size() / 2));
    const auto message = message_of(path); // has the library's text, which depends on the library's version
    CHECK(message.starts_with(path + ": its JPEG data cannot be read: "));
    CHECK(message.ends_with(" input file (--raw counts the bytes as they are)"));
}

#endif

TEST_CASE("GIF: reads the first frame, in colours") {
    const Files files;
    const auto contents = contents_of(files.add("file", gif()));
    CHECK(contents.recognized == "GIF, 1 x 1 x 4 u8");
    CHECK(contents.samples == std::string("\xff\x00\x00\xff", 4));
}

TEST_CASE("BMP, TGA and GIF: reads or refuses damaged files, and refuses those that end too early") {
    const Files files;
    for (const auto& image : {bmp_of({5, 3, 3}), tga_of(grey, false), gif(), tga_of({20, 20, 3}, true)})
        check_damaged(files, image);
    for (const auto& image : {bmp_of(colour), tga_of(colour, true)}) {
        const auto path = files.add("short", image.substr(0, image.size() / 2));
        CHECK(message_of(path).starts_with(path + ": its "));
    }
}

#endif
