// The elements that histo_cl counts: channels, regions, tiles, masks, weights, and bins that follow from the
// samples. The expected counts are added up here, sample by sample.

#include "count/program/count.hpp"
#include "files/npy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

using namespace histo_cl::test;

namespace {

constexpr std::size_t width = 60;
constexpr std::size_t height = 40;
using Counts = std::array<std::uint64_t, 4>;

/// The sample of a channel at (x, y), in an image of three channels.
std::uint8_t sample(std::size_t x, std::size_t y, std::size_t channel) {
    return static_cast<std::uint8_t>((x * 7 + y * 13 + channel * 50) * (channel + 1));
}

std::string image() {
    std::vector<std::uint8_t> samples;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            for (std::size_t channel = 0; channel < 3; ++channel)
                samples.push_back(sample(x, y, channel));
    return file_of("image", raw(samples)) + " --shape 40x60x3 --bins 4 ";
}

/// The expected counts of the elements with `is_counted(x, y)`, in four bins of 64 values.
template <class IsCounted>
Counts counts(std::size_t channel, const IsCounted& is_counted) {
    Counts all{};
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            if (is_counted(x, y)) ++all[sample(x, y, channel) / 64];
    return all;
}

bool everywhere(std::size_t /*x*/, std::size_t /*y*/) {
    return true;
}

bool in_region(std::size_t x, std::size_t y) {
    return x >= 7 && x < 27 && y >= 5 && y < 35;
}

} // namespace

TEST_SUITE_BEGIN("selection");

TEST_CASE("overlaid files are counted apart over the same bins") {
    const std::vector<float> few{-1, 0, 5};
    const std::vector<float> others{2, 9};
    const auto both =
        file_of("few.f32", raw(few)) + " " + file_of("others.f32", raw(others)) + " --type f32 ";
    const auto found = count_json(both + "--overlay --bins 10 --verify --out-of-range counted");
    REQUIRE(found["histograms"].size() == 2);
    CHECK(found["samples"] == 5);
    CHECK(found["histograms"][0]["name"] == "few.f32");
    CHECK(found["histograms"][0]["counts"] == json{1, 1, 0, 0, 0, 0, 1, 0, 0, 0});
    CHECK(found["histograms"][1]["counts"] == json{0, 0, 0, 1, 0, 0, 0, 0, 0, 1});
    CHECK(found["histograms"][0]["edges"] == found["histograms"][1]["edges"]);
    const auto drawn = run_count(both + "--overlay --range 0 4 --picture " + path_of("both.svg"));
    check_has(drawn.out, {"1 sample, 2 out of range", "1 sample, 1 out of range", "* "});
    check_has(text_of_file("both.svg"), {"few.f32</text>", "others.f32</text>"});
    const auto compared = run_count(path_of("few.f32") + " --type f32 --range 0 10 --compare " +
                                    path_of("others.f32") + " --picture " + path_of("compared.svg"));
    check_has(compared.out, {"* ", "o ", "+ difference", "earth_movers"});
    check_has(text_of_file("compared.svg"), {"difference</text>"});
    const auto odd = file_of("odd", "abc");
    const auto dropped = run_count("--truncate --type u16 --range 0 65536 --overlay " + odd + " " + odd).err;
    check_has(dropped, {odd + ": dropped 1 byte"});
    CHECK(std::ranges::count(dropped, '\n') == 2); // once for each file
    check_fails(run_count(both + "--overlay --bins scott"), 2, "--overlay");
    check_fails(run_count("- " + both + "--overlay", "printf 12345678 |"), 2, "--range");
}

TEST_CASE("bytes of an unknown format are counted, and the report says so") {
    const auto path = file_of("unknown", "\1\2\3");
    check_has(run_count(path).out, {"unknown (unknown format, counted as bytes), 3 B"});
    check_has(run_count(file_of("text", "some words\n")).out,
              {"text (text without a table, counted as bytes; "});
    CHECK(run_count("--raw " + path).out.find("unknown format") == std::string::npos);
    CHECK(run_count("--quiet " + path).out.find("unknown format") == std::string::npos);
    CHECK(run_count("--type i8 " + path).out.find("unknown format") == std::string::npos);
}

