// histo_cl_bench as users run it: its options, table, files, diagnostics and exit codes.

#include "support/bench_program.hpp"

#include <histo_cl/histo_cl.hpp>

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

using namespace histo_cl::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const BenchProgram program{"histo_cl_bench", HISTO_CL_BENCH};

void check_summary(const json& summary, int runs) {
    CHECK(summary["min"] <= summary["median"]);
    CHECK(summary["median"] <= summary["max"]);
    CHECK(summary["min"] > 0.0);
    CHECK(summary["noise"] >= 0.0);
    CHECK(summary["runs"] == runs);
}

} // namespace

TEST_SUITE_BEGIN("run");

TEST_CASE("runs the states of every axis, each with right counts, times and a decision") {
    const auto run = program.json("--samples f32 --elements 1000 --bins 32 --entropy 1.000,0.000 "
                                  "--layout single,multi --binning even,range");
    CHECK(run["program"] == "histo_cl_bench");
    CHECK(run["version"] == HISTO_CL_VERSION);
    CHECK(run["complete"] == true);
    CHECK(run["date"].get<std::string>().ends_with("Z"));
    CHECK(run["device"]["name"] == histo_cl::default_device().profile.name);
    CHECK(run["command_line"].back() == "even,range");
    check_summary(run["empty_launch"]["histo_cl"], 200);
    REQUIRE(run["results"].size() == 8);
    for (const auto& result : run["results"]) {
        CAPTURE(result.dump());
        const auto& ours = result["runs"]["histo_cl"];
        CHECK(ours["verdict"] == "right");
        check_summary(ours["wall"], 2);
        if (!ours["device"].is_null()) {
            check_summary(ours["device"], 2);
            check_summary(result["read"], 10);
            CHECK(ours["ceiling_share"] > 0.0);
        }
        CHECK(ours["gsamples_per_s"] > 0.0);
        CHECK(histo_cl::variant_named(ours["decision"]["variant"].get<std::string>()));
        CHECK(ours["decision"]["work_group_size"] > 0);
        const int channels = result["layout"] == "multi" ? 4 : 1;
        CHECK(result["bytes"] == 4000 * channels);
    }
}

TEST_CASE("runs other kinds of data and layouts") {
    const auto run = program.json("--samples u8,f32 --elements 1000 --bins 32 "
                                  "--data walk,two,text,power-law,sorted --layout region,mask");
    REQUIRE(run["results"].size() == 20);
    for (const auto& result : run["results"]) {
        CAPTURE(result.dump());
        if (result["sample"] == "f32" && result["entropy"] == "text")
            CHECK(result["skipped"] == "text is only for u8 and i8, not f32");
        else
            CHECK(result["runs"]["histo_cl"]["verdict"] == "right");
    }
}

TEST_CASE("measures a part of the device, without the device's clock, and the cost of a first call") {
    const std::string one = "--samples u8 --elements 1000 --bins 16 --entropy 1.000 --no-device-clock ";
    const auto cold = program.json(one + "--no-cache");
    const auto& ours = cold["results"][0]["runs"]["histo_cl"];
    CHECK(ours["device"].is_null());
    CHECK(ours["decision"]["from_cache"] == false);
    CHECK(ours["decision"]["plan_seconds"] > 0.0);
    CHECK(ours["decision"]["first_seconds"] > 0.0);
    (void)program.json(one);
    CHECK(program.json(one)["results"][0]["runs"]["histo_cl"]["decision"]["from_cache"] == true);

    const auto units = cold["device"]["compute_units"].get<unsigned>();
    program.check_refused(one + "--compute-units " + std::to_string(units + 1),
                          "has " + std::to_string(units));
    const auto part = program.run(one + "--runs 2 --compute-units 1 --json " + path_of("part.json"));
    if (units > 1 && part.code != 2) { // code 2: the device cannot be divided
        CHECK(part.code == 0);
        CHECK(json::parse(content(path_of("part.json")))["device"]["compute_units"] == 1);
    }
}

