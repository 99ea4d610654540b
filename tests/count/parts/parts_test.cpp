// Parts of the program without side effects: bins from options, chunks, progress, and the rows, labels and
// bars of pictures.

#include "common/errors.hpp"
#include "common/text.hpp"
#include "count/binning_args.hpp"
#include "count/counting.hpp"
#include "count/input.hpp"
#include "count/show/picture.hpp"
#include "support/problems.hpp"
#include "support/text.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace count;
using common::UsageError;
using common::words;
using histo_cl::Number;
using histo_cl::SampleType;
using histo_cl::test::check_has;

namespace {

Histogram histogram_of(std::vector<std::uint64_t> counts) {
    return {
        .name = {}, .axes = {0}, .bits = std::move(counts), .sum = histo_cl::CounterType::u64, .apart = {}};
}

std::vector<std::string> labels(const histo_cl::Problem& problem, std::uint32_t max_rows) {
    const auto empty = histogram_of(std::vector<std::uint64_t>(histo_cl::bin_count(problem.axes[0])));
    std::vector<std::string> texts;
    for (const auto& row : rows(problem, empty, suitable_labels(problem),
                                bins_per_row(static_cast<std::uint32_t>(empty.bits.size()), max_rows)))
        texts.push_back(row.label);
    return texts;
}

} // namespace

TEST_CASE("parses edges separated by commas") {
    const auto edges = parse_edges("-1,0.5,0x10").edges;
    REQUIRE(edges.size() == 3);
    CHECK(edges[0] == Number(-1));
    CHECK(edges[1] == Number(0.5));
    CHECK(edges[2] == Number(16));
    CHECK_THROWS_AS((void)parse_edges("1,,2"), UsageError);
    CHECK_THROWS_AS((void)parse_edges("1,2,"), UsageError);
}

TEST_CASE("even bins have by default the type's whole range, and 256 bins or one per value") {
    const auto even_bins_from = [](SampleType type, std::optional<std::uint32_t> bins,
                                   std::optional<Range> range) {
        return std::get<histo_cl::EvenBins>(binning_from(type, {.bins = bins, .range = range}));
    };
    const auto i8 = even_bins_from(SampleType::i8, {}, {});
    CHECK(i8.count == 256);
    CHECK(i8.lower == Number(-128));
    CHECK(i8.upper == Number(128));
    const auto u16 = even_bins_from(SampleType::u16, 6, {});
    CHECK(u16.count == 6);
    CHECK(u16.upper == Number(65536));
    CHECK(even_bins_from(SampleType::u32, {}, Range{10, 15}).count == 5);
    CHECK(even_bins_from(SampleType::u32, {}, Range{0, 300}).count == 256);
    CHECK(even_bins_from(SampleType::u32, {}, Range{0.5, 4.5}).count == 256);
    CHECK(even_bins_from(SampleType::f32, {}, Range{0, 5}).count == 256);
    constexpr auto large = std::int64_t{1} << 60;
    CHECK(even_bins_from(SampleType::i64, {}, Range{large + 1, large + 5}).count == 4);
    CHECK(even_bins_from(SampleType::u64, {}, Range{std::numeric_limits<std::uint64_t>::max() - 1, 0x1p64})
              .count == 2);
    for (const auto type : {SampleType::f16, SampleType::bf16, SampleType::f32, SampleType::f64})
        CHECK(follow_samples(type, {.bins = 10}));
}

TEST_CASE("other binnings are as typed, by default with 256 bins or one per value of a period") {
    const auto log = std::get<histo_cl::LogBins>(binning_from(SampleType::u8, {.log = Range{1, 100}}));
    CHECK(log.count == 256);
    CHECK(log.lower == Number(1));
    CHECK(log.upper == Number(100));
    const auto circular = [](SampleType type, std::optional<std::uint32_t> bins) {
        return std::get<histo_cl::CircularBins>(
            binning_from(type, {.bins = bins, .circular = Range{-5, 24}}));
    };
    CHECK(circular(SampleType::i16, {}).count == 24);
    CHECK(circular(SampleType::f32, {}).count == 256);
    CHECK(circular(SampleType::i16, 6).count == 6);
    CHECK(circular(SampleType::i16, {}).lower == Number(-5));
    CHECK(circular(SampleType::i16, {}).period == Number(24));
    const auto custom =
        std::get<histo_cl::CustomBins>(binning_from(SampleType::u8, {.bins = 8, .custom = "x >> 5"}));
    CHECK(custom.count == 8);
    CHECK(custom.expression == "x >> 5");
    CHECK_THROWS_AS((void)binning_from(SampleType::u8, {.custom = "x"}), UsageError);
    CHECK(std::get<histo_cl::EdgeBins>(binning_from(SampleType::u8, {.edges = "1,2,3"})).edges.size() == 3);
}

