// histo_cl_bench columns as users run it: every state is measured, with correct sums, on the terminal and as
// JSON.

#include "support/bench_program.hpp"

#include <histo_cl/histo_cl.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

using namespace histo_cl::test;

TEST_SUITE("columns") {
    TEST_CASE("columns: measures every state, with right sums, on the terminal and as JSON") {
        const BenchProgram program{"histo_cl_bench columns", HISTO_CL_BENCH};
        const auto file = path_of("columns.json");
        const auto outcome = program.run("--rows 2000 --columns 9 --runs 1 --json " + file);
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
        program.check_refused("--columns 4", "--columns");
    }
}
