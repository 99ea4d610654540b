// histo_cl_demo as a user has it: arguments and files in; output, diagnostics and exit code out.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <pty.h>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

/// A folder of our own, gone at the end.
class Folder {
  public:
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "histo_cl_demo_XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = pattern;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    [[nodiscard]] std::string file(const std::string& name) const { return path_ / name; }
    [[nodiscard]] std::string file(const std::string& name, const std::string& content) const {
        std::ofstream(path_ / name, std::ios::binary) << content;
        return file(name);
    }

  private:
    fs::path path_;
};

const Folder& folder() {
    static const Folder one;
    return one;
}

std::string content(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

struct Outcome {
    int code = -1;
    std::string out;
    std::string err;
};

/// By the shell, so that tests can redirect and set variables; `before` stands before the program.
Outcome demo(const std::string& arguments, const std::string& before = {}) {
    const auto out = folder().file("out");
    const auto err = folder().file("err");
    const auto command = "{ " + before + " '" HISTO_CL_DEMO "' " + arguments + "; } >" + out + " 2>" + err;
    const int status = std::system(command.c_str());
    Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(out), content(err)};
    INFO(arguments);
    INFO(outcome.err);
    CHECK(outcome.code >= 0);
    return outcome;
}

json demo_json(const std::string& arguments, const std::string& before = {}) {
    const auto outcome = demo(arguments + " --json", before);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return json::parse(outcome.out);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// What the program writes on a terminal so many columns wide.
std::string on_terminal(unsigned short columns, const char* locale, const std::string& file) {
    int terminal = -1;
    const winsize size{.ws_row = 50, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
    REQUIRE(child >= 0);
    if (child == 0) {
        ::setenv("LC_ALL", locale, 1);
        ::execl(HISTO_CL_DEMO, HISTO_CL_DEMO, "--letters", file.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    std::string text;
    std::array<char, 4096> part{};
    for (ssize_t got = 0; (got = ::read(terminal, part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(got));
    ::close(terminal);
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    return text;
}

const std::string phrase = "programming massively parallel processors";
const json phrase_counts = {5, 5, 6, 10, 10, 1, 1};

/// Little-endian or not, as this machine has them.
template <class T>
std::string raw(const std::vector<T>& samples) {
    return {reinterpret_cast<const char*>(samples.data()), samples.size() * sizeof(T)};
}

void check_fails(const Outcome& outcome, int code, const std::string& words) {
    CHECK(outcome.code == code);
    CHECK(outcome.out.empty());
    CAPTURE(outcome.err);
    CHECK(outcome.err.starts_with("histo_cl_demo: "));
    CHECK(outcome.err.find(words) != std::string::npos);
}

} // namespace

TEST_SUITE_BEGIN("count");

TEST_CASE("the letters of PMPP's phrase, from a file and from standard input, in either case") {
    const auto file = folder().file("phrase", phrase);
    const auto from_file = demo_json("--letters --verify " + file);
    CHECK(from_file["counts"] == phrase_counts);
    CHECK(from_file["out_of_range"] == 3);
    CHECK(from_file["samples"] == 41);
    CHECK(from_file["verified"] == true);
    CHECK(demo_json("--letters - <" + file)["counts"] == phrase_counts);
    CHECK(demo_json("--letters", "printf 'PROGRAMMING Massively parallel processors' |")["counts"] ==
          phrase_counts);
}

TEST_CASE("bytes by default, with JSON and CSV that agree") {
    std::string all;
    for (int value = 0; value < 256; ++value)
        all.append(static_cast<std::size_t>(value % 7 + 1), static_cast<char>(value));
    const auto file = folder().file("bytes", all);
    const auto result = demo_json("--verify " + file);
    REQUIRE(result["counts"].size() == 256);
    CHECK(result["edges"].size() == 257);
    for (std::size_t value = 0; value < 256; ++value)
        CHECK(result["counts"][value] == value % 7 + 1);
    CHECK(result["device"]["name"].is_string());
    CHECK(result["timing"]["whole_seconds"] > 0);

    const auto lines = lines_of(demo("--csv " + file).out);
    REQUIRE(lines.size() == 257);
    CHECK(lines[0] == "bin,lower,upper,count");
    CHECK(lines[1] == "0,0,1,1");
    CHECK(lines[256] == "255,255,256,4");
}

TEST_CASE("several files are one input") {
    const auto a = folder().file("a", "aab");
    const auto b = folder().file("b", "bbz");
    const auto none = folder().file("none", "");
    const auto result = demo_json("--range 97 100 " + a + " " + none + " - " + b + " <" + a);
    CHECK(result["counts"] == json({4, 4, 0}));
    CHECK(result["out_of_range"] == 1);
    CHECK(result["files"].size() == 4);
}

TEST_CASE("types, ranges and edges reach the library as typed") {
    const auto f32 = folder().file("f32", raw<float>({-1.5F, -0.5F, 0.0F, 0.5F, 1.5F, 9.0F}));
    CHECK(demo_json("--type f32 --range -2 2 --bins 4 --verify " + f32)["counts"] == json({1, 1, 2, 1}));
    const auto by_edges = demo_json("--type f32 --edges -inf,0,0.5,inf --verify " + f32);
    CHECK(by_edges["counts"] == json({2, 1, 3}));
    CHECK(by_edges["edges"] == json({"-inf", 0, 0.5, "inf"}));

    const auto top = std::numeric_limits<std::uint64_t>::max();
    const auto u64 =
        folder().file("u64", raw<std::uint64_t>({0, top, top - 1, (1ULL << 53) + 1, 1ULL << 53}));
    CHECK(demo_json("--type u64 --bins 2 " + u64)["counts"] == json({3, 2}));
    CHECK(demo_json("--type u64 --edges 9007199254740993,18446744073709551615 " + u64)["counts"] ==
          json({2}));
    const auto i8 = folder().file("i8", raw<std::int8_t>({-128, -1, 0, 127}));
    CHECK(demo_json("--type i8 --bins 2 " + i8)["counts"] == json({2, 2}));
}

TEST_CASE("a forced variant and its knobs are kept") {
    const auto file = folder().file("phrase", phrase);
    const auto result =
        demo_json("--letters --verify --variant global_private --merge host --partition interleaved "
                  "--load-bytes 1 --work-groups 2 --work-group-size 1 --coarsening 8 --no-cache " +
                  file);
    CHECK(result["counts"] == phrase_counts);
    const auto& decision = result["decision"];
    CHECK(decision["variant"] == "global_private");
    CHECK(decision["merge"] == "host");
    CHECK(decision["partition"] == "interleaved");
    CHECK(decision["load_bytes"] == 1);
    CHECK(decision["work_groups"] <= 2);
    CHECK(decision["coarsening"] == 8);
    CHECK(result["timing"]["built_from_cache"] == false);
}

TEST_CASE("--all-variants runs and checks what accepts, and says why others do not") {
    const auto file = folder().file("u16", raw<std::uint16_t>({0, 1, 2, 300, 999, 1000}));
    const std::string arguments = "--all-variants --type u16 --range 0 1000 --bins 1000 " + file;
    const auto result = demo_json(arguments);
    CHECK(result["variants"].size() == 7);
    std::size_t ok = 0;
    for (const auto& trial : result["variants"]) {
        CAPTURE(trial["variant"]);
        ok += trial["status"] == "ok";
        if (trial["variant"] == "banked_uchar4") {
            CHECK(trial["status"] == "rejected");
            CHECK(trial["reason"].get<std::string>().find("256 bins") != std::string::npos);
        } else if (trial["variant"] == "global_atomic") {
            CHECK(trial["status"] == "ok");
        }
    }
    CHECK(ok >= 2);

    const auto table = demo(arguments);
    CHECK(table.code == 0);
    CHECK(table.err.empty());
    CHECK(table.out.find("banked_uchar4") != std::string::npos);
    CHECK(table.out.find("rejected: ") != std::string::npos);
    CHECK(table.out.find("* chosen") != std::string::npos);
    const auto lines = lines_of(demo(arguments + " --csv").out);
    CHECK(lines.size() == 8);
    for (const auto& line : lines)
        CHECK(std::ranges::count(line.substr(0, line.find('"')), ',') == 9);
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("output");

TEST_CASE("a pipe gets ASCII without escape codes, and lines that fit COLUMNS") {
    const auto file = folder().file("phrase", phrase);
    const auto outcome = demo("--letters " + file, "COLUMNS=90 LC_ALL=C.UTF-8");
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
    CHECK(outcome.out.find("38 samples, 3 out of range") != std::string::npos);
}

TEST_CASE("a terminal gets blocks if its locale is UTF-8") {
    const auto file = folder().file("phrase", phrase);
    const auto text = on_terminal(100, "C.UTF-8", file);
    CHECK(text.find("█") != std::string::npos);
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
    CHECK(plain.find("###") != std::string::npos);
    CHECK(plain.find("█") == std::string::npos);
}

TEST_CASE("--explain tells the decision and the build, --verify its finding, --rows the rows") {
    const auto file = folder().file("phrase", phrase);
    const auto text = demo("--explain --verify --rows 8 " + file).out;
    CHECK(text.find("launch:") != std::string::npos);
    CHECK(text.find("build:") != std::string::npos);
    CHECK(text.find("verified  every bin") != std::string::npos);
    const auto lines = lines_of(text);
    CHECK(std::ranges::count_if(lines, [](const auto& line) { return line.ends_with('%'); }) == 8);
    const auto as_json = demo_json("--explain " + file);
    CHECK(as_json["build_options"].is_string());
    CHECK(as_json["explanation"].get<std::string>().find("launch:") != std::string::npos);
}

TEST_CASE("help, version and devices need no input") {
    const auto help = demo("--help");
    CHECK(help.code == 0);
    for (const char* const option : {"--type",
                                     "--bins",
                                     "--range",
                                     "--edges",
                                     "--letters",
                                     "--variant",
                                     "--work-group-size",
                                     "--work-groups",
                                     "--replicas",
                                     "--coarsening",
                                     "--load-bytes",
                                     "--partition",
                                     "--merge",
                                     "--workspace-limit",
                                     "--samples-per-launch",
                                     "--no-cache",
                                     "--all-variants",
                                     "--device",
                                     "--list-devices",
                                     "--explain",
                                     "--verify",
                                     "--json",
                                     "--csv",
                                     "--truncate",
                                     "Exit codes"}) {
        CAPTURE(option);
        CHECK(help.out.find(option) != std::string::npos);
    }
    CHECK(demo("--version").out.starts_with("histo_cl_demo "));

    const auto devices = json::parse(demo("--list-devices --json").out);
    REQUIRE(!devices.empty());
    CHECK(std::ranges::count_if(devices, [](const json& device) { return device["default"] == true; }) == 1);
    const auto name = devices[0]["name"].get<std::string>();
    CHECK(demo("--list-devices").out.find(name) != std::string::npos);
    const auto file = folder().file("phrase", phrase);
    const auto index = devices[0]["index"].get<std::string>();
    CHECK(demo_json("--device " + index + " " + file)["device"]["name"] == name);
    CHECK(demo_json(file, "HISTO_CL_DEVICE='" + name + "'")["device"]["name"] == name);
    CHECK(demo_json("--device " + index + " " + file, "HISTO_CL_DEVICE=nowhere")["device"]["name"] == name);
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("errors");

TEST_CASE("input that cannot be used: 2, and the file is named") {
    const auto missing = folder().file("missing");
    check_fails(demo(missing), 2, missing + ": No such file");
    check_fails(demo(fs::path(missing).parent_path().string()), 2, "Is a directory");
    const auto empty = folder().file("empty", "");
    check_fails(demo(empty), 2, "empty holds no samples");
    check_fails(demo("- </dev/null"), 2, "standard input holds no samples");
    const auto ragged = folder().file("ragged", "12345");
    check_fails(demo("--type u32 " + ragged), 2,
                "5 bytes are no whole number of 4-byte samples: 1 left over");
    const auto truncated = demo("--type u32 --truncate --csv --bins 1 " + ragged);
    CHECK(truncated.code == 0);
    CHECK(truncated.out.ends_with(",1\n"));
    CHECK(truncated.err.find("dropped 1 byte ") != std::string::npos);
}

TEST_CASE("options that cannot be used: 2") {
    const auto file = folder().file("phrase", phrase);
    check_fails(demo("--range 5 1 " + file), 2, "5");
    check_fails(demo("--range 0 many " + file), 2, "'many' is not a number");
    check_fails(demo("--range 0 nan " + file), 2, "'nan' is not a number");
    check_fails(demo("--edges 1 " + file), 2, "too few edges");
    check_fails(demo("--edges 1,1 " + file), 2, "rise");
    check_fails(demo("--edges '' " + file), 2, "'' is not a number");
    check_fails(demo("--bins 0 " + file), 2, "0 bins");
    check_fails(demo("--bins -1 " + file), 2, "--bins");
    check_fails(demo("--type f64 --truncate " + file), 2, "--range");
    check_fails(demo("--type u128 " + file), 2, "u128");
    check_fails(demo("--variant fastest " + file), 2, "fastest");
    check_fails(demo("--load-bytes 3 " + file), 2, "load_bytes 3");
    check_fails(demo("--letters --bins 4 " + file), 2, "--letters");
    check_fails(demo("--json --csv " + file), 2, "--csv");
    check_fails(demo("--no-such-option " + file), 2, "--no-such-option");
}

TEST_CASE("a forced variant that cannot run is never replaced: 2, with the reason") {
    const auto file = folder().file("phrase", phrase + "s"); // 42 bytes
    check_fails(demo("--variant banked_uchar4 --type u16 --bins 300 " + file), 2, "banked_uchar4: ");
    const auto none = demo("--all-variants --work-group-size 123456789 " + file);
    CHECK(none.code == 2);
    CHECK(none.err == "histo_cl_demo: no variant can run\n");
    CHECK(none.out.find("rejected: ") != std::string::npos);
}

TEST_CASE("no such device, or none at all: 3") {
    const auto file = folder().file("phrase", phrase);
    check_fails(demo("--device 'no such device' " + file), 3, "no such device");
    check_fails(demo("--device 99:0 " + file), 3, "99:0");
    check_fails(demo(file, "HISTO_CL_DEVICE=nowhere"), 3, "nowhere");
    check_fails(demo(file, "OCL_ICD_VENDORS=/nonexistent"), 3, "no OpenCL platform");
}

TEST_CASE("results that cannot be written: 2") {
    const auto file = folder().file("phrase", phrase);
    const auto full = demo(file + " >/dev/full");
    check_fails(full, 2, "standard output cannot be written");
}

TEST_SUITE_END();
