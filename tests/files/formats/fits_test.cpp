// FITS files that CFITSIO writes.

#ifdef HISTO_CL_HAS_CFITSIO

#include "files/contents.hpp"
#include "pack.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>
#include <type_traits>

using namespace files;
using namespace files::test;

TEST_CASE("FITS: reads the first image, or that of a given HDU, also compressed") {
    const Files files;
    const auto path = files.path("file");
    const auto first = some_values<float>(300);
    const auto second = some_values<std::int16_t>(8000);
    {
        FitsWriter writer(path);
        writer.add(BYTE_IMG, TBYTE, {}, std::vector<std::uint8_t>{});
        writer.add_table();
        writer.add(FLOAT_IMG, TFLOAT, {10, 30}, first);
        writer.compress();
        writer.add(SHORT_IMG, TSHORT, {100, 80}, second);
    }
    CHECK(contents_of(path).recognized == "FITS, 30 x 10 f32");
    CHECK(contents_of(path).samples == bytes_of(first));
    CHECK(contents_of(path + ":3").samples == bytes_of(first));
    CHECK(contents_of(path + ":4").recognized == "FITS, 80 x 100 i16");
    CHECK(contents_of(path + ":4").samples == bytes_of(second));
    for (const auto* const part : {"1", "2"})
        check_unreadable(path + ":" + part, "FITS",
                         "HDU " + std::string(part) +
                             " has no image; FILE:HDU/COLUMN reads a column of a table");
    for (const auto* const part : {"5", "0", "x"})
        CHECK(message_of(path + ":" + part)
                  .starts_with(path + ":" + part + ": its FITS data cannot be read: "));
}

TEST_CASE("FITS: reads columns of tables, and HDUs by their name") {
    const Files files;
    const auto path = files.path("file");
    const auto values = some_values<float>(6);
    {
        FitsWriter writer(path);
        writer.add(BYTE_IMG, TBYTE, {2}, std::vector<std::uint8_t>{1, 2});
        writer.add_table({1, std::numeric_limits<float>::quiet_NaN(), 3}, "EVENTS");
        writer.add_table(values, "PAIRS", 2);
        writer.add_checksums();
    }
    CHECK(contents_of(path + ":EVENTS/x").recognized == "FITS, 3 f32");
    CHECK(contents_of(path + ":2/X").samples == contents_of(path + ":EVENTS/x").samples);
    CHECK(contents_of(path + ":PAIRS/x").recognized == "FITS, 3 x 2 f32");
    CHECK(contents_of(path + ":PAIRS/x", 5).samples == bytes_of(values));
    CHECK(open_file(path + ":PAIRS/x").array->unit == "s");
    check_unreadable(path + ":EVENTS", "FITS",
                     "HDU EVENTS has no image; FILE:HDU/COLUMN reads a column of a table");
    check_unreadable(path + ":EVENTS/y", "FITS", "there is no column 'y', or several");
    check_unreadable(path + ":NONE/x", "FITS", "there is no HDU 'NONE'");
    check_unreadable(path + ":1/x", "FITS", "its HDU is not a table of columns as they are");
    const auto bytes = histo_cl::test::content(path);
    // Damage causes an error, or the samples are read.
    for (std::size_t at = 0; at < bytes.size(); at += 97) {
        auto damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
        static_cast<void>(message_of(files.add("damaged", damaged) + ":PAIRS/x"));
    }
}

TEST_CASE("FITS: scaled samples are floats") {
    const Files files;
    const auto path = files.path("file");
    {
        FitsWriter writer(path);
        writer.add(SHORT_IMG, TSHORT, {3}, std::vector<std::int16_t>{1, 2, 300});
        writer.scale(0.5, 10);
    }
    CHECK(contents_of(path).recognized == "FITS, 3 f32");
    CHECK(contents_of(path).samples == bytes_of(std::vector<float>{10.5F, 11, 160}));
}

TEST_CASE("FITS: samples that are stored as BLANK are missing") {
    int number = 0;
    const Files files;
    const auto check = [&]<class Value>(int image, int memory, LONGLONG stored, Value blank) {
        const auto path = files.path(std::to_string(number++));
        // If Value has 64 bits, `other` and `blank` are rounded to the same double.
        const auto other = static_cast<Value>(blank ^ 1);
        {
            FitsWriter writer(path);
            writer.add(image, memory, {5}, std::vector<Value>{1, blank, other, 4, blank});
            writer.set_blank(stored);
        }
        INFO(path, " blank ", stored);
        const auto contents = contents_of(path);
        CHECK(contents.samples == bytes_of(std::vector<Value>{1, other, 4}));
        CHECK(contents.left_out.missing == 2);
        CHECK(contents_of(path, 1000, {.nodata = std::vector<histo_cl::Number>{}}).samples ==
              bytes_of(std::vector<Value>{1, blank, other, 4, blank}));
        CHECK(contents_of(path, 1000, {.nodata = {{blank, 4}}}).samples ==
              bytes_of(std::vector<Value>{1, other}));
    };
    check(BYTE_IMG, TBYTE, 255, std::uint8_t{255});
    check(SBYTE_IMG, TSBYTE, 0, std::int8_t{-128});
    check(SHORT_IMG, TSHORT, -32768, std::int16_t{-32768});
    check(USHORT_IMG, TUSHORT, 32767, std::uint16_t{65535});
    check(LONG_IMG, TINT, -2147483648LL, std::int32_t{-2147483647 - 1});
    check(ULONG_IMG, TUINT, -2147483648LL, std::uint32_t{0});
    check(LONGLONG_IMG, TLONGLONG, 9223372036854775807LL, std::int64_t{9223372036854775807LL});
    check(ULONGLONG_IMG, TULONGLONG, 9223372036854775807LL, ~std::uint64_t{0});
}