TEST_CASE("each channel has a histogram, in one pass") {
    const auto result = count_json(image() + "--channels b,r --verify");
    REQUIRE(result["histograms"].size() == 2);
    CHECK(result["histograms"][0]["name"] == "blue");
    CHECK(result["histograms"][0]["counts"] == json(counts(2, everywhere)));
    CHECK(result["histograms"][1]["counts"] == json(counts(0, everywhere)));
    CHECK(result["channels"] == 3);
    CHECK(result["samples"] == width * height);
    CHECK(result["verified"] == true);
    const auto csv = run_count(image() + "--channels r,g --csv");
    CHECK(csv.out.starts_with("histogram,bin,lower,upper,count\n\"red\",0,0,64,"));
    const auto text = run_count(image() + "--channels rgb");
    check_has(text.out, {"image (40 x 60 x 3 u8), ",
                         "2,400 elements of 3 u8 channels into 4 even bins over [0, 256), each channel",
                         "blue      2,400 samples, 0 out of range"});
    check_has(run_count(image() + "--channels rgb --all-variants --variant item_pairs").err, {"--variant"});
}

TEST_CASE("counts a region, the elements that a mask keeps, and both together") {
    const auto region = count_json(image() + "--channels g --region 7,5,20,30 --verify");
    CHECK(region["counts"] == json(counts(1, in_region)));
    CHECK(region["out_of_range"] == 0);
    std::vector<std::uint8_t> mask;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            mask.push_back((x + y) % 3 == 0 ? 9 : 0);
    const auto is_kept = [](std::size_t x, std::size_t y) { return (x + y) % 3 == 0; };
    const auto with_mask = image() + "--channels g --verify --mask " + file_of("mask", raw(mask));
    CHECK(count_json(with_mask)["counts"] == json(counts(1, is_kept)));
    const auto both = count_json(with_mask + " --region 7,5,20,30");
    CHECK(both["counts"] ==
          json(counts(1, [&](std::size_t x, std::size_t y) { return is_kept(x, y) && in_region(x, y); })));
    CHECK(both["verified"] == true);
    check_fails(run_count(image() + "--channels g --mask " + file_of("short", "abc")), 2,
                "has 3 samples, but there are 2,400 elements");
}

TEST_CASE("each tile has a histogram") {
    const auto result = count_json(image() + "--channels r --tiles 40x20 --verify");
    REQUIRE(result["histograms"].size() == 4);
    CHECK(result["histograms"][1]["name"] == "red 1,0");
    CHECK(result["histograms"][1]["counts"] ==
          json(counts(0, [](std::size_t x, std::size_t y) { return x >= 40 && y < 20; })));
    CHECK(result["verified"] == true);
    check_fails(run_count(image() + "--channels r --tiles 40x20 --save " + path_of("tiles")), 2,
                "--save and --add");
}

TEST_CASE("exits with 2 at once for more tiles than memory holds, with their number and the limit") {
    const auto file = file_of("large", "");
    std::filesystem::resize_file(file, std::size_t{1} << 22U);
    const auto outcome = run_count(file + " --type u16 --shape 1024x2048 --tiles 1x1 --bins 16777216");
    check_fails(outcome, 2, "--tiles: the image has 2,097,152 tiles of 16,777,216 counters");
    check_has(outcome.err, {"at most "});
}

TEST_CASE("weights are added up, as whole numbers and as floats") {
    std::vector<std::int32_t> whole;
    std::vector<float> floats;
    std::int64_t sum = 0;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            whole.push_back(static_cast<std::int32_t>(x) - 100);
            floats.push_back(0.25F * static_cast<float>(whole.back()));
            if (sample(x, y, 0) / 64 == 1) sum += whole.back();
        }
    // Raw files do not say their type, so weights of other types than the samples are .npy files.
    const auto npy = [](const std::string& name, const std::string& type, const std::string& bytes) {
        return file_of(name, files::test::npy_of(files::test::native_order + type, "(40, 60)") + bytes);
    };
    const auto i32 = npy("whole", "i4", raw(whole));
    const auto result = count_json(image() + "--channels r --verify --weights " + i32);
    CHECK(result["sums"][1] == sum);
    CHECK(result["out_of_range"].is_null());
    CHECK(result["verified"] == true);
    const auto f32 = npy("floats", "f4", raw(floats));
    CHECK(count_json(image() + "--channels r --verify --weights " + f32)["sums"][1] ==
          0.25 * static_cast<double>(sum));
    check_has(run_count(image() + "--channels r --weights " + f32).out, {"weight   share", " of weight"});
    const auto bytes =
        count_json(image() + "--channels r --weights " + file_of("bytes", std::string(2400, '\2')));
    CHECK(bytes["sums"][1] == 2 * count_json(image() + "--channels r")["counts"][1].get<int>());
    const auto i64 = npy("wide", "i8", std::string(2400 * 8, 'a'));
    check_fails(run_count(image() + "--channels r --weights " + i64), 2,
                "are i64, not u8, i8, u16, i16, u32, i32, f16, bf16, f32, f64");
}

