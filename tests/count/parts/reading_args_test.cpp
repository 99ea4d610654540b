// The options that say how files and tables are read.

#include "common/errors.hpp"
#include "count/input_args.hpp"
#include "support/usage_error.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace {

files::Reading typed(std::vector<std::string> arguments) {
    CLI::App app;
    files::Reading reading;
    count::add_reading_options(app, reading);
    count::add_table_options(app, reading);
    std::ranges::reverse(arguments); // CLI11 takes the last one first
    app.parse(std::move(arguments));
    return reading;
}

} // namespace

TEST_CASE("--separator takes tab, or a character that no number or quote contains") {
    CHECK(count::separator_named("tab") == '\t');
    CHECK(count::separator_named("\\t") == '\t');
    CHECK(count::separator_named("space") == ' ');
    for (const char symbol : {',', ';', '|', ' ', ':', 't'})
        CHECK(count::separator_named(std::string(1, symbol)) == symbol);
    for (const auto* const text : {"", ",,", "tabs", "1", "-", ".", "\"", "\n"})
        CHECK_THROWS_AS((void)count::separator_named(text), common::UsageError);
}

TEST_CASE("parses the options about samples, and leaves the others unset") {
    const auto reading = typed({"--type", "i16", "--byte-order", "big", "--nodata", "-9999", "--nodata",
                                "18446744073709551615", "--nodata", "nan"});
    REQUIRE(reading.nodata.value().size() == 3);
    CHECK(reading.nodata->at(0) == -9999);
    CHECK(reading.nodata->at(1) == ~std::uint64_t{0});
    CHECK(reading.nodata->at(2).is_nan());
    CHECK_THROWS_AS((void)count::parse_nodata({"none"}), common::UsageError);
    CHECK(reading.type == histo_cl::SampleType::i16);
    CHECK(reading.byte_order == std::endian::big);
    CHECK(typed({"--column", "a", "--separator", ";"}).separator == ';');
    const auto style = [](const std::string& example) { return count::number_style_of(example); };
    CHECK(style("1,234.5") == files::NumberStyle{.decimal = '.', .thousands = ','});
    CHECK(style("1.234,5") == files::NumberStyle{.decimal = ',', .thousands = '.'});
    CHECK(style("1 234,5") == files::NumberStyle{.decimal = ',', .thousands = ' '});
    CHECK(style("1'234") == files::NumberStyle{.decimal = '.', .thousands = '\''});
    CHECK(style("1.234") == files::NumberStyle{.decimal = ',', .thousands = '.'});
    CHECK(style("0,5") == files::NumberStyle{.decimal = ','});
    CHECK(style("1234.5") == files::NumberStyle{});
    for (const auto* const example : {"", "1234", "x", "1,", ",5", "1,234,567", "1.5.5", "1;5"})
        CHECK(histo_cl::test::usage_error_of([&] {
                  return style(example);
              }).starts_with("--numbers: give an example"));
    const auto untouched = typed({});
    CHECK(!untouched.type);
    CHECK(!untouched.byte_order);
    CHECK(!untouched.separator);
    CHECK(!untouched.nodata);
    CHECK(typed({"--no-nodata"}).nodata.value().empty());
}
