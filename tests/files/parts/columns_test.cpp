// The rules of text tables: separators, headers, numbers.

#include "files/columns/text_table.hpp"
#include "files/formats/format.hpp"
#include "support/usage_error.hpp"

#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

using namespace files;
using histo_cl::SampleType;
using histo_cl::test::usage_error_of;

namespace {

template <class Value>
Value number(std::string_view text) {
    Value value{};
    write_number(text, histo_cl::sample_type_of<Value>(), std::as_writable_bytes(std::span(&value, 1)));
    return value;
}

template <class Value>
std::string refusal(std::string_view text) {
    return usage_error_of([&] { return number<Value>(text); });
}

using Texts = std::vector<std::string>;
using Places = std::vector<std::size_t>;

std::string header_refusal(const Texts& row, const Texts& wanted) {
    return usage_error_of([&] { return header_of(row, wanted); });
}

} // namespace

TEST_CASE("separators: finds the one that all first lines have equally often") {
    CHECK(separator_of("a,b\n1,2\n") == ',');
    CHECK(separator_of("a\tb\n1\t2\n") == '\t');
    CHECK(separator_of("a;b\r\n1,5;2\r\n") == ';');
    CHECK(separator_of("1,5;2,5\n1,25;2,5\n") == ';');
    CHECK(separator_of("x;y,z\n1,2\n3,4\n") == ',');
    CHECK(separator_of("\"a;b;c\",d\n1,2\n") == ',');
    CHECK(separator_of("\"a\n;;\",d\n\n1,2\n") == ',');
    CHECK(separator_of("a,b\n1,2\n3;4;5") == ','); // the last line may be incomplete
    CHECK(separator_of("a;b,c;d") == ';');
    CHECK(separator_of("a\n1\n") == ',');
    CHECK(separator_of("a|b\n1|2\n") == '|');
    CHECK(separator_of("1,5\n2,5\n", {.numbers = {.decimal = ','}}) == ';');
    CHECK(separator_of("a b\n 1   2 \n") == ' ');
    CHECK(separator_of("a, b\n1, 2\n") == ',');
    CHECK(separator_of("some words\nmore words of prose\n") == ',');
}

TEST_CASE("a table begins after comments, of which the last may be its header") {
    const auto rest = [](std::string_view text) { return text.substr(table_begin(text)); };
    CHECK(rest("a,b\n1,2\n") == "a,b\n1,2\n");
    CHECK(rest("\xef\xbb\xbf# by us, 2024\n\r\n#\r\na,b\n1,2\n") == "a,b\n1,2\n");
    CHECK(rest("# made\n# a b\n1 2\n3 4\n") == "a b\n1 2\n3 4\n");
    CHECK(rest("#a,b\n1,2\n") == "a,b\n1,2\n");
    CHECK(rest("# a,b,c\n1,2\n") == "1,2\n"); // the comment does not have a name for each field
    CHECK(rest("#ff0000,1\n#00ff00,2\n") == "#ff0000,1\n#00ff00,2\n");
    CHECK(rest("#\n1\n") == "1\n");
    CHECK(rest("# a:b\n1:2\n") == "1:2\n");
    CHECK(table_begin("# a:b\n1:2\n", {.separator = ':'}) == 2);
    CHECK(table_begin("") == 0);
    CHECK(separator_of("") == ',');
    CHECK(separator_of("a,b\n1;2\n") == ','); // no separator is in all lines
}

TEST_CASE("headers: finds columns by name or number, and recognizes first rows of values") {
    const auto by_name = header_of(Texts{"x", "y z", "w"}, Texts{"w", "y z"});
    CHECK(by_name.is_there);
    CHECK(by_name.places == Places{2, 1});
    CHECK(by_name.names == Texts{"w", "y z"});

    const auto by_number = header_of(Texts{"x", "y"}, Texts{"2"});
    CHECK(by_number.is_there);
    CHECK(by_number.names == Texts{"y"});

    const auto values = header_of(Texts{"1.5", "a", "NA"}, Texts{"1", "3"});
    CHECK(!values.is_there);
    CHECK(values.places == Places{0, 2});
    CHECK(values.names == Texts{"1", "3"});

    // This is how pandas writes an index without a name.
    const auto index = header_of(Texts{"", "x"}, Texts{"1"});
    CHECK(index.is_there);
    CHECK(index.names == Texts{"1"});
    CHECK(!header_of(Texts{"", "5"}, Texts{"1"}).is_there);

    CHECK(header_of(Texts{"2019", "2020"}, Texts{"2020"}).places == Places{1}); // a name, not a number
    CHECK(header_of(Texts{"2", "1"}, Texts{"2"}).places == Places{1});          // a number, not a name
    CHECK(!header_of(Texts{"2", "1"}, Texts{"2"}).is_there);
    CHECK(header_of(Texts{"x", "x"}, Texts{"2"}).places == Places{1});
    CHECK(header_refusal({"x", "x"}, {"x"}) ==
          "several columns are called 'x': give one by its number, from 1");
    CHECK(header_refusal({"x", "y"}, {"z"}) == "there is no column 'z': its first line has 2 fields, x, y");
    CHECK(header_refusal({"1"}, {"2"}) == "there is no column '2': its first line has 1 field, 1");
    CHECK(!header_refusal({"1"}, {"0"}).empty());
    CHECK(!header_refusal({"1"}, {"-1"}).empty());
    CHECK(!header_refusal({"1"}, {""}).empty());
}