TEST_CASE("--of says what bins have of the weights of a file") {
    const auto samples = file_of("weighed", std::string("\0\0\0\1\3\3", 6));
    const auto weights = file_of("bytes", std::string("\1\2\3\0\5\11", 6));
    const auto of = [&](const std::string& rest) {
        return samples + " --type u8 --bins 4 --range 0 4 --verify --weights " + weights + " --of " + rest;
    };
    const auto csv = [&](const std::string& rest) { return run_count(of(rest) + " --csv").out; };
    CHECK(csv("sum") == "bin,lower,upper,sum\n0,0,1,6\n1,1,2,0\n2,2,3,0\n3,3,4,14\n");
    CHECK(csv("minimum") == "bin,lower,upper,minimum,count\n0,0,1,1,3\n1,1,2,0,1\n2,2,3,,0\n3,3,4,5,2\n");
    CHECK(csv("maximum") == "bin,lower,upper,maximum,count\n0,0,1,3,3\n1,1,2,0,1\n2,2,3,,0\n3,3,4,9,2\n");
    CHECK(csv("mean --out-of-range counted") ==
          "bin,lower,upper,mean,error,count\n0,0,1,2,0.5773502691896257,3\n1,1,2,0,,1\n2,2,3,,,0\n"
          "3,3,4,7,2,2\nunderflow,,0,,,0\noverflow,4,,,,0\nnan,,,,,0\n");
    const auto mean = count_json(of("mean"));
    CHECK(mean["means"] == json({2, 0, nullptr, 7}));
    CHECK(mean["errors"][1] == nullptr);
    CHECK(mean["errors"][3] == 2);
    CHECK(mean["counts"] == json({3, 1, 0, 2}));
    CHECK(mean["counted"] == 6);
    CHECK(mean["mean"].get<double>() == doctest::Approx(20.0 / 6).epsilon(1e-15));
    CHECK(mean["error"].get<double>() == doctest::Approx(std::sqrt(160.0 / 3 / 30)).epsilon(1e-15));
    CHECK(mean["verified"] == true);
    const auto maximum = count_json(of("maximum"));
    CHECK(maximum["maxima"] == json({3, 0, nullptr, 9}));
    CHECK(maximum["maximum"] == 9);
    check_has(run_count(of("minimum")).out,
              {"  minimum\n", "        -\n", "weights   ", "counted   minimum 0 of 6 samples"});
    check_has(run_count(of("mean --rows 2")).out,
              {"  mean     error\n", " 1.5  0.645497\n", "   7         2\n",
               "counted   mean 3.33333 +/- 1.33333 of 6 samples"});
}

TEST_CASE("--errors adds the standard errors of sums of weights") {
    const auto samples = file_of("weighed", std::string("\0\0\0\1\3\3", 6));
    const auto weights = file_of("bytes", std::string("\1\2\2\0\4\3", 6));
    const auto of_two = samples + " --type u8 --bins 2 --range 0 4 --errors --weights " + weights + " ";
    const auto command = samples + " --type u8 --bins 4 --range 0 4 --errors --weights " + weights + " ";
    CHECK(run_count(command + "--csv --verify --out-of-range counted").out ==
          "bin,lower,upper,sum,error\n0,0,1,5,3\n1,1,2,0,0\n2,2,3,0,0\n3,3,4,7,5\nunderflow,,0,0,0\n"
          "overflow,4,,0,0\nnan,,,0,0\n");
    const auto sums = count_json(command);
    CHECK(sums["sums"] == json({5, 0, 0, 7}));
    CHECK(sums["errors"] == json({3, 0, 0, 5}));
    CHECK(sums["sum"] == 12);
    CHECK(sums["error"].get<double>() == doctest::Approx(std::sqrt(34.0)).epsilon(1e-15));
    check_has(run_count(command + "--rows 2").out,
              {"  weight   error\n", "     5       3\n", "     7       5\n", "12 +/- 5.83095 of weight"});
    const auto tiles = count_json(command + "--shape 2x3x1 --tiles 2x1")["histograms"];
    CHECK(tiles[0]["sums"] == json({3, 0, 0, 0}));
    CHECK(tiles[0]["error"].get<double>() == doctest::Approx(std::sqrt(5.0)).epsilon(1e-15));
    CHECK(tiles[3]["errors"] == json({0, 0, 0, 3}));
    CHECK(count_json(samples + " " + of_two + "--joint")["errors"] == json({{3, 0}, {0, 5}}));
    CHECK(run_count(command + "--of sum --save part").code == 0);
    CHECK(count_json(command + "--add part")["errors"][3].get<double>() ==
          doctest::Approx(std::sqrt(50.0)).epsilon(1e-15));
}

