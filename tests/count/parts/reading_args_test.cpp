// What the options about files mean.

#include "common/errors.hpp"
#include "count/input_args.hpp"

#include <doctest/doctest.h>
#include <string>

TEST_CASE("--separator: tab, or a character that no number and no quote has") {
    CHECK(count::separator_named("tab") == '\t');
    CHECK(count::separator_named("\\t") == '\t');
    for (const char symbol : {',', ';', '|', ' ', ':', 't'})
        CHECK(count::separator_named(std::string(1, symbol)) == symbol);
    for (const auto* const text : {"", ",,", "tabs", "1", "-", ".", "\"", "\n"})
        CHECK_THROWS_AS((void)count::separator_named(text), common::UsageError);
}

TEST_CASE("what is typed about samples") {
    files::Reading reading;
    count::TypedReading typed;
    typed.type = "i16";
    typed.byte_order = "big";
    typed.separator = ";";
    typed.nodata = {"-9999", "18446744073709551615", "nan"};
    count::resolve_reading(reading, typed);
    REQUIRE(reading.nodata.value().size() == 3);
    CHECK(reading.nodata->at(0) == -9999);
    CHECK(reading.nodata->at(1) == ~std::uint64_t{0});
    CHECK(reading.nodata->at(2).is_nan());
    CHECK_THROWS_AS((void)count::parse_nodata({"none"}), common::UsageError);
    CHECK(reading.type == histo_cl::SampleType::i16);
    CHECK(reading.byte_order == std::endian::big);
    CHECK(reading.separator == ';');
    files::Reading untouched;
    count::resolve_reading(untouched, {});
    CHECK(!untouched.type);
    CHECK(!untouched.byte_order);
    CHECK(!untouched.separator);
    CHECK(!untouched.nodata);
    count::TypedReading none;
    none.no_nodata = true;
    count::resolve_reading(untouched, none);
    CHECK(untouched.nodata.value().empty());
}