TEST_CASE("runs a variant by name, and all variants beside the chosen one") {
    const auto forced =
        program.json("--samples u16 --elements 500 --bins 16 --entropy 0.544 --variant global_atomic "
                     "--work-group-size 32");
    const auto& decision = forced["results"][0]["runs"]["histo_cl"]["decision"];
    CHECK(decision["variant"] == "global_atomic");
    CHECK(decision["work_group_size"] == 32);

    // Merge::host returns the counts and no event, so the device's clock gives no time for it.
    const auto by_host = program.json("--samples u8 --elements 5000 --bins 256 --entropy 1.000 "
                                      "--variant banked_uchar4 --merge host");
    const auto& returned = by_host["results"][0]["runs"]["histo_cl"];
    CHECK(returned["verdict"] == "right");
    CHECK(returned["decision"]["merge"] == "host");
    CHECK(returned["device"].is_null());
    CHECK(returned["wall"]["median"] > 0.0);

    const auto all = program.json("--samples u8 --elements 500 --bins 16 --entropy 1.000 --all-variants");
    const auto& runs = all["results"][0]["runs"];
    CHECK(runs.size() == histo_cl::all_variants.size() + 1);
    for (const auto& item : runs.items()) {
        const auto& label = item.key();
        const auto& run = item.value();
        CAPTURE(label);
        CAPTURE(run.dump());
        CHECK((run["verdict"] == "right" || run["verdict"] == "rejected"));
        if (run["verdict"] == "rejected") CHECK_FALSE(run["message"].get<std::string>().empty());
        if (label != "histo_cl" && run["verdict"] == "right") CHECK(run["decision"]["variant"] == label);
    }
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("output");

TEST_CASE("prints a table with a line for each state, also for skipped ones") {
    const auto outcome = program.run("--samples i8 --elements 2^10 --bins 64,256 --entropy 1.000 --runs 2");
    CHECK(outcome.code == 0);
    check_has(outcome.out, {"% of read", "i8 2^10 bins 64 entropy 1.000 single even: histo_cl ",
                            "i8 has fewer values from 0 up than 256 bins"});
}

TEST_CASE("writes a file whole or not at all") {
    program.check_refused("--elements 100 --json /nowhere/at/all.json",
                          "/nowhere/at/all.json cannot be written: No such");
    for (const auto& entry : fs::directory_iterator(fs::path(path_of("x")).parent_path()))
        CHECK(entry.path().extension() != ".tmp");
}

TEST_CASE("compares two files of results") {
    const auto state = [](int bins, double device, double wall) {
        return json{
            {"sample", "f32"},
            {"elements", 65536},
            {"bins", bins},
            {"entropy", "1.000"},
            {"layout", "single"},
            {"binning", "even"},
            {"runs",
             {{"histo_cl",
               {{"device", device > 0 ? json{{"median", device}} : json()}, {"wall", {{"median", wall}}}}}}}};
    };
    const auto a = path_of("a.json");
    const auto b = path_of("b.json");
    write(a, json{{"format", 2},
                  {"results", {state(32, 4e-6, 9e-6), state(64, 1e-6, 9e-6), state(128, 0, 9e-6)}}}
                 .dump());
    write(b, json{{"format", 2},
                  {"results", {state(32, 1e-6, 3e-6), state(64, 2e-6, 3e-6), state(256, 1e-6, 3e-6)}}}
                 .dump());
    const auto outcome = program.run("--compare " + a + " " + b);
    CAPTURE(outcome.out);
    CHECK(outcome.code == 0);
    check_has(outcome.out,
              {"    4.00   1.00 us   4.00 us  f32 2^16 bins 32 entropy 1.000 single even",
               "geometric mean 1.41, slower in 1, from 0.50 to 4.00", "geometric mean 3.00, slower in 0",
               "bins 256 entropy 1.000 single even: not in "});

    // A file that the program has written, compared with itself.
    (void)program.json("--samples u8 --elements 1000 --bins 16 --entropy 1.000");
    const auto self = program.run("--compare " + path_of("run.json") + " " + path_of("run.json"));
    CHECK(self.code == 0);
    check_has(self.out, {"geometric mean 1.00, slower in 0, from 1.00 to 1.00"});
}

TEST_CASE("lists states without running them") {
    const auto outcome = program.run("--preset full --samples u8 --list-states");
    CHECK(outcome.code == 0);
    CHECK(outcome.out.starts_with("u8 2^28 bins 256 entropy "));
    CHECK(std::ranges::count(outcome.out, '\n') == 8);
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("errors");

TEST_CASE("SIGTERM ends the program") {
    const auto outcome =
        run_command("timeout --preserve-status -s TERM 3 '" HISTO_CL_BENCH
                    "' --samples f32,u16,u8 --elements 1000 --bins 10,100,1000,10000 --runs 100000 "
                    "--max-time 3600",
                    folder());
    CHECK(outcome.code == 143);
}

TEST_CASE("exits with 2 if its output cannot be written") {
    for (const char* const arguments :
         {"--help", "--list-devices", "--list-states", "--elements 100 --runs 1"}) {
        CAPTURE(arguments);
        const auto outcome = program.run(arguments + std::string(" >/dev/full"));
        CHECK(outcome.code == 2);
        check_has(outcome.err,
                  {"histo_cl_bench: standard output cannot be written: No space left on device"});
    }
}

TEST_CASE("refuses unusable options with a message") {
    program.check_refused("--elements 2^40",
                          "'2^40' is not a whole number from 1 to 4294967295, nor a range A..B");
    program.check_refused("--preset cub --samples u8", "preset cub has no state with these values");
    program.check_refused("--variant local_atomic --all-variants", "--all-variants");
    program.check_refused("--compare one.json", "--compare");
    program.check_refused("--compare " + path_of("none.json") + " x", "none.json cannot be read");
    write(path_of("bad.json"), "{]");
    program.check_refused("--compare " + path_of("bad.json") + " " + path_of("bad.json"),
                          "bad.json is not JSON of this benchmark");
    write(path_of("old.json"), R"({"format": 1, "results": []})");
    program.check_refused("--compare " + path_of("old.json") + " " + path_of("old.json"),
                          "old.json has the format 1; --compare reads 2");
    write(path_of("plain.json"), R"({"results": []})");
    program.check_refused("--compare " + path_of("plain.json") + " " + path_of("plain.json"),
                          "plain.json is not JSON of this benchmark");
}

TEST_CASE("reports a missing device, and a variant that cannot run") {
    const auto absent = program.run("--device 'no such device'");
    CHECK(absent.code == 3);
    check_has(absent.err, {"no such device"});
    const auto rejected =
        program.run("--samples u8 --elements 1000 --bins 16 --entropy 1.000 --work-group-size 1000000");
    CHECK(rejected.code == 2);
    check_has(rejected.out, {"histo_cl_rejected: "});
    check_has(rejected.err, {"no state could be run"});
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("columns");

TEST_CASE("columns: measures every state, with right sums, on the terminal and as JSON") {
    const BenchProgram columns{"histo_cl_bench columns", HISTO_CL_BENCH};
    const auto file = path_of("columns.json");
    const auto outcome = columns.run("--rows 2000 --columns 9 --runs 1 --json " + file);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    check_has(outcome.out, {"2000 rows x 9 columns", " 256   100 %  skewed", "  16     1 %  uniform"});
    const auto run = nlohmann::json::parse(content(file));
    CHECK(run["program"] == "histo_cl_bench columns");
    CHECK(run["version"] == HISTO_CL_VERSION);
    CHECK(run["device"]["name"] == histo_cl::default_device().profile.name);
    CHECK(run["command_line"].back() == file);
    REQUIRE(run["results"].size() == 12);
    for (const auto& result : run["results"]) {
        CAPTURE(result.dump());
        CHECK(result["rows"] == 2000);
        CHECK(result["columns"] == 9);
        CHECK(result["weights"] == "f32");
        CHECK(result["right"] == true);
        CHECK(result["free"]["wall"] > 0.0);
        CHECK(result["bound"]["device"] > 0.0);
        CHECK(result["loop"]["wall"] > 0.0);
        CHECK(!result.contains("lightgbm"));
    }
    columns.check_refused("--columns 4", "--columns");
}

TEST_SUITE_END();
