// TIFF files that libtiff writes: types, strips and tiles, planes, pages, both byte orders.

#ifdef HISTO_CL_HAS_TIFF

#include "files/contents.hpp"

#include <algorithm>
#include <bit>
#include <tiffio.h>

using namespace files;
using namespace files::test;

namespace {

struct Page {
    std::uint32_t width = 50;
    std::uint32_t height = 40;
    std::uint16_t channels = 1;
    std::uint16_t bits = 8;
    std::uint16_t format = SAMPLEFORMAT_UINT;
    std::uint16_t compression = COMPRESSION_NONE;
    bool in_planes = false;
    std::uint32_t rows_per_strip = 7;
    std::uint32_t tile = 0; ///< the length of a tile's sides; 0 for strips
    std::uint32_t kind = 0;
    const char* nodata = nullptr;
    bool has_alpha = false;
    std::uint16_t photometric = PHOTOMETRIC_MINISBLACK; ///< for pages of one channel
    bool is_dng = false;
    bool has_inner = false; ///< the next page is within this one
    std::uint32_t depth = 1;
    const char* description = nullptr;

    [[nodiscard]] std::size_t sample_bytes() const { return bits / 8U; }
    [[nodiscard]] std::size_t pixel_bytes() const { return channels * sample_bytes(); }
    [[nodiscard]] std::size_t row_bytes() const { return width * pixel_bytes(); }
};

void set_fields(TIFF* tiff, const Page& page) {
    ::TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, page.width);
    ::TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, page.height);
    ::TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, page.channels);
    ::TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, page.bits);
    ::TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, page.format);
    ::TIFFSetField(tiff, TIFFTAG_COMPRESSION, page.compression);
    ::TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, page.channels == 3 ? PHOTOMETRIC_RGB : page.photometric);
    ::TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, page.in_planes ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
    ::TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, page.kind);
    if (page.has_alpha) {
        const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
        ::TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
    }
    if (page.depth > 1) ::TIFFSetField(tiff, TIFFTAG_IMAGEDEPTH, page.depth);
    if (page.description != nullptr) ::TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, page.description);
    if (page.is_dng) ::TIFFSetField(tiff, TIFFTAG_DNGVERSION, "\1\4\0\0");
    if (page.has_inner) {
        std::uint64_t offset = 0;
        ::TIFFSetField(tiff, TIFFTAG_SUBIFD, 1, &offset);
    }
    if (page.nodata != nullptr) {
        constexpr std::uint32_t gdal_nodata = 42113;
        std::array<char, 7> name{"nodata"};
        const TIFFFieldInfo field{gdal_nodata, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, name.data()};
        ::TIFFMergeFieldInfo(tiff, &field, 1);
        ::TIFFSetField(tiff, gdal_nodata, page.nodata);
    }
    if (page.tile > 0) {
        ::TIFFSetField(tiff, TIFFTAG_TILEWIDTH, page.tile);
        ::TIFFSetField(tiff, TIFFTAG_TILELENGTH, page.tile);
    } else {
        ::TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, page.rows_per_strip);
    }
}

/// One block of `columns` x `rows` pixels; those beyond the image are 0xee.
std::string block_of(const Page& page, const std::string& pixels, std::uint32_t left, std::uint32_t top,
                     std::uint32_t columns, std::uint32_t rows, std::uint16_t plane) {
    const auto unit = page.in_planes ? page.sample_bytes() : page.pixel_bytes();
    std::string block;
    for (auto y = top; y < top + rows; ++y)
        for (auto x = left; x < left + columns; ++x)
            block +=
                x < page.width && y < page.height
                    ? pixels.substr(
                          y * page.row_bytes() + x * page.pixel_bytes() + plane * page.sample_bytes(), unit)
                    : std::string(unit, '\xee');
    return block;
}

void write_page(TIFF* tiff, const Page& page, const std::string& pixels) {
    set_fields(tiff, page);
    const auto columns = page.tile > 0 ? page.tile : page.width;
    const auto rows = page.tile > 0 ? page.tile : page.rows_per_strip;
    for (std::uint16_t plane = 0; plane < (page.in_planes ? page.channels : 1); ++plane)
        for (std::uint32_t top = 0; top < page.height; top += rows)
            for (std::uint32_t left = 0; left < page.width; left += columns) {
                const auto there = page.tile > 0 ? rows : std::min(rows, page.height - top);
                auto block = block_of(page, pixels, left, top, columns, there, plane);
                const auto bytes = static_cast<tmsize_t>(block.size());
                if (page.tile > 0)
                    ::TIFFWriteEncodedTile(tiff, ::TIFFComputeTile(tiff, left, top, 0, plane), block.data(),
                                           bytes);
                else
                    ::TIFFWriteEncodedStrip(tiff, ::TIFFComputeStrip(tiff, top, plane), block.data(), bytes);
            }
    ::TIFFWriteDirectory(tiff);
}

std::string pixels_of(const Page& page) {
    return bytes_of(some_values<std::uint8_t>(page.row_bytes() * page.height));
}