TEST_CASE("FITS: BLANK is compared with scaled samples as they are stored") {
    const Files files;
    const auto path = files.path("file");
    {
        FitsWriter writer(path);
        writer.add(SHORT_IMG, TSHORT, {3}, std::vector<std::int16_t>{-32768, -32767, 5});
        writer.set_blank(-32768);
        writer.scale(0.001, 1e6);
    }
    const auto same = static_cast<float>(1e6 - 32.768); // the scaled value of the first two samples
    CHECK(same == static_cast<float>(1e6 - 32.767));
    const auto contents = contents_of(path);
    CHECK(contents.left_out.missing == 1);
    CHECK(contents.samples == bytes_of(std::vector<float>{same, 1e6F}));
    CHECK(contents_of(path, 1000, {.nodata = std::vector<histo_cl::Number>{}}).samples ==
          bytes_of(std::vector<float>{same, same, 1e6F}));
}

TEST_CASE("FITS: BLANK is scaled like the samples, also by whole factors and offsets") {
    const Files files;
    const auto check = [&]<class Value>(const std::string& name, const std::vector<std::int16_t>& stored,
                                        LONGLONG blank, std::pair<double, double> scaling,
                                        const std::vector<Value>& expected) {
        const auto path = files.path(name);
        {
            FitsWriter writer(path);
            writer.add(SHORT_IMG, TSHORT, {static_cast<long>(stored.size())}, stored);
            writer.set_blank(blank);
            writer.scale(scaling.first, scaling.second);
        }
        INFO(name);
        const auto contents = contents_of(path);
        CHECK(contents.samples == bytes_of(expected));
        CHECK(contents.left_out.missing == stored.size() - expected.size());
    };
    check("factor", {0, 5, 10, 7, 10}, 10, {2, 0}, std::vector<std::int32_t>{0, 10, 14});
    check("offset", {-32768, 0, 1}, -32768, {1, 100}, std::vector<std::int32_t>{100, 101});
}

TEST_CASE("FITS: missing samples of columns are scaled integers, undefined logicals and texts") {
    using namespace std::string_view_literals;
    const Files files;
    const auto check = [&](int kind, const std::string& form, std::string_view rows,
                           const std::function<void(FitsWriter&)>& set, const std::string& expected) {
        const auto path = files.path(form);
        {
            FitsWriter writer(path);
            writer.add_rows(kind, form, 3, rows);
            set(writer);
        }
        INFO(form);
        const auto contents = contents_of(path + ":2/x");
        CHECK(contents.samples == expected);
        CHECK(contents.left_out.missing == 1);
    };
    const auto scale = [](FitsWriter& writer) {
        for (const auto& [name, value] : {std::pair("TSCAL1", 2), {"TZERO1", 100}, {"TNULL1", 2}})
            writer.set(name, value);
    };
    const auto set_text = [](FitsWriter& writer) { writer.set("TNULL1", "****"); };
    check(BINARY_TBL, "1I", "\0\1\0\2\0\3"sv, scale, bytes_of(std::vector<std::int32_t>{102, 106}));
    check(
        BINARY_TBL, "1L", "\0FT"sv, [](auto&) {}, bytes_of(std::vector<std::uint8_t>{0, 1}));
    check(ASCII_TBL, "I11", "****                2 2147483653", set_text,
          bytes_of(std::vector<std::int64_t>{2, 2147483653}));
    check(ASCII_TBL, "F5.1", "****   1.5  2.5", set_text, bytes_of(std::vector<float>{1.5F, 2.5F}));
}

TEST_CASE("FITS: refuses a flipped bit if the file has checksums") {
    const Files files;
    for (const bool is_compressed : {false, true}) {
        const auto path = files.path(is_compressed ? "compressed" : "plain");
        {
            FitsWriter writer(path);
            if (is_compressed) writer.compress();
            writer.add(SHORT_IMG, TSHORT, {100, 80}, some_values<std::int16_t>(8000));
            writer.add_checksums();
        }
        CHECK(contents_of(path).samples == bytes_of(some_values<std::int16_t>(8000)));
        const auto bytes = histo_cl::test::content(path);
        const std::size_t header = is_compressed ? 3 * 2880 : 2880;
        check_flipped(files, bytes, header, bytes.size());
        auto flipped = bytes;
        flipped[bytes.size() - 1] ^= 1; // damage is found even in the padding
        const auto damaged = files.add("padding", flipped);
        check_unreadable(damaged, "FITS", "its DATASUM is not that of its data");
    }
}