TEST_CASE("--errors of whole weights whose squares exceed 64 bits") {
    const auto table = file_of("large.csv", "1,4000000000\n1,-3000000000\n2,4\n");
    if (lacks_package("--column 1 " + table)) return;
    const auto large = count_json("--column 1 --weights 2 --errors --bins 2 --range 1 3 --type i64 " + table);
    CHECK(large["sums"] == json({1e9, 4}));
    CHECK(large["errors"] == json({5e9, 4}));
}

TEST_CASE("channels of arrays with more than four of them") {
    std::vector<std::uint8_t> samples;
    for (int element = 0; element < 50; ++element)
        for (int channel = 0; channel < 6; ++channel)
            samples.push_back(static_cast<std::uint8_t>(10 * channel));
    const auto six = "--shape 50x6 " + file_of("six", raw(samples));
    const auto last = count_json("--channels 5 " + six);
    CHECK(last.at("counted") == 50);
    CHECK(last.at("counts")[50] == 50);
    const auto all = count_json("--channels all " + six).at("histograms");
    REQUIRE(all.size() == 6);
    CHECK(all[3].at("counts")[30] == 50);
    CHECK(count_json(six).at("counted") == 300);
}

TEST_CASE("minima of tiles and of joint histograms, and means of saved runs") {
    const auto samples = file_of("weighed", std::string("\0\0\0\1\3\3", 6));
    const auto weights = file_of("bytes", std::string("\1\2\3\0\5\11", 6));
    const auto command = samples + " --type u8 --bins 2 --range 0 4 --weights " + weights;
    const auto tiles = count_json(command + " --shape 2x3x1 --tiles 2x1 --of minimum")["histograms"];
    CHECK(tiles[0]["minima"] == json({1, nullptr}));
    CHECK(tiles[3]["minima"] == json({nullptr, 9}));
    const auto joint = count_json(samples + " " + command + " --joint --of mean");
    CHECK(joint["means"] == json({{1.5, nullptr}, {nullptr, 7}}));
    CHECK(joint["counts"] == json({{4, 0}, {0, 2}}));
    const auto deep = run_count(samples + " " + samples + " " + command + " --joint --of maximum");
    check_has(deep.out, {" 9  maximum per bin", "counted   maximum 9 of 6 samples"});
    CHECK(run_count(command + " --of mean --save part").code == 0);
    const auto added = count_json(command + " --of mean --add part");
    CHECK(added["means"] == json({1.5, 7}));
    CHECK(added["counts"] == json({8, 4}));
}

TEST_CASE("weights of a column, without rows that lack one") {
    const auto table = file_of("people.csv", "age,income,height\n20,1000,1\n25,3000,2\n31,,3\n35,500,NA\n"
                                             "72,-5,5\n,7,6\n");
    if (lacks_package("--column age " + table)) return;
    const std::string bins = " --range 0 80 --bins 4 --verify ";
    const auto mean = count_json("--column age --weights income --of mean" + bins + table);
    CHECK(mean["means"] == json({nullptr, 1500, nullptr, -5}));
    CHECK(mean["counts"] == json({0, 3, 0, 1}));
    CHECK(mean["missing"] == 1);
    CHECK(mean["weights"] == "income");
    CHECK(mean["verified"] == true);
    CHECK(count_json("--column 1 --type i32 --nodata -1 --weights 1" + bins +
                     file_of("whole.csv", "20\n30\n70\n"))["sums"] == json({0, 50, 0, 70}));
    const auto both =
        count_json("--column age --column income --joint --bins 2 --range 0 4000 --weights height "
                   "--of maximum - ",
                   "cat " + table + " | ");
    CHECK(both["maxima"] == json({{1, 2}, {nullptr, nullptr}}));
    check_fails(run_count("--column age --weights wage " + table), 2,
                "there is no column 'wage': its first line has 3 fields, age, income, height");
}

