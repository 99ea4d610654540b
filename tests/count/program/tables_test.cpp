// Tables of text as users count them: recognized, summarized, grouped, and with rows left out.

#include "count/program/count.hpp"
#include "files/npy.hpp"

#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace histo_cl::test;

namespace {

std::string people() {
    return file_of("people.csv", "name,age,income,born,city\n"
                                 "ann,30,1000.5,1994-01-05,Rome\n"
                                 "bob,forty,2000,1984-02-10,Rome\n"
                                 "cid,25,,1999-03-01,Oslo\n"
                                 "dan,41,NA,1983-03-15,Paris\n"
                                 "eve,33,1500.25,1991-05-20,Rome\n"
                                 "fay,29,1750,1995-06-11,Oslo\n");
}

bool has_libcsv() {
    return !lacks_package("--column age " + people());
}

/// The histogram of that name.
json histogram_of(const json& all, const std::string& name) {
    for (const auto& one : all.at("histograms"))
        if (one.at("name") == name) return one;
    FAIL("no histogram ", name);
    return {};
}

/// A CSV table of the numbers 0 to count - 1 and their halves, in an order that is neither sorted nor random.
std::string many_numbers(std::size_t count) {
    std::string text = "n,half\n";
    for (std::size_t i = 0; i < count; ++i) {
        const auto n = i * 7919 % count;
        text += std::to_string(n) + "," + std::to_string(n / 2) + (n % 2 == 0 ? "" : ".5") + "\n";
    }
    return text;
}

} // namespace

TEST_SUITE_BEGIN("tables");

TEST_CASE("a table is recognized, and every column is counted") {
    if (!has_libcsv()) return;
    const auto outcome = run_count(people());
    CHECK(outcome.code == 0);
    check_has(outcome.out,
              {"people.csv (CSV, columns name, age, income, born, city f64; --raw counts its bytes), 6 rows",
               "1 bad field, the first in line 3, column age: 'forty' is not a number", "2 missing", "Rome ",
               "1983-"});
    const auto all = count_json(people());
    CHECK(all.at("device").is_null()); // a small input needs no device
    const auto age = histogram_of(all, "age");
    CHECK(age.at("kind") == "number");
    CHECK(age.at("counted") == 5);
    CHECK(age.at("bad") == 1);
    CHECK(age.at("out_of_range") == 0);
    CHECK(age.at("edges").front() == 25);
    CHECK(age.at("edges").size() == 18); // a bin for each value
    CHECK(histogram_of(all, "income").at("missing") == 2);
    const auto city = histogram_of(all, "city");
    CHECK(city.at("texts") == json({"Rome", "Oslo", "Paris"}));
    CHECK(city.at("counts") == json({3, 2, 1}));
    CHECK(histogram_of(all, "born").at("edges").front() == "1983-01-01");
    CHECK(count_json("--raw " + people()).at("sample_type") == "u8");
    CHECK(count_json("--type u8 " + people()).at("samples") == content(folder() / "people.csv").size());
    CHECK(run_count("--csv --column city " + people()).out ==
          "bin,lower,upper,count\n\"Rome\",,,3\n\"Oslo\",,,2\n\"Paris\",,,1\n");
}

TEST_CASE("fields that are missing or bad in rows that are not counted do not count as missing again") {
    if (!has_libcsv()) return;
    const auto masked = count_json("--column age --range 0 100 --mask " +
                                   file_of("first.mask", std::string("\1\0\0\0\0\0", 6)) + " " + people());
    CHECK(masked.at("counted") == 1);
    CHECK(masked.at("out_of_range") == 0);
    CHECK(masked.at("bad") == 0);
    const auto marked = file_of("nodata.csv", "a,b\n-999,NA\n1,5\n2,60\n3,NA\n");
    for (const std::string how : {"", "--memory 1M ", "--repeat 1 "}) {
        CAPTURE(how);
        const auto found = count_json(how + "--range 0 10 --nodata -999 " + marked);
        CHECK(found.at("missing") == 1);
        const auto b = histogram_of(found, "b");
        CHECK(b.at("counted") == 1);
        CHECK(b.at("missing") == 1);
        CHECK(b.at("out_of_range") == 1);
    }
    const auto counted = count_json("--column age --range 30 100 --out-of-range counted " + people());
    CHECK(counted.at("out_of_range") == 2); // 25 and 29, not 'forty'
    CHECK(counted.at("nan") == 1);
}