TEST_CASE("FITS: reads tiles of all methods of compression") {
    const Files files;
    int number = 0;
    const auto check = [&]<class Value>(int image, int memory, Value /*of*/) {
        for (const int method : {RICE_1, GZIP_1, GZIP_2, HCOMPRESS_1, PLIO_1}) {
            if (method == PLIO_1 && std::is_floating_point_v<Value>) continue;
            INFO(number, ", method ", method);
            const auto values = some_values<Value>(50 * 70);
            const auto path = files.path(std::to_string(number++));
            {
                FitsWriter writer(path);
                writer.compress(method);
                writer.add(image, memory, {50, 70}, values);
            }
            const auto samples = contents_of(path).samples;
            CHECK(samples.size() == values.size() * sizeof(Value));
            if (std::is_integral_v<Value>) CHECK((samples == bytes_of(values))); // floats are rounded
        }
    };
    check(BYTE_IMG, TBYTE, std::uint8_t{});
    check(SHORT_IMG, TSHORT, std::int16_t{});
    check(USHORT_IMG, TUSHORT, std::uint16_t{});
    check(LONG_IMG, TINT, std::int32_t{});
    check(FLOAT_IMG, TFLOAT, float{});
    check(DOUBLE_IMG, TDOUBLE, double{});
}

TEST_CASE("FITS: missing floats of compressed tiles are NaN, also without markers") {
    const Files files;
    for (const int method : {RICE_1, GZIP_1, HCOMPRESS_1}) {
        CAPTURE(method);
        auto values = some_values<float>(50 * 70);
        for (auto& value : values)
            value = std::abs(std::remainder(value, 100.0F));
        values[7] = -1;
        const auto path = files.path(std::to_string(method));
        {
            FitsWriter writer(path);
            writer.compress(method);
            writer.add(FLOAT_IMG, TFLOAT, {50, 70}, values, std::optional(-1.0F));
        }
        for (const auto& reading : {Reading{}, Reading{.nodata = std::vector<histo_cl::Number>{}}}) {
            const auto samples = contents_of(path, 1 << 20, reading).samples;
            REQUIRE(samples.size() == values.size() * sizeof(float));
            std::vector<float> found(values.size());
            std::memcpy(found.data(), samples.data(), samples.size());
            CHECK(std::isnan(found[7]));
            CHECK(std::ranges::count_if(found, [](float value) { return std::isnan(value); }) == 1);
        }
    }
}

TEST_CASE("FITS: refuses a tile that CFITSIO would unpack without end, or beyond the tile") {
    const Files files;
    const auto content = [&](const char* name, int method) {
        const auto path = files.path(name);
        {
            FitsWriter writer(path);
            writer.compress(method);
            writer.add(SHORT_IMG, TSHORT, {50, 70}, some_values<std::int16_t>(50 * 70));
        }
        CHECK((contents_of(path).samples == bytes_of(some_values<std::int16_t>(50 * 70))));
        return histo_cl::test::content(path);
    };
    const auto check = [&](const std::string& bytes, const std::string& reason) {
        check_unreadable(files.add("damaged", bytes), "FITS", reason);
    };

    auto gzip = content("gzip", GZIP_1);
    // The header of the table fills whole blocks. The rows follow it.
    const auto table = gzip.find("TTYPE1") / 2880 * 2880;
    const auto rows = (gzip.find("END     ", table) / 2880 + 1) * 2880;
    gzip[rows + 3] = static_cast<char>(gzip[rows + 3] - 9); // the length of the first tile
    check(gzip, "a block ends too early");

    auto rice = content("rice", RICE_1);
    const auto tail = rice.find_last_not_of('\0');
    std::fill_n(rice.begin() + static_cast<std::ptrdiff_t>(tail - 9), 10,
                '\0'); // differences that do not end
    check(rice, "a tile ends too early");

    auto hcompress = content("hcompress", HCOMPRESS_1);
    hcompress[hcompress.find("\xdd\x99") + 3] = '\x7f'; // a byte of the tile's number of rows
    check(hcompress, "a tile does not have the pixels that its image says");

    using namespace std::string_view_literals;
    auto plio = content("plio", PLIO_1);
    const auto words = plio.find("\0\0\0\7\xff\x9c"sv); // the first three words
    REQUIRE(words != std::string::npos);
    plio[words + 7] = '\x7f'; // a byte of the length
    check(plio, "a tile does not have the words that it says");
}

TEST_CASE("FITS: reads or refuses damaged files") {
    const Files files;
    const auto path = files.path("file");
    FitsWriter(path).add(SHORT_IMG, TSHORT, {100, 80}, some_values<std::int16_t>(8000));
    const auto bytes = histo_cl::test::content(path);
    const auto shorter = files.add("short", bytes.substr(0, bytes.size() / 2));
    CHECK(message_of(shorter).starts_with(shorter + ": its FITS data cannot be read: "));
    check_damaged(files, bytes);
}

#endif
