// What the options about files mean.

#include "common/usage_error.hpp"
#include "demo/command/reading_args.hpp"

#include <doctest/doctest.h>
#include <string>

TEST_CASE("--separator: tab, or a character that no number and no quote has") {
    CHECK(demo::separator_named("tab") == '\t');
    CHECK(demo::separator_named("\\t") == '\t');
    for (const char symbol : {',', ';', '|', ' ', ':', 't'})
        CHECK(demo::separator_named(std::string(1, symbol)) == symbol);
    for (const auto* const text : {"", ",,", "tabs", "1", "-", ".", "\"", "\n"})
        CHECK_THROWS_AS((void)demo::separator_named(text), common::UsageError);
}

TEST_CASE("what is typed about samples") {
    files::Reading reading;
    demo::TypedReading typed;
    typed.type = "i16";
    typed.byte_order = "big";
    typed.separator = ";";
    typed.nodata = {"-9999", "18446744073709551615", "nan"};
    demo::settle_reading(reading, typed);
    REQUIRE(reading.nodata.value().size() == 3);
    CHECK(reading.nodata->at(0) == -9999);
    CHECK(reading.nodata->at(1) == ~std::uint64_t{0});
    CHECK(reading.nodata->at(2).is_nan());
    CHECK_THROWS_AS((void)demo::parse_nodata({"none"}), common::UsageError);
    CHECK(reading.type == histo_cl::SampleType::i16);
    CHECK(reading.byte_order == std::endian::big);
    CHECK(reading.separator == ';');
    files::Reading untouched;
    demo::settle_reading(untouched, {});
    CHECK(!untouched.type);
    CHECK(!untouched.byte_order);
    CHECK(!untouched.separator);
    CHECK(!untouched.nodata);
    demo::TypedReading none;
    none.no_nodata = true;
    demo::settle_reading(untouched, none);
    CHECK(untouched.nodata.value().empty());
}
