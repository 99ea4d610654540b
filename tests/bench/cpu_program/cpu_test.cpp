// histo_cl_bench cpu as users run it.

#include "support/bench_program.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace histo_cl::test;

namespace {

const BenchProgram peers{"histo_cl_bench cpu", HISTO_CL_BENCH};
const std::string library = HISTO_CL_PEER_LIBRARY;

} // namespace

TEST_SUITE("cpu") {
    TEST_CASE("reports right counts, a time and a ratio for each peer of this build") {
        const auto run = peers.json("--samples u8,f32 --elements 5000 --bins 64,256 --data 1.000,walk");
        CHECK(run["program"] == "histo_cl_bench cpu");
        REQUIRE(run["results"].size() == 8);
        CHECK(run["peers"].contains("call"));
        CHECK(run["peers"].contains("loop"));
        CHECK(run["peers"].contains("tables"));
        for (const char* const label : {"opencv", "boost", "numpy", "fast_histogram"})
            CHECK(run["peers"].contains(label) !=
                  (run.contains("left_out") && run["left_out"].contains(label)));
        for (const auto& result : run["results"])
            for (const auto& item : result["runs"].items()) {
                const auto& label = item.key();
                const auto& outcome = item.value();
                CAPTURE(label);
                CAPTURE(result.dump());
                const bool tables_has_it = result["sample"] == "f32" || result["bins"] == 256;
                CHECK(outcome["verdict"] == (label == "tables" && !tables_has_it ? "rejected" : "right"));
                CHECK(outcome["device"].is_null());
                if (outcome["verdict"] == "right") CHECK(outcome["wall"]["median"] > 0.0);
                if (outcome["verdict"] == "right" && label != "histo_cl")
                    CHECK(result["ratios"][label]["wall"] > 0.0);
            }
    }

    TEST_CASE("runs the named peers on each layout, and ends with a line for each peer") {
        const auto outcome = peers.run("--peers loop,tables --samples u8 --elements 3000 --bins 256 --runs 2 "
                                       "--data 0.000,two,text --layout single,multi,region,mask");
        CAPTURE(outcome.out);
        CHECK(outcome.code == 0);
        CHECK(outcome.out.find("opencv") == std::string::npos);
        check_has(outcome.out, {"\nloop         6 ", "\ntables       3 ",
                                "tables_rejected: not supported by this peer: the layout region"});
    }

    TEST_CASE("passes the library's options to the peer \"call\"") {
        const std::string state = "--peers call --samples u8 --elements 3000 --bins 256 --data text ";
        const auto forced = peers.json(state + "--variant item_private --count-values off");
        CHECK(forced["results"][0]["runs"]["call"]["verdict"] == "right");
        const auto refused = peers.run(state + "--variant item_packed --merge host --runs 2");
        CAPTURE(refused.out);
        CHECK(refused.code == 2);
        check_has(refused.out, {"call_rejected: "});
    }

    TEST_CASE("measures a user's functions from a shared library") {
        const auto run =
            peers.json("--peers loop --peer mine=" + library + ":count_bytes --peer floats=" + library +
                       ":count_floats --samples u8,f32 --elements 300000 --bins 256 --data 1.000");
        CHECK(run["peers"]["mine"]["symbol"] == "count_bytes");
        const auto verdict = [&](std::size_t result, const char* label) {
            return run["results"][result]["runs"][label]["verdict"].get<std::string>();
        };
        REQUIRE(run["results"].size() == 2);
        CHECK(run["results"][0]["sample"] == "u8");
        CHECK(verdict(0, "mine") == "right");
        CHECK(verdict(0, "floats") == "rejected");
        CHECK(verdict(1, "mine") == "rejected");
        CHECK(verdict(1, "floats") == "right");
    }

    TEST_CASE("reports a peer's wrong counts and still exits with 0") {
        const auto outcome =
            peers.run("--peers loop --peer careless=" + library +
                      ":forget_one --samples u8 --elements 1000 --bins 256 --data 0.000 --runs 2");
        CHECK(outcome.code == 0);
        CAPTURE(outcome.out);
        check_has(outcome.out, {"careless_wrong: counter ", " is 999, not 1000", "(careless_wrong)"});
    }

    TEST_CASE("refuses unknown peers and libraries with a message") {
        peers.check_refused("--peers loop,cub",
                            "--peers: 'cub' is not one of call, tables, loop, opencv, boost, numpy");
        peers.check_refused("--peer mine", "--peer: 'mine' is not NAME=LIBRARY:SYMBOL");
        peers.check_refused("--peer mine=x.so", "--peer: 'mine=x.so' is not NAME=LIBRARY:SYMBOL");
        peers.check_refused("--peer mine=/nowhere/x.so:f", "--peer mine: /nowhere/x.so: cannot open");
        peers.check_refused("--peer mine=" + library + ":no_such", "no_such");
        peers.check_refused("--peer loop=" + library + ":count_bytes", "the name 'loop' is already in use");
    }

    TEST_CASE("leaves out numpy if the Python interpreter is missing") {
        const auto run =
            peers.json("--python /nowhere/python3 --samples u8 --elements 100 --bins 256 --data text");
        CHECK(run["left_out"]["numpy"].get<std::string>().starts_with("no /nowhere/python3 that has it"));
        CHECK_FALSE(run["results"][0]["runs"].contains("numpy"));
    }
}
