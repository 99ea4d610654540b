// The header of .npy files: what NumPy writes, what the format allows, and what is rejected.

#include "files/npy.hpp"
#include "files/npy_header.hpp"
#include "support/text.hpp"
#include "support/usage_error.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace files;
using namespace files::test;
using histo_cl::SampleType;

namespace {

Array parsed(const std::string& start) {
    const auto bytes = bytes_of(start);
    REQUIRE(is_npy(bytes));
    const auto begin = npy_samples_begin(bytes);
    CHECK(begin == start.size());
    return parse_npy_header(bytes.first(begin));
}

void check_refused(const std::string& start, const std::string& words) {
    CAPTURE(start);
    const auto message = histo_cl::test::usage_error_of(
        [bytes = bytes_of(start)] { return parse_npy_header(bytes.first(npy_samples_begin(bytes))); });
    CHECK(message.starts_with("its .npy header "));
    histo_cl::test::check_has(message, {words});
}

} // namespace

TEST_CASE("parses a header as NumPy writes it") {
    const auto header = parsed(npy_of("<f4", "(3, 5)"));
    CHECK(header.type == SampleType::f32);
    CHECK(header.byte_order == std::endian::little);
    CHECK_FALSE(header.fortran_order);
    CHECK(header.shape == std::vector<std::uint64_t>{3, 5});
    CHECK(samples_of(header) == 15);
    CHECK(sample_bytes(header) == 4);
    CHECK(parsed(npy_of(">i8", "(3,)", "True")).fortran_order);
    CHECK(parsed(npy_of(">i8", "(3,)")).byte_order == std::endian::big);
    CHECK(samples_of(parsed(npy_of("|u1", "()"))) == 1);
    CHECK(samples_of(parsed(npy_of("|u1", "(3, 0, 18446744073709551615)"))) == 0);
}

TEST_CASE("accepts every type that can be counted, and no other") {
    const std::vector<std::pair<std::string, SampleType>> types{
        {"|b1", SampleType::u8},  {"|u1", SampleType::u8},  {"|i1", SampleType::i8},
        {"<u2", SampleType::u16}, {">i2", SampleType::i16}, {"<u4", SampleType::u32},
        {"<i4", SampleType::i32}, {"<u8", SampleType::u64}, {"<i8", SampleType::i64},
        {"<f2", SampleType::f16}, {"=f4", SampleType::f32}, {">f8", SampleType::f64}};
    for (const auto& [text, type] : types) {
        const auto header = parsed(npy_of(text, "(7,)"));
        CHECK(header.type == type);
        CHECK(sample_bytes(header) == histo_cl::bytes(type));
    }
    const auto two_bytes = parsed(npy_of("|V2", "(7,)"));
    CHECK_FALSE(two_bytes.type.has_value());
    CHECK(sample_bytes(two_bytes) == 2);
    for (const char* const other : {"<c8", "<f16", "|O", "<U4", "|S3", "<M8[ns]", "<m8[s]", "|V4", "f4", "<",
                                    "", "<f4 ", "!f4", "<u1x"})
        check_refused(npy_of(other, "(7,)"), "has samples of the type '" + std::string(other) + "'; bool");
    check_refused(npy_start("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (3,)}"),
                  "has structured samples");
}

TEST_CASE("accepts versions 1 to 3, both quotes, any order, Python 2's integers, and spaces") {
    for (const int version : {1, 2, 3})
        CHECK(parsed(npy_start("{'descr':'<u2','fortran_order':False,'shape':(4,)}", version)).shape[0] == 4);
    const auto header =
        parsed(npy_start("\n{ \"shape\" : ( 2L , 3L ) , \"fortran_order\":True,\t\"descr\":\">u2\",}  \n\n"));
    CHECK(header.type == SampleType::u16);
    CHECK(samples_of(header) == 6);
    CHECK(header.fortran_order);
    check_refused(npy_start("{}", 4), "has version 4, not 1 to 3");
    check_refused(npy_start("{}", 0), "has version 0");
}

TEST_CASE("refuses anything else, and says where") {
    const auto good = npy_of("<f4", "(3,)");
    for (std::size_t bytes = 6; bytes < good.size(); ++bytes)
        check_refused(good.substr(0, bytes), "ends after " + std::to_string(bytes) + " bytes");
    const auto of = [](const std::string& header) { return npy_start(header); };
    check_refused(of("{    }"), "lacks one of descr, fortran_order and shape");
    check_refused(of("{'descr': '<f4', 'shape': (3,)}"), "lacks one of");
    check_refused(of("{'descr': '<f4', 'descr': '<f4'}"), "has descr twice");
    check_refused(of("{'descr': '<f4', 'offset': 3}"),
                  "has the key 'offset'; descr, fortran_order and shape");
    check_refused(of("{'shape': (3 4)}"), "has \"4)}\" at byte 13, where ')' is expected");
    check_refused(of("{'shape': (-3,)}"), "where an integer of 0 to 2^64 - 1 is expected");
    check_refused(of("{'shape': (18446744073709551616,)}"), "where an integer");
    check_refused(of("{'shape': 3}"), "where '(' is expected");
    check_refused(of("{'shape': (,)}"), "where an integer");
    check_refused(of("{'shape': (3,,)}"), "where an integer");
    check_refused(of("{'fortran_order': 0}"), "where True or False is expected");
    check_refused(of("{'descr': '<f4"), "where the end of a string is expected");
    check_refused(of("{'descr' '<f4'}"), "where ':' is expected");
    check_refused(of("{'descr': 'O', 'x\x1b[2J"), "has samples of the type 'O'");
    check_refused(of("{'x\x1b[2J': 1}"), "'x?[2J'");
    check_refused(of("{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} import os"),
                  "where nothing more is expected");
    check_refused(of("[]   "), "has \"[]   \" at byte 0, where '{' is expected");
    check_refused(of("     "), "has its end at byte 5, where '{'");
}

TEST_CASE("refuses sizes that no file has, and long headers") {
    check_refused(npy_of("<f8", "(1152921504606846976,)"), "has a shape of 2^63 bytes or more"); // 2^60
    CHECK(samples_of(parsed(npy_of("<f8", "(1152921504606846975,)"))) == 1152921504606846975);
    check_refused(npy_of("|u1", "(4294967296, 4294967296)"), "2^63 bytes");
    std::string ones = "(";
    for (int i = 0; i < 64; ++i)
        ones += "1,";
    CHECK(samples_of(parsed(npy_of("|u1", ones + ")"))) == 1);
    check_refused(npy_of("|u1", ones + "1)"), "has more than 64 dimensions");
    const std::string shortest = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}";
    const auto padded = [&](std::size_t bytes, int version) {
        return npy_start(shortest + std::string(bytes - shortest.size(), ' '), version);
    };
    CHECK(parsed(padded(65'535 - 10, 1)).shape[0] == 3);
    CHECK(parsed(padded(65'536 - 12, 2)).shape[0] == 3);
    check_refused(padded(65'537 - 12, 2), "has 65,537 bytes, more than 65,536");
}
