#include "problem/expression/expression.hpp"
#include "problem/expression/type.hpp"
#include "support/error.hpp"
#include "support/extremes.hpp"
#include "support/random.hpp"
#include "support/random_expression.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

using namespace histo_cl;
using expression::parsed;
using test::check_invalid;
using test::f32_inf;
using test::f32_nan;

namespace {

/// The bits of the expression's value for the sample x with index i.
std::uint64_t bits_of_value(const expression::Expression& tree, std::uint64_t x, std::uint64_t i) {
    std::array values{x};
    expression::Evaluator evaluator(tree);
    evaluator(values, i);
    return values[0];
}

/// The type and the value of an expression, e.g. "uint 7".
std::string value(const std::string& text, auto x, std::uint64_t i = 0) {
    const auto tree = parsed(text, sample_type_of<decltype(x)>());
    const auto bits = bits_of_value(tree, expression::to_bits(x), i);
    const auto type = tree.value().type;
    return expression::with_type(type, [&]<class T>(std::type_identity<T> /*type*/) {
        std::string digits = std::to_string(expression::from_bits<T>(bits));
        if (std::is_floating_point_v<T> && digits.find('.') != std::string::npos) {
            digits.erase(digits.find_last_not_of('0') + 1);
            if (digits.back() == '.') digits.pop_back();
        }
        return std::string(expression::c_name(type)) + " " + digits;
    });
}

std::string value(const std::string& text) {
    return value(text, 0);
}

std::string printed(const std::string& text, SampleType sample = SampleType::i32) {
    const auto [parts, value] = expression::printed(parsed(text, sample));
    return parts + value;
}

void refused(const std::string& text, std::initializer_list<std::string_view> words,
             SampleType sample = SampleType::f32) {
    CAPTURE(text);
    check_invalid(words, [&] { return parsed(text, sample); });
}

/// Whether two values of an expression are equal, or both NaN.
bool same_value(const expression::Expression& tree, std::uint64_t one, std::uint64_t other) {
    return expression::with_type(tree.value().type, [&]<class T>(std::type_identity<T> /*type*/) {
        const auto a = expression::from_bits<T>(one);
        const auto b = expression::from_bits<T>(other);
        return a == b || (a != a && b != b);
    });
}

/// Checks that each node comes after its operands, and that each node except the last is the operand of
/// exactly one other node.
void check_tree(const expression::Expression& tree) {
    std::vector<int> uses(tree.nodes.size());
    for (expression::Id id = 0; id < tree.nodes.size(); ++id)
        for (std::size_t k = 0; k < tree.nodes[id].arity; ++k) {
            REQUIRE(tree.nodes[id].operands[k] < id);
            ++uses[tree.nodes[id].operands[k]];
        }
    REQUIRE(!uses.empty());
    CHECK(uses.back() == 0);
    CHECK(std::all_of(uses.begin(), uses.end() - 1, [](int n) { return n == 1; }));
}

constexpr auto minimum = std::numeric_limits<std::int32_t>::min();

} // namespace

TEST_CASE("literals have C's types and values") {
    const auto check = [](const char* text, const char* expected) { CHECK(value(text) == expected); };
    check("0", "int 0");
    check("2147483647", "int 2147483647");
    check("2147483648", "long 2147483648");
    check("0x7fffffff", "int 2147483647");
    check("0xFFFFFFFF", "uint 4294967295");
    check("0X100000000", "long 4294967296");
    check("0xffffffffffffffff", "ulong 18446744073709551615");
    check("017", "int 15");
    check("037777777777", "uint 4294967295");
    check("7u", "uint 7");
    check("7U", "uint 7");
    check("4294967296u", "ulong 4294967296");
    check("7l", "long 7");
    check("7L", "long 7");
    check("7ul", "ulong 7");
    check("7LU", "ulong 7");
    check("'a'", "int 97");
    check("' '", "int 32");
    check("1.5", "double 1.5");
    check("1.5f", "float 1.5");
    check(".5F", "float 0.5");
    check("1.f", "float 1");
    check("1e2", "double 100");
    check("125e-3f", "float 0.125");
    check("1E+1", "double 10");
    check("0x1.8p1f", "float 3");
    check("0x1P-2", "double 0.25");
    check("0.1f", "float 0.1");
    check("NAN == NAN", "int 0");
    check("INFINITY > 3e38f", "int 1");
    check("M_PI_F > 3.1415926f && M_PI_F < 3.1415929f", "int 1");
    check("M_PI == M_PI_F", "int 0");
    for (const auto* bad : {"08", "0x", "1f", "0x1.8", "1ll", "1uu", "1lul", "1.0l", "1.2.3", "1e", "1e+",
                            "12ab", "0b1", "1_000", "0x1pf"})
        refused(bad, {"column 1", bad, "is not a number", "the suffixes u and l", "the suffix f"});
    refused("9223372036854775808", {"column 1", "beyond a long", "suffix u"});
    refused("18446744073709551616u", {"column 1", "beyond its type"});
    refused("x + 1e39f", {"column 5", "1e39f is beyond its type"});
    refused("x + 1e309", {"column 5", "1e309 is beyond its type"});
}