TEST_CASE("chunks hold whole samples, at least one, stay within the limit, and cover the input in order") {
    const std::string text = "0123456789abcdef";
    std::string joined;
    std::vector<std::size_t> sizes;
    for (const auto chunk : split_chunks(std::as_bytes(std::span(text)), 4, 10)) {
        sizes.push_back(chunk.size());
        for (const auto byte : chunk)
            joined += static_cast<char>(byte);
    }
    CHECK(joined == text);
    CHECK(sizes == std::vector<std::size_t>{8, 8});
    CHECK(split_chunks(std::as_bytes(std::span(text)), 4, 1).size() == 4); // at least one sample each
    CHECK(split_chunks(std::as_bytes(std::span(text)), 1, 1ULL << 40).size() == 1);
    CHECK(split_chunks({}, 1, 1).empty());
}

TEST_CASE("progress says how much is done, how fast, and how long the rest takes") {
    const std::uint64_t gib = std::uint64_t{1} << 30U;
    CHECK(progress_text({.bytes = gib, .seconds = 1, .bytes_per_second = 5e9}, {}) == "1.00 GiB, 5.00 GB/s");
    CHECK(progress_text({.bytes = gib, .seconds = 1, .bytes_per_second = 5e9}, 32 * gib) ==
          "1.00 GiB of 32.0 GiB, 5.00 GB/s, 7 s left");
    CHECK(progress_text({.bytes = gib, .seconds = 1, .bytes_per_second = 1e8}, 11 * gib) ==
          "1.00 GiB of 11.0 GiB, 100 MB/s, 1 min 48 s left");
    CHECK(progress_text({.bytes = gib, .seconds = 1, .bytes_per_second = 1e6}, 11 * gib) ==
          "1.00 GiB of 11.0 GiB, 1.00 MB/s, 2 h 58 min left");
    CHECK(progress_text({.bytes = gib, .seconds = 1, .bytes_per_second = 0}, gib) ==
          "1.00 GiB of 1.00 GiB, 0.00 kB/s");
    CHECK(progress_text({.bytes = 2 * gib, .seconds = 1, .bytes_per_second = 1e9}, gib) ==
          "2.00 GiB of 1.00 GiB, 1.00 GB/s, 0 s left");
}

TEST_CASE("neighbouring bins share a row, evenly if possible") {
    CHECK(bins_per_row(64, 64) == 1);
    CHECK(bins_per_row(256, 32) == 8);
    CHECK(bins_per_row(100, 32) == 4);
    CHECK(bins_per_row(1000, 32) == 40);
    CHECK(bins_per_row(257, 32) == 9); // a prime: the last row has fewer
    CHECK(bins_per_row(1, 1) == 1);
    CHECK(bins_per_row(histo_cl::max_bins, 32) == histo_cl::max_bins / 32);
}

TEST_CASE("rows sum their bins, also a last row of fewer bins") {
    const histo_cl::Problem problem{.axes = {histo_cl::even_bins(5, 0, 5)}};
    const auto two = rows(problem, histogram_of({1, 2, 4, 8, 16}), Labels::ranges, 2);
    REQUIRE(two.size() == 3);
    CHECK(two[0].count == 3);
    CHECK(two[1].count == 12);
    CHECK(two[2].count == 16);
    CHECK(two[2].label == "[4, 5)");
}

