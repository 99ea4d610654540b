// Typed input: numbers, names of sample types, and suggestions for misspelled ones.

#include "common/errors.hpp"
#include "common/names.hpp"
#include "common/number.hpp"
#include "common/options.hpp"

#include <bit>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

using namespace common;
using histo_cl::SampleType;
using Texts = std::vector<std::string>;

namespace {

histo_cl::Number parse_number(std::string_view text) {
    return common::parse_number(text, "--edge", "one");
}

constexpr auto max_u64 = std::numeric_limits<std::uint64_t>::max();

std::optional<std::uint64_t> whole(std::string_view text) {
    return whole_number_typed(text, 0, max_u64);
}

} // namespace

TEST_CASE("the nearest names need the fewest insertions, deletions, replacements and swaps") {
    const Texts options{"variant", "verify", "version", "bins", "rows", "range"};
    CHECK(nearest("varient", options) == Texts{"variant"});
    CHECK(nearest("VARIANT", options) == Texts{"variant"});
    CHECK(nearest("vairnat", options) == Texts{"variant"}); // two swaps
    CHECK(nearest("bin", options) == Texts{"bins"});
    CHECK(nearest("bnis", options) == Texts{"bins"});
    CHECK(nearest("colour", options).empty());
    CHECK(nearest("", options).empty());
    CHECK(nearest("x", options).empty());
    CHECK(nearest("bins", {}).empty());
}

TEST_CASE("the beginning of a name finds the name if no name is near enough to be a misspelling") {
    const Texts names{"global_atomic", "local_atomic", "local_packed", "item_pairs"};
    CHECK(nearest("local", names) == Texts{"local_atomic", "local_packed"});
    CHECK(nearest("locla", names) == Texts{"local_atomic", "local_packed"});
    CHECK(nearest("it", names) == Texts{"item_pairs"});
    CHECK(nearest("local_atomc", names) == Texts{"local_atomic"});
    CHECK(nearest("i", names).empty());
}

TEST_CASE("suggestions are written as questions") {
    CHECK(did_you_mean({}).empty());
    CHECK(did_you_mean({"a"}) == "; did you mean a?");
    CHECK(did_you_mean({"a", "b", "c"}) == "; did you mean a, b or c?");
    CHECK(not_one_of("tow", {"one", "two"}) == "'tow' is not one of one, two; did you mean two?");
    CHECK(not_one_of("seven", {"one", "two"}) == "'seven' is not one of one, two");
}

