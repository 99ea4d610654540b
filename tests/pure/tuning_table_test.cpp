// The text of tuning tables: what is written is read, and what is not exactly a table is refused with its
// line.

#include "histo_cl/tuning.hpp"
#include "support/environment.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <utility>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;
namespace fs = std::filesystem;

namespace {

/// Every member of an entry is other than its default.
TuningEntry full_entry() {
    return {.key = {.sample = SampleType::f32,
                    .binning = BinningClass::log,
                    .counter = CounterType::f64,
                    .axes = 3,
                    .joint = true,
                    .channels = 4,
                    .order = Order::planar,
                    .packed = false,
                    .rows = true,
                    .mask = true,
                    .batch = Batch::tiles,
                    .weights = SampleType::f64,
                    .squared_weights = true,
                    .counters = 4096,
                    .elements = (std::uint64_t{1} << 40U) + 1},
            .knobs = {.variant = Variant::local_windowed,
                      .work_group_size = 1024,
                      .work_groups = 4294967295,
                      .replicas = 8,
                      .coarsening = 64,
                      .load_bytes = 16,
                      .loads_in_flight = 4,
                      .partition = Partition::contiguous,
                      .merge = Merge::last_group,
                      .count_values = true},
            .speedup = 1.25};
}

TuningTable full_table() {
    return {{{"Some \"CL\"", "Device\\1\n\xc3\xa9", "1.2", {full_entry(), TuningEntry{}}},
             {"Another", "", "3", {}}}};
}

/// A table with one entry, whose parts are given as text.
std::string table_of(const std::string& problem, const std::string& knobs = "{}",
                     const std::string& rest = "") {
    return R"({"histo_cl_tuning": 1, "devices": [
{"platform": "P", "name": "N", "driver": "D", "entries": [
{"problem": )" +
           problem + ",\n\"knobs\": " + knobs + rest + "}]}]}";
}

const std::string usual_problem = R"({"sample": "u8", "counters": 256})";

/// A text that is no table, and what is said of it.
struct Damage {
    std::string text;
    std::string words;
};

void check_damages(const std::vector<Damage>& damages) {
    for (const auto& damage : damages) {
        INFO("text: ", damage.text.substr(0, 200));
        check_error(Status::invalid_argument, {damage.words},
                    [&] { static_cast<void>(parse_tuning_table(damage.text)); });
    }
}

void write(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

} // namespace

TEST_CASE("tuning table: what is written is read") {
    for (const auto& table : {full_table(), TuningTable{}}) {
        const auto text = to_json(table);
        INFO("text: ", text);
        CHECK(parse_tuning_table(text) == table);
    }
}

TEST_CASE("tuning table: a key's members but sample and counters, and all knobs, can be left out") {
    const auto table = parse_tuning_table(table_of(usual_problem));
    REQUIRE(table.devices.size() == 1);
    CHECK(table.devices[0].name == "N");
    CHECK(table.devices[0].entries == std::vector<TuningEntry>{TuningEntry{}});
}

TEST_CASE("tuning table: space, escapes and nulls as JSON has them") {
    const auto table = parse_tuning_table(
        " {\r\n\t\"devices\" : [ { \"entries\" : [ ] , \"driver\":\"\\u00e9\\ud83d\\ude00\","
        "\"name\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\",\"platform\":\"\"}],"
        "\"histo_cl_tuning\":1}\n ");
    REQUIRE(table.devices.size() == 1);
    CHECK(table.devices[0].driver == "\xc3\xa9\xf0\x9f\x98\x80");
    CHECK(table.devices[0].name == "\"\\/\b\f\n\r\t");
    CHECK(parse_tuning_table(table_of(R"({"sample": "u8", "counters": 256, "weights": null})",
                                      R"({"variant": null, "merge": null})"))
              .devices[0]
              .entries[0] == TuningEntry{});
}

TEST_CASE("tuning table: a text cut anywhere is refused") {
    const auto whole = to_json(full_table());
    for (std::size_t size = 0; size + 1 < whole.size(); ++size) {
        INFO("size: ", size);
        CHECK_THROWS_AS(static_cast<void>(parse_tuning_table(whole.substr(0, size))), Error);
    }
}

TEST_CASE("tuning table: what is not JSON") {
    check_damages({
        {"", "line 1: the text ends too early"},
        {"\n\n", "line 3: the text ends too early"},
        {"tuning", "line 1: this is not JSON"},
        {"{\n'a': 1}", "line 2: a member's name is missing"},
        {"{\"a\" 1}", "line 1: ':' is missing"},
        {"{\"a\": 1 \"b\": 2}", "'}' is missing"},
        {"{\"a\": 1,}", "a member's name is missing"},
        {"[1 2]", "']' is missing"},
        {"[1,]", "this is not JSON"},
        {"{} {}", "more text after the end"},
        {"[\"a\nb\"]", "line 1: a string does not end on its line"},
        {std::string("[\"a\0b\"]", 7), "a control character in a string"},
        {R"(["\x"])", "an unknown escape"},
        {R"(["\u12g4"])", "four hexadecimal digits"},
        {R"(["\ud800"])", "half a surrogate pair"},
        {R"(["\ud800\u0041"])", "half a surrogate pair"},
        {R"(["\udc00"])", "half a surrogate pair"},
        {"[01]", "a number begins with 0"},
        {"[-]", "a number lacks a digit"},
        {"[1.]", "a number lacks a digit"},
        {"[1e+]", "a number lacks a digit"},
        {"[.5]", "this is not JSON"},
        {"[NaN]", "this is not JSON"},
        {"{\"a\": 1,\n\"b\": 2,\n\"a\": 3}", "line 3: \"a\" twice in one object"},
        {std::string(100'000, '['), "more than 16 values in one another"},
    });
    std::string members = "{";
    for (int i = 0; i <= 64; ++i)
        members += (i == 0 ? "\"" : ", \"") + std::to_string(i) + "\": 0";
    check_damages({{members + "}", "more than 64 members"}});
}

TEST_CASE("tuning table: JSON that is no table") {
    check_damages({
        {"[]", "line 1: a tuning table is not an object"},
        {"{}", "histo_cl_tuning is missing"},
        {R"({"histo_cl_tuning": 2, "devices": []})", "histo_cl_tuning 2: this library reads version 1"},
        {R"({"histo_cl_tuning": "1", "devices": []})", "this library reads version 1"},
        {R"({"histo_cl_tuning": 1})", "devices is missing"},
        {R"({"histo_cl_tuning": 1, "devices": {}})", "devices is not an array"},
        {R"({"histo_cl_tuning": 1, "devices": [7]})", "a device is not an object"},
        {"{\"histo_cl_tuning\": 1, \"devices\": [],\n\"date\": 1}",
         "line 2: \"date\" is not known here; known are histo_cl_tuning, devices"},
        {R"({"histo_cl_tuning": 1, "devices": [{"platform": "P", "name": 5}]})",
         "name 5: a string is needed"},
        {R"({"histo_cl_tuning": 1, "devices": [{"platform": "P", "name": "N", "entries": []}]})",
         "driver is missing"},
        {table_of("[]"), "line 3: problem is not an object"},
        {table_of(R"({"sample": "u8"})"), "line 3: counters is missing"},
        {table_of(R"({"counters": 256})"), "sample is missing"},
        {table_of(usual_problem, "[]"), "line 4: knobs is not an object"},
        {table_of(usual_problem, "{}", R"(, "speed": 1)"), "\"speed\" is not known here; known are problem"},
    });
}

TEST_CASE("tuning table: values of another type, or beyond it") {
    const auto knob = [](const std::string& knobs) { return table_of(usual_problem, knobs); };
    const auto key = [](const std::string& members) {
        return table_of(R"({"sample": "u8", "counters": 256, )" + members + "}");
    };
    check_damages({
        {table_of(R"({"sample": "f128", "counters": 256})"), R"(line 3: sample "f128": allowed are u8, i8)"},
        {table_of(R"({"sample": 8, "counters": 256})"), "sample 8: allowed are u8"},
        {table_of(R"({"sample": "u8", "counters": "256"})"), R"(counters "256": a whole number from 0)"},
        {table_of(R"({"sample": "u8", "counters": 4294967296})"), "from 0 to 4294967295"},
        {key(R"("elements": 18446744073709551616)"), "from 0 to 18446744073709551615"},
        {key(R"("rows": 1)"), "rows 1: true or false"},
        {key(R"("rows": "true")"), R"(rows "true": true or false)"},
        {key(R"("joint": null)"), "true or false"},
        {key(R"("weights": "none")"), R"(weights "none": allowed are u8)"},
        {key(R"("binning": "odd")"),
         R"(binning "odd": allowed are even, edges, log, circular, custom, mixed)"},
        {key(R"("order": null)"), "allowed are interleaved, planar"},
        {key(R"("bins": 256)"), "\"bins\" is not known here"},
        {knob(R"({"variant": "fastest"})"), R"(line 4: variant "fastest": allowed are global_atomic)"},
        {knob(R"({"variant": ["local_atomic"]})"), "allowed are global_atomic"},
        {knob(R"({"replicas": -1})"), "replicas -1: a whole number"},
        {knob(R"({"replicas": 1.5})"), "replicas 1.5: a whole number"},
        {knob(R"({"replicas": 1e2})"), "replicas 1e2: a whole number"},
        {knob(R"({"replicas": 99999999999999999999999})"), "a whole number"},
        {knob(R"({"replicas": null})"), "a whole number"},
        {knob(R"({"merge": true})"), "merge true: allowed are atomic"},
        {knob(R"({"count_values": 1})"), "count_values 1: true or false"},
        {knob(R"({"speed": 3})"), "\"speed\" is not known here; known are variant"},
        {table_of(usual_problem, "{}", R"(, "speedup": "much")"), "a number from 0 on"},
        {table_of(usual_problem, "{}", R"(, "speedup": -1)"), "a number from 0 on"},
        {table_of(usual_problem, "{}", R"(, "speedup": 1e999)"), "a number from 0 on"},
    });
}

TEST_CASE("tuning table: no text beyond 1 MiB") {
    auto text = to_json(full_table());
    text.resize(max_tuning_text, ' ');
    CHECK(parse_tuning_table(text) == full_table());
    text += ' ';
    check_damages({{text, "a tuning table of 1048577 B; allowed are 1048576"}});
}

TEST_CASE("tuning table: any byte of the text may be damaged") {
    const auto whole = to_json(full_table());
    std::size_t refused = 0;
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const char damage : {'\0', '"', '}', '9', '\xff'}) {
            auto text = whole;
            text[at] = damage;
            try { // read or refused: but no other end
                static_cast<void>(parse_tuning_table(text));
            } catch (const Error& error) {
                CHECK(error.status() == Status::invalid_argument);
                ++refused;
            }
        }
    CHECK(refused > whole.size());
}

TEST_CASE("tuning table: files") {
    const Folder folder;
    const auto file = folder.path() / "tuning.json";
    const auto refused = [&](std::initializer_list<std::string_view> words) {
        check_error(Status::invalid_argument, words, [&] { static_cast<void>(read_tuning_table(file)); });
    };
    refused({"there is no such file"});
    write(file, to_json(full_table()));
    CHECK(read_tuning_table(file) == full_table());
    write(file, "");
    refused({"line 1: the text ends too early"});
    write(file, std::string(max_tuning_text + 1, ' '));
    refused({"1048577 B", "at most 1048576"});
    fs::remove(file);
    fs::create_directory(file);
    refused({"it is not a file"});
    fs::remove(file);
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0); // nobody writes to it, so reading would never end
    refused({"it is not a file"});
}

TEST_CASE("tuning table: the default file is in XDG_CONFIG_HOME, else under HOME, else nowhere") {
    const auto file_for = [](const char* xdg_config_home, const char* home) {
        const Environment xdg("XDG_CONFIG_HOME", xdg_config_home);
        const Environment own("HOME", home);
        return default_tuning_file();
    };
    CHECK(file_for("/xdg", "/home/me") == "/xdg/histo_cl/tuning.json");
    CHECK(file_for(nullptr, "/home/me") == "/home/me/.config/histo_cl/tuning.json");
    CHECK(file_for("not/absolute", "/home/me") == "/home/me/.config/histo_cl/tuning.json");
    CHECK(file_for(nullptr, nullptr) == "");
}