TEST_CASE("counts joint histograms of channels and of files") {
    std::array<Counts, 4> expected{};
    std::vector<std::uint8_t> red;
    std::vector<std::uint8_t> blue;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            red.push_back(sample(x, y, 0));
            blue.push_back(sample(x, y, 2));
            ++expected[red.back() / 64][blue.back() / 64];
        }
    const auto channels = count_json(image() + "--channels r,b --joint --verify");
    CHECK(channels["counts"] == json(expected));
    CHECK(channels["axes"][1]["name"] == "blue");
    CHECK(channels["axes"][1]["edges"] == json({0, 64, 128, 192, 256}));
    const auto files = count_json(file_of("red", raw(red)) + " " + file_of("blue", raw(blue)) +
                                  " --joint --bins 4 --verify");
    CHECK(files["counts"] == json(expected));
    CHECK(files["verified"] == true);
    const auto csv = run_count(image() + "--channels r,b --joint --csv");
    CHECK(csv.out.starts_with(
        "\"red bin\",\"red lower\",\"red upper\",\"blue bin\",\"blue lower\",\"blue upper\",count\n"
        "0,0,64,0,0,64," +
        std::to_string(expected[0][0]) + "\n"));
    check_fails(run_count(path_of("red") + " " + file_of("short", "abc") + " --joint"), 2,
                "has 3 samples, but");
}

TEST_CASE("files side by side have the same shape, all in C order or all in Fortran order") {
    const auto npy = [](const std::string& name, const std::string& shape, const std::string& order) {
        return file_of(name, files::test::npy_of("|u1", shape, order) +
                                 std::string("\0\1\2\3\4\5\6\7\0\1\2\3", 12));
    };
    const auto rows = npy("rows", "(2, 6)", "False");
    const auto columns = npy("columns", "(2, 6)", "True");
    const auto upright = npy("upright", "(6, 2)", "False");
    const auto cube = npy("cube", "(2, 1, 6)", "False");
    const auto flat = npy("flat", "(12,)", "False");
    const auto bytes = file_of("bytes", std::string(12, '\1'));
    const std::string bins = " --range 0 12 --bins 12 ";
    for (const std::string option : {"--mask", "--weights", "--joint"}) {
        CAPTURE(option);
        check_fails(run_count(rows + bins + option + " " + columns), 2,
                    option + ": " + columns + " is in Fortran order, but " + rows + " in C order");
        check_fails(run_count(columns + bins + option + " " + flat), 2,
                    option + ": " + flat + " is in C order, but " + columns + " in Fortran order");
        check_fails(run_count(rows + bins + option + " " + upright), 2,
                    option + ": " + upright + " has 6 x 2 elements, but " + rows + " has 2 x 6");
        for (const auto& other : {rows, cube, flat, bytes})
            CHECK(run_count(rows + bins + option + " " + other).code == 0);
        CHECK(run_count(columns + bins + option + " " + columns).code == 0);
    }
}

TEST_CASE("counts the luma of pixels") {
    Counts expected{};
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const double sum = 0.299 * sample(x, y, 0) + 0.587 * sample(x, y, 1) + 0.114 * sample(x, y, 2);
            ++expected[static_cast<std::size_t>(sum + 0.5) / 64];
        }
    CHECK(count_json(image() + "--channels luma --verify")["counts"] == json(expected));
}

TEST_CASE("bins follow from the samples of a file or a pipe, or from a rule") {
    std::vector<double> samples;
    for (int i = 0; i <= 1000; ++i)
        samples.push_back(0.5 * i - 100);
    const auto file = file_of("doubles", raw(samples)) + " --type f64 --verify ";
    const auto found = count_json(file + "--bins 2");
    CHECK(found["edges"] == json({-100, 150, 400}));
    CHECK(found["counts"] == json({500, 501}));
    CHECK(found["last_edge"] == "inclusive");
    CHECK(found["verified"] == true);
    CHECK(count_json("--type f64 --bins 2", "cat " + path_of("doubles") + " |")["counts"] == found["counts"]);
    CHECK(count_json(file + "--bins sqrt")["bins"] == 32);
    CHECK(count_json(file + "--bins auto")["bins"] == count_json(file + "--bins sturges")["bins"]);
    const auto ranged = count_json(file + "--bins sqrt --range 0 100");
    CHECK(ranged["bins"] == 15); // the square root of 201 samples in range, rounded up
    CHECK(ranged["edges"].front() == 0);
    CHECK(ranged["edges"].back() == 100);
    const auto bytes = count_json("--range auto " + file_of("letters", "hello"));
    CHECK(bytes["edges"] == json({'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'}));
    CHECK(bytes["counts"] == json({1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 1}));
    CHECK(count_json("--range=auto " + path_of("letters"))["bins"] == 11);
}