TEST_CASE("logical operators take every bit of an operand, and white space separates words") {
    const auto check = [](const char* text, const char* expected) { CHECK(value(text, 7, 3) == expected); };
    check("0 || 4294967296", "int 1");
    check("1 && 4294967296", "int 1");
    check("(uchar)0 || 256", "int 1");
    check("4294967296 && 1.5", "int 1");
    check("!4294967296", "int 0");
    check("4294967296 ? 1 : 2", "int 1");
    check("i - 4", "ulong 18446744073709551615");
    check("\tx\n+\r1 ", "int 8");
}

TEST_CASE("operands are converted to C's common types") {
    const auto check = [](const char* text, const char* type) {
        const auto found = value(text);
        CHECK(found.substr(0, found.find(' ')) == type);
    };
    check("1L << 1ul", "long");
    check("(uchar)1 << 1L", "int");
    check("1 ? 1 : 2.0f", "float");
    check("1 ? (uchar)1 : (uchar)2", "int");
    check("+(char)1", "int");
    check("~(ushort)1", "int");
    check("max((uchar)1, (uchar)2)", "uchar"); // the result has the type of both arguments
    check("max((uchar)1, 2)", "int");
    check("clamp((uchar)1, (uchar)2, 3u)", "uint");
    check("abs(1)", "uint");
    check("abs_diff((char)1, (char)2)", "uchar");
    check("abs(1ul)", "ulong");
    check("fmax(1.0f, 2)", "float");
    check("pow(1.0f, 2.0)", "double");
    check("isnan(1.0)", "int");
    check("select(1, 2.0f, 1)", "float");
    check("select((char)1, (char)2, (char)0)", "char");
    check("select((char)1, (char)2, 0)", "int");
    check("(char)0 ? (char)1 : (char)2", "int"); // an operator of C, which promotes
    check("as_uint(1.0f)", "uint");
    check("convert_short_sat(1)", "short");
    CHECK(value("-1 < 1u") == "int 0"); // compared as unsigned integers
    CHECK(value("-1 < 1L") == "int 1");
}

TEST_CASE("operations that C leaves undefined have defined values") {
    const auto check = [](const char* text, auto x, const char* expected) {
        CAPTURE(text);
        CHECK(value(text, x) == expected);
    };
    check("x / 0", 5, "int 0");
    check("x % 0", 5, "int 0");
    check("5 / x", 0, "int 0");
    check("5 % x", 0, "int 0");
    check("x / 0u", 5U, "uint 0");
    check("x / -1", minimum, "int -2147483648");
    check("x % -1", minimum, "int 0");
    check("(-0x7fffffffffffffff - 1) / x", -1, "long -9223372036854775808");
    check("-x", minimum, "int -2147483648");
    check("x + 1", 0x7FFFFFFF, "int -2147483648");
    check("x - 1", minimum, "int 2147483647");
    check("x * x", 65536, "int 0");
    check("x * 3", 0x7FFFFFFF, "int 2147483645");
    check("x << 32", 5, "int 5");
    check("x << 33", 5, "int 10");
    check("x << -1", 5, "int -2147483648");
    check("x >> 35", -16, "int -2");
    check("1ul << x", 64, "ulong 1");
    check("(uchar)x << 8", 3, "int 768");
    check("(int)x", 3e9F, "int 2147483647");
    check("(int)x", -3e9F, "int -2147483648");
    check("(int)x", f32_nan, "int 0");
    check("(int)x", -2.9F, "int -2");
    check("(uint)x", -1.0F, "uint 0");
    check("(uint)x", 4294967040.0F, "uint 4294967040");
    check("(uchar)x", 300.0F, "uchar 255");
    check("(uchar)x", -f32_inf, "uchar 0");
    check("(char)x", -1e9F, "char -128");
    check("(ushort)x", f32_inf, "ushort 65535");
    check("(long)x", f32_inf, "long 9223372036854775807");
    check("(long)x", -f32_inf, "long -9223372036854775808");
    check("(ulong)x", 1e30, "ulong 18446744073709551615");
    check("(uchar)x", 300, "uchar 44"); // integers wrap
    check("(char)x", 200, "char -56");
    check("abs(x)", minimum, "uint 2147483648");
    check("clamp(x, 5, 3)", 4, "int 3");
    check("min(x, 2.0f)", f32_nan, "float 2");
    check("1 / (x - 1)", 1.0F, "float inf");
}

