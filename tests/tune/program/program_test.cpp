// histo_cl tune as users run it, on small problems: its arguments, tables and exit codes.

#include "support/folder.hpp"
#include "support/program.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;
namespace fs = std::filesystem;

namespace {

/// Runs the tuner in a separate folder for its output and temporary files.
class Tune {
  public:
    Tune() { fs::create_directory(temporary()); }

    [[nodiscard]] fs::path table() const { return folder_.path() / "tuning.txt"; }
    [[nodiscard]] fs::path temporary() const { return folder_.path() / "tmp"; }
    [[nodiscard]] std::vector<fs::path> files() const {
        std::vector<fs::path> found;
        for (const auto& entry : fs::directory_iterator(folder_.path()))
            found.push_back(entry.path().filename());
        return found;
    }

    ProgramOutcome operator()(const std::string& arguments, const std::string& before = {}) const {
        const Folder streams;
        return run_command("TMPDIR=" + temporary().string() + " " + before + " '" HISTO_CL_PROGRAM "' tune " +
                               arguments,
                           streams.path());
    }

    [[nodiscard]] std::string output() const { return " --output " + table().string(); }

  private:
    Folder folder_;
};

constexpr const char* tiny = "--samples u8 --bins 10 --counter u32 --elements 3000 --seconds 2";

void check_fails(const ProgramOutcome& outcome, int code, const std::string& words) {
    INFO("err: ", outcome.err);
    CHECK(outcome.code == code);
    CHECK(outcome.err.starts_with("histo_cl tune: "));
    check_has(outcome.err, {words});
}

/// The table's entries for the tuned device.
const DeviceTuning* of_this_device(const TuningTable& table) {
    return find(table, default_device().profile);
}

} // namespace