/// Writes a file of these pages, each with its pixels_of(). Returns its path.
std::string write_pages(const Files& files, const std::vector<Page>& pages, const char* mode = "w") {
    const auto path = files.path("file.tif");
    auto* const tiff = ::TIFFOpen(path.c_str(), mode);
    REQUIRE(tiff != nullptr);
    for (const auto& page : pages)
        write_page(tiff, page, pixels_of(page));
    ::TIFFClose(tiff);
    return path;
}

} // namespace

TEST_CASE("TIFF: reads all types, in both byte orders, and as BigTIFF") {
    const Files files;
    struct Row {
        std::uint16_t bits;
        std::uint16_t format;
        const char* name;
    };
    for (const auto& [bits, format, name] :
         {Row{8, SAMPLEFORMAT_UINT, "u8"}, Row{8, SAMPLEFORMAT_INT, "i8"}, Row{16, SAMPLEFORMAT_UINT, "u16"},
          Row{16, SAMPLEFORMAT_INT, "i16"}, Row{32, SAMPLEFORMAT_UINT, "u32"},
          Row{32, SAMPLEFORMAT_INT, "i32"}, Row{64, SAMPLEFORMAT_UINT, "u64"},
          Row{64, SAMPLEFORMAT_INT, "i64"}, Row{16, SAMPLEFORMAT_IEEEFP, "f16"},
          Row{32, SAMPLEFORMAT_IEEEFP, "f32"}, Row{64, SAMPLEFORMAT_IEEEFP, "f64"}})
        for (const auto* const mode : {"wl", "wb", "w8"}) {
            const Page page{.bits = bits, .format = format};
            const auto contents = contents_of(write_pages(files, {page}, mode));
            CHECK(contents.recognized == std::string("TIFF, 40 x 50 ") + name);
            CHECK(contents.samples == pixels_of(page));
            const auto other =
                std::endian::native == std::endian::big ? std::endian::little : std::endian::big;
            if (bits > 8)
                CHECK(message_of(files.path("file.tif"), {.byte_order = other})
                          .find(": --byte-order describes bytes and .npy files, and TIFF files have") !=
                      std::string::npos);
        }
}

TEST_CASE("TIFF: reads strips and tiles, interleaved channels and planes, plain and compressed") {
    const Files files;
    for (const auto channels : std::vector<std::uint16_t>{1, 2, 3, 5})
        for (const bool in_planes : {false, true})
            for (const std::uint32_t tile : {0U, 16U, 64U})
                for (const auto compression : std::vector<std::uint16_t>{COMPRESSION_NONE, COMPRESSION_LZW}) {
                    const Page page{.channels = channels,
                                    .bits = 16,
                                    .compression = compression,
                                    .in_planes = in_planes,
                                    .tile = tile};
                    const auto contents = contents_of(write_pages(files, {page}), 998);
                    CHECK(contents.recognized ==
                          "TIFF, 40 x 50" + (channels > 1 ? " x " + std::to_string(channels) : "") + " u16");
                    CHECK(contents.samples == pixels_of(page));
                }
}

TEST_CASE("TIFF: reads all pages except reduced copies, or one page") {
    const Files files;
    const Page page{.channels = 3};
    const Page small{.width = 25, .height = 20, .channels = 3, .kind = FILETYPE_REDUCEDIMAGE};
    const auto stack = write_pages(files, {page, small, page});
    CHECK(contents_of(stack).recognized == "TIFF, 2 x 40 x 50 x 3 u8");
    CHECK(contents_of(stack).samples == pixels_of(page) + pixels_of(page));
    CHECK(contents_of(stack + ":2").recognized == "TIFF, 20 x 25 x 3 u8");
    CHECK(contents_of(stack + ":2").samples == pixels_of(small));
    for (const auto* const part : {"0", "4", "x", "1x", "-1"})
        check_unreadable(stack + ":" + part, "TIFF",
                         "there is no page '" + std::string(part) + "', but 1 to 3");
    const Page wide{.width = 60, .height = 10, .channels = 3};
    const auto mixed = write_pages(files, {page, wide});
    CHECK(contents_of(mixed).recognized == "TIFF, 2,600 x 3 u8");
    CHECK(contents_of(mixed).samples == pixels_of(page) + pixels_of(wide));
    const auto unlike = write_pages(files, {page, {.bits = 16}});
    check_unreadable(unlike, "TIFF",
                     "page 2 has 1 channel of u16, the pages before it have 3 channels of u8");
}

TEST_CASE("TIFF: refuses volumes and stacks of which a page would be the first slice only") {
    const Files files;
    check_unreadable(write_pages(files, {{.depth = 3}}), "TIFF",
                     "it has a page of 3 slices, and pages of one slice are read");
    const Page stack{.description = "ImageJ=1.54f\nimages=1200\nslices=1200\n"};
    const auto path = write_pages(files, {stack});
    check_unreadable(path, "TIFF",
                     "it is an ImageJ stack of 1,200 images with only one page; FILE:1 counts it");
    CHECK(contents_of(path + ":1").samples == pixels_of(stack));
    CHECK(contents_of(write_pages(files, {stack, stack})).samples == pixels_of(stack) + pixels_of(stack));
    for (const auto* const description : {"ImageJ=1.54f\nimages=1\n", "ImageJ=1.54f\n", "images=3"})
        CHECK(contents_of(write_pages(files, {{.description = description}})).samples == pixels_of({}));
}