TEST_CASE("functions have the values of OpenCL C") {
    const auto check = [](const char* text, auto x, const char* expected) {
        CAPTURE(text);
        CHECK(value(text, x) == expected);
    };
    check("abs_diff(x, 100)", -100, "uint 200");
    check("add_sat(x, (uchar)100)", std::uint8_t{200}, "uchar 255");
    check("add_sat(x, 100)", std::uint8_t{200}, "int 300");
    check("sub_sat(x, 1u)", 0U, "uint 0");
    check("sub_sat(x, 1)", minimum, "int -2147483648");
    check("hadd(x, 2)", -5, "int -2");
    check("rhadd(x, 2)", -5, "int -1");
    check("hadd(x, x)", 0xFFFFFFFFU, "uint 4294967295");
    check("mul_hi(x, 0x10000)", 0x50000, "int 5");
    check("mul_hi(x, 2ul)", ~std::uint64_t{0}, "ulong 1");
    check("mul_hi(x, 3)", -1, "int -1");
    check("mad_hi(x, 0x10000, 2)", 0x50000, "int 7");
    check("rotate(x, 4u)", 0xF0000001U, "uint 31");
    check("rotate(x, (uchar)9)", std::uint8_t{0x81}, "uchar 3");
    check("rotate(x, -1)", 1, "int -2147483648");
    check("clz(x)", std::uint8_t{1}, "uchar 7");
    check("clz(x)", 0, "int 32");
    check("popcount(x)", std::int8_t{-1}, "char 8");
    check("popcount(x)", std::int64_t{-1}, "long 64");
    check("select(10, 20, x)", 0, "int 10");
    check("select(10, 20, x)", 3, "int 20");
    check("popcount(select(x, x, x))", std::int8_t{-1}, "char 8");
    check("add_sat(select(x, x, x), (uchar)9)", std::uint8_t{250}, "uchar 255");
    check("floor(x)", -2.5F, "float -3");
    check("ceil(x)", -2.5F, "float -2");
    check("trunc(x)", -2.5F, "float -2");
    check("rint(x)", 2.5F, "float 2");
    check("round(x)", 2.5F, "float 3");
    check("round(x)", 0x1.fffffep-2F, "float 0");
    check("fabs(x)", -2.5, "double 2.5");
    check("fmod(x, 3)", 7.5F, "float 1.5");
    check("copysign(x, -0.0f)", 2.0F, "float -2");
    check("fma(x, x, -1.0f)", 3.0F, "float 8");
    check("fma(x, x, -1.000244140625f) == 0.000000014901161193847656f", 0x1.0008p+0F,
          "int 1"); // rounded once
    check("sqrt(x)", 9.0F, "float 3");
    check("cbrt(x)", 27.0, "double 3");
    check("exp2(x)", 3.0F, "float 8");
    check("exp(x - x) + exp10(x - x)", 3.0F, "float 2");
    check("log2(x)", 8.0F, "float 3");
    check("log(x) + log10(x)", 1.0F, "float 0");
    check("pow(x, 3)", 2.0F, "float 8");
    check("hypot(x, 4)", 3.0F, "float 5");
    check("sin(x) + tan(x) + asin(x) + atan(x) + sinh(x) + tanh(x)", 0.0F, "float 0");
    check("cos(x) + cosh(x)", 0.0F, "float 2");
    check("acos(x)", 1.0F, "float 0");
    check("atan2(x, 1.0f)", 0.0F, "float 0");
    check("isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * signbit(x)", -f32_inf, "int 10");
    check("isnan(x)", f32_nan, "int 1");
    check("as_uint(x)", 1.0F, "uint 1065353216");
    check("as_float(x)", 0x40000000, "float 2");
    check("as_int(x)", 7, "int 7");
    check("as_ulong(x)", -1.0, "ulong 13830554455654793216");
    check("as_char(x)", std::uint8_t{255}, "char -1");
    check("convert_uchar_sat(x)", 300, "uchar 255");
    check("convert_uchar_sat(x)", -1, "uchar 0");
    check("convert_uchar(x)", 300, "uchar 44");
    check("convert_int_sat(x)", 0xFFFFFFFFU, "int 2147483647");
    check("convert_uint_sat(x)", std::int64_t{-5}, "uint 0");
    check("convert_int_rtn(x)", -2.5F, "int -3");
    check("convert_int_rtp(x)", -2.5F, "int -2");
    check("convert_int_rte(x)", 3.5F, "int 4");
    check("convert_int_sat_rtz(x)", -3.5F, "int -3");
    check("convert_int_rtn(x)", 5, "int 5");
    check("convert_float(x)", 5, "float 5");
}