TEST_CASE("tunes a problem, and keeps all other entries of the table") {
    const Tune tune;
    const auto profile = default_device().profile;
    const TuningEntry other{.key = {.sample = SampleType::f64}, .knobs = {.replicas = 3}, .speedup = 1.5};
    const TuningEntry stale{
        .key = {.counters = 10, .elements = 3000}, .knobs = {.replicas = 5}, .speedup = 9};
    const TuningTable before{
        {{"P", "N", "D", {other}}, {profile.platform, profile.name, profile.driver, {stale, other}}}};
    std::ofstream(tune.table()) << to_text(before);

    const auto outcome = tune(tiny + tune.output());
    INFO("out: ", outcome.out, "err: ", outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK(outcome.err.empty()); // no progress bar without a terminal
    check_has(outcome.out, {"u8, 10 bins  "});
    const auto after = read_tuning_table(tune.table().string());
    CHECK(after.devices.at(0) == before.devices[0]);
    REQUIRE(of_this_device(after) != nullptr);
    const auto& entries = of_this_device(after)->entries;
    CHECK(entries.at(0) == other);
    const bool found = contains(outcome.out, "wrote 1 entry");
    REQUIRE(entries.size() == (found ? 2 : 1));
    if (found) {
        CHECK(entries[1].key == stale.key);
        CHECK(entries[1].knobs.variant);
        CHECK(entries[1].speedup >= 1.03);
        CHECK(entries[1].speedup != stale.speedup);
    }
    CHECK(tune.files().size() == 2); // the table, and the folder for temporary files
    CHECK(fs::is_empty(tune.temporary()));
}

TEST_CASE("tunes several problems, of other layouts and binnings") {
    const Tune tune;
    const auto outcome = tune("--samples f32,i16 --bins 2^4 --layout multi,planar --binning log "
                              "--counter u64 --elements 2^12 --seconds 1" +
                              tune.output());
    INFO("err: ", outcome.err);
    CHECK(outcome.code == 0);
    for (const auto* const subject : {"f32, 16 bins, log, multi, u64", "f32, 16 bins, log, planar, u64",
                                      "i16, 16 bins, log, multi, u64", "i16, 16 bins, log, planar, u64"})
        check_has(outcome.out, {subject});
}

TEST_CASE("tunes counters that saturate") {
    const Tune tune;
    const auto outcome =
        tune("--samples u8 --bins 2^4 --counter u8 --elements 2^14 --seconds 1" + tune.output());
    INFO("err: ", outcome.err);
    CHECK(outcome.code == 0);
    check_has(outcome.out, {"u8, 16 bins, u8"});
}

TEST_CASE("reports a broken table at once, and leaves it as it is") {
    const Tune tune;
    const std::string broken = "histo_cl_tuning 1\nplatform P\n";
    std::ofstream(tune.table()) << broken;
    check_fails(tune(tiny + tune.output()), 2, "line 3: name is needed");
    CHECK(content(tune.table()) == broken);
}

TEST_CASE("reports wrong use in a line") {
    const Tune tune;
    const auto fails = [&](const std::string& arguments, const std::string& words) {
        check_fails(tune(arguments + tune.output()), 2, words);
    };
    fails("--samples u9", "--samples: 'u9' is not one of u8, i8");
    fails("--bins 0", "--bins: '0' is not a whole number from 1 to 16777216");
    fails("--elements 2^64", "2^64");
    fails("--layout round", "'round' is not one of single, multi, planar");
    fails("--binning custom", "'custom' is not one of even, edges, log, circular");
    fails("--seconds -1", "--seconds");
    fails("--counter i64", "--counter");
    check_fails(tune(tiny, "XDG_CONFIG_HOME= HOME="), 2, "give --output FILE");
    check_fails(tune(tiny + tune.output() + " --device 'no such device'"), 3, "no such device");
    CHECK_FALSE(fs::exists(tune.table()));
}

TEST_CASE("the default table is the one that plans read") {
    const Tune tune;
    const auto config = tune.temporary() / "config" / "histo_cl";
    fs::create_directories(config);
    std::ofstream(config / "tuning.txt") << "no table";
    check_fails(tune(tiny, "XDG_CONFIG_HOME=" + (tune.temporary() / "config").string()), 2,
                (config / "tuning.txt").string());
}

TEST_CASE("Ctrl-C and SIGTERM end the search with a whole table, and nothing temporary is left") {
    for (const bool by_term : {false, true}) {
        const Tune tune;
        const TuningTable before{{{"P", "N", "D", {TuningEntry{}}}}};
        std::ofstream(tune.table()) << to_text(before);
        const auto outcome =
            tune("--samples u8,f32 --bins 10,100,1000 --elements 5000 --seconds 100" + tune.output(),
                 "timeout --preserve-status -s " + std::string(by_term ? "TERM" : "INT") + " 3");
        CHECK(outcome.code == (by_term ? 143 : 130));
        CHECK(read_tuning_table(tune.table().string()).devices.at(0) == before.devices[0]);
        CHECK(fs::is_empty(tune.temporary()));
    }
}

TEST_CASE("prints help, and exits with 2 if its output cannot be written") {
    const Tune tune;
    const auto help = tune("--help");
    CHECK(help.code == 0);
    check_has(help.out, {"--seconds"});
    for (const std::string& arguments :
         {std::string("--help"), tiny + tune.output(), std::string("--warm --bins 8")})
        check_fails(tune(arguments + " >/dev/full"), 2,
                    "standard output cannot be written: No space left on device");
}

TEST_CASE("--warm builds the programs of the problems given, once") {
    const Tune tune;
    const auto cache = "XDG_CACHE_HOME=" + (tune.temporary() / "cache").string();
    const std::string problems = "--warm --samples u8,f32 --bins 100,101 --counter u32";
    const auto first = tune(problems, cache);
    INFO("out: ", first.out, "err: ", first.err);
    CHECK(first.code == 0);
    check_has(first.out,
              {"u8, 100 bins   built, ", "f32, 101 bins  there already, ", "\nbuilt 2 programs in "});
    const auto second = tune(problems, cache);
    CHECK(second.code == 0);
    check_has(second.out, {"u8, 100 bins   there already, ", "\nbuilt 0 programs in "});
    CHECK_FALSE(fs::exists(tune.table()));
    check_fails(tune("--warm" + tune.output()), 2, "--warm excludes --output");
}