TEST_CASE("exits with 2 if a rule makes too many bins, and says how to leave out an outlier") {
    std::vector<double> samples{1e12};
    for (int i = 0; i < 1000; ++i)
        samples.push_back(i);
    const auto file = file_of("outlier", raw(samples)) + " --type f64 ";
    for (const auto* const rule : {"--bins auto", "--bins fd", "--range=0,1e12 --bins=fd"}) {
        const auto outcome = run_count(file + rule + " --json");
        check_fails(outcome, 2, "up to 1048576 (2^20). ");
        check_has(outcome.err, {"(--range LO HI, or --bins N)"});
    }
    check_fails(run_count(file + "--bins auto"), 2, "The greatest sample, 1e+12, is far from the others");
    CHECK(count_json(file + "--bins auto --range 0 1000")["counted"] == 1000);
}

TEST_CASE("integers of 64 bits are counted, labelled and drawn as integers") {
    constexpr auto large = std::int64_t{1} << 60;
    const auto check = [](const std::string& file, std::int64_t first, const json& counts) {
        const auto found = count_json(file + " --verify");
        CHECK(found["counts"] == counts);
        CHECK(found["edges"] == json({first, first + 1, first + 2, first + 3}));
        CHECK(found["edges"][1].is_number_integer());
        const auto label = "[" + std::to_string(first) + ", " + std::to_string(first + 1) + ")";
        check_has(run_count(file).out, {label});
        check_has(run_count(file + " --csv").out,
                  {"0," + std::to_string(first) + "," + std::to_string(first + 1)});
        CHECK(run_count(file + " --picture " + path_of("large.svg") + " --picture " + path_of("large.html"))
                  .code == 0);
        check_has(text_of_file("large.svg"), {label});
        check_has(text_of_file("large.html"), {"\"" + std::to_string(first) + "\""});
    };
    for (const auto base : {large, std::int64_t{1} << 53, std::int64_t{1} << 62})
        check(file_of("large", raw<std::int64_t>({base + 1, base + 2, base + 3, base + 3})) + " --type i64",
              base + 1, {1, 1, 2});
    check(file_of("negative", raw<std::int64_t>({-large - 1, -large - 2, -large - 3, -large - 3})) +
              " --type i64",
          -large - 3, {2, 1, 1});
    const auto range = " --range 1152921504606846977 1152921504606846979";
    CHECK(count_json(file_of("large", raw<std::int64_t>({large + 1, large + 2})) + " --type i64" +
                     range)["counts"] == json({1, 1}));
    const auto top = std::numeric_limits<std::uint64_t>::max();
    const auto highest = file_of("top", raw<std::uint64_t>({top, top - 1, top})) + " --type u64";
    CHECK(count_json(highest)["counts"] == json({1, 2}));
    check_has(run_count(highest).out, {"[18446744073709551614, 18446744073709551615)"});
    // Two axes are shown as a map.
    const auto pairs = file_of("pairs", raw<std::int64_t>({large + 1, -large - 1, large + 2, -large - 2})) +
                       " --type i64 --shape 1x2x2 --joint";
    CHECK(count_json(pairs)["counts"] == json({{0, 1}, {1, 0}}));
    check_has(run_count(pairs).out, {"1152921504606846977"});
}

TEST_CASE("saves and adds the counts of a selection") {
    const auto saved = path_of("saved_channels");
    static_cast<void>(count_json(image() + "--channels r,g --save " + saved));
    const auto both = count_json(image() + "--channels r,g --add " + saved);
    CHECK(both["histograms"][1]["counted"] == 2 * width * height);
    const auto part = path_of("saved_region");
    static_cast<void>(count_json(image() + "--channels g --region 7,5,20,30 --save " + part));
    const auto sum = count_json(image() + "--channels g --region 7,5,20,30 --add " + part);
    CHECK(sum["counted"] == 2 * 20 * 30);
}

TEST_CASE("prints statistics, thresholds and comparisons of the counts") {
    const auto file =
        file_of("values", std::string(3, '\1') + std::string(1, '\3')) + " --bins 4 --range 0 4 ";
    const auto result = count_json(file + "--stats --threshold otsu --compare " + file_of("others", "\1\3"));
    CHECK(result["statistics"]["mean"] == 1.5);
    CHECK(result["statistics"]["threshold"] == 2);
    CHECK(result["statistics"]["p50"] == nlohmann::json{{"value", 1}, {"lower", 1}, {"upper", 1}});
    CHECK(result["statistics"]["intersection"] == 2);
    CHECK(count_json(file + "--metric earth_movers --compare " + path_of("others"))["statistics"].size() ==
          1);
    check_has(run_count(file + "--stats").out, {"\nmean", "1.5\n", "\nentropy (bits)"});
    const auto channels = count_json(image() + "--channels r,g --stats --compare " + path_of("image"));
    CHECK(channels["histograms"][1]["statistics"]["correlation"] == 1);
}

