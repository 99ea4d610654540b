// histo_cl as users run it: its arguments, files, output, diagnostics and exit codes.

#include "count/program/count.hpp"
#include "files/npy.hpp"

#include <histo_cl/histo_cl.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <pty.h>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;
using namespace histo_cl::test;

namespace {

/// Hides all OpenCL platforms from the program.
constexpr const char* without_devices = "OCL_ICD_VENDORS=/nonexistent";

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// The arguments of execv(): the program's name, these arguments, and a null pointer.
std::vector<char*> pointers_to(std::vector<std::string>& arguments) {
    arguments.insert(arguments.begin(), HISTO_CL_PROGRAM);
    std::vector<char*> pointers;
    for (auto& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// The program on a terminal with a given number of columns.
class OnTerminal {
  public:
    OnTerminal(unsigned short columns, const char* locale, std::vector<std::string> arguments) {
        const auto pointers = pointers_to(arguments);
        const winsize size{.ws_row = 50, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
        child_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
        REQUIRE(child_ >= 0);
        if (child_ != 0) return;
        ::setenv("LC_ALL", locale, 1);
        ::execv(HISTO_CL_PROGRAM, pointers.data());
        ::_exit(127);
    }
    OnTerminal(const OnTerminal&) = delete;
    OnTerminal& operator=(const OnTerminal&) = delete;
    ~OnTerminal() { ::close(terminal_); }

    [[nodiscard]] pid_t child() const { return child_; }
    [[nodiscard]] const std::string& text() const { return text_; }

    void type(char key) const { REQUIRE(::write(terminal_, &key, 1) == 1); }

    /// Reads until the text has these words, or to the end for "".
    void read_until(const std::string& words) {
        std::array<char, 4096> part{};
        while (words.empty() || !histo_cl::test::contains(text_, words)) {
            const auto got = ::read(terminal_, part.data(), part.size());
            if (got <= 0) break;
            text_.append(part.data(), static_cast<std::size_t>(got));
        }
        CHECK(histo_cl::test::contains(text_, words));
    }

    /// Reads the rest, and returns the program's status as from waitpid().
    [[nodiscard]] int end() {
        read_until("");
        int status = 0;
        ::waitpid(child_, &status, 0);
        return status;
    }

  private:
    pid_t child_ = -1;
    int terminal_ = -1;
    std::string text_;
};

/// The output of the program on a terminal, for a file's letters.
std::string on_terminal(unsigned short columns, const char* locale, const std::string& file) {
    OnTerminal run(columns, locale, {"--letters", file});
    const int status = run.end();
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    return run.text();
}

/// The peak memory of the program in bytes. Its standard input is the output of the command `input`.
std::int64_t peak_bytes(std::vector<std::string> arguments, const std::string& input = ":") {
    const auto pointers = pointers_to(arguments);
    FILE* const from = ::popen(input.c_str(), "r");
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::dup2(::fileno(from), STDIN_FILENO);
        ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
        ::execv(HISTO_CL_PROGRAM, pointers.data());
        ::_exit(127);
    }
    int status = 0;
    rusage used{};
    ::wait4(child, &status, 0, &used);
    ::pclose(from);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    return std::int64_t{used.ru_maxrss} * 1024;
}

const std::string phrase = "programming massively parallel processors";
const json phrase_counts = {5, 5, 6, 10, 10, 1, 1};

/// The bytes of the samples in the given byte order.
template <class T>
std::string in_order(const std::vector<T>& samples, std::endian order) {
    auto bytes = raw(samples);
    if (order != std::endian::native)
        for (auto sample = bytes.begin(); sample != bytes.end(); sample += sizeof(T))
            std::reverse(sample, sample + sizeof(T));
    return bytes;
}

} // namespace

TEST_SUITE_BEGIN("count");

TEST_CASE("counts the letters of a phrase from a file and from standard input, in either case") {
    const auto file = file_of("phrase", phrase);
    const auto from_file = count_json("--letters --verify " + file);
    CHECK(from_file["counts"] == phrase_counts);
    CHECK(from_file["out_of_range"] == 3);
    CHECK(from_file["samples"] == 41);
    CHECK(from_file["verified"] == true);
    CHECK(count_json("--letters - <" + file)["counts"] == phrase_counts);
    CHECK(count_json("--letters", "printf 'PROGRAMMING Massively parallel processors' |")["counts"] ==
          phrase_counts);
}

TEST_CASE("JSON has its format first, and lists the histograms, whether one or several, or a joint one") {
    const auto file = file_of("pairs", std::string("\0\1\1\1", 4));
    const std::string options = "--range 0 2 --bins 2 --json " + file;
    const auto text = run_count(options).out;
    CHECK(text.starts_with("{\n  \"format\": 1,\n"));
    const auto one = json::parse(text);
    CHECK(!one.contains("counts"));
    REQUIRE(one.at("histograms").size() == 1);
    CHECK(one["histograms"][0].at("name").is_null());
    CHECK(one["histograms"][0].at("edges") == json({0, 1, 2}));
    CHECK(one["histograms"][0].at("counts") == json({1, 3}));
    const auto two = json::parse(run_count("--shape 2x1x2 --channels 0,1 " + options).out);
    REQUIRE(two.at("histograms").size() == 2);
    CHECK(two["histograms"][1].at("name") == "channel 1");
    CHECK(two["histograms"][1].at("counts") == json({0, 2}));
    const auto joint = json::parse(run_count("--shape 2x1x2 --channels 0,1 --joint " + options).out);
    REQUIRE(joint.at("histograms").size() == 1);
    CHECK(joint["histograms"][0].at("axes").size() == 2);
    CHECK(joint["histograms"][0].at("counts") == json({{0, 1}, {0, 1}}));
}

TEST_CASE("counts bytes by default, and writes the same counts as JSON and as CSV") {
    std::string all;
    for (int value = 0; value < 256; ++value)
        all.append(static_cast<std::size_t>(value % 7 + 1), static_cast<char>(value));
    const auto file = file_of("bytes", all);
    const auto result = count_json("--verify " + file);
    REQUIRE(result["counts"].size() == 256);
    CHECK(result["edges"].size() == 257);
    for (std::size_t value = 0; value < 256; ++value)
        CHECK(result["counts"][value] == value % 7 + 1);
    CHECK(result["device"].is_null()); // a small input needs none
    CHECK(count_json("--repeat 1 " + file)["device"]["name"].is_string());
    CHECK(result["timing"]["whole_seconds"] > 0);

    const auto lines = lines_of(run_count("--csv " + file).out);
    REQUIRE(lines.size() == 257);
    CHECK(lines[0] == "bin,lower,upper,count");
    CHECK(lines[1] == "0,0,1,1");
    CHECK(lines[256] == "255,255,256,4");
}

TEST_CASE("counts several files as one input") {
    const auto a = file_of("a", "aab");
    const auto b = file_of("b", "bbz");
    const auto none = file_of("none", "");
    const auto result = count_json("--range 97 100 " + a + " " + none + " - " + b + " <" + a);
    CHECK(result["counts"] == json({4, 4, 0}));
    CHECK(result["out_of_range"] == 1);
    CHECK(result["files"].size() == 4);
}

TEST_CASE("counts more files than a process may open by default") {
    const auto file = file_of("one", "x");
    std::string files;
    for (int i = 0; i < 300; ++i)
        files += " " + file;
    CHECK(count_json(files, "ulimit -S -n 256;")["samples"] == 300);
}

TEST_CASE("files and pipes, read once or kept in memory, give the same counts") {
    std::string text(300'001, '\0');
    std::iota(text.begin(), text.end(), '\0');
    const auto file = file_of("many", text);
    const auto counts = count_json("--verify " + file)["counts"];
    CHECK(counts[0] == 300'001 / 256 + 1);
    CHECK(count_json("--verify --repeat 2 " + file)["counts"] == counts);
    CHECK(count_json("--verify - <" + file)["counts"] == counts);
    CHECK(count_json("--verify -", "cat " + file + " |")["counts"] == counts);
    const auto pipe = path_of("pipe");
    CHECK(count_json("--verify " + pipe, "mkfifo " + pipe + "; cat " + file + " >" + pipe + " &")["counts"] ==
          counts);
    // Standard input that is a file is read from its current position.
    const auto rest =
        count_json("--verify -", "exec <" + file + "; dd bs=1 count=3 of=/dev/null 2>/dev/null;");
    CHECK(rest["samples"] == 300'001 - 3);
    CHECK(rest["counts"][2] == counts[2].get<int>() - 1);
    CHECK(rest["counts"][3] == counts[3]);
    // Big-endian samples in two files, of which the first has an odd size.
    const auto pair = file_of("pair", in_order(std::vector<std::uint16_t>{1, 2}, std::endian::big));
    const auto big =
        count_json("--type u16 --range 0 4 --byte-order big --truncate --verify " + file + " " + pair);
    CHECK(big["samples"] == 150'000 + 2);
    CHECK(big["counts"] ==
          json({0, 150'000 / 128 + 2, 1, 0})); // in `file`, pair 0 and every 128th after it is 0, 1
}

TEST_CASE("counts a file or a pipe of any size in one pass, in bounded memory") {
    const auto large = file_of("large", "");
    fs::resize_file(large, std::uintmax_t{1} << 29U); // sparse
    const auto check = [&](const std::string& options, std::int64_t room_mib) {
        CAPTURE(options);
        CHECK(run_count("--csv --bins 1 " + options + " " + large).code == 0); // fills the caches
        std::vector<std::string> arguments{"--csv", "--bins", "1"};
        std::istringstream words(options);
        for (std::string word; words >> word;)
            arguments.push_back(word);
        arguments.emplace_back("-");
        // The peak of a run with little input, which loads the driver, as the other runs do.
        const auto before = peak_bytes(arguments, "head -c 5000000 /dev/zero");
        CHECK(peak_bytes(arguments, "cat " + large) - before < room_mib << 20U);
        arguments.back() = large;
        CHECK(peak_bytes(arguments) - before < room_mib << 20U);
    };
    check("", 280); // the default limit is 256 MiB; the rest is spare
    check("--memory 8M --type u16", 30);
    CHECK(run_count("--csv --bins 1 " + large).out == "bin,lower,upper,count\n0,0,256,536870912\n");
    fs::remove(large);
}

TEST_CASE("several devices count one input together, and none may be given twice") {
    // With this variable, Rusticl is a second device if it is installed.
    const std::string before = "RUSTICL_ENABLE=llvmpipe";
    const auto devices = json::parse(run_count("--list-devices --json", before).out).at("devices");
    std::string text(9'000'000, '\0');
    std::iota(text.begin(), text.end(), '\0');
    const auto file = file_of("many", text);
    const auto counts = count_json(file)["counts"];
    const auto index = [&](std::size_t i) { return devices[i]["index"].get<std::string>(); };
    check_fails(run_count("--device " + index(0) + " --device " + index(0) + " " + file), 2,
                " is given twice");
    check_fails(run_count("--device " + index(0) + "," + index(0) + " " + file), 2, " is given twice");
    if (devices.size() < 2) return;
    const auto both = index(0) + "," + index(1);
    const auto result = count_json("--verify --device " + both + " " + file, before);
    CHECK(result["counts"] == counts);
    CHECK(result["verified"] == true);
    REQUIRE(result["devices"].size() == 2);
    CHECK(result["devices"][0]["bytes"].get<std::size_t>() +
              result["devices"][1]["bytes"].get<std::size_t>() ==
          text.size());
    CHECK(result["devices"][1]["name"] == devices[1]["name"]);
    const auto shown = run_count("--device " + index(0) + " --device " + index(1) + " " + file, before);
    CHECK(shown.code == 0);
    check_has(shown.out, {"device    " + index(0), "device    " + index(1), " MiB, ", "%\n"});
}

TEST_CASE(".npy files have their own type, unless they are counted raw") {
    const auto content = files::test::npy_of(">f4", "(3,)") +
                         in_order(std::vector<float>{0.5F, 1.5F, 1.25F}, std::endian::big);
    const auto file = file_of("array", content);
    const auto result = count_json("--range 0 2 --bins 2 --verify " + file);
    CHECK(result["counts"] == json({1, 2}));
    CHECK(result["sample_type"] == "f32");
    CHECK(count_json("--range 0 2 --bins 2 --repeat 1 " + file)["counts"] == json({1, 2}));
    CHECK(count_json("--raw " + file)["samples"] == content.size());
    check_fails(run_count("--type u8 " + file), 2, "its samples are f32, not u8 as --type says");
    check_fails(run_count("--letters " + file), 2, "its samples are f32, not u8");
    const auto found = count_json("--bins 2 " + file); // the bins of floats span the range of the samples
    CHECK(found["edges"] == json({0.5, 1, 1.5}));
    CHECK(found["counts"] == json({1, 2}));
}

TEST_CASE("counts are saved, and added in another run, with other input or without") {
    const auto a = file_of("a", "aab");
    const auto b = file_of("b", "bbz");
    const auto saved = path_of("saved");
    const auto sum = path_of("sum");
    const std::string options = "--range 97 100 ";
    CHECK(run_count(options + "--save " + saved + " " + a).code == 0);
    const auto added_up = count_json(options + "--verify --add " + saved + " --save " + sum + " " + b);
    CHECK(added_up["counts"] == json({2, 3, 0}));
    CHECK(added_up["verified"] == true);
    CHECK(added_up["samples"] == 3);
    CHECK(added_up["added"]["samples"] == 3);
    CHECK(added_up["out_of_range"].is_null()); // a saved run may have missing samples
    const auto alone = count_json(options + "--add " + sum + " --add " + saved);
    CHECK(alone["counts"] == json({4, 4, 0}));
    CHECK(alone["added"]["files"].size() == 2);
    CHECK(alone["device"].is_null());
    check_has(run_count(options + "--explain --add " + sum).out,
              {"input     none, 0 B\n", "added     " + sum + ", 6 samples\n", "5 samples\n"});
    check_has(run_count(options + "--add " + saved + " " + b).out, {"added     " + saved + ", 3 samples\n"});

    const std::string apart = options + "--out-of-range counted ";
    CHECK(run_count(apart + "--save " + path_of("apart") + " " + b).code == 0);
    CHECK(count_json(apart + "--add " + path_of("apart") + " " + b)["out_of_range"] == 2);

    // A run that fails saves nothing, so that it can be repeated.
    const auto before = content(folder() / "sum");
    check_fails(run_count(options + "--add " + sum + " --save " + sum + " --picture /nowhere/a.svg " + b), 2,
                "/nowhere/a.svg");
    CHECK(content(folder() / "sum") == before);
    check_fails(run_count(options + "--save /nowhere/file " + b), 2, "/nowhere/file");
    check_fails(run_count(options + "--save /dev/full " + b), 2, "/dev/full");
    fs::resize_file(saved, fs::file_size(saved) - 1);
    check_fails(run_count(options + "--add " + saved), 2, saved);
}

TEST_CASE("types, ranges and edges reach the library as typed") {
    const auto f32 = file_of("f32", raw<float>({-1.5F, -0.5F, 0.0F, 0.5F, 1.5F, 9.0F}));
    CHECK(count_json("--type f32 --range -2 2 --bins 4 --verify " + f32)["counts"] == json({1, 1, 2, 1}));
    const auto rounded = count_json("--type f32 --range 0.1 0.7 --bins 2 --verify " + f32)["edges"];
    CHECK(rounded == json({double{0.1F}, 0.4000000059604645, double{0.7F}})); // edges of f32 samples
    const auto by_edges = count_json("--type f32 --edges -inf,0,0.5,inf --verify " + f32);
    CHECK(by_edges["counts"] == json({2, 1, 3}));
    CHECK(by_edges["edges"] == json({"-inf", 0, 0.5, "inf"}));

    const auto top = std::numeric_limits<std::uint64_t>::max();
    const auto u64 = file_of("u64", raw<std::uint64_t>({0, top, top - 1, (1ULL << 53) + 1, 1ULL << 53}));
    CHECK(count_json("--type u64 --bins 2 " + u64)["counts"] == json({3, 2}));
    CHECK(count_json("--type u64 --edges 9007199254740993,18446744073709551615 " + u64)["counts"] ==
          json({2}));
    const auto i8 = file_of("i8", raw<std::int8_t>({-128, -1, 0, 127}));
    CHECK(count_json("--type i8 --bins 2 " + i8)["counts"] == json({2, 2}));
}

TEST_CASE("the last edge is exclusive or inclusive; other samples are dropped, clamped or counted") {
    const auto nan = std::numeric_limits<float>::quiet_NaN();
    const auto file = file_of("f32", raw<float>({-1.0F, 0.0F, 0.5F, 1.0F, 2.0F, 3.0F, nan}));
    const auto counted = [&](const std::string& options) {
        return count_json("--type f32 --range 0 1 --bins 2 --verify " + options + " " + file);
    };
    CHECK(counted("")["counts"] == json({1, 1}));
    CHECK(counted("--last-edge exclusive --out-of-range dropped")["counts"] == json({1, 1}));
    const auto inclusive = counted("--last-edge inclusive");
    CHECK(inclusive["counts"] == json({1, 2}));
    CHECK(inclusive["out_of_range"] == 4);
    CHECK(inclusive["last_edge"] == "inclusive");
    CHECK(!inclusive.contains("underflow"));
    const auto clamped = counted("--out-of-range clamped");
    CHECK(clamped["counts"] == json({2, 4}));
    CHECK(clamped["out_of_range"] == 1);
    const auto apart = counted("--out-of-range counted");
    CHECK(apart["counts"] == json({1, 1}));
    CHECK(apart["bins"] == 2);
    CHECK(apart["out_of_range"] == 5);
    CHECK(apart["underflow"] == 1);
    CHECK(apart["overflow"] == 3);
    CHECK(apart["nan"] == 1);

    const auto options = "--type f32 --range 0 1 --bins 2 --last-edge inclusive --out-of-range counted ";
    CHECK(lines_of(run_count(options + ("--csv " + file)).out) ==
          std::vector<std::string>{"bin,lower,upper,count", "0,0,0.5,1", "1,0.5,1,2", "underflow,,0,1",
                                   "overflow,1,,2", "nan,,,1"});
    check_has(run_count(options + file).out,
              {"2 even bins over [0, 1), last edge inclusive, out of range counted\n", "\nunderflow 1\n",
               "\noverflow  2\n", "\nNaN       1\n", "[0.5,   1]"});
}

TEST_CASE("counts into logarithmic, circular and custom bins") {
    const auto file = file_of("u16", raw<std::uint16_t>({0, 1, 9, 10, 99, 100, 370, 720, 999, 1000}));
    const auto log = count_json("--type u16 --log 1 1000 --bins 3 --verify " + file);
    CHECK(log["counts"] == json({2, 2, 4}));
    CHECK(log["edges"][0] == 1);
    CHECK(log["edges"][3] == 1000);
    // 0, 1, 9, 10, 370 - 360 and 720 - 2 * 360 are below 90; 99 and 100 below 180; 999 and 1000 are 279 and
    // 280.
    CHECK(count_json("--type u16 --circular 0 360 --bins 4 --verify " + file)["counts"] ==
          json({6, 2, 0, 2}));
    const std::string custom = "--type u16 --bins 3 --custom 'x % 10 == 0 ? 0 : i < 5 ? 1 : 5' ";
    const auto by_expression = count_json(custom + "--verify " + file);
    CHECK(by_expression["counts"] == json({6, 3, 0}));
    CHECK(by_expression["out_of_range"] == 1);
    CHECK(by_expression["edges"].is_null());
    CHECK(by_expression["verified"] == true);
    CHECK(lines_of(run_count(custom + "--csv " + file).out) ==
          std::vector<std::string>{"bin,lower,upper,count", "0,,,6", "1,,,3", "2,,,0"});
}

TEST_CASE("custom bins: the number of a sample continues from file to file") {
    const auto file = file_of("phrase", phrase);
    const auto custom = "--bins 2 --custom 'i < 41 ? 0 : 1' " + file + " " + file;
    CHECK(count_json(custom)["counts"] == json({41, 41}));
    const auto all = count_json("--all-variants " + custom);
    for (const auto& trial : all["variants"])
        CHECK((trial["status"] == "ok" || trial["status"] == "rejected"));
}

TEST_CASE("uses a forced variant and its knobs") {
    const auto file = file_of("phrase", phrase);
    const auto result = count_json(
        "--letters --verify --variant global_private --merge host --partition interleaved "
        "--load-bytes 1 --work-groups 2 --work-group-size 1 --coarsening 8 --count-values off --no-cache " +
        file);
    CHECK(result["counts"] == phrase_counts);
    const auto& decision = result["decision"];
    CHECK(decision["variant"] == "global_private");
    CHECK(decision["merge"] == "host");
    CHECK(decision["partition"] == "interleaved");
    CHECK(decision["load_bytes"] == 1);
    CHECK(decision["work_groups"] <= 2);
    CHECK(decision["coarsening"] == 8);
    CHECK(decision["count_values"] == false);
    CHECK(result["timing"]["built_from_cache"] == false);
    CHECK(result["timing"]["device_seconds"].is_null()); // a merge on the host has no event to time
}

TEST_CASE("uses the knobs of a tuning table, except those given as options") {
    const auto file = file_of("phrase", phrase);
    const auto plain = count_json("--repeat 1 " + file);
    const auto& device = plain["device"];
    const histo_cl::TuningEntry entry{
        .key = {.counter = histo_cl::CounterType::u64, .elements = phrase.size()},
        .knobs = {.variant = histo_cl::Variant::global_atomic, .work_group_size = 2}};
    const auto table = file_of(
        "table.txt",
        to_text(histo_cl::TuningTable{{{device["platform"], device["name"], device["driver"], {entry}}}}));
    const auto tuned = count_json("--verify --tuning-file " + table + " " + file);
    CHECK(tuned["verified"] == true);
    CHECK(tuned["decision"]["variant"] == "global_atomic");
    CHECK(tuned["decision"]["work_group_size"] == 2);
    CHECK(tuned["decision"]["tuning"].get<std::string>().starts_with("tuning table " + table + ": "));
    check_has(run_count("--explain --tuning-file " + table + " " + file).out, {"tuning table " + table});
    const auto given = count_json("--work-group-size 1 --tuning-file " + table + " " + file);
    CHECK(given["decision"]["work_group_size"] == 1);
    check_has(run_count("--all-variants --tuning-file " + table + " " + file).out, {"* global_atomic"});

    // A table that cannot be used has no effect and is reported.
    const auto broken = count_json("--tuning-file " + file + " " + file);
    CHECK(broken["counts"] == plain["counts"]);
    CHECK(broken["decision"]["variant"] == count_json("--repeat 1 " + file)["decision"]["variant"]);
    check_has(broken["decision"]["tuning"].get<std::string>(), {file});
}

TEST_CASE("--all-variants runs and checks the variants that accept, and says why others do not") {
    const auto file = file_of("u16", raw<std::uint16_t>({0, 1, 2, 300, 999, 1000}));
    const std::string arguments = "--all-variants --type u16 --range 0 1000 --bins 1000 " + file;
    const auto result = count_json(arguments);
    CHECK(result["variants"].size() == histo_cl::all_variants.size());
    std::size_t ok = 0;
    for (const auto& trial : result["variants"]) {
        CAPTURE(trial["variant"]);
        ok += trial["status"] == "ok";
        if (trial["variant"] == "banked_uchar4") {
            CHECK(trial["status"] == "rejected");
            check_has(trial["reason"].get<std::string>(), {"256 bins"});
        } else if (trial["variant"] == "global_atomic") {
            CHECK(trial["status"] == "ok");
        }
    }
    CHECK(ok >= 2);

    const auto table = run_count(arguments);
    CHECK(table.code == 0);
    CHECK(table.err.empty());
    check_has(table.out, {"banked_uchar4", "rejected: ", "* chosen"});
    const auto explained = run_count(arguments + " --explain");
    CHECK(explained.code == 0);
    const auto chosen = result["chosen"].get<std::string>();
    check_has(explained.out, {"* chosen", "\n" + chosen + " (chosen: ", " (passed over: ",
                              "\nbanked_uchar4 (rejected: counts up to 256 bins", "  launch:    "});
    const auto trials = count_json(arguments + " --explain")["variants"];
    CHECK(trials.size() == histo_cl::all_variants.size());
    for (const auto& trial : trials)
        CHECK(
            trial["explanation"].get<std::string>().starts_with(trial["variant"].get<std::string>() + " ("));
    const auto lines = lines_of(run_count(arguments + " --csv").out);
    CHECK(lines.size() == histo_cl::all_variants.size() + 1);
    for (const auto& line : lines)
        CHECK(std::ranges::count(line.substr(0, line.find('"')), ',') == 9);
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("output");

TEST_CASE("a pipe gets ASCII without escape codes, and lines that fit COLUMNS") {
    const auto file = file_of("phrase", phrase);
    const auto outcome = run_count("--letters " + file, "COLUMNS=90 LC_ALL=C.UTF-8");
    REQUIRE(outcome.code == 0);
    CHECK(outcome.err.empty());
    CHECK(std::ranges::all_of(outcome.out, [](char c) { return c == '\n' || (c >= ' ' && c < 0x7f); }));
    std::size_t bars = 0;
    std::size_t longest = 0;
    for (const auto& line : lines_of(outcome.out)) {
        if (!line.ends_with('%')) continue;
        ++bars;
        CHECK(line.size() == 88);
        longest = std::max(longest, static_cast<std::size_t>(std::ranges::count(line, '#')));
    }
    CHECK(bars == 7);
    CHECK(longest == 60);
    check_has(outcome.out, {"38 samples, 3 out of range"});
}

TEST_CASE("a terminal gets block characters if its locale is UTF-8") {
    const auto file = file_of("phrase", phrase);
    const auto text = on_terminal(100, "C.UTF-8", file);
    check_has(text, {"█"});
    CHECK(text.find('#') == std::string::npos);
    CHECK(text.find('\x1b') == std::string::npos);
    std::size_t widest = 0;
    for (const auto& line : lines_of(text)) {
        if (line.find('%') == std::string::npos) continue;
        widest = std::max(widest, static_cast<std::size_t>(std::ranges::count_if(
                                      line, [](char c) { return c != '\r' && (c & 0xc0) != 0x80; })));
    }
    CHECK(widest == 98);
    const auto plain = on_terminal(100, "C", file);
    check_has(plain, {"###"});
    CHECK(plain.find("█") == std::string::npos);
}

TEST_CASE(
    "a long run shows its progress on a terminal; Ctrl-C prints what was counted so far, with code 130") {
    const auto file = file_of("huge", "");
    fs::resize_file(file, std::uintmax_t{1} << 40U); // sparse; counting takes minutes
    OnTerminal run(100, "C", {file});
    run.read_until(" of 1.00 TiB, ");
    run.read_until(" left");
    run.type('\x03');
    const int status = run.end();
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
    check_has(run.text(), {"\r\x1b[K", "input ", "interrupted: these are the counts of "});
    const auto in_pipe = run_count(file + " --json --save " + path_of("part"),
                                   "timeout --signal=INT --foreground --preserve-status 2");
    CHECK(in_pipe.code == 130);
    const auto found = report_of(in_pipe.out);
    CHECK(found["counts"][0] == found["samples"]);
    CHECK(found["samples"] > 0);
    check_has(in_pipe.err, {"interrupted: these are the counts of ", "which are not saved"});
    CHECK(!fs::exists(path_of("part")));
    fs::remove(file);
}

TEST_CASE("--letters=acgt counts these letters of FASTA files, in either case") {
    const auto file = file_of("genes.fasta", ">gattaca\nACGTnn\nccAA\n");
    CHECK(count_json("--letters=acgt " + file)["counts"] == json{3, 3, 1, 1});
    CHECK(count_json("--letters=TA " + file + " --repeat 1")["counts"] == json{1, 3});
    const auto drawn = run_count("--letters=acgt " + file + " --picture " + path_of("genes.svg"));
    check_has(drawn.out,
              {"4 letters, acgt, in either case", "8 samples, 2 out of range", "\n  a  ", "\n  t  "});
    check_has(text_of_file("genes.svg"), {">a</text>", ">t</text>", "<title>c: 3</title>"});
    CHECK(count_json("--letters " + file)["bins"] == 7);
    // A word after a space is a file name, even if there is no such file.
    check_fails(run_count("--letters acgt " + file), 2, "acgt");
}

TEST_CASE("saved counts of letters are added to those of the same letters in any order, and of no others") {
    const auto first = file_of("first.txt", "aaccct"); // of a, c, g and t: 2, 3, 0 and 1
    const auto others = file_of("others.txt", "ggGgac");
    const auto saved = " --save " + path_of("letters.counts") + " ";
    const auto added = " --add " + path_of("letters.counts") + " ";
    CHECK(count_json("--letters=acgt" + saved + first)["counts"] == json{2, 3, 0, 1});
    const auto sum = count_json("--letters=GTCA --verify --stats" + added + others);
    CHECK(sum["counts"] == json{4, 1, 4, 3});
    CHECK(sum["verified"] == true);
    CHECK(sum["edges"] == json{0, 1, 2, 3, 4});
    CHECK(sum["statistics"]["mode"] == 0);
    CHECK(count_json("--letters=tgca" + added)["counts"] == json{1, 0, 3, 2});
    check_has(run_count("--letters=gtca --picture " + path_of("order.svg") + added + others).out,
              {"4 letters, gtca"});
    check_has(text_of_file("order.svg"), {"<title>g: 4</title>", "<title>a: 3</title>"});
    const auto overlaid = count_json("--letters=tca --overlay " + first + " " + others)["histograms"];
    CHECK(overlaid[0]["counts"] == json{1, 3, 2});
    CHECK(overlaid[1]["counts"] == json{0, 1, 1});
    check_fails(run_count("--letters=acgu" + added + others), 2, "letters.counts");
    check_fails(run_count("--type u8 --range 0 4" + added + others), 2, "letters.counts");
}

TEST_CASE("Ctrl-C prints the whole samples and rows of a pipe that has not ended") {
    const auto counted = [](const std::string& writer, const std::string& options) {
        const auto outcome = run_count("--json " + options, "(" + writer +
                                                                "; sleep 5) | timeout --signal=INT "
                                                                "--foreground --preserve-status 2");
        CHECK(outcome.code == 130);
        check_has(outcome.err, {"interrupted: these are the counts of "});
        return json::parse(outcome.out)["samples"];
    };
    CHECK(counted("head -c 100001 /dev/zero", "--type u16") == 50'000);
    if (lacks_package("--column 1 " + file_of("rows.csv", "1\n"))) return;
    // The last row may be incomplete.
    CHECK(counted("seq 20000; printf 3", "--column 1 --range 0 30000") == 20'000);
}

TEST_CASE("Ctrl-C prints the counts so far in place of a summary") {
    write(folder() / "sparse", "");
    fs::resize_file(folder() / "sparse", std::uintmax_t{1} << 42U); // longer than any test
    const auto outcome =
        run_count("--json --summary --save " + path_of("unsaved") + " " + path_of("sparse"),
                  std::string(without_devices) + " timeout --signal=INT --foreground --preserve-status 2");
    CHECK(outcome.code == 130);
    check_has(outcome.err, {"interrupted: these are the counts of ", "which are not saved"});
    CHECK(json::parse(outcome.out)["histograms"][0]["counts"][0] > 0);
    CHECK(!fs::exists(folder() / "unsaved"));
    fs::remove(folder() / "sparse");
}

TEST_CASE("--live counts what arrives, and draws it again on a terminal until Ctrl-C") {
    const auto slowly =
        run_count("--live --json --type u16 --range 0 65536", "(printf abc; sleep 1; printf defg) |");
    CHECK(slowly.code == 0);
    CHECK(json::parse(slowly.out)["samples"] == 3);
    check_has(slowly.err, {"standard input: dropped 1 byte"});
    check_fails(run_count("--live - -"), 2, "--live follows one FILE");
    check_fails(run_count("--live", "true |"), 2, "standard input holds no samples");
    const auto steadily =
        run_count("--live --json", "(for i in $(seq 200); do echo $i; sleep 0.005; done) |");
    const bool has_libcsv = !lacks_package("--column 1 " + file_of("one.csv", "1\n2\n"));
    CHECK(json::parse(steadily.out)["samples"] == (has_libcsv ? 200 : 9 * 2 + 90 * 3 + 101 * 4));
    const auto file = file_of("grows", "ab");
    OnTerminal run(100, "C", {"--live", "--raw", "--bins", "2", file});
    run.read_until("2 u8 samples");
    std::ofstream(file, std::ios::app) << "cde";
    run.read_until("5 u8 samples");
    for (int i = 0; i < 200; ++i) { // the file also grows while it is counted
        std::ofstream(file, std::ios::app) << "more";
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    run.read_until("805 u8 samples");
    run.type('\x03');
    const int status = run.end();
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
    check_has(run.text(), {"\x1b[H\x1b[J", file, "interrupted: these are the counts so far"});
    if (lacks_package("--column 1 " + file_of("rows.csv", "1\n"))) return;
    const auto rows =
        run_count("--live --json --column age", "(printf 'age\\n1'; sleep 1; printf '0\\n20\\n3') |");
    CHECK(json::parse(rows.out)["samples"] == 3);
}

TEST_CASE("--live on a terminal waits if nothing of what has arrived counts") {
    const auto grows = [](const std::string& name, const std::string& before, const std::string& after,
                          std::vector<std::string> options, const std::string& counted) {
        const auto file = file_of(name, before);
        options.insert(options.end(), {"--live", file});
        OnTerminal run(100, "C", options);
        run.read_until("\x1b[H\x1b[J");
        std::ofstream(file, std::ios::app) << after;
        run.read_until(counted);
        run.type('\x03');
        const int status = run.end();
        REQUIRE(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 130);
        check_has(run.text(), {"interrupted: these are the counts so far"});
    };
    grows("grows.f32", "ab", std::string(6, '\0'), {"--type", "f32"}, "2 f32 samples");
    if (lacks_package("--column 1 " + file_of("rows.csv", "1\n"))) return;
    grows("grows.csv", "x\n5\n7\n", "200\n", {"--column", "x", "--where", "x > 100"}, "1 f64 sample");
}

TEST_CASE("--explain prints the decision and the build, --verify its finding; --rows sets the rows") {
    const auto file = file_of("phrase", phrase);
    const auto text = run_count("--explain --verify --rows 8 --repeat 1 " + file).out;
    check_has(text, {"launch:", "build:", "verified  every bin"});
    const auto lines = lines_of(text);
    CHECK(std::ranges::count_if(lines, [](const auto& line) { return line.ends_with('%'); }) == 8);
    const auto as_json = count_json("--explain --repeat 1 " + file);
    CHECK(as_json["build_options"].is_string());
    check_has(as_json["explanation"].get<std::string>(), {"launch:"});
}

TEST_CASE("small inputs are counted by the calling thread, without a kernel") {
    if (count_json("--list-devices")["devices"][0]["type"] != "cpu") {
        MESSAGE("the first device is no CPU");
        return;
    }
    const auto bytes = file_of("small", std::string(3000, 'a') + std::string(1000, 'b'));
    std::string rows = "age,height\n";
    for (int row = 0; row < 3000; ++row)
        rows += std::to_string(row % 90) + "," + std::to_string(150 + row % 50) + "\n";
    const auto table = file_of("people.csv", rows);
    const auto image = file_of("image.pgm", "P5 80 50 255\n" + std::string(4000, 'a'));
    const auto programs = folder() / "small_caches" / "histo_cl";
    const std::string caches = "XDG_CACHE_HOME='" + path_of("small_caches") + "'";
    for (const auto& arguments :
         {bytes, "--save saved.part " + bytes, "--bins 10 --range 0 100 --out-of-range counted " + bytes,
          "--column age " + table, "--column age --bins fd " + table,
          "--column age --column height --joint " + table, "--weights " + bytes + " " + bytes,
          "--mask " + bytes + " " + bytes, "--tiles 40x25 " + image, "--region 1,2,30,20 " + image,
          "--bins 2 --custom 'x % 2' " + bytes, "--verify --letters " + bytes}) {
        if (lacks_package(arguments)) continue;
        const auto result = count_json(arguments, caches);
        CHECK(result["decision"]["variant"] == "calling_thread");
        CHECK(result["timing"]["build_seconds"] == 0);
        CHECK(result["verified"] != false);
    }
    check_has(run_count("--explain " + bytes, caches).out,
              {"variant   none: the calling thread", "calling thread (4000 elements: below "});
    CHECK_FALSE(std::filesystem::exists(programs));
    CHECK(count_json("--work-group-size 1 " + bytes, caches)["decision"]["variant"] != "calling_thread");
    CHECK(std::filesystem::exists(programs));
}

TEST_CASE("without an OpenCL device, counts the same on the calling thread, and says so") {
    std::vector<float> floats;
    std::string rows = "age,height\n";
    for (int i = 0; i < 3'000'000; ++i)
        floats.push_back(0.001F * static_cast<float>(i % 1009));
    for (int row = 0; row < 50'000; ++row)
        rows += std::to_string(row % 90) + "," + std::to_string(150 + row % 50) + "\n";
    const auto file = file_of("floats", raw(floats));
    const auto table = file_of("people.csv", rows);
    const auto bytes = file_of("bytes", std::string(300'000, 'a') + std::string(200'000, 'b'));
    const auto check = [](const std::string& arguments, const std::string& before = {}) {
        CAPTURE(arguments);
        auto expected = count_json("--work-groups 4 " + arguments, before);
        auto found = count_json(arguments, before + without_devices);
        CHECK(found["device"].is_null());
        CHECK(found["devices"].empty());
        CHECK(found["decision"]["variant"] == "calling_thread");
        CHECK(found["timing"]["whole_seconds"] > 0);
        for (const auto* const of_run : {"device", "devices", "decision", "timing"}) {
            found.erase(of_run);
            expected.erase(of_run);
        }
        CHECK(found == expected);
    };
    check("--type f32 --bins 100 --out-of-range counted --verify --stats " + file);
    check("--type f32 --range 0 1 --memory 1M -", "cat " + file + " | ");
    if (!lacks_package("--column age " + table)) {
        check("--column age --range 0 100 --bins 20 " + table);
        check("--column age --column height --joint " + table);
    }
    check("--verify --weights " + bytes + " " + bytes);

    const auto large = file_of("large", std::string(5'000'000, 'a'));
    const auto shown = run_count("--explain " + large, without_devices);
    CHECK(shown.code == 0);
    CHECK(shown.err.empty());
    const std::string reason = "no usable OpenCL device: --list-devices says why";
    check_has(shown.out, {"calling thread (" + reason + ")\n", "device    " + reason + "\n",
                          "variant   none: the calling thread counted\n"});
    const auto repeated = run_count("--repeat 2 " + bytes, without_devices);
    CHECK(repeated.code == 0);
    check_has(repeated.out, {"counting        -   (the calling thread counted)\n", ", best of 2)\n"});
}

TEST_CASE("--show-source prints the program that is built, for a file or for an unknown number of samples") {
    const auto file = file_of("phrase", phrase);
    const std::string knobs = "--variant local_atomic --work-group-size 64 --load-bytes 4 ";
    const auto shown = run_count("--show-source " + knobs + file);
    CHECK(shown.code == 0);
    CHECK(shown.err.empty());
    CHECK(shown.out.starts_with(
        "// build options: " + count_json("--explain " + knobs + file)["build_options"].get<std::string>() +
        "\n// all_numbers: 256, "));
    check_has(shown.out, {"\n#define WORK_GROUP_SIZE 64u\n", "\n#define LOAD_BYTES 4\n",
                          "\n#define BINS (NUMBER(0))\n", "\n// local_atomic: ", "\n__kernel "});
    const auto without_file = run_count("--show-source --letters", "printf 1 |");
    CHECK(without_file.code == 0);
    check_has(without_file.out, {"\n// all_numbers: 7, "});
}

TEST_CASE("prints help, version and devices without any input") {
    const auto first = run_count("--help", "COLUMNS=80");
    CHECK(first.code == 0);
    CHECK(std::ranges::count(first.out, '\n') <= 24);
    check_has(first.out, {"Usage: ", "Examples:", "--live", "what-to-show", "--help-all", "tune"});
    const auto topic = run_count("--help pictures");
    check_has(topic.out, {"Pictures:", "--picture FILE", "--x-label"});
    CHECK(!contains(topic.out, "--type"));
    CHECK(run_count("--help PICT").out == topic.out);
    check_has(run_count("--help kernel").out, {"--variant"});
    check_fails(run_count("--help what"), 2,
                "--help: 'what' is not one of options, samples, tables-of-text, what-to-count");
    const auto help = run_count("--help-all");
    CHECK(help.code == 0);
    check_has(help.out, {"--type", "--custom", "--samples-per-launch", "--show-source", "Exit codes"});
    CHECK(run_count("--version").out.starts_with("histo_cl "));

    const auto devices = json::parse(run_count("--list-devices --json").out).at("devices");
    REQUIRE(!devices.empty());
    CHECK(std::ranges::count_if(devices, [](const json& device) { return device["default"] == true; }) == 1);
    const auto name = devices[0]["name"].get<std::string>();
    check_has(run_count("--list-devices").out, {name});
    const auto file = file_of("phrase", phrase);
    const auto index = devices[0]["index"].get<std::string>();
    CHECK(count_json("--device " + index + " " + file)["device"]["name"] == name);
    CHECK(count_json(file, "HISTO_CL_DEVICE='" + name + "'")["device"]["name"] == name);
    CHECK(count_json("--device " + index + " " + file, "HISTO_CL_DEVICE=nowhere")["device"]["name"] == name);
}

TEST_CASE("--report prints what a bug report needs, also without a device") {
    const auto cache = path_of("cache of the report");
    const auto before = "XDG_CACHE_HOME='" + cache + "'";
    CHECK(run_count("--variant global_atomic " + file_of("phrase", phrase), before).code == 0);
    const auto report = run_count("--report", before);
    CHECK(report.code == 0);
    check_has(report.out,
              {"histo_cl    " HISTO_CL_VERSION ", built by ", "\nenvironment ", "XDG_CACHE_HOME=" + cache,
               "\ncache       " + cache + "/histo_cl: 1 file, ", "\ntuning file ",
               count_json("--list-devices")["devices"][0]["name"].get<std::string>(),
               "\n  launch: ", "\nbuild "});
    const std::string right = "4,194,304 samples, as the serial reference counts";
    std::size_t counted = 0;
    for (auto at = report.out.find(right); at != std::string::npos; at = report.out.find(right, at + 1))
        ++counted;
    CHECK(counted == 4);
    const auto without = run_count("--report", without_devices);
    CHECK(without.code == 0);
    check_has(without.out, {"\ncache ", "\ndevice      none: no OpenCL platform is installed: "});
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("errors");

TEST_CASE("exits with 2 for unusable input, and names the file") {
    const auto missing = path_of("missing");
    check_fails(run_count(missing), 2, missing + ": No such file");
    const auto empty = file_of("empty", "");
    check_fails(run_count(empty), 2, "empty holds no samples");
    check_fails(run_count("- </dev/null"), 2, "standard input holds no samples");
    const auto ragged = file_of("ragged", "12345");
    const auto truncated = run_count("--type u32 --truncate --csv --bins 1 " + ragged);
    CHECK(truncated.code == 0);
    CHECK(truncated.out.ends_with(",1\n"));
    check_has(truncated.err, {"dropped 1 byte "});
}

TEST_CASE("exits with 2 if a file becomes longer while it is read, and says both sizes") {
    const auto file = file_of("file", std::string(100, 'x'));
    const auto pipe = path_of("pipe");
    fs::remove(pipe);
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    auto outcome =
        std::async(std::launch::async, [&] { return run_count("--csv --bins 1 " + file + " " + pipe); });
    {
        const std::ofstream opened_after_the_file(pipe);
        fs::resize_file(file, 10'003);
    }
    check_fails(outcome.get(), 2,
                file + ": it became longer while it was read: 100 bytes, now 10,003 bytes\n");
}

TEST_CASE("exits with 2 for input that cannot be read to its end") {
    // PoCL ends the process if it cannot allocate the stacks of its threads, so it has only one thread here.
    check_fails(run_count("--repeat 1 /dev/zero",
                          "export POCL_MAX_PTHREAD_COUNT=1 POCL_CPU_MAX_CU_COUNT=1; ulimit -v 1000000;"),
                2, "not enough memory\n");
    const auto secret = file_of("secret", "x");
    fs::permissions(secret, fs::perms::none);
    if (::geteuid() != 0) check_fails(run_count(secret), 2, secret + ": Permission denied\n");
    fs::remove(secret);
}

// tests/count/parts/command_test.cpp tests what else the command line refuses.
TEST_CASE("exits with 2 for unusable options, refused by the command line, the library and the type") {
    const auto file = file_of("phrase", phrase);
    check_fails(run_count("--variant item_pair " + file), 2, "; did you mean item_pairs? (see --help)");
    check_fails(run_count("--load-bytes 3 " + file), 2, "load_bytes 3");
    check_fails(run_count("--edges 1,x " + file), 2,
                "--edges takes numbers or dates with commas between them: 'x' is not");
    check_fails(run_count("--type f64 --show-source"), 2, "--range");
}

TEST_CASE("sizes and numbers of samples are typed in the same ways") {
    const auto file = file_of("zeros", std::string(3000, '\0'));
    for (const auto* const options :
         {"--memory 2^27 --skip 2 --count 1K ", "--memory 128M --skip 2B --count 2^10 ",
          "--memory 134_217_728 --skip 0x2 --count 1024 "})
        CHECK(count_json(options + file)["counted"] == 1024);
}

TEST_CASE("exits with 2 and the reason if a forced variant cannot run") {
    const auto file = file_of("phrase", phrase + "s"); // 42 bytes
    check_fails(run_count("--variant banked_uchar4 --type u16 --bins 300 " + file), 2, "banked_uchar4: ");
    const auto none = run_count("--all-variants --work-group-size 123456789 " + file);
    CHECK(none.code == 2);
    CHECK(none.err == "histo_cl: no variant can run\n");
    check_has(none.out, {"rejected: "});
}

TEST_CASE("exits with 3 if a device is missing, or if an option needs one and there is none") {
    const auto file = file_of("phrase", phrase);
    check_fails(run_count("--device 'no such device' " + file), 3, "no such device");
    check_fails(run_count("--device 99:0 " + file), 3, "99:0");
    check_fails(run_count(file, "HISTO_CL_DEVICE=nowhere"), 3, "nowhere");
    const auto table = file_of("table.txt", to_text(histo_cl::TuningTable{}));
    for (const auto& arguments :
         {std::string("--list-devices"), "--device 0:0 " + file, "--variant local_atomic " + file,
          "--merge host " + file, "--all-variants " + file, "--show-source " + file,
          "--tuning-file " + table + " " + file}) {
        CAPTURE(arguments);
        check_fails(run_count(arguments, without_devices), 3, "no OpenCL platform is installed: ");
    }
    const auto tune = run_count("tune", without_devices);
    CHECK(tune.code == 3);
    check_has(tune.err, {"histo_cl tune: no OpenCL platform is installed: "});
}

TEST_CASE("exits with 2 if results cannot be written") {
    const auto file = file_of("phrase", phrase);
    for (const std::string& arguments : {file, file + " --all-variants", std::string("--help"),
                                         std::string("--list-devices"), "--show-source " + file}) {
        CAPTURE(arguments);
        check_fails(run_count(arguments + " >/dev/full"), 2,
                    "standard output cannot be written: No space left on device\n");
        check_fails(run_count(arguments + " >&-"), 2,
                    "standard output cannot be written: Bad file descriptor\n");
    }
    check_fails(run_count("- <&-"), 2, "standard input: Bad file descriptor\n");
}

TEST_CASE("writes results through links, to pipes and to open descriptors") {
    const auto file = file_of("phrase", phrase) + " --bins 2 ";
    for (const auto* const option : {"--picture svg:", "--picture html:", "--save ", "--picture png:"}) {
        CAPTURE(option);
        const auto link = path_of("link");
        const auto target = path_of("target");
        if (lacks_package(file + option + target)) continue;
        fs::remove(link);
        fs::remove(target);
        fs::create_symlink("target", link); // the target does not exist yet
        REQUIRE(run_count(file + option + link).code == 0);
        CHECK(fs::is_symlink(link));
        const auto written = text_of_file("target");
        CHECK(!written.empty());
        REQUIRE(run_count(file + option + link).code == 0); // the target exists now
        CHECK(fs::is_symlink(link));
        CHECK(fs::is_regular_file(target));
        // The output goes to a pipe and to a file. If the file is standard output, the printed text follows.
        const auto printed = run_count(file + "--csv").out;
        CHECK(run_count(file + "--csv " + option + "/dev/stdout", "cat /dev/null |").out ==
              written + printed);
        CHECK(run_count(file + "--csv " + option + "/dev/fd/7 7>" + path_of("seven")).out == printed);
        CHECK(text_of_file("seven") == written);
        CHECK(run_count(file + "--csv " + option + "/dev/stdout >" + path_of("both")).code == 0);
        CHECK(text_of_file("both") == written + printed);
    }
}

TEST_CASE("text from outside cannot control the terminal") {
    const auto file = file_of("phrase", phrase);
    const std::string escape = "$'\\e[31m\\u009b31m'";
    const auto check = [](const ProgramOutcome& outcome) {
        CAPTURE(outcome.err);
        CHECK(!outcome.err.empty());
        CHECK(!contains(outcome.err + outcome.out, "\x1b"));
        CHECK(!contains(outcome.err + outcome.out, "\xc2\x9b"));
    };
    const auto in_bash = [&](const std::string& words) {
        return run_count("", "bash -c \"LC_ALL=C.UTF-8 exec " HISTO_CL_PROGRAM " " + words + "\" #");
    };
    check(in_bash("--device " + escape + " " + file));
    check(in_bash("--type " + escape + " " + file));
    check(in_bash(escape));
    check(in_bash("--add /none/" + escape + " " + file));
    check(
        run_count("", "bash -c \"HISTO_CL_DEVICE=" + escape + " exec " HISTO_CL_PROGRAM " " + file + "\" #"));
    // Text printed for people never contains the escape sequences of a column's name.
    const auto table = file_of("table.csv", "a\x1b[31m,b\x1b[32m\n1,2\n3,4\n");
    if (lacks_package("--column 1 " + table)) return;
    for (const auto* const options :
         {"--column 1", "--column 1 --column 2 --stats", "--column 1 --column 2 --joint --stats"}) {
        const auto outcome = run_count(table + " " + options);
        CHECK(outcome.code == 0);
        CHECK(!contains(outcome.out, "\x1b"));
    }
}

TEST_CASE("SIGPIPE ends the program if the reader of its output has gone") {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    ::close(ends[0]);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::execl(HISTO_CL_PROGRAM, HISTO_CL_PROGRAM, "--help", static_cast<char*>(nullptr));
        ::_exit(127);
    }
    ::close(ends[1]);
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGPIPE);
}

TEST_CASE(
    "Ctrl-C, SIGTERM and SIGHUP end the program as they do by default, with the progress line cleared") {
    const auto file = file_of("large", "");
    fs::resize_file(file, 1U << 24U); // counting takes seconds
    const auto check = [&](int signal, const std::function<void(const OnTerminal&)>& send) {
        CAPTURE(signal);
        OnTerminal run(100, "C", {"--all-variants", "--repeat", "1000", file});
        run.read_until(" ...");
        send(run);
        const int status = run.end();
        REQUIRE(WIFSIGNALED(status)); // which shells show as 128 + signal
        CHECK(WTERMSIG(status) == signal);
        CHECK(run.text().ends_with("\r\x1b[K"));
    };
    check(SIGINT, [](const OnTerminal& run) { run.type('\x03'); });
    check(SIGTERM, [](const OnTerminal& run) { ::kill(run.child(), SIGTERM); });
    check(SIGHUP, [](const OnTerminal& run) { ::kill(run.child(), SIGHUP); });
}

TEST_SUITE_END();