TEST_CASE(
    "--overlay finds the columns of each table by their names, reports what each lacks, takes no texts") {
    if (!has_libcsv()) return;
    const auto first = file_of("first.csv", "v,day\n1,2020-01-01\n2,2020-01-03\nx,2020-01-05\n4,\n");
    const auto turned =
        file_of("turned.csv", "day,v\n2020-02-01,10\n2020-02-02,NA\n,30\n2020-02-04,40\nDec,\n");
    for (const std::string columns : {"", "--column v --column day "}) {
        const auto both = columns + "--overlay " + first + " " + turned;
        const auto found = count_json(both + " --stats");
        const auto check = [&](const std::string& name, int counted, int missing, int bad) {
            const auto one = histogram_of(found, name);
            CHECK(one.at("counted") == counted);
            CHECK(one.at("missing") == missing);
            CHECK(one.at("bad") == bad);
            CHECK(one.at("out_of_range") == 0);
        };
        check("first.csv v", 3, 0, 1);
        check("first.csv day", 3, 1, 0);
        check("turned.csv v", 3, 2, 0);
        check("turned.csv day", 3, 1, 1);
        CHECK(histogram_of(found, "turned.csv v").at("statistics").at("sum") == 80);
        CHECK(histogram_of(found, "turned.csv v").at("statistics").at("min") == 10);
        CHECK(histogram_of(found, "first.csv day").at("statistics").at("max") == "2020-01-05");
        CHECK(histogram_of(found, "first.csv day").at("statistics").at("sum").is_null());
        CHECK(histogram_of(found, "first.csv day").at("edges").front() == "2020-01-01");
        const auto text = run_count(both + " --picture " + path_of("turned.svg")).out;
        check_has(text, {"first.csv v 3 samples, 0 out of range\n          1 bad field, the first in line 4",
                         "turned.csv day 3 samples, 0 out of range, 1 missing"});
        check_has(text_of_file("turned.svg"), {">day</text>", "2020-01-01"});
    }
    const auto lacks = file_of("lacks.csv", "w,day\n1,2020-01-01\n");
    check_fails(run_count("--overlay " + first + " " + lacks), 2, "lacks.csv: there is no column 'v'");
    check_fails(run_count(people() + " " + people() + " --overlay"), 2, "column name has texts");
    const auto dates = file_of("dates.csv", "v\n2020-01-01\n2020-01-02\n");
    check_fails(run_count(first + " " + dates + " --overlay --column v"), 2, "another kind");
}

TEST_CASE("--compare finds the columns of the other table by their names, and takes no other kind") {
    if (!has_libcsv()) return;
    const auto table = file_of("vw.csv", "v,w\n1,5\n2,6\n3,7\n");
    const auto turned = file_of("wv.csv", "w,v\n5,1\n6,2\n7,3\n");
    const auto compared = count_json("--compare " + turned + " " + table);
    for (const auto* const name : {"v", "w"})
        CHECK(histogram_of(compared, name).at("statistics").at("chi_square") == 0);
    const auto texts = file_of("texts.csv", "v\na\nb\nc\n");
    check_fails(run_count("--column v --compare " + texts + " " + table), 2,
                "--compare: column v of " + texts + " is of another kind");
    const auto doubles =
        file_of("doubles.npy", files::test::npy_of(files::test::native_order + "f8", "(3,)") +
                                   raw(std::vector<double>{0, 1, 2}));
    const auto numbers = file_of("numbers.csv", "v\n0\n1\n2\n");
    check_fails(run_count("--compare " + numbers + " " + doubles), 2,
                "--compare: " + numbers + " is a table of text, but the first file is not");
}

TEST_CASE("all rows of a table of three columns are counted, also beyond the first room for samples") {
    if (!has_libcsv()) return;
    constexpr std::size_t rows = 50'000; // rows of 24 bytes do not divide 1 MiB evenly
    std::string text = "a,b,c\n";
    for (std::size_t i = 0; i < rows; ++i)
        text += std::to_string(i % 7) + ",2,3\n";
    const auto counted = count_json(file_of("three.csv", text));
    for (const auto* const name : {"a", "b", "c"})
        CHECK(histogram_of(counted, name).at("counted") == rows);
}