TEST_CASE("missing samples do not affect bins, ranges, statistics or weights, and are reported apart") {
    const std::vector<std::int16_t> samples{1, -9999, 2, 3, -9999, 20, 4, 4};
    const auto file = file_of("marked", raw(samples)) + " --type i16 --nodata -9999 --verify ";
    const auto check = [](const json& result, std::uint64_t counted, std::uint64_t missing,
                          std::uint64_t out_of_range) {
        CHECK(result["counted"] == counted);
        CHECK(result["missing"] == missing);
        CHECK(result["out_of_range"] == out_of_range);
        CHECK(result["verified"] == true);
    };
    const auto fixed = count_json(file + "--range 0 10 --bins 10 --stats");
    check(fixed, 5, 2, 1);
    CHECK(fixed["samples"] == 8);
    CHECK(fixed["counts"] == json({0, 1, 1, 1, 2, 0, 0, 0, 0, 0}));
    CHECK(fixed["statistics"]["missing"] == 2);
    CHECK(fixed["statistics"]["mean"] == 2.8);
    check(count_json(file + "--range 0 10 --repeat 1"), 5, 2, 1);
    const auto found = count_json(file + "--range auto");
    check(found, 6, 2, 0);
    CHECK(found["edges"].front() == 1);
    check(count_json(file + "--bins sturges"), 6, 2, 0);
    CHECK(count_json(file + "--range 0 10 --out-of-range counted")["overflow"] == 1);
    CHECK(count_json(file + "--range 0 10 --out-of-range clamped")["counted"] == 6);
    check(count_json(file + "--custom 'i % 2' --bins 2"), 6, 2, 0);

    check_has(run_count(file + "--range 0 10").out,
              {"missing   2 of them", "5 samples, 1 out of range, 2 missing"});
    check_has(run_count(file + "--range 0 10 --out-of-range counted --csv").out, {"\nmissing,,,2\n"});
    check_fails(run_count(path_of("marked") + " --nodata 300"), 2,
                "no sample is 300 as --nodata says: they are u8");

    const auto fewer = file_of("fewer", raw(std::vector<std::int16_t>{7, -9999, 8}));
    const auto both = file + fewer + " --overlay --range 0 10 --out-of-range counted --stats";
    const auto overlaid = count_json(both);
    CHECK(overlaid["missing"] == 3);
    CHECK(overlaid["histograms"][0].at("missing") == 2);
    CHECK(overlaid["histograms"][1].at("missing") == 1);
    CHECK(overlaid["histograms"][0]["statistics"]["missing"] == 2);
    CHECK(overlaid["histograms"][1]["statistics"]["missing"] == 1);
    CHECK(overlaid["histograms"][1]["statistics"].at("sum") == 15);
    CHECK(overlaid["histograms"][1]["statistics"].at("p50").at("upper") == 7);
    check_has(run_count(both + " --csv").out, {"\"marked\",missing,,,2\n", "\"fewer\",missing,,,1\n"});

    const auto weights = file_of("ones", std::string(4, '\1') + std::string(4, '\3'));
    const auto weighted = count_json(file + "--range 0 10 --bins 10 --weights " + weights);
    CHECK(weighted["sums"] == json({0, 1, 1, 1, 6, 0, 0, 0, 0, 0}));
    CHECK(weighted["missing"] == 2);
    const auto mask = file_of("mask", std::string("\1\1\0\1\0\1\1\1", 8));
    check(count_json(file + "--range 0 10 --mask " + mask), 4, 1, 1);
    check(count_json(file + "--range 0 10 --shape 1x8 --region 3,0,3,1"), 1, 1, 1);
    const auto tiles = count_json(file + "--range 0 10 --bins 10 --shape 1x8 --tiles 4x1");
    CHECK(tiles["missing"] == 2);
    CHECK(tiles["histograms"][0]["counted"] == 3);

    const auto pairs = count_json(file + "--range 0 10 --bins 10 --shape 4x2 --joint");
    CHECK(pairs["counts"][2][3] == 1);
    CHECK(pairs["counts"][4][4] == 1);
    check(pairs, 2, 2, 0);
    const auto other = file_of("other", raw(std::vector<std::int16_t>{1, 1, 1, 1, 1, 1, 1, -9999}));
    check(count_json(file + other + " --range 0 10 --bins 10 --joint"), 4, 3, 1);
}