// The compiler's C++ is the reference where its rules are the same. Warnings about such arithmetic are
// disabled.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wextra"

namespace {

using uchar = std::uint8_t;
using ushort = std::uint16_t;
using uint = std::uint32_t;
using ulong = std::uint64_t;

template <class... T>
struct Types {};
using Integers = Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                       std::int64_t, std::uint64_t>;
using NumberTypes = Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                          std::int64_t, std::uint64_t, float, double>;

template <class T>
void check_agrees(const std::string& text, const auto& compiled) {
    CAPTURE(text);
    test::Random random(77);
    const auto tree = parsed(text, sample_type_of<T>());
    check_tree(tree);
    using Compiled = decltype(compiled(T{}, std::uint64_t{}));
    using Value = std::conditional_t<std::is_same_v<Compiled, bool>, int, Compiled>;
    CHECK(expression::c_name(tree.value().type) == expression::c_name(sample_type_of<Value>()));
    for (int round = 0; round < 200; ++round) {
        const auto x = static_cast<T>(random.whole(std::is_signed_v<T> ? -100 : 0, 100));
        const auto i = random.below(1000);
        CHECK(bits_of_value(tree, expression::to_bits(x), i) == expression::to_bits(Value(compiled(x, i))));
    }
}

template <class... T>
void check_all(Types<T...> /*types*/, const std::string& text, const auto& compiled) {
    (check_agrees<T>(text, compiled), ...);
}

} // namespace

#define AGREES(types, ...)                                                                                   \
    check_all(types(), #__VA_ARGS__,                                                                         \
              []([[maybe_unused]] auto x, [[maybe_unused]] std::uint64_t i) { return __VA_ARGS__; })

TEST_CASE("values and types are those of the C++ compiler") {
    AGREES(NumberTypes, x + 1);
    AGREES(NumberTypes, x - 3u);
    AGREES(NumberTypes, x * x - 2.5f * x + 7);
    AGREES(NumberTypes, x * 0.1 + i);
    AGREES(NumberTypes, -x);
    AGREES(NumberTypes, x < 5);
    AGREES(NumberTypes, x < i);
    AGREES(NumberTypes, x >= 5.5f == (x > 5));
    AGREES(NumberTypes, !x);
    AGREES(NumberTypes, !x + !0);
    AGREES(NumberTypes, - -x);
    AGREES(NumberTypes, x && i % 3 || x > 50);
    AGREES(NumberTypes, 1 && (i << 32));
    AGREES(NumberTypes, (uchar)i && x || (i << 40) && (short)i);
    AGREES(NumberTypes, x > 10 ? x : i);
    AGREES(NumberTypes, x > 10 ? x > 20 ? 2 : 1 : x > 5 ? 1u : 0u);
    AGREES(NumberTypes, (float)x * 3.0f - 0.1f * i);
    AGREES(NumberTypes, (int)x / 7 - (int)i % 13);
    AGREES(NumberTypes, (short)((int)x * 3) ^ (uchar)i);
    AGREES(NumberTypes, x / 4.0f);
    AGREES(NumberTypes, x / 3.0 - i / 7);
    AGREES(Integers, x / 7 + x % 7);
    if constexpr (sizeof(long) == 8) // as in OpenCL C
        AGREES(Integers, x / 7u * 11u + x % 5L);
    AGREES(Integers, x >> 2 ^ x & 5 | 8);
    AGREES(Integers, ~x & 0xff);
    AGREES(Integers, -x + ~x - -1);
    AGREES(Integers, -(uchar)i);
    AGREES(Integers, x << 2 + 1);
    AGREES(Integers, 6 & x == 3);
    AGREES(Integers, (uint)x << 7 | (uint)i >> 3);
    AGREES(Integers, (uchar)x + (ushort)(i * x));
    AGREES(Integers, (x * 2654435761u >> 7) % 1000);
    AGREES(Integers, (ulong)x * 0x9E3779B97F4A7C15 >> 58);
    AGREES(Integers, x == 'a' || x == '0');
    AGREES(Integers, 010 + 0x10 - 10 + x);
}