TEST_CASE("TIFF: CMYK and CIELAB are not red, green and blue") {
    const Files files;
    const auto has_other_colours = [&](const Page& page) {
        return open_file(write_pages(files, {page})).array->other_colours;
    };
    CHECK(has_other_colours({.channels = 4, .photometric = PHOTOMETRIC_SEPARATED}));
    CHECK(has_other_colours({.photometric = PHOTOMETRIC_CIELAB}));
    CHECK(!has_other_colours({.channels = 3}));
    CHECK(!has_other_colours({.channels = 4}));
}

TEST_CASE("TIFF: raw photographs are refused, whose pages are previews") {
    const Files files;
    const auto refuses = [&](const std::vector<Page>& pages) {
        const auto path = write_pages(files, pages);
        CHECK(message_of(path) == path +
                                      ": its format is a raw photograph, which this program does not read: " +
                                      "convert it to TIFF first" + std::string(hint));
    };
    const Page preview{.channels = 3, .kind = FILETYPE_REDUCEDIMAGE, .has_inner = true};
    const Page sensors{.bits = 16, .photometric = PHOTOMETRIC_CFA};
    refuses({preview, sensors}); // like NEF and ARW files
    refuses({{.is_dng = true}});
    refuses({sensors});
    CHECK(contents_of(write_pages(files, {{.channels = 3, .has_inner = true}, {}})).recognized ==
          "TIFF, 40 x 50 x 3 u8");
}

TEST_CASE("TIFF: GDAL_NODATA marks missing samples, and alpha can be left out") {
    const Files files;
    for (const auto* const nodata : {"7", " 7 ", "7.0"}) {
        const Page page{.nodata = nodata};
        auto expected = pixels_of(page);
        std::erase(expected, '\7');
        const auto contents = contents_of(write_pages(files, {page, page}), 998);
        CHECK(contents.samples == expected + expected);
        CHECK(contents.left_out.missing == 2 * (page.width * page.height - expected.size()));
        CHECK(contents.left_out.missing > 0);
    }
    for (const auto* const nodata : {"-9999", "nan", "0.5", "none", ""}) { // no sample has these values
        const Page page{.nodata = nodata};
        CHECK(contents_of(write_pages(files, {page})).samples == pixels_of(page));
    }
    for (const auto* const nodata : {"nan", "NaN", "NAN"}) {
        const auto missing = open_file(write_pages(files, {{.nodata = nodata}})).array->missing;
        CHECK(missing.size() == 1);
    }
    const auto unlike = write_pages(files, {{.nodata = "7"}, {.nodata = "8"}});
    check_unreadable(unlike, "TIFF",
                     "page 2 has other missing samples or another alpha channel than the pages before it: "
                     "FILE:2 counts it");
    const Page grey{.channels = 2, .has_alpha = true};
    const auto path = write_pages(files, {grey});
    std::string expected;
    for (std::size_t i = 0; i < pixels_of(grey).size(); i += 2)
        expected += pixels_of(grey)[i];
    for (const std::size_t piece : {1U, 7U, 1000U})
        CHECK(contents_of(path, piece, {}, {.leave_out_alpha = true}).samples == expected);
    CHECK(contents_of(path).samples == pixels_of(grey));
}

TEST_CASE("TIFF: refuses a flipped bit of DEFLATE") {
    const Files files;
    for (const std::uint32_t tile : {0U, 16U}) {
        const auto bytes = histo_cl::test::content(write_pages(
            files, {{.width = 100, .compression = COMPRESSION_ADOBE_DEFLATE, .tile = tile}}, "wl"));
        const auto directory = std::size_t{static_cast<std::uint8_t>(bytes[4])} +
                               256 * std::size_t{static_cast<std::uint8_t>(bytes[5])};
        check_flipped(files, bytes, 8, directory - 1); // the byte before the directory may be padding
    }
}

TEST_CASE("TIFF: refuses complex samples, and reads or refuses damaged files") {
    const Files files;
    const auto bits = write_pages(files, {{.width = 48, .bits = 16, .format = SAMPLEFORMAT_COMPLEXINT}});
    CHECK(message_of(bits).find("its samples have 16 bits and the format 5; integers of") !=
          std::string::npos);
    const auto bytes =
        histo_cl::test::content(write_pages(files, {{.compression = COMPRESSION_LZW}, {.tile = 16}}));
    check_damaged(files, bytes);
    const auto path = files.add("short", bytes.substr(0, bytes.size() / 2));
    CHECK(message_of(path).starts_with(path + ": its TIFF data cannot be read: "));
}

#endif