TEST_CASE(
    "columns share an axis of an overlay if their ranges are alike, and pictures have an axis for each") {
    if (!has_libcsv()) return;
    std::string text = "age,income,temperature\n";
    for (int i = 0; i < 50; ++i)
        text += std::to_string(20 + i) + "," + std::to_string(1000 * i) + "," + std::to_string(i) + ".5\n";
    const auto table = file_of("units.csv", text);
    const auto alike = count_json(table + " --overlay --column age --column temperature");
    CHECK(histogram_of(alike, "age").at("edges") == histogram_of(alike, "temperature").at("edges"));
    const auto apart = count_json(table + " --overlay --picture " + path_of("units.svg"));
    CHECK(histogram_of(apart, "age").at("edges").back() == 70);
    CHECK(histogram_of(apart, "income").at("edges").back() == 50'000);
    check_has(text_of_file("units.svg"), {">age</text>", ">income</text>", ">temperature</text>"});
    const auto shared = count_json(table + " --overlay --range 0 60000 --bins 60");
    CHECK(histogram_of(shared, "age").at("edges") == histogram_of(shared, "income").at("edges"));
    CHECK(run_count(table + " --picture " + path_of("units.html")).code == 0);
    check_has(text_of_file("units.html"), {"<!DOCTYPE html>", ">income</text>"});
    check_has(run_count(table).out, {"age ", "income ", "temperature "}); // the small charts have names
    check_fails(run_count(table + " --x-label x --picture " + path_of("units.svg")), 2, "3 axes");
}

TEST_CASE("a picture of few samples adds up default bins, and names groups without their column") {
    if (!has_libcsv()) return;
    std::string text = "mag,class\n";
    for (int i = 0; i < 900; ++i)
        text += std::to_string(i * 7919 % 1000) + ".5," + (i % 2 == 0 ? "STAR" : "GALAXY") + "\n";
    const auto table = file_of("groups.csv", text);
    const auto picture = [&](const std::string& options) {
        CHECK(run_count(table + " --column mag --group-by class --overlay " + options + " --picture " +
                        path_of("groups.svg"))
                  .code == 0);
        return text_of_file("groups.svg");
    };
    const auto few = picture("");
    check_has(few, {">STAR</text>", ">GALAXY</text>", ">mag</text>", "900 rows in 256 bins",
                    "16 bins added up in each"});
    const auto given = picture("--bins 256");
    CHECK(!contains(given, "added up"));
    check_has(given, {">STAR</text>"});
    CHECK(count_json(table + " --column mag").at("counts").size() == 256);
}

TEST_CASE("pictures show dates as dates, and the name of each text") {
    if (!has_libcsv()) return;
    CHECK(run_count(people() + " --column born --picture " + path_of("born.svg")).code == 0);
    check_has(text_of_file("born.svg"), {">1984</text>", ">1996</text>", "[1994-01-01"});
    std::string text = "section\n";
    for (int i = 0; i < 40; ++i)
        for (int j = 0; j < 50 - i; ++j)
            text += "section" + std::to_string(i) + "\n";
    CHECK(run_count(file_of("sections.csv", text) + " --column section --picture " + path_of("texts.svg"))
              .code == 0);
    const auto drawn = text_of_file("texts.svg");
    for (int i = 0; i < 23; ++i)
        check_has(drawn, {">section" + std::to_string(i) + "</text>"});
    check_has(drawn, {"17 others</text>"});
    CHECK(run_count("--type f64 --picture " + path_of("near.svg") + " " +
                    file_of("near.f64", raw(std::vector<double>{1, 1 + 1e-12, 1 + 3e-13})))
              .code == 0);
    check_has(text_of_file("near.svg"), {">value (f64) - 1</text>", "[1.0000000000002"});
}

TEST_CASE("--range and --edges take dates for columns of dates") {
    if (!has_libcsv()) return;
    const auto born = "--column born " + people();
    const auto found = count_json("--range 1984-01-15,1995-06-11 " + born);
    CHECK(found.at("edges").front() == "1984-01-15");
    CHECK(found.at("edges").at(1) == "1984-04-01"); // quarters
    CHECK(found.at("edges").back() == "1995-06-11");
    CHECK(found.at("counted") == 3);
    CHECK(count_json("--edges 1980-01-01,1990-01-01,2000-01-01 " + born).at("counts") == json({2, 4}));
    check_fails(run_count("--range 1984-01-01,1995-01-01 --column age " + people()), 2,
                "column age has numbers");
    check_fails(run_count("--range 1984-01-01,1995-01-01 --raw " + people()), 2, "the samples are numbers");
}

TEST_CASE("a range or a number of bins for texts alone is an error") {
    if (!has_libcsv()) return;
    check_fails(run_count("--column city --range 0 2 " + people()), 2, "column city has texts");
    check_fails(run_count("--column city --bins 2 " + people()), 2, "column city has texts");
    CHECK(run_count("--column city --column age --range 20 60 " + people()).code == 0);
}

TEST_CASE("--where that no row satisfies is an error that names it") {
    if (!has_libcsv()) return;
    check_fails(run_count("--column age --where 'city = Bern' " + people()), 2, "no row satisfies --where");
}

TEST_CASE("--weights names a file, or a column only with --column") {
    if (!has_libcsv()) return;
    check_fails(run_count("--weights income " + people()), 2, "with --column");
}

TEST_CASE("--live that is interrupted before samples arrive says so, and errors have the file's own name") {
    if (!has_libcsv()) return;
    const auto outcome =
        run_count("--live --column 1 " + file_of("growing", ""), "timeout --preserve-status -s INT 2");
    CHECK(outcome.code == 130);
    // If nothing is printed, the machine was so busy that the signal came before the program began.
    if (!outcome.err.empty()) CHECK(outcome.err == "histo_cl: interrupted before samples arrived\n");
    check_fails(run_count("--live --column 5 -", "printf 'a,b\\n1,2\\n3,4\\n' |"), 2,
                "standard input: there is no column '5'");
}

TEST_CASE("--strict makes a bad field an error") {
    if (!has_libcsv()) return;
    check_fails(run_count("--strict " + people()), 2, "line 3, column age: 'forty' is not a number");
}

TEST_CASE("--summary has a line for each column, in every form") {
    if (!has_libcsv()) return;
    const auto text = run_count("--summary --quiet " + people()).out;
    check_has(text, {"count  missing", "p1", "p50", "p99", "mean", "3 texts: Rome 3, Oslo 2, Paris 1",
                     "1991-05-20"});
    CHECK(text.find("input") == std::string::npos);
    const auto report = json::parse(run_count("--summary --json " + people()).out);
    CHECK(report.at("format") == 1);
    const auto& all = report.at("histograms");
    REQUIRE(all.size() == 5);
    CHECK(all[1].at("name") == "age");
    CHECK(all[1].at("counted") == 5);
    CHECK(all[1].at("min") == 25);
    CHECK(all[1].at("p50") == 30);
    CHECK(all[1].at("max") == 41);
    CHECK(all[1].at("sum") == 158);
    CHECK(all[1].at("mean") == doctest::Approx(31.6));
    CHECK(all[2].at("missing") == 2);
    CHECK(all[3].at("min") == "1983-03-15");
    CHECK(all[4].at("texts") == json({"Rome", "Oslo", "Paris"}));
    CHECK(all[4].at("counts") == json({3, 2, 1}));
    check_has(
        run_count("--summary --csv --percentiles 50 " + people()).out,
        {"name,counted,missing,bad,min,p50,max,mean,sum,texts\n", "\"age\",5,0,1,25,30,41,31.6,158,\n"});
    check_fails(run_count("--summary --column age --weights income " + people()), 2,
                "--summary takes samples");
}

TEST_CASE("percentiles and sums are exact, whether samples are in memory or read again") {
    if (!has_libcsv()) return;
    const auto table = file_of("many.csv", many_numbers(10'000));
    // With --memory, samples are counted while files are read.
    for (const std::string how :
         {"", "--memory 1M ", "--memory 1M --bins 3 ", "--range 0 20000 --memory 1M "}) {
        CAPTURE(how);
        const auto all = count_json(how + "--stats --percentiles 0,1,50,99.9,100 " + table);
        const auto n = histogram_of(all, "n").at("statistics");
        CHECK(n.at("min") == 0);
        CHECK(n.at("max") == 9999);
        CHECK(n.at("sum") == 49'995'000);
        CHECK(n.at("mean") == 4999.5);
        const std::vector<std::pair<const char*, int>> expected{
            {"p0", 0}, {"p1", 99}, {"p50", 4999}, {"p99.9", 9989}, {"p100", 9999}};
        for (const auto& one : expected) {
            CHECK(n.at(one.first).at("value") == one.second);
            CHECK(n.at(one.first).at("lower") == one.second);
            CHECK(n.at(one.first).at("upper") == one.second);
        }
        CHECK(histogram_of(all, "half").at("statistics").at("p50").at("value") == 2499.5);
    }
    for (const std::string how : {"", "--memory 1M "}) { // clamped samples are in the outer bins
        CAPTURE(how);
        const auto clamped = count_json(how + "--column n --range 4000 5000 --out-of-range clamped " +
                                        "--percentiles 1,50,99 " + table)
                                 .at("statistics");
        CHECK(clamped.at("p1") == json{{"value", 99}, {"lower", 99}, {"upper", 99}});
        CHECK(clamped.at("p50").at("value") == 4999);
        CHECK(clamped.at("p99") == json{{"value", 9899}, {"lower", 9899}, {"upper", 9899}});
    }
    const auto piped =
        report_of(run_count("--json --column n --percentiles 25 --range 0 1e4 - < " + table).out);
    CHECK(piped.at("statistics").at("p25").at("value") == 2499);
    CHECK(run_count("--column n --percentiles 50,99.9 --picture " + path_of("percentiles.svg") + " " + table)
              .code == 0);
    check_has(text_of_file("percentiles.svg"), {">p50 4,999<", ">p99.9 9,989<"});
    // Statistics exclude samples out of range.
    CHECK(count_json("--column n --percentiles 100 --range 0 100 " + table)
              .at("statistics")
              .at("p100")
              .at("value") == 99);
    check_has(run_count("--csv --column n --bins 2 --percentiles 50 " + table).out,
              {"1,4999.5,9999,5000\n\nstatistic,value,lower,upper\np50,4999,4999,4999\n"});
    check_has(run_count("--column n --percentiles 99.9 " + table).out, {"\np99.9 ", " 9,989\n"});
    // Saved counts have no samples, so a percentile has the bounds of its bin.
    REQUIRE(run_count("--column n --range 0 10000 --bins 4 --save saved " + table).code == 0);
    const auto added = count_json("--type f64 --range 0 10000 --bins 4 --percentiles 50 --add saved");
    CHECK(added.at("statistics").at("p50").at("lower") == 2500);
    CHECK(added.at("statistics").at("p50").at("upper") == 5000);
}

TEST_CASE("--log without LO HI takes the positive samples") {
    if (!has_libcsv()) return;
    const auto table = file_of("log.csv", "x\n0\n-5\n1\n10\n1000\nNA\n");
    for (const std::string how : {"--log ", "--log auto ", "--log=auto "}) {
        const auto result = count_json(how + "--bins 3 " + table);
        CHECK(result.at("counts") == json({1, 1, 1}));
        CHECK(result.at("edges").back() == 1000);
        CHECK(result.at("out_of_range") == 2);
    }
    CHECK(count_json("--bins 3 --log --memory 1M " + table).at("counts") == json({1, 1, 1}));
    CHECK(count_json("--bins 2 --log 1 100 " + table).at("counts") == json({1, 1}));
    CHECK(count_json("--bins 2 --type u8 --log " + file_of("bytes", std::string("\0\1\4\20", 4)))
              .at("counts") == json({1, 2}));
}

TEST_CASE("--where leaves rows out, and --group-by has a histogram for each value") {
    if (!has_libcsv()) return;
    const auto some = count_json("--column age --where 'city = Rome' --where 'income > 1200' " + people());
    CHECK(some.at("counted") == 1);
    CHECK(some.at("bad") == 1);
    CHECK(some.at("samples") == 2);
    const auto groups = count_json("--column age --group-by city --percentiles 50 " + people());
    REQUIRE(groups.at("histograms").size() == 3);
    CHECK(histogram_of(groups, "age Rome").at("counted") == 2);
    CHECK(histogram_of(groups, "age Rome").at("statistics").at("p50").at("value") == 30);
    CHECK(histogram_of(groups, "age Rome").at("missing") == 1); // 'forty'
    CHECK(histogram_of(groups, "age Rome").at("out_of_range") == 0);
    CHECK(histogram_of(groups, "age Oslo").at("missing") == 0);
    CHECK(histogram_of(groups, "age Oslo").at("bad") == 0);
    CHECK(histogram_of(groups, "age Oslo").at("counted") == 2);
    CHECK(histogram_of(groups, "age Paris").at("edges") == histogram_of(groups, "age Oslo").at("edges"));
    std::string text = "g,x\n";
    for (int i = 0; i < 60; ++i)
        text += std::to_string(i % 12) + "," + std::to_string(i) + "\n";
    const auto many = count_json("--column x --group-by g " + file_of("many_groups.csv", text));
    CHECK(many.at("histograms").size() == 8);
    CHECK(histogram_of(many, "x 0").at("counted") == 5);
    CHECK(histogram_of(many, "x (others)").at("counted") == 25);
    check_fails(run_count("--column age --group-by town " + people()), 2, "there is no column 'town'");
    check_fails(run_count("--column age --group-by city --weights income " + people()), 2,
                "--group-by counts");
    check_fails(run_count("--save saved " + people()), 2, "column name has texts");
    check_fails(run_count("--compare " + people() + " " + people()), 2, "column name has texts");
    check_fails(run_count("--column age --column city --joint " + people()), 2, "column city has texts");
}

TEST_CASE("statistics are those of the counted samples, where bounds are rounded to the samples' type") {
    const auto statistics = [](const std::string& range, const std::vector<float>& samples) {
        const auto found = count_json("--stats --type f32 " + range + file_of("f32", raw(samples)));
        CHECK(found.at("counted") == 2);
        return found.at("statistics");
    };
    const auto lower = statistics("--range 0.7 1 --bins 3 ", {0.6F, 0.7F, 0.75F}); // 0.7F < 0.7
    CHECK(lower.at("min") == double{0.7F});
    CHECK(lower.at("sum") == double{0.7F} + 0.75);
    CHECK(statistics("--range 0 0.7 --bins 3 ", {0.25F, 0.5F, 0.7F}).at("max") == 0.5);
    const auto upper = count_json("--summary --type f32 --range 0 0.7 " + path_of("f32"));
    CHECK(upper.at("counted") == 2);
}

TEST_CASE("deviation, skewness and kurtosis are those of the samples, whatever the bins") {
    const std::vector<double> samples{1, 2, 3, 4, 10};
    const auto found =
        count_json("--stats --type f64 --bins 2 " + file_of("samples", raw(samples))).at("statistics");
    CHECK(found.at("mean") == 4);
    CHECK(found.at("standard_deviation") == doctest::Approx(std::sqrt(10.0)));
    CHECK(found.at("skewness") == doctest::Approx(36 / std::pow(10.0, 1.5)));
    CHECK(found.at("excess_kurtosis") == doctest::Approx(278.8 / 100 - 3));
}

TEST_CASE("sums of integers of 64 bits are exact") {
    const auto statistics = [](const std::string& type, const std::string& samples) {
        return count_json("--stats --type " + type + " " + file_of("wide", samples)).at("statistics");
    };
    constexpr auto odd = (std::int64_t{1} << 53) + 1; // no double
    const auto sum = statistics("i64", raw(std::vector<std::int64_t>{odd, odd, odd}));
    CHECK(sum.at("sum") == 3 * odd);
    CHECK(sum.at("mean") == odd);
    using Limits = std::numeric_limits<std::int64_t>;
    const auto ends = statistics("i64", raw(std::vector<std::int64_t>{Limits::min(), Limits::max(), 0}));
    CHECK(ends.at("sum") == -1);
    CHECK(ends.at("mean") == -1.0 / 3);
    constexpr auto max = std::numeric_limits<std::uint64_t>::max();
    const auto beyond = statistics("u64", raw(std::vector<std::uint64_t>{max, max}));
    CHECK(beyond.at("sum") == 0x1p65);
    CHECK(beyond.at("mean") == max);
}

TEST_CASE("rows of several values say the first and the last of them") {
    if (!has_libcsv()) return;
    const auto codes = file_of("codes.csv", "code\n200\n404\n500\n");
    check_has(run_count("--column code --bins 301 --range 200 501 " + codes).out,
              {"\n  200 to 209  #", "\n  400 to 409  #"});
}

TEST_CASE("--where compares integers beyond 2^53 exactly, and a decimal comma separates no columns") {
    if (!has_libcsv()) return;
    const auto times =
        file_of("times.csv", "t,v\n9007199254740992,1\n9007199254740993,2\n18446744073709551615,3\n");
    CHECK(count_json("--column v --where 't = 9007199254740993' --summary " + times)["histograms"][0].at(
              "max") == 2);
    CHECK(count_json("--column v --where 't > 9007199254740993' --summary " + times)["histograms"][0].at(
              "min") == 3);
    CHECK(count_json("--column v --where 't <= 9007199254740992.5' --summary " + times)["histograms"][0].at(
              "max") == 1);
    const auto commas =
        count_json("--numbers 1,5 --summary " + file_of("commas.txt", "1,5\n2,5\n3,5\n4,25\n"))["histograms"];
    REQUIRE(commas.size() == 1);
    CHECK(commas[0].at("max") == 4.25);
}

TEST_CASE("--nodata marks numbers, and neither texts nor dates") {
    if (!has_libcsv()) return;
    const auto table =
        file_of("marks.csv", "t,x,y,d\nred,5,1,1970-01-01\nblue,6,,1970-01-02\nred,0,,1970-01-03\n"
                             "green,7,z,1970-01-04\n,8,3,1970-01-05\nred,9,4,1970-01-06\n");
    const auto all = json::parse(run_count("--nodata 0 --summary --json " + table).out).at("histograms");
    CHECK(all[0].at("texts") == json({"red", "blue", "green"}));
    CHECK(all[0].at("counts") == json({2, 1, 1}));
    CHECK(all[0].at("missing") == 2); // an empty field, and the row that is left out
    CHECK(all[1].at("sum") == 35);
    CHECK(all[1].at("missing") == 1);
    CHECK(all[2].at("counted") == 3);
    CHECK(all[2].at("missing") == 2); // a row that is left out is missing once
    CHECK(all[2].at("bad") == 1);
    CHECK(all[3].at("min") == "1970-01-01");
    CHECK(all[3].at("missing") == 1);
    CHECK(count_json("--nodata 0 --column t " + table).at("counts") == json({3, 1, 1}));
    // The fields of rows that are left out are not out of range.
    const auto mask = file_of("rows.mask", std::string("\1\1\0\0\1\1", 6));
    const auto numbers = "--column y --range 0 4 --bins 4 " + table;
    for (const auto& rows : {std::string("--nodata 0 --column x "), "--column x --mask " + mask + " "})
        CHECK(histogram_of(count_json(rows + numbers), "y").at("out_of_range") == 1);
    const auto both = count_json("--overlay --nodata 0 --column x " + numbers + " " + table);
    for (const auto& one : both.at("histograms"))
        CHECK(one.at("out_of_range") == (one.at("name").get<std::string>().ends_with("y") ? 1 : 5));
}

TEST_CASE("the columns of several tables stay the axes of a joint histogram") {
    if (!has_libcsv()) return;
    const auto one = file_of("one.csv", "a,b\n1,10\n2,20\n");
    const auto found = count_json("--joint --column a --column b --bins 2 " + one + " " + one);
    CHECK(found.at("counted") == 4);
    CHECK(found.at("axes")[0].at("name") == "a");
    CHECK(found.at("axes")[1].at("name") == "b");
    const auto texts = file_of("texts.csv", "a\nx\ny\n");
    check_fails(run_count("--joint --column a " + texts + " " + texts), 2, "column a has texts");
}

TEST_CASE("joint histograms have edges of dates") {
    if (!has_libcsv()) return;
    const auto table = file_of("joint.csv", "x,d\n1,2024-01-01\n2,2024-01-02\n");
    const std::string options = "--joint --bins 1 --range 2024-01-01 2024-01-03 --column d --column d ";
    CHECK(count_json(options + table).at("axes")[1].at("edges") == json({"2024-01-01", "2024-01-03"}));
    check_has(run_count(options + "--csv " + table).out, {"\n0,2024-01-01,2024-01-03,0,2024-01-01,"
                                                          "2024-01-03,2\n"});
    CHECK(count_json("--joint --bins 1 --column x --column d " + table).at("axes")[0].at("edges") ==
          json({1, 2}));
}

TEST_CASE("a column of several files is counted under its name, also if the name is a number") {
    if (!has_libcsv()) return;
    const auto years = file_of("years.csv", "id,1,2,3\n10,100,200,300\n11,101,201,301\n12,102,202,302\n");
    const auto all = count_json("--summary " + years + " " + years).at("histograms");
    for (int column = 1; column <= 3; ++column) {
        CHECK(all[static_cast<std::size_t>(column)].at("min") == column * 100);
        CHECK(all[static_cast<std::size_t>(column)].at("max") == column * 100 + 2);
    }
}

TEST_CASE("the summary says how many samples are NaN, and how many infinite or out of range") {
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> samples{1, 2, std::nan(""), 3, infinity, std::nan("")};
    const auto file = "--type f64 " + file_of("samples", raw(samples));
    const auto summary = count_json("--summary " + file)["histograms"][0];
    CHECK(summary.at("counted") == 3);
    CHECK(summary.at("missing") == 2);
    check_has(run_count("--summary " + file).out, {"samples: 1 sample out of range\n"});
    check_has(run_count(file).out, {"3 samples, 3 out of range or NaN"});
}

TEST_CASE("texts are categories, the most frequent first") {
    if (!has_libcsv()) return;
    std::string text = "word,n\n";
    for (int i = 0; i < 100; ++i)
        text += "w" + std::to_string(i * i % 40) + ",1\n";
    const auto table = file_of("words.csv", text);
    const auto words = count_json("--column word " + table);
    CHECK(words.at("texts").front() == "w1");
    CHECK(words.at("counts").front() == 20);
    check_has(run_count("--column word --rows 4 " + table).out, {"  w1  ", " others  "});
    const auto mean = count_json("--column city --weights age --of mean " + people());
    CHECK(mean.at("texts").front() == "Paris");
    CHECK(mean.at("means") == json({41, 31.5, 27}));
    const auto heights = file_of("heights.csv", "who,h\nann,1\nbob,NA\ncid,2\ndan,NA\neve,3\n");
    for (const std::string of : {"minimum", "maximum", "mean"}) // texts without a height are the last
        CHECK(count_json("--column who --weights h --of " + of + " " + heights).at("texts") ==
              json({"eve", "cid", "ann", "bob", "dan"}));
}

TEST_CASE("--numbers reads decimal commas and thousands, by an example") {
    if (!has_libcsv()) return;
    const auto table = file_of("comma.csv", "x;y\n1.234,5;2\n0,5;3\n");
    for (const std::string style : {"1.234,5", "1.234"})
        CHECK(count_json("--summary --numbers " + style + " " + table)["histograms"][0].at("max") == 1234.5);
    const auto values = file_of("values.csv", "1,5;2,5\n3,5;4,5\n5,5;6,5\n7,5;8,5\n");
    CHECK(count_json("--summary --numbers 1234,5 " + values)["histograms"][0].at("sum") == 18);
}

TEST_CASE("--quiet leaves out all lines but the picture's and the statistics'") {
    const auto bytes = file_of("quiet", "\1\2\2\3");
    const auto text = run_count("--quiet --range 0 4 " + bytes).out;
    for (const auto* const word : {"input", "device", "variant", "total", "build"})
        CHECK(text.find(word) == std::string::npos);
    check_has(text, {"4 samples"});
}

TEST_SUITE_END();