#pragma GCC diagnostic pop

TEST_CASE("text outside the language is refused with its column and what is allowed there") {
    refused("", {"column 1", "expected a value, found the end"});
    refused(" \t\r\n", {"column 5", "expected a value"});
    refused("x +", {"column 4", "expected a value, found the end"});
    refused("x 2", {"column 3", "expected an operator or the end, found \"2\""});
    refused("x)", {"column 2", "expected an operator or the end, found \")\""});
    refused("(x", {"column 3", "expected an operator or \")\", found the end"});
    refused("x + oops",
            {"column 5", "unknown name \"oops\"", "allowed are x, i, casts to char", "abs", "popcount"});
    refused("(oops)x", {"column 2", "unknown name \"oops\""});
    refused("native_sin(x)", {"unknown name \"native_sin\""});
    refused("convert_float_rte(x)", {"unknown name \"convert_float_rte\""});
    refused("convert_int4(x)", {"unknown name \"convert_int4\""});
    refused("as_half(x)", {"unknown name \"as_half\""});
    refused(std::string(300, 'y'), {std::string(30, 'y') + "…"});
    refused("x ? 1", {"column 6", "expected \":\", found the end"});
    refused("x ? : 1", {"column 5", "expected a value, found \":\""});
    refused("min(x)", {"column 1", "min takes 2 arguments, not 1"});
    refused("fabs(x, x)", {"column 1", "fabs takes 1 argument, not 2"});
    refused("fabs()", {"column 6", "expected a value, found \")\""});
    refused("fabs x", {"column 6", "expected \"(\" after fabs, found \"x\""});
    refused("min(x; 1)", {"column 6", "\";\" has no place"});
    refused("min(x 1)", {"column 7", "expected an operator, \",\" or \")\", found \"1\""});
    refused("x, i", {"column 2", "found \",\""});
    refused("x = 1", {"column 3", "found \"=\""});
    refused("x += 1", {"column 4", "expected a value, found \"=\""});
    refused("x++", {"column 2", "found \"++\""});
    refused("--x", {"column 1", "found \"--\""});
    refused("*x", {"column 1", "expected a value, found \"*\""});
    refused("&x", {"column 1", "expected a value, found \"&\""});
    refused("x.s0", {"column 2", "found \".\""});
    refused("x->y", {"column 3", "found \">\""});
    refused("x[0]", {"column 2", "\"[\" has no place"});
    refused("(int*)x", {"column 5", "expected \")\", found \"*\""});
    refused("(float4)(x)", {"column 2", "unknown name \"float4\""});
    refused("\"text\"", {"column 1", "\"\"\" has no place"});
    refused("'\\n'", {"column 1", "has no place"});
    refused("x // one", {"column 4", "expected a value, found \"/\""});
    refused("x /* one */", {"column 4", "expected a value"});
    refused(std::string("x\0y", 3), {"column 2", "byte 0x00 has no place"});
    refused("x \x7f", {"column 3", "byte 0x7f has no place"});
    refused("x \xc3\xa9", {"column 3", "byte 0xc3 has no place"});
    refused("x % 2", {"column 3", "% takes integers, not a float"});
    refused("2 << x", {"column 3", "<< takes integers, not a float"});
    refused("~x", {"column 1", "~ takes integers, not a float"});
    refused("popcount(x)", {"column 1", "popcount takes integers, not a float"});
    refused("sqrt(x)", {"column 1", "sqrt takes a float or a double, not a int", "cast"}, SampleType::i32);
    refused("as_int(x)", {"column 1", "as_int takes what has its 4 bytes, not a double of 8"},
            SampleType::f64);
}