TEST_CASE("typed integers are exact over all 64 bits, all other numbers are doubles") {
    CHECK(parse_number("-9223372036854775808").i64() == std::numeric_limits<std::int64_t>::min());
    CHECK(parse_number("18446744073709551615").u64() == max_u64);
    CHECK(parse_number("0xffffffffffffffff").u64() == max_u64);
    CHECK(parse_number("2^63").u64() == std::uint64_t{1} << 63U);
    CHECK(parse_number("9007199254740993").i64() == 9007199254740993);
    CHECK(parse_number("+7").i64() == 7);
    CHECK(parse_number("1_000_000").i64() == 1000000);
    CHECK(parse_number("0xff_ff").u64() == 0xffff);
    CHECK(parse_number("1_000.5").f64() == 1000.5);
    CHECK(parse_number("18446744073709551616").f64() == 0x1p64);
    CHECK(parse_number("2^64").f64() == 0x1p64);
    CHECK(parse_number("-2^63").i64() == std::numeric_limits<std::int64_t>::min());
    CHECK(parse_number("-0x10").i64() == -16);
    CHECK(parse_number("-18446744073709551616").f64() == -0x1p64);
    CHECK(parse_number("1e23").f64() == 1e23);
    CHECK(parse_number("0.1").f64() == 0.1);
    CHECK(parse_number("1e9").f64() == 1e9);
    CHECK(parse_number("-inf").f64() == -std::numeric_limits<double>::infinity());
    for (const char* const text :
         {"",    "-",  "+",  "0x",   "0xg",  "1,2",  "1 ", " 1",   "1e999", "nan", "a",    "1.2.3", "++1",
          "+-1", "_1", "1_", "1__0", "1_.5", "1_e5", "2^", "2^65", "2^-1",  "3^2", "0x-1", "1k"}) {
        CAPTURE(text);
        CHECK_FALSE(number_typed(text));
        CHECK_THROWS_WITH_AS((void)parse_number(text),
                             ("--edge takes one: '" + std::string(text) + "' is not a number").c_str(),
                             UsageError);
    }
    // Digits are never parsed as a different number.
    for (const char* const text :
         {"18446744073709551617", "-9223372036854775809", "100000000000000000000000"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH_AS((void)parse_number(text), doctest::Contains("is beyond 64 bits and no double"),
                             UsageError);
    }
}

TEST_CASE("distances of whole numbers are exact for every mix of number kinds") {
    using Limits = std::numeric_limits<std::int64_t>;
    constexpr auto large = std::int64_t{1} << 60;
    CHECK(common::whole_distance(large + 1, large + 4) == 3);
    CHECK(common::whole_distance(-large - 4, -large - 1) == 3);
    CHECK(common::whole_distance(max_u64 - 2, 0x1p64) == 3);
    CHECK(common::whole_distance(-1, 0.0) == 1);
    CHECK(common::whole_distance(Limits::min(), -1) == std::uint64_t{Limits::max()});
    CHECK_FALSE(common::whole_distance(Limits::min(), max_u64)); // beyond 2^63
    CHECK_FALSE(common::whole_distance(1, 0));
    CHECK_FALSE(common::whole_distance(0, 0.5));
    CHECK(histo_cl::distance(large + 1, large + 4) == 3);
    CHECK(histo_cl::distance(0, 0.5) == 0.5);
    CHECK(histo_cl::distance(Limits::min(), max_u64) == 0x1.8p64);
}

TEST_CASE("whole numbers may be typed like other numbers, and must be within bounds") {
    CHECK(whole("1e6") == 1000000);
    CHECK(whole("1.5e3") == 1500);
    CHECK(whole("2^20") == 1 << 20);
    CHECK(whole("007") == 7);
    CHECK(whole("18446744073709551615") == max_u64);
    for (const char* const text : {"-1", "1.5", "1e-1", "18446744073709551616", "1e20", "inf", "many"}) {
        CAPTURE(text);
        CHECK_FALSE(whole(text));
    }
    CHECK(whole_number_typed("3", 3, 5) == 3);
    CHECK(whole_number_typed("5", 3, 5) == 5);
    CHECK_FALSE(whole_number_typed("2", 3, 5));
    CHECK_FALSE(whole_number_typed("6", 3, 5));
    for (const auto& [text, number] : std::vector<std::pair<const char*, std::uint64_t>>{
             {"64M", 64U << 20U},
             {"64m", 64U << 20U},
             {"3KiB", 3072},
             {"3kb", 3072},
             {"3Ki", 3072},
             {"512B", 512},
             {"1.5G", 3U << 29U},
             {"2^10K", 1U << 20U},
             {"1e3k", 1'024'000},
             {"1_000k", 1'024'000},
             {"0x1B", 27}, // hexadecimal digits are not a unit
             {"16777215T", 16'777'215ULL << 40U},
         })
        CHECK(whole(text) == number);
    for (const auto* const text : {"M", "K1", "1 M", "1MM", "1i", "1iB", "1.3K", "-1K", "infK", "16777216T",
                                   "1e", "1E", "1BB", "B", "1Kx"})
        CHECK_FALSE(whole(text));
    CHECK(not_whole("6", 3, 5) == "'6' is not a whole number from 3 to 5");
}

TEST_CASE("sample types are also found by the names of other libraries") {
    for (const auto type : histo_cl::all_sample_types)
        CHECK(sample_type_typed(name(type)) == type);
    CHECK(sample_type_typed("F32") == SampleType::f32);
    CHECK(sample_type_typed("UInt8") == SampleType::u8);
    CHECK(sample_type_typed("uint8_t") == SampleType::u8);
    CHECK(sample_type_typed("int64") == SampleType::i64);
    CHECK(sample_type_typed("float") == SampleType::f32);
    CHECK(sample_type_typed("double") == SampleType::f64);
    CHECK(sample_type_typed("half") == SampleType::f16);
    CHECK(sample_type_typed("bfloat16") == SampleType::bf16);
    CHECK(sample_type_typed("u1") == SampleType::u8);
    CHECK(sample_type_typed("i2") == SampleType::i16);
    CHECK(sample_type_typed("f4") == SampleType::f32);
    CHECK(sample_type_typed("f8") == SampleType::f64);
    for (const char* const text :
         {"", "_t", "f", "f3", "b1", "float128", "<", "<f3", "<f32", "f4 ", "u128"}) {
        CAPTURE(text);
        CHECK_FALSE(sample_type_typed(text));
    }
}

TEST_CASE("type codes with a byte order are NumPy's, and only this machine's order is accepted") {
    const bool little = std::endian::native == std::endian::little;
    CHECK(sample_type_typed("i8") == SampleType::i8);
    CHECK(sample_type_typed(little ? "<i8" : ">i8") == SampleType::i64);
    CHECK(sample_type_typed("=u8") == SampleType::u64);
    CHECK(sample_type_typed("|u1") == SampleType::u8);
    CHECK(sample_type_typed("<f2") == (little ? std::optional(SampleType::f16) : std::nullopt));
    CHECK_FALSE(sample_type_typed(little ? ">f2" : "<f2"));
}

TEST_CASE("an unknown sample type is refused with the nearest of the allowed names") {
    constexpr std::array allowed{SampleType::u8, SampleType::f32};
    CHECK(not_a_sample_type("flaot32", allowed) == "'flaot32' is not one of u8, f32; did you mean f32?");
    CHECK(not_a_sample_type("f33", allowed) == "'f33' is not one of u8, f32; did you mean f32?");
    CHECK(not_a_sample_type("complex", allowed) == "'complex' is not one of u8, f32");
    CHECK(not_a_sample_type("f16", allowed) == "'f16' is not one of u8, f32"); // known, but not allowed here
}