TEST_CASE("does not count alpha by default") {
    // A TGA image with the channels blue, green, red and alpha.
    std::string tga(18, '\0');
    tga[2] = 2;
    tga[12] = 3;
    tga[14] = 1;
    tga[16] = 32;
    const auto image = file_of("image.tga", tga + std::string("\1\2\3\xff\1\2\3\x80\1\2\3\0", 12));
    const auto outcome = run_count(image);
    if (outcome.code == 2) {
        check_has(outcome.err, {"libstb-dev"});
        return;
    }
    check_has(outcome.out, {"9 u8 samples", "alpha     not counted (--channels a counts it)"});
    const auto colour = count_json(image);
    CHECK(colour["counted"] == 9);
    CHECK(colour["alpha_left_out"] == true);
    CHECK(colour["counts"][2] == 3);
    const auto alpha = count_json(image + " --channels a");
    CHECK(alpha["counted"] == 3);
    CHECK(alpha["alpha_left_out"] == false);
    CHECK(alpha["counts"][0x80] == 1);
}

TEST_CASE("writes an equalized image of the same size and type") {
    const auto written = path_of("equalized.png");
    const auto outcome = run_count(image() + "--channels r --equalize " + written);
    if (outcome.code == 2) {
        check_has(outcome.err, {"libpng-dev"});
        return;
    }
    const auto result = count_json(written + " --channels luma");
    CHECK(result["sample_type"] == "u8");
    CHECK(result["samples"] == width * height);
    check_fails(run_count("--equalize " + path_of("none.png") + " " + file_of("flat", "abc")), 2,
                "is not an image");
    check_fails(run_count(image() + "--channels x --equalize " + path_of("none.png")), 2, "--channels x");
    CHECK(!std::filesystem::exists(path_of("none.png")));
}

TEST_CASE("equalizes no image whose channels a PNG cannot have") {
    const auto none = " --equalize " + path_of("none.png");
    check_fails(run_count(file_of("five", std::string(20, 'a')) + " --shape 2x2x5" + none), 2,
                "not the 5 channels of " + path_of("five"));
    // A TIFF image of one pixel of cyan, magenta, yellow and black. Each entry of its directory has a tag, a
    // type (3: 16 bits; 4: 32 bits), a number of values, and the value or where the values are.
    std::string tiff("II*\0\x0c\0\0\0\1\2\3\4", 12);
    const std::vector<std::array<std::uint32_t, 4>> entries{{256, 3, 1, 1}, {257, 3, 1, 1}, {258, 3, 4, 126},
                                                            {259, 3, 1, 1}, {262, 3, 1, 5}, {273, 4, 1, 8},
                                                            {277, 3, 1, 4}, {278, 3, 1, 1}, {279, 4, 1, 4}};
    const auto add = [&](std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; ++i)
            tiff += static_cast<char>(value >> 8U * static_cast<unsigned>(i));
    };
    add(static_cast<std::uint32_t>(entries.size()), 2);
    for (const auto& [tag, type, count, value] : entries) {
        add(tag, 2);
        add(type, 2);
        add(count, 4);
        add(value, 4);
    }
    add(0, 4); // there is no other directory
    for (int channel = 0; channel < 4; ++channel)
        add(8, 2);
    const auto image = file_of("cmyk.tif", tiff);
    if (lacks_package(image)) return;
    CHECK(count_json(image)["samples"] == 4);
    check_fails(run_count(image + none), 2, "not the 4 channels of " + image);
    CHECK(!std::filesystem::exists(path_of("none.png")));
}

TEST_CASE("regions, tiles and equalized images take the whole image, and not the first samples of it") {
    const auto none = path_of("none.png");
    check_fails(run_count(image() + "--count 30 --equalize " + none), 2,
                "--count: --equalize takes the whole");
    CHECK(!std::filesystem::exists(none));
    const auto red = path_of("image") + " --shape 40x60x3 --channels r ";
    for (const std::string bins : {"--range auto", "--bins fd", "--nodata 3 --range 0 256"})
        check_fails(run_count(red + "--count 30 --region 0,20,30,10 " + bins), 2,
                    "--count: --region takes the whole image " + path_of("image") + ", of 7,200 samples");
    check_fails(run_count(red + "--count 7199 --tiles 20x20"), 2, "--count: --tiles takes the whole image");
    const auto region = red + "--bins 4 --region 7,5,20,30";
    CHECK(count_json(region + " --count 7200")["counts"] == json(counts(0, in_region)));
}

TEST_SUITE_END();