TEST_CASE("headers: a column of an earlier table is found by its name, or by its position if it has none") {
    const std::vector<Column> years{{.name = "1", .place = 1, .named = true},
                                    {.name = "3", .place = 3, .named = true}};
    CHECK(header_of(Texts{"id", "1", "2", "3"}, years).places == Places{1, 3});
    CHECK(header_of(Texts{"3", "2", "1", "id"}, years).places == Places{2, 0});
    CHECK(header_of(Texts{"3", "2", "1", "id"}, years).is_there);
    CHECK(header_of(Texts{"a", "a", "b"}, std::vector<Column>{{.name = "a", .place = 1, .named = true}})
              .places == Places{1}); // several columns have the name
    CHECK(usage_error_of([&] {
              return header_of(Texts{"10", "1", "20"}, years);
          }) == "there is no column '3': its first line has 3 fields, 10, 1, 20");
    const auto second = header_of(Texts{"2", "x"}, std::vector<Column>{{.name = "2", .place = 1}});
    CHECK(second.places == Places{1});
    CHECK(second.names == Texts{"x"});
}

TEST_CASE("headers: numbers of the requested style are no names, and others are none either") {
    const NumberStyle comma{.decimal = ',', .thousands = '.'};
    for (const auto* const number : {"1,5", "1.234,5", "1.5"})
        CHECK(!header_of(Texts{number, "2,5"}, Texts{"1", "2"}, {}, comma).is_there);
    CHECK(header_of(Texts{"x", "2,5"}, Texts{"1", "2"}, {}, comma).is_there);
    CHECK(!header_of(Texts{"1 234"}, Texts{"1"}, {}, {.thousands = ' '}).is_there);
    CHECK(header_of(Texts{"1,5"}, Texts{"1"}).is_there);
    CHECK(table_begin("# x;y\n1,5;2,5\n", {.numbers = comma}) == 2);
    CHECK(table_begin("# x;y\n1,5;2,5\n") == 6);
}

TEST_CASE("numbers of text: floats are rounded once, and missing values are NaN") {
    CHECK(number<double>("0.1") == 0.1);
    CHECK(number<double>("+1e3") == 1000);
    CHECK(number<double>("-.5") == -0.5);
    CHECK(number<double>("5.") == 5);
    CHECK(number<double>(" 5\t") == 5);
    CHECK(std::isnan(number<double>("  ")));
    CHECK(number<double>("-inf") == -std::numeric_limits<double>::infinity());
    CHECK(number<double>("Infinity") == std::numeric_limits<double>::infinity());
    CHECK(number<double>("1e-400") == 0);
    CHECK(number<double>("5e-324") == std::numeric_limits<double>::denorm_min());
    CHECK(number<float>("16777217.0000001") == 16'777'218.0F); // through a double, it would be 16777216
    CHECK(number<float>("1e-60") == 0);
    for (const auto* const text : {"", "NA", "na", "N/A", "NaN", "nan", "null", "NULL", "None"}) {
        CHECK(std::isnan(number<double>(text)));
        CHECK(std::isnan(number<float>(text)));
        CHECK(refusal<int>(text) == "'" + std::string(text) + "' is missing, and i32 has no NaN");
    }
    CHECK(refusal<double>("1e400") == "'1e400' is out of the range of f64");
    CHECK(refusal<float>("-1e39") == "'-1e39' is out of the range of f32");
    for (const auto* const text :
         {"abc", "1,5", "1 2", "0x10", "1e", "--1", "+-1", "+", "-", "1.2.3", "1_000", "nano"})
        CHECK(refusal<double>(text) == "'" + std::string(text) + "' is not a number");
    CHECK(refusal<double>(std::string(50, 'a')) == "'" + std::string(40, 'a') + "...' is not a number");
    CHECK(refusal<double>("\x1b[1m").find('\x1b') == std::string::npos);
}