TEST_CASE("labels say what is in a row") {
    CHECK(labels(histo_cl::test::of_bytes, 32)[8] == "40-47 @ABCDEFG");
    CHECK(labels(histo_cl::test::of_bytes, 32)[0] == "00-07         ");
    CHECK(labels(histo_cl::test::of_bytes, 8)[2] == "40-5f");
    CHECK(labels({.axes = {histo_cl::even_bins(3, 'x', '{')}}, 64) ==
          std::vector<std::string>{"78 x", "79 y", "7a z"});
    CHECK(labels({.axes = {histo_cl::even_bins(10, 0, 256)}}, 64)[1] == "[ 25.6,  51.2)");
    CHECK(labels({.sample = SampleType::i8, .axes = {histo_cl::even_bins(2, -128, 128)}}, 64) ==
          std::vector<std::string>{"[-128,    0)", "[   0,  128)"});
    CHECK(labels({.sample = SampleType::f64, .axes = {histo_cl::even_bins(2, 1.0, 1.0 + 0x1p-40)}}, 64)[0] ==
          "[              1, 1.0000000000005)"); // enough digits to distinguish neighbours
    CHECK(labels({.sample = SampleType::f32,
                  .axes = {histo_cl::even_bins(2, 0, 1)},
                  .last_edge = histo_cl::LastEdge::inclusive},
                 64) == std::vector<std::string>{"[  0, 0.5)", "[0.5,   1]"});
    CHECK(labels({.axes = {histo_cl::even_bins(2, 0, 2)}, .last_edge = histo_cl::LastEdge::inclusive}, 64) ==
          std::vector<std::string>{"[0, 1)", "[1, 2]"}); // the last bin holds two values
    constexpr auto large = std::int64_t{1} << 60;
    CHECK(labels({.sample = SampleType::i64, .axes = {histo_cl::even_bins(2, large + 1, large + 3)}}, 64) ==
          std::vector<std::string>{"[1152921504606846977, 1152921504606846978)",
                                   "[1152921504606846978, 1152921504606846979)"});
    CHECK(
        labels({.sample = SampleType::u64, .axes = {histo_cl::even_bins(1, std::uint64_t{1} << 63, 0x1p64)}},
               64) == std::vector<std::string>{"[ 9223372036854775808, 18446744073709551616)"});
    const histo_cl::Problem near{.sample = SampleType::i64,
                                 .axes = {histo_cl::even_bins(3, -large - 4, -large - 1)}};
    for (const auto& row : rows(near, histogram_of({1, 2, 3}), Labels::ranges, 1))
        CHECK(row.width == 1);
    CHECK(labels({.axes = {histo_cl::log_bins(2, 1, 100)}}, 64) ==
          std::vector<std::string>{"[  1,  10)", "[ 10, 100)"});
    CHECK(labels({.axes = {histo_cl::circular_bins(2, 10, 24)}, .last_edge = histo_cl::LastEdge::inclusive},
                 64) == std::vector<std::string>{"[10, 22)", "[22, 34)"});
    CHECK(labels({.axes = {histo_cl::custom_bins(7, "x")}}, 3) ==
          std::vector<std::string>{"0-2", "3-5", "6"});
    CHECK(labels({.axes = {histo_cl::custom_bins(2, "x")}}, 2) == std::vector<std::string>{"0", "1"});
    const auto rows_of_letters = rows({.axes = {parse_edges(letter_edges)}},
                                      histogram_of(std::vector<std::uint64_t>(7)), Labels::letters, 1);
    CHECK(rows_of_letters.front().label == "a-d");
    CHECK(rows_of_letters.back().label == "y-z");
}

TEST_CASE("bars have eighths in Unicode, whole cells in ASCII, and are visible for any value above 0") {
    CHECK(bar(3, 10, false) == "###");
    CHECK(bar(3, 10, true) == "███");
    CHECK(bar(2.5, 10, true) == "██▌");
    CHECK(bar(0, 10, true).empty());
    CHECK(bar(0, 10, false).empty());
    CHECK(bar(0.001, 10, true) == "▏");
    CHECK(bar(0.001, 10, false) == ".");
    CHECK(bar(1000, 2, true) == "██");
}

