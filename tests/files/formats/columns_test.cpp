// Columns of text tables, read as the program reads them.

#ifdef HISTO_CL_HAS_LIBCSV

#include "files/columns/text_table.hpp"
#include "files/contents.hpp"
#include "pack.hpp"

#include <bit>
#include <cmath>
#include <limits>

using namespace files;
using namespace files::test;
using histo_cl::SampleType;

namespace {

using Values = std::vector<double>;

/// Reads these columns. Bad fields are errors.
Reading columns(std::vector<std::string> names) {
    return {.columns = std::move(names), .strict = true};
}

/// The samples of a text, and the columns that were found.
std::pair<Values, std::vector<Column>> read_all(const std::string& text, const Reading& reading) {
    const Files files;
    std::vector<InputFile> opened;
    opened.push_back(open_file(files.add("file", text), reading));
    REQUIRE(opened.front().columns);
    const auto found = opened.front().columns->found;
    const auto type = resolve(opened, reading);
    SampleReader reader(std::move(opened), histo_cl::bytes(type), false);
    Values values(10'000);
    const auto bytes = reader.read(std::as_writable_bytes(std::span(values)), *pread_reader());
    values.resize(bytes / sizeof(double));
    return {values, *found};
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
    CHECK(message_of(path, {.type = SampleType::f64, .columns = {"a \"b\""}, .strict = true}) ==
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

TEST_CASE("columns: counts bad fields, and says where the first one is") {
    const auto [values, found] =
        read_all("x,y\n1,a\nforty,2\n3\n,NA\n5,6\n7,8,9\nx,1\n1,1\n1,1\n1,1\n1,1\n", {.columns = {"x", "y"}});
    REQUIRE(values.size() == 22);
    CHECK(values[0] == 1);
    CHECK(std::isnan(values[1]));
    CHECK(std::isnan(values[2]));
    CHECK(found[0].bad == 3);
    CHECK(found[0].first_bad == "line 3, column x: 'forty' is not a number");
    CHECK(found[0].missing == 1);
    CHECK(found[1].bad == 2);
    CHECK(found[1].first_bad == "line 2, column y: 'a' is not a number");
    CHECK(found[1].missing == 2); // one field is NA, and line 4 has no second field
    CHECK(found[0].whole);
    CHECK(!read_all("x\n1\n2.5\n", {.columns = {"x"}}).second[0].whole);
}

TEST_CASE("columns: reads texts as their indices, and dates as seconds") {
    const std::string text =
        "who,when,n\nann,1970-01-02,1\nbob,1970-01-01T00:01Z,2\nann,,3\n,1969-12-31T23:00-01:00,4\n";
    const auto result = read_all(text, {.tables = true});
    const auto& values = result.first;
    const auto& found = result.second;
    REQUIRE(values.size() == 12);
    CHECK(found[0].kind == ColumnKind::text);
    CHECK(found[0].texts == std::vector<std::string>{"ann", "bob"});
    CHECK(found[0].missing == 1);
    CHECK(found[1].kind == ColumnKind::date);
    CHECK(found[2].kind == ColumnKind::number);
    CHECK(values[0] == 0);
    CHECK(values[3] == 1);
    CHECK(values[6] == 0);
    CHECK(values[1] == 86'400);
    CHECK(values[4] == 60);
    CHECK(values[10] == 0);
    const auto grouped = read_all(text, {.columns = {"n"}, .group_by = "who"});
    CHECK(grouped.second.size() == 2);
    CHECK(grouped.second[1].kind == ColumnKind::text);
    CHECK(read_all(text, {.tables = true, .group_by = "who"}).second.size() == 3); // `who` is included once
}

TEST_CASE("columns: counts texts together once there are too many") {
    std::string text = "x,n\n";
    for (int i = 0; i < 140; ++i)
        text += std::string(500'000, static_cast<char>('a' + i % 20)) + std::to_string(100 + i) + ",1\n";
    const auto result = read_all(text, {.columns = {"x"}});
    CHECK(result.second[0].others);
    CHECK(result.second[0].texts.size() == 134); // texts of 64 MiB in total
    CHECK(result.first.back() == 134);
    CHECK(result.first[3] == 3);
}

TEST_CASE("columns: reads the rows that satisfy all conditions") {
    const std::string text = "who,n,x\nann,1,\nbob,2,5\nann,x,6\nann,4,7\n";
    const auto n_where = [&](std::vector<std::string> conditions,
                             const Reading& others = {.columns = {"n"}}) {
        auto reading = others;
        for (const auto& one : conditions)
            reading.where.push_back(parse_condition(one));
        return read_all(text, reading).first;
    };
    CHECK(n_where({"who = ann", "x >= 6.5"}) == Values{4});
    CHECK(n_where({"who != ann"}) == Values{2});
    CHECK(n_where({"n > 1"}) == Values{2, 4});
    CHECK(n_where({"3 = 5"}) == Values{2}); // 3 is the third column
    CHECK(n_where({"n > 0"}, {.count = 1, .columns = {"n"}}) == Values{1});
    CHECK(read_all(text, {.columns = {"n"}, .where = {parse_condition("who = bob")}}).second[0].bad == 0);
}

TEST_CASE("columns: reads numbers with separators between thousands and decimal commas") {
    const Reading comma{.numbers = {.decimal = ',', .thousands = '.'}};
    CHECK(read_all("x;y\n1.234,5;2\n1.000.000;0,25\n", comma).first == Values{1234.5, 2, 1e6, 0.25});
    const Reading point{.numbers = {.decimal = '.', .thousands = ','}};
    CHECK(read_all("x;y\n\"1,234.5\";2\n", point).first == Values{1234.5, 2});
    CHECK(read_all("x;y\n1;2\n3;4\n5;6\n7;12,34\n", point).second[1].bad == 1);
    const Reading spaces{.numbers = {.decimal = ',', .thousands = ' '}};
    for (const auto& reading : {comma, spaces}) { // the first row has numbers, and so it is no header
        CHECK(read_all("1,5;2,5\n3,5;4\n", reading).first == Values{1.5, 2.5, 3.5, 4});
        CHECK(read_all("# a;b\n1,5;2,5\n3,5;4\n", reading).second[1].name == "b");
    }
    CHECK(read_all("1 234;2\n3,5;1 000\n", spaces).first == Values{1234, 2, 3.5, 1000});
}

TEST_CASE("columns: recognizes tables by their content, and nothing else") {
    const Files files;
    const auto recognized = [&](const std::string& text, Reading reading = {.tables = true}) {
        return contents_of(files.add("file", text), 1000, reading).recognized;
    };
    CHECK(recognized("x,y\n1,2\n3,4\n") == "CSV, columns x, y f64; --raw counts its bytes");
    CHECK(recognized("x\ty\n1\ta\n3\tb\n") == "TSV, columns x, y f64; --raw counts its bytes");
    CHECK(recognized("1\n2\n3\n4\n") == "CSV, column 1 f64; --raw counts its bytes");
    CHECK(recognized("1,2\n3,4\n").starts_with("CSV"));
    CHECK(recognized("a,b,c,d\n1,2\n1,2,3\n").starts_with("CSV")); // rows may have fewer fields
    for (const std::string text :
         {"", "12345\n", "1,2\n", "Hello, world\nGoodbye, all\n", "word\n12\n",
          "2024-01-01 12:00:00,123 INFO started\n2024-01-01 12:00:01,456 WARN slow\n",
          "f(1, 2, 3);\nf(4, 5, 6);\n", "#include <x>\nint main() { return f(1, 2); }\n",
          "name,city\nann,Rome\nbob,Oslo\n", "{\"a\": 1, \"b\": 2}\n{\"a\": 3, \"b\": 4}\n",
          "1,2\n\x01,4\n5,6\n", "a,b\n1,2\n3\n4,5,6\n7,8\n"}) {
        CAPTURE(text);
        CHECK(recognized(text).empty());
    }
    CHECK(recognized("x,y\n1,2\n3,4\n", {}).empty());
    CHECK(recognized("x,y\n1,2\n3,4\n", {.raw = true, .tables = true}).empty());
    CHECK(recognized("x,y\n1,2\n3,4\n", {.type = SampleType::u8, .tables = true}).empty());
}

TEST_CASE("columns: skips comments before the header, and counts their lines") {
    const auto [values, found] =
        read_all("# made by us\n\n#\na,b\n1,2\nx,4\n3,4\n5,6\n6,7\n", {.tables = true});
    CHECK(values.size() == 10);
    CHECK(found[0].name == "a");
    CHECK(found[0].first_bad == "line 6, column a: 'x' is not a number");
}

TEST_CASE("columns: any number of spaces separates fields, and prose is no table") {
    const auto [values, found] = read_all("# x y\n 1  2\n-3 4 \n5\t 6\n", {.tables = true});
    CHECK(values == Values{1, 2, -3, 4, 5, 6});
    CHECK(found[1].name == "y");
    const auto [quoted, names] = read_all("name n\n\"a  b\" 1\nc   2\n", columns({"n"}));
    CHECK(quoted == Values{1, 2});
    CHECK(read_all("city\nNew York\nLos Angeles\n", columns({"1"})).second[0].texts ==
          std::vector<std::string>{"New York", "Los Angeles"});
    CHECK(read_all("of city\nNew York\nLos Angeles\n", columns({"1"})).second[0].texts ==
          std::vector<std::string>{"New York", "Los Angeles"});
    const Files files;
    const auto path = files.add("file", "four words on lines\nthat have 4 words\nof text 2 count\n");
    CHECK(contents_of(path, 1000, {.tables = true}).recognized.empty());
}

TEST_CASE("columns: a table ends where another one begins, and the content says so") {
    const Files files;
    const auto path = files.add("file", "a,b\n1,2\n\n3,4\n\nx,y,z\n5,6,7\n");
    std::vector<InputFile> opened;
    opened.push_back(open_file(path, {.tables = true}));
    const auto type = resolve(opened, {});
    SampleReader reader(std::move(opened), histo_cl::bytes(type), false);
    Values values(100);
    CHECK(reader.read(std::as_writable_bytes(std::span(values)), *pread_reader()) == 4 * sizeof(double));
    CHECK(recognized(reader.files().front()) ==
          "CSV, columns a, b f64; --raw counts its bytes; another table begins in line 6, which is not read");
}

TEST_CASE("columns: integers beyond 2^53 are exact if a table has nothing else, and else marked as rounded") {
    const Files files;
    const auto recognized_as = [&](const std::string& text, const Reading& reading) {
        return contents_of(files.add("file", text), 1000, reading);
    };
    const auto ids = recognized_as("id\n9007199254740993\n-9007199254740995\n7\n", {.tables = true});
    CHECK(ids.recognized == "CSV, column id i64; --raw counts its bytes");
    CHECK(ids.samples == bytes_of(std::vector<std::int64_t>{9007199254740993, -9007199254740995, 7}));
    CHECK(recognized_as("id\n18446744073709551615\n1\n2\n", {.tables = true}).recognized ==
          "CSV, column id u64; --raw counts its bytes");
    const std::string mixed = "id,x\n9007199254740993,.5\n2,1\n3,3\n";
    const auto [values, found] = read_all(mixed, {.tables = true});
    CHECK(found[0].rounded);
    CHECK(!found[1].rounded);
    CHECK(recognized_as(mixed, {.columns = {"id"}}).recognized == "CSV, column id i64");
    CHECK(!read_all("a\n1e300\n2\n3\n", {.tables = true}).second[0].rounded);
    CHECK(recognized_as("id\n9223372036854775807\n-1\n+2\n", {.tables = true}).samples ==
          bytes_of(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::max(), -1, 2}));
    CHECK(recognized_as("id\n9223372036854775808\n+1\n2\n", {.tables = true}).samples ==
          bytes_of(std::vector<std::uint64_t>{std::uint64_t{1} << 63U, 1, 2}));
    for (const auto* const text : {"id\n18446744073709551616\n1\n2\n", // no type of 64 bits has them all
                                   "id\n18446744073709551615\n-1\n2\n", "id\n-9223372036854775809\n1\n2\n"})
        CHECK(read_all(text, {.tables = true}).second[0].rounded);
}

TEST_CASE("columns: the first row is a header if a column of numbers or dates begins with a word") {
    CHECK(read_all("ann,1\nbob,2\n", {.tables = true}).second[0].name == "1");
    CHECK(read_all("who,n\nann,1\n", {.tables = true}).second[0].name == "who");
    CHECK(read_all("2024-01-01,1\n2024-01-02,2\n", {.tables = true}).first.size() == 4);
    CHECK(read_all("day,1\n2024-01-02,2\n", {.tables = true}).first.size() == 2);
}

TEST_CASE("columns: those of a second file are found by their names, also if these are numbers") {
    const Files files;
    const auto places_of = [&](const std::string& first, const std::string& second, Reading reading) {
        reading.found = open_file(files.add("first", first), reading).columns->found;
        return contents_of(files.add("second", second), 1000, reading).samples;
    };
    const std::string table = "id,1,2,3\n10,100,200,300\n";
    CHECK(places_of(table, table, {.tables = true}) == bytes_of(Values{10, 100, 200, 300}));
    CHECK(places_of(table, "3,2,1,id\n30,20,10,5\n", {.tables = true}) == bytes_of(Values{5, 10, 20, 30}));
    CHECK(places_of(table, table, {.columns = {"3"}}) == bytes_of(Values{200}));
    CHECK(places_of("a,a,b\n1,2,3\n", "a,a,b\n4,5,6\n", {.columns = {"1"}}) == bytes_of(Values{4}));
    CHECK(places_of("1,2\n3,4\n", "5,6\n7,8\n", {.columns = {"2"}}) == bytes_of(Values{6, 8}));
}

TEST_CASE("columns: several files of a table share what is found") {
    const Files files;
    Reading reading{.tables = true};
    std::vector<InputFile> opened;
    for (const auto* const text : {"who,n\nann,1\nbob,x\nann,2\nann,3\n", "n,who\n5,bob\n6,cid\n"}) {
        opened.push_back(open_file(files.add("file" + std::to_string(opened.size()), text), reading));
        reading.found = opened.back().columns->found;
    }
    const auto type = resolve(opened, reading);
    SampleReader reader(std::move(opened), histo_cl::bytes(type), false);
    std::array<double, 20> values{};
    const auto ranges = pread_reader();
    std::size_t bytes = 0;
    while (const auto more = reader.read(std::as_writable_bytes(std::span(values)).subspan(bytes), *ranges))
        bytes += more;
    CHECK(bytes == 12 * sizeof(double));
    CHECK(values[8] == 1); // the index of bob
    CHECK(values[9] == 5);
    CHECK(values[10] == 2); // the index of cid
    CHECK((*reading.found)[0].texts == std::vector<std::string>{"ann", "bob", "cid"});
    CHECK((*reading.found)[1].bad == 1);
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
    CHECK(message("x\n1\nx\n", {.type = SampleType::i32, .columns = {"x"}}) ==
          "line 3, column x: 'x' is not a number"); // integers have no NaN
    CHECK(message("x\n1\n", {.type = SampleType::f16, .columns = {"x"}}) ==
          "numbers of text are read as integers of 8 to 64 bits, f32 and f64, not as f16");
    CHECK(message("P5 1 1 255\nx", columns({"1"})) == "its format is PNM, and --column reads tables of text");
}

#endif
