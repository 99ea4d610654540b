// Small files whose headers claim far more samples than they hold.

#include "files/contents.hpp"
#include "files/formats/format.hpp"
#include "pack.hpp"

#ifdef HISTO_CL_HAS_ZLIB
#include <zlib.h>
#endif

using namespace files;
using namespace files::test;
using histo_cl::test::usage_error_of;

namespace {

/// Checks that the file is rejected when it is opened, before samples are allocated or read.
void check_refused(const std::string& bytes, const std::string& claim) {
    const Files files;
    const auto path = files.add("file", bytes);
    const auto message = usage_error_of([&] { return open_file(path, {}); });
    const auto size = std::to_string(bytes.size());
    const auto grouped =
        size.size() <= 3 ? size : size.substr(0, size.size() - 3) + "," + size.substr(size.size() - 3);
    CHECK(message == path + ": its header says " + claim + " bytes of samples, but it has " + grouped +
                         " itself: at most 67,108,864, or 65,536 for each of its own, are read" + hint);
}

} // namespace

TEST_CASE("claims: accepts 64 MiB or 65,536 times the file's size, and no byte more") {
    const auto accepts = [](const std::vector<std::uint64_t>& shape, std::uint64_t file_bytes) {
        return usage_error_of([&] {
                   require_plausible({.type = histo_cl::SampleType::u16, .shape = shape}, file_bytes);
               })
            .empty();
    };
    constexpr std::uint64_t samples = std::uint64_t{1} << 25U;
    CHECK(accepts({samples}, 1));
    CHECK(!accepts({samples + 1}, 1));
    CHECK(!accepts({samples + 1}, 1024));
    CHECK(accepts({samples + 1}, 1025));
    CHECK(accepts({std::uint64_t{1} << 61U}, std::uint64_t{1} << 47U));
    CHECK(!accepts({std::uint64_t{1} << 62U}, ~std::uint64_t{0}));
    CHECK(!accepts({std::uint64_t{1} << 32U, std::uint64_t{1} << 32U}, ~std::uint64_t{0})); // 2^64 wraps to 0
    CHECK(accepts({std::uint64_t{1} << 62U, 0}, 1));
}

#ifdef HISTO_CL_HAS_TIFF
TEST_CASE("claims: refuses a small TIFF file of a huge image") {
    std::string tiff = "II*" + std::string(1, '\0') + number(8, 4, false) + number(9, 2, false);
    const auto add = [&](unsigned tag, std::uint64_t value) {
        tiff += number(tag, 2, false) + number(4, 2, false) + number(1, 4, false) + number(value, 4, false);
    };
    add(256, 1U << 20U); // width
    add(257, 1U << 20U); // height
    add(258, 8);         // bits per sample
    add(259, 1);         // not compressed
    add(262, 1);         // grey
    add(273, 8);         // offsets of the strips
    add(277, 1);         // samples per pixel
    add(278, 1U << 10U); // rows per strip
    add(279, 100);       // bytes of the strips
    check_refused(tiff + number(0, 4, false), "1,099,511,627,776");
}
#endif

#ifdef HISTO_CL_HAS_CFITSIO
TEST_CASE("claims: refuses a small FITS file of a huge image") {
    std::string fits;
    for (std::string card : {"SIMPLE  =                    T", "BITPIX  =                    8",
                             "NAXIS   =                    2", "NAXIS1  =              4194304",
                             "NAXIS2  =              4194304", "END"}) {
        card.resize(80, ' ');
        fits += card;
    }
    fits.resize(2880, ' ');
    check_refused(fits + std::string(2880, '\0'), "17,592,186,044,416");
}
#endif

#if defined HISTO_CL_HAS_PNG && defined HISTO_CL_HAS_ZLIB
TEST_CASE("claims: refuses a small PNG file of a huge image") {
    const auto chunk = [](const std::string& content) { // content: the chunk's type and data
        const auto crc =
            ::crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size()));
        return number(content.size() - 4, 4, true) + content + number(crc, 4, true);
    };
    const auto header =
        "IHDR" + number(500'000, 4, true) + number(500'000, 4, true) + std::string("\x8\0\0\0\0", 5);
    check_refused("\x89PNG\r\n\x1a\n" + chunk(header) + chunk("IDAT") + chunk("IEND"), "250,000,000,000");
}
#endif

#ifdef HISTO_CL_HAS_JPEG
TEST_CASE("claims: refuses a small JPEG file of a huge image") {
    auto jpeg = square_jpeg(1, "\x5", false);
    const auto frame = jpeg.find("\xff\xc0"); // the marker is followed by length, bits, height and width
    REQUIRE(frame != std::string::npos);
    jpeg.replace(frame + 5, 4, number(60'000, 2, true) + number(60'000, 2, true));
    check_refused(jpeg, "3,600,000,000");
}
#endif

#ifdef HISTO_CL_HAS_STB
TEST_CASE("claims: refuses small BMP and GIF files of huge images") {
    check_refused("BM" + number(0, 8, false) + number(54, 4, false) + number(40, 4, false) +
                      number(16'000, 4, false) + number(16'000, 4, false) + number(1, 2, false) +
                      number(24, 2, false) + std::string(124, '\0'),
                  "768,000,000");
    const auto side = number(9000, 2, false);
    check_refused("GIF89a" + side + side + std::string("\x80\0\0", 3) + std::string(6, '\0') + "," +
                      number(0, 4, false) + side + side + std::string("\0\2\1\4\0;", 6),
                  "324,000,000");
}
#endif