TEST_CASE("a picture is as wide as the terminal less its margin, in Unicode and in ASCII") {
    const std::vector<Row> some{{"a", 1'000'000}, {"b", 333'333}, {"c", 0}, {"d", 1}};
    for (const std::size_t columns : {40U, 41U, 60U, 80U, 133U, 200U}) {
        for (const bool unicode : {false, true}) {
            CAPTURE(columns);
            std::istringstream lines(picture(some, "key", {}, {columns, unicode}));
            std::size_t count = 0;
            for (std::string line; std::getline(lines, line); ++count) {
                std::size_t cells = 0;
                for (const char c : line)
                    cells += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
                CHECK(cells == columns - 2);
            }
            CHECK(count == 5);
        }
    }
    const auto text = picture(some, "key", {}, {60, false});
    check_has(text, {"1,000,000   75.0%", "333,333   25.0%"});
    check_has(picture(std::vector<Row>{{"a", 0}}, "key", {}, {60, false}), {"0       -"});
}

TEST_CASE("a narrow picture leaves out shares, then upper ends, then counts, and breaks no word") {
    const std::vector<Row> ranges{{"[1.23457e-05, 2.34568e-05)", 12'345, 1, "1.23457e-05"},
                                  {"[2.34568e-05, 3.45679e-05)", 1'234, 1, "2.34568e-05"}};
    using Words = std::vector<std::string>;
    const auto line = [&](std::size_t columns, bool heading, const plot::Look& look) {
        std::istringstream stream(picture(ranges, "range", look, {columns, false}));
        std::string text;
        for (int i = 0; i < (heading ? 1 : 2); ++i)
            std::getline(stream, text);
        CHECK(text.size() == columns - 2);
        return words(text);
    };
    const auto heading = [&](std::size_t columns, const plot::Look& look) {
        return line(columns, true, look);
    };
    const auto first = [&](std::size_t columns) { return line(columns, false, {}); };
    const std::string lower = "[1.23457e-05,";
    const std::string upper = "2.34568e-05)";
    CHECK(heading(57, {}) == Words{"range", "samples", "share"});
    CHECK(first(57) == Words{lower, upper, "########", "12,345", "90.9%"});
    CHECK(heading(56, {}) == Words{"range", "samples"});
    CHECK(first(49) == Words{lower, upper, "########", "12,345"});
    CHECK(heading(48, {}) == Words{"from", "samples"});
    CHECK(first(40) == Words{"1.23457e-05", "##############", "12,345"});
    CHECK(heading(61, {.density = true}) == Words{"range", "samples", "density"});
    CHECK(heading(60, {.density = true}) == Words{"range", "samples"});
    const std::vector<Row> huge{{"60-67 `abcdefg", 10'000'000'000'000'000'000U}};
    check_has(picture(huge, "bytes", {}, {40, false}), {"  60-67 `abcdefg  ####################\n"});
}

TEST_CASE("long shares of sums with both signs fit the picture") {
    const std::vector<Row> sums{{"a", 1'000'000.5}, {"b", -1'000'000}};
    std::istringstream text(picture(sums, "key", {}, {60, false}));
    for (std::string line; std::getline(text, line);) {
        CAPTURE(line);
        CHECK(line.size() == 58);
    }
}

TEST_CASE("every label fits in 40 columns") {
    const double large = std::numeric_limits<double>::max() / 2;
    for (const auto& problem :
         {histo_cl::test::of_bytes,
          histo_cl::Problem{.axes = {histo_cl::custom_bins(histo_cl::max_bins, "x")}},
          histo_cl::Problem{.sample = SampleType::f64, .axes = {histo_cl::even_bins(2, -large, large)}},
          histo_cl::Problem{.sample = SampleType::f64,
          .axes = {histo_cl::even_bins(2, -1.0, -1.0 + 0x1p-50)}},
          histo_cl::Problem{.sample = SampleType::i64,
          .axes = {histo_cl::even_bins(3, std::numeric_limits<std::int64_t>::min(),
                                       std::numeric_limits<std::int64_t>::max())}}})
        for (const std::uint32_t max_rows : {2U, 16U, 32U, 64U}) {
            const auto counts =
                histogram_of(std::vector<std::uint64_t>(histo_cl::bin_count(problem.axes[0]), 123'456'789));
            const auto some = rows(problem, counts, suitable_labels(problem),
                                   bins_per_row(static_cast<std::uint32_t>(counts.bits.size()), max_rows));
            std::istringstream text(picture(some, "bytes", {}, {40, false}));
            for (std::string line; std::getline(text, line);) {
                CAPTURE(line);
                CHECK(line.size() == 38);
            }
        }
}
