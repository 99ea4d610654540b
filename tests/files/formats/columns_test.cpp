// Columns of text tables, read as the program reads them.

#ifdef HISTO_CL_HAS_LIBCSV

#include "files/contents.hpp"
#include "pack.hpp"

#include <bit>
#include <cmath>

using namespace files;
using namespace files::test;
using histo_cl::SampleType;

namespace {

using Values = std::vector<double>;

Reading columns(std::vector<std::string> names) {
    return {.columns = std::move(names)};
}

std::string text_table(std::size_t rows, const std::string& line_end = "\n") {
    std::string text = "i,square,name" + line_end;
    for (std::size_t i = 0; i < rows; ++i)
        text +=
            std::to_string(i) + "," + std::to_string(i * i) + ",\"row " + std::to_string(i) + "\"" + line_end;
    return text;
}

} // namespace

TEST_CASE("columns: reads them by name and by number, in any order, with any separator") {
    const Files files;
    const auto read = [&](const std::string& text, const Reading& reading) {
        return contents_of(files.add("file", text), 1000, reading);
    };
    const auto by_name = read("x,y\n1,2\n3,4\n", columns({"y", "x"}));
    CHECK(by_name.recognized == "CSV, columns y, x f64");
    CHECK(by_name.samples == bytes_of(Values{2, 1, 4, 3}));
    const auto by_number = read("1\t2\r\n\r\n3\t4", columns({"2"}));
    CHECK(by_number.recognized == "TSV, column 2 f64");
    CHECK(by_number.samples == bytes_of(Values{2, 4}));
    CHECK(read("\xef\xbb\xbfx;y\n1;2\n", columns({"x"})).samples == bytes_of(Values{1}));
    CHECK(read("x y\n1 2\n", {.columns = {"y"}, .separator = ' '}).recognized == "text table, column y f64");
    CHECK(read("x|y\n1|2\n", {.columns = {"y"}, .separator = '|'}).samples == bytes_of(Values{2}));
    CHECK(read("x\n 1 \n\"2\"\n\" 3\"\n", columns({"x"})).samples == bytes_of(Values{1, 2, 3}));
}

TEST_CASE("columns: reads quotes, missing values, and types other than f64") {
    const Files files;
    const auto path = files.add("file", "x,\"a \"\"b\"\"\",y\n1,\"2,\n3\",300\n4,z,-0\n");
    CHECK(contents_of(path, 1000, columns({"x", "y"})).samples == bytes_of(Values{1, 300, 4, -0.0}));
    CHECK(contents_of(path, 1000, {.type = SampleType::u16, .columns = {"y"}}).samples ==
          bytes_of(std::vector<std::uint16_t>{300, 0}));
    CHECK(message_of(path, {.type = SampleType::u8, .columns = {"y"}}) ==
          path + ": line 3, column y: '300' is out of the range of u8");
    CHECK(message_of(path, columns({"a \"b\""})) ==
          path + ": line 3, column a \"b\": '2,?3' is not a number");

    const auto missing = files.add("missing", "x,y\n,NA\n1,nan\n");
    Values values(4);
    const auto samples = contents_of(missing, 1000, columns({"x", "y"})).samples;
    REQUIRE(samples.size() == 32);
    std::memcpy(values.data(), samples.data(), samples.size());
    CHECK(std::isnan(values[0]));
    CHECK(std::isnan(values[1]));
    CHECK(values[2] == 1);
    CHECK(std::isnan(values[3]));
}

TEST_CASE("columns: reads long tables in pieces, also from compressed files") {
    const Files files;
    constexpr std::size_t rows = 30'000;
    std::vector<std::uint64_t> expected;
    for (std::uint64_t i = 0; i < rows; ++i)
        expected.insert(expected.end(), {i * i, i});
    const Reading reading{.type = SampleType::u64, .columns = {"square", "i"}};
    for (const auto* const end : {"\n", "\r\n"}) {
        const auto text = text_table(rows, end);
        for (const std::size_t piece : {8U, 1000U, 10'000'000U})
            CHECK(contents_of(files.add("file", text), piece, reading).samples == bytes_of(expected));
#ifdef HISTO_CL_HAS_ZLIB
        const auto packed = contents_of(files.add("packed", deflated(text)), 1000, reading);
        CHECK(packed.recognized == "gzip, CSV, columns square, i u64");
        CHECK(packed.samples == bytes_of(expected));
#endif
    }
    auto text = text_table(rows);
    text += "5,x,y\n";
    const auto path = files.add("file", text);
    CHECK(message_of(path, reading) == path + ": line 30,002, column square: 'x' is not a number");
    auto some = reading;
    some.count = 4;
    CHECK(contents_of(path, 1000, some).samples ==
          bytes_of(std::vector<std::uint64_t>{0, 0, 1, 1, 4, 2, 9, 3}));
}

TEST_CASE("columns: accepts rows with fewer fields than the first, if they have the columns that are read") {
    const Files files;
    const auto path = files.add("file", "x,y,z\n1\n2,3\n4,5,6\n");
    CHECK(contents_of(path, 1000, columns({"x"})).samples == bytes_of(Values{1, 2, 4}));
    CHECK(message_of(path, columns({"x", "y"})) == path + ": line 2 has 1 field, but column 2 is requested");
}

TEST_CASE("columns: refuses files that are not tables, and tables without the column") {
    const Files files;
    const auto message = [&](const std::string& text, const Reading& reading) {
        const auto path = files.add("file", text);
        const auto all = message_of(path, reading);
        CHECK(all.starts_with(path + ": "));
        return all.substr(std::min(all.size(), path.size() + 2));
    };
    CHECK(message("x,y\n1,2\n3\n", columns({"y"})) == "line 3 has 1 field, but column 2 is requested");
    const std::string more_fields = ": a field with a separator in it has to be in double quotes";
    CHECK(message("v\n1\n1,234\n", columns({"v"})) ==
          "line 3 has 2 fields, but the first row has 1" + more_fields);
    CHECK(message("1\t2\n\n3\t4\t\n", columns({"1"})) == // an empty field counts, also without a header
          "line 3 has 3 fields, but the first row has 2" + more_fields);
    CHECK(message("x,y\n1,2\n", columns({"z"})) ==
          "there is no column 'z': its first line has 2 fields, x, y");
    CHECK(message("", columns({"1"})) == "it has no line that --column could read");
    CHECK(message("\n\n", columns({"1"})) == "it has no line that --column could read");
    CHECK(message("x\n1\n\"2", columns({"x"})) == "line 3 ends within a quoted field");
    CHECK(message(std::string("x\n1\0\n", 5), columns({"x"})) ==
          "it has bytes of 0, so it is not text, and --column reads tables of text");
    CHECK(message("x\n\"" + std::string(2'000'000, '1'), columns({"x"})) ==
          "line 2 has a field of more than 1.00 MiB");
    std::string long_row; // of few fields, each of which is short enough
    for (int field = 0; field < 17; ++field)
        long_row += std::string(1'000'000, '1') + ",";
    CHECK(message(long_row, columns({"1"})).find("line 1: it has more than 16") == 0);
    CHECK(message("x\n1\n", {.type = SampleType::f16, .columns = {"x"}}) ==
          "numbers of text are read as integers of 8 to 64 bits, f32 and f64, not as f16");
    CHECK(message("P5 1 1 255\nx", columns({"1"})) == "its format is PNM, and --column reads tables of text");
}

#endif