TEST_CASE("text that would break out of the expression is refused") {
    for (const std::string text : {"1); return 2u; } static inline uint f(uint x) { return (x",
                                   "x) + (1",
                                   "x }",
                                   "{ x",
                                   "x; x",
                                   "x\n#include \"/etc/passwd\"\n",
                                   "#define x 1\nx",
                                   "\n#pragma x\nx",
                                   "x \\\n + 1",
                                   "({ while (1); x; })",
                                   "*(int *)0",
                                   "printf(\"%d\", x)",
                                   "as_uint(x)); barrier(1",
                                   "_Pragma(\"x\") x",
                                   "__asm__(\"hlt\")",
                                   "get_global_id",
                                   "thresholds",
                                   "p",
                                   "bins",
                                   "goto x",
                                   "x ? x",
                                   "if (x) 1"})
        refused(text, {"column "});
}

TEST_CASE("length and nesting are bounded, and chained operators do not count as nested") {
    const auto repeated = [](const std::string& text, std::size_t times) {
        std::string all;
        for (std::size_t k = 0; k < times; ++k)
            all += text;
        return all;
    };
    const auto max_characters = expression::max_characters;
    const auto nested = expression::max_nested;
    CHECK_NOTHROW(static_cast<void>(parsed("x" + std::string(max_characters - 1, ' '), SampleType::u8)));
    refused("x" + std::string(max_characters, ' '), {"4097 characters", "at most 4096"});
    refused(std::string(100'000, '('), {"100000 characters", "at most 4096"});
    refused(std::string(4000, '('), {"column", "nested more than 64 deep"});
    for (const std::string open :
         {"(", "- ", "~", "!", "+ ", "(int)", "fabs(", "min(1,", "x ? ", "x + (", "1 ? 2 : ("}) {
        CAPTURE(open);
        refused(repeated(open, max_characters / open.size()), {"nested more than 64 deep"}, SampleType::i32);
        refused(repeated(open, nested + 1) + "x", {"column"});
    }
    const auto in_parentheses = [&](std::size_t depth) {
        return std::string(depth, '(') + "x" + std::string(depth, ')');
    };
    CHECK_NOTHROW(static_cast<void>(parsed(in_parentheses(nested - 1), SampleType::u8)));
    refused(in_parentheses(nested), {"nested more than 64 deep"});

    CHECK(value(repeated("x+", 2000) + "x", 3U) == "uint 6003");
    CHECK(value(repeated("x?1:", 1000) + "7", 0) == "int 7");
    CHECK(value(repeated("1-", 2000) + "1") == "int -1999");
    const auto text = printed(repeated("x+", 2000) + "x", SampleType::u32);
    int open = 0;
    int deepest = 0;
    for (const char c : text)
        deepest = std::max(deepest, open += c == '(' ? 1 : c == ')' ? -1 : 0);
    CHECK(open == 0);
    CHECK(deepest < 100);
}

TEST_CASE("subexpressions that do not depend on the sample are computed once, on the host") {
    CHECK(printed("x + 2 * 3 - (1 << 4)", SampleType::u32) == "((x + 6u) - 16u)");
    CHECK(printed("1 ? 2 : 3") == "2");
    CHECK(printed("sqrt(16.0f) == 4 && 1.5") == "1");
    CHECK(printed("1.5f && x") == "(1 && x)");
    CHECK(!expression::uses_doubles(parsed("x * (float)(0.5 * 3)", SampleType::f32)));
    CHECK(expression::uses_doubles(parsed("x * 0.5", SampleType::f32)));
    CHECK(expression::uses_index(parsed("x + i", SampleType::u8)));
    CHECK(!expression::uses_index(parsed("x + 1", SampleType::u8)));
}

TEST_CASE("the text for devices calls functions where C leaves something undefined") {
    const auto check = [](const char* text, SampleType sample, const char* expected) {
        CHECK(printed(text, sample) == expected);
    };
    using enum SampleType;
    check("x >> 2 ^ (i & 1)", u32, "((ulong)(x >> 2) ^ (i & 1UL))");
    check("x / 64", u8, "((int)x / 64)");
    check("x + 1", i32, "add_int(x, 1)");
    check("-x - 1", i64, "subtract_long(negate_long(x), 1L)");
    check("x * x", u64, "(x * x)");
    check("x / (i % 3)", u64, "divide_ulong(x, (i % 3UL))");
    check("x / i % x", u64, "remainder_ulong(divide_ulong(x, i), x)");
    check("x / -1", i32, "divide_int(x, (-1))");
    check("x / 0", i32, "divide_int(x, 0)");
    check("x << 3", u32, "(x << 3)");
    check("x << 3", i32, "shift_left_int(x, (uint)3)");
    check("x >> 32", u32, "shift_right_uint(x, (uint)32)");
    check("x > 5 && x <= 9", i32, "((5 < x) && (x <= 9))");
    check("!x", f32, "(x == 0x0p+0f)");
    check("x ? 1 : 2", f32, "((x != 0x0p+0f) ? 1 : 2)");
    check("x * 1.5f - 0.1", f32, "((double)(x * 0x1.8p+0f) - 0x1.999999999999ap-4)");
    check("-x / 3", f32, "((-x) / 0x1.8p+1f)");
    check("(int)x", f32, "float_to_int(x)");
    check("(uchar)x", f64, "(uchar)clamp(double_to_int(x), 0, 255)");
    check("(ulong)x", f16, "float_to_ulong(x)");
    check("(float)x", u64, "(float)x");
    check("(char)x", u8, "(char)x");
    check("convert_uchar_sat(x)", i32, "convert_uchar_sat(x)");
    check("clamp(x, 1, 9)", i32, "min(max(x, 1), 9)");
    check("clamp(x, 1, 9)", f32, "fmin(fmax(x, 0x1p+0f), 0x1.2p+3f)");
    check("popcount(x)", i8, "(char)popcount((uint)(uchar)x)");
    check("clz(x)", u8, "(uchar)(clz_uint((uint)(uchar)x) - 24)");
    check("clz(x)", i64, "(long)(clz_ulong((ulong)(ulong)x) - 0)");
    check("floor(x)", f32, "floor_float(x)");
    check("round(x)", f64, "round_double(x)");
    check("pow(x, 2)", f32, "pow(hidden_float(x, zero), hidden_float(0x1p+1f, zero))");
    check("abs(x)", u32, "abs(x)");
    check("abs(x)", i8, "(uchar)abs_int(x)");
    check("abs_diff(x, 3)", i64, "abs_diff_long(x, 3L)");
    check("mad_hi(x, 3, 5)", i32, "add_int(mul_hi(x, 3), 5)");
    check("mad_hi(x, x, x)", i8, "(char)(mul_hi(x, x) + x)");
    check("max(x, -INFINITY)", f32, "fmax(x, (float)-INFINITY)");
    check("x + NAN", f32, "(x + (float)NAN)");
    check("x * -2.0f", f32, "(x * (-0x1p+1f))");
    check("x & (-2147483647 - 1)", i32, "(x & (-2147483647 - 1))");
    check("x & (-0x7fffffffffffffff - 1)", i64, "(x & (-9223372036854775807L - 1))");
    check("max(x, (uchar)7)", u8, "max(x, (uchar)7)");
}

TEST_CASE("the text for devices, if it calls no helper, parses to an expression with the same values") {
    test::Random random(9);
    int read_back = 0;
    for (int round = 0; round < 4000; ++round) {
        const auto sample = random.pick(all_sample_types);
        test::RandomExpressions make(sample, true, random);
        const auto text = make.any(1 + static_cast<int>(random.below(4)));
        CAPTURE(text);
        const auto tree = parsed(text, sample);
        check_tree(tree);
        const auto [parts, value] = expression::printed(tree);
        CHECK(parts.empty());
        expression::Expression again;
        try {
            again = parsed(value, sample);
        } catch (const Error&) {
            CHECK(value.find('_') != std::string::npos); // it calls a helper function such as add_int
            continue;
        }
        ++read_back;
        CHECK(again.value().type == tree.value().type);
        for (int k = 0; k < 20; ++k) {
            const auto x = random.bits() >> (64 - expression::bits(expression::type_of_sample(sample)));
            const auto i = random.bits();
            CHECK(same_value(tree, bits_of_value(again, x, i), bits_of_value(tree, x, i)));
        }
    }
    CHECK(read_back > 1000);
}