TEST_CASE("numbers of text: integers are exact, and in the type's range") {
    CHECK(number<std::uint8_t>("255") == 255);
    CHECK(refusal<std::uint8_t>("256") == "'256' is out of the range of u8");
    CHECK(refusal<std::uint8_t>("-1") == "'-1' is out of the range of u8");
    CHECK(number<std::int8_t>("-128") == -128);
    CHECK(number<std::uint64_t>("18446744073709551615") == std::numeric_limits<std::uint64_t>::max());
    CHECK(refusal<std::uint64_t>("18446744073709551616") ==
          "'18446744073709551616' is out of the range of u64");
    CHECK(number<std::int64_t>("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
    CHECK(number<std::int32_t>("+3.0") == 3);
    CHECK(number<std::int32_t>("-1e3") == -1000);
    CHECK(refusal<std::int32_t>("2.5") == "'2.5' is not an integer");
    CHECK(refusal<std::int32_t>("1e10") == "'1e10' is out of the range of i32");
    // Integers with an exponent must be in the range in which doubles represent all integers.
    CHECK(refusal<std::uint64_t>("1e19") == "'1e19' is out of the range of u64");
    CHECK(refusal<std::int32_t>("inf") == "'inf' is out of the range of i32");
    CHECK(refusal<std::int32_t>("x") == "'x' is not a number");
    for (const auto type : {SampleType::f16, SampleType::bf16})
        CHECK(usage_error_of([&] { require_text_type(type); }) ==
              "numbers of text are read as integers of 8 to 64 bits, f32 and f64, not as " +
                  std::string(name(type)));
}

TEST_CASE("conditions compare numbers, dates and texts") {
    const auto is_true = [](const std::string& condition, std::string_view field,
                            const NumberStyle& style = {}) {
        return holds(parse_condition(condition), field, style);
    };
    CHECK(parse_condition("a b <= 3") ==
          Condition{.column = "a b", .comparison = Condition::Operator::less_equal, .value = "3"});
    CHECK(parse_condition("a==b=c").value == "b=c");
    CHECK(is_true("a = 3", "3.0"));
    CHECK(is_true("a < 10", "9")); // compared as numbers, not as texts
    CHECK(!is_true("a < 10", "10"));
    CHECK(is_true("a>=10", " 10 "));
    CHECK(is_true("a > 1000", "1.000,5", {.decimal = ',', .thousands = '.'}));
    for (const auto* const value : {"1000,5", "1.000,5"}) { // a number of the style, or like 1000.5
        CHECK(!is_true("a > " + std::string(value), "500,5", {.decimal = ',', .thousands = '.'}));
        CHECK(is_true("a > " + std::string(value), "1.001", {.decimal = ',', .thousands = '.'}));
    }
    CHECK(is_true("a > +9", "+10"));
    CHECK(!is_true("a < 9", "+-10"));
    CHECK(!is_true("a < 10", ""));
    CHECK(!is_true("a != 10", "NA"));
    CHECK(is_true("a != 10", "11"));
    CHECK(is_true("a < 2024-01-10", "2024-01-09T23:59"));
    CHECK(!is_true("a < 2024-01-10", "9"));
    CHECK(is_true("a = x", "x"));
    CHECK(!is_true("a = x", "X"));
    CHECK(is_true("a != ", "x"));
    CHECK(!is_true("a != ", ""));
    CHECK(is_true("a > b", "c"));
    for (const auto* const text : {"", "a", "< 3", "a ! 3"})
        CHECK(usage_error_of([&] {
                  return parse_condition(text);
              }).starts_with("--where: give COLUMN, one of"));
}

TEST_CASE("numbers are written with a decimal mark and separators between thousands") {
    const NumberStyle comma{.decimal = ',', .thousands = '.'};
    CHECK(plain_number("1.234.567,5", comma) == "1234567.5");
    CHECK(plain_number(" -1.234 ", comma) == "-1234");
    CHECK(plain_number("0,5", comma) == "0.5");
    CHECK(plain_number("12", comma) == "12");
    CHECK(plain_number("1.5", {}) == "1.5");
    CHECK(plain_number("1'000", {.thousands = '\''}) == "1000");
    for (const auto* const text : {"1.23", "1.2345", "1234.567", ".123", "1.234.", "1.234,5.6"})
        CHECK(!is_number(plain_number(text, comma)));
    CHECK(!is_number(plain_number("1.5", {.decimal = ','})));
}

TEST_CASE("names the package that a format needs if the program was built without it") {
    constexpr auto matches = [](const Start& /*start*/) { return true; };
    const Format absent{.name = "PNG", .matches = matches, .package = "libpng-dev"};
    CHECK(usage_error_of([&] { require_built(absent); }) ==
          "its format is PNG, which this program cannot read: it was built without the Debian package "
          "libpng-dev");
    for (const auto& format : all_formats()) {
        const bool built = format.unpack != nullptr || format.decode != nullptr;
        const auto message = usage_error_of([&] { require_built(format); });
        CHECK(message.empty() == built);
        CHECK((built || message.ends_with(format.hint.empty() ? format.package : format.hint)));
        CHECK((format.package.ends_with("-dev") || format.name == "PNM" || format.name.starts_with("FAST") ||
               format.name == "PCAP" || !format.hint.empty()));
    }
}
