// The text of tuning tables: a written table can be read, and invalid text is rejected with the number of the
// wrong line.

#include "histo_cl/tuning.hpp"
#include "pure/user_folders.hpp"
#include "support/environment.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>
#ifndef _WIN32
#include <sys/stat.h>
#endif

using namespace histo_cl;
using namespace histo_cl::test;
namespace fs = std::filesystem;

namespace {

/// An entry in which every member differs from its default.
TuningEntry full_entry() {
    return {.key = {.sample = SampleType::f32,
                    .binning = BinningKind::log,
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
                    .accumulator = Accumulator::maximum,
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
    return {{{"Some \"CL\" = #1", " Device\\1: \xc3\xa9\t", "1.2", {full_entry(), TuningEntry{}}},
             {"Another", "", "3", {}}}};
}

const std::string header = "histo_cl_tuning 1\n";
const std::string device_lines = header + "platform P\nname N\ndriver D\n";

/// A table with a single entry, which has this text and is on line 5.
std::string table_of(const std::string& entry) {
    return device_lines + "entry " + entry + "\n";
}

/// An invalid table, and words of its error message.
struct Damage {
    std::string text;
    std::string words;
};

void check_damages(const std::vector<Damage>& damages) {
    for (const auto& damage : damages) {
        INFO("text: ", damage.text.substr(0, 200));
        check_invalid({damage.words}, [&] { return parse_tuning_table(damage.text); });
    }
}

} // namespace

TEST_CASE("tuning table: a written table is read as the same table") {
    for (const auto& table : {full_table(), TuningTable{}}) {
        const auto text = to_text(table);
        INFO("text: ", text);
        CHECK(parse_tuning_table(text) == table);
    }
}

TEST_CASE("tuning table: the text of a table") {
    const TuningEntry entry{.key = {.sample = SampleType::f32, .counters = 1000},
                            .knobs = {.variant = Variant::local_atomic, .replicas = 2},
                            .speedup = 1.2};
    CHECK(to_text({{{"CL", "Card 1", "1.0", {entry, {}}}}}) ==
          "histo_cl_tuning 1\n"
          "\n"
          "platform CL\n"
          "name Card 1\n"
          "driver 1.0\n"
          "entry sample=f32 counters=1000 : variant=local_atomic replicas=2 speedup=1.2\n"
          "entry sample=u8 counters=256 :\n");
}

TEST_CASE("tuning table: comments, empty lines and spaces between members are allowed") {
    const auto table = parse_tuning_table("# a comment\n\n" + device_lines +
                                          "#entry\nentry   sample=u8 counters=256  :replicas=2 \n");
    REQUIRE(table.devices.size() == 1);
    CHECK(table.devices[0].name == "N");
    CHECK(table.devices[0].entries == std::vector<TuningEntry>{{.knobs = {.replicas = 2}}});
}

TEST_CASE("tuning table: names are the rest of their line, and have no newline") {
    const auto table = parse_tuning_table(header + "platform  two  spaces \nname\ndriver \n");
    REQUIRE(table.devices.size() == 1);
    CHECK(table.devices[0].platform == " two  spaces ");
    CHECK(table.devices[0].name == "");
    CHECK(table.devices[0].driver == "");
    check_invalid({"name \"a\nb\" has a newline"}, [] { return to_text({{{"P", "a\nb", "D", {}}}}); });
}

TEST_CASE("tuning table: missing and unknown lines are refused") {
    check_damages({
        {"", "line 1: histo_cl_tuning is needed, the text ends here"},
        {"\n# nothing\n", "line 3: histo_cl_tuning is needed, the text ends here"},
        {"{}\n", "line 1: \"{}\": histo_cl_tuning is needed"},
        {"histo_cl_tuning 2\n", "line 1: version \"2\": this library reads version 1"},
        {"histo_cl_tuning\n", "version \"\": this library reads version 1"},
        {"histo_cl_tuning 1\r\n", "this library reads version 1"},
        {"histo_cl_tuning 1", "line 1: it does not end in a newline"},
        {header + "entry sample=u8 counters=256 :\n", "line 2: \"entry\": platform is needed"},
        {header + "platform P\n\ndriver D\n", "line 4: \"driver\": name is needed"},
        {header + "platform P\nname N\n", "line 4: driver is needed, the text ends here"},
        {header + "platform P\nplatform P\n", "line 3: \"platform\": name is needed"},
        {device_lines + "date today\n", "line 5: \"date\": entry or platform is needed"},
        {device_lines + " entry\n", "line 5: \"\": entry or platform is needed"},
        {device_lines + "name N\n", "line 5: \"name\": entry or platform is needed"},
    });
}

TEST_CASE("tuning table: members that are missing, malformed or given twice are refused") {
    check_damages({
        {table_of("sample=u8 counters=256"), "line 5: ':' is missing between the problem and its knobs"},
        {table_of("sample=u8 :"), "line 5: counters is missing"},
        {table_of("counters=256 :"), "line 5: sample is missing"},
        {table_of("sample=u8 counters=256 joint :"), "line 5: \"joint\": NAME=VALUE is needed"},
        {table_of("sample=u8 counters=256 sample=u8 :"), "line 5: \"sample\" is given twice"},
        {table_of("sample=u8 counters=256 Bins=256 :"), "line 5: \"Bins\" is not a name"},
        {table_of("sample=u8 counters=256 : =2"), "line 5: \"\" is not a name"},
        {table_of("sample=u8 counters=256 : replicas=2 replicas=2"), "\"replicas\" is given twice"},
        {table_of("sample=u8 counters=256 : : replicas=2"), "\":\": NAME=VALUE is needed"},
    });
    std::string members = "sample=u8 counters=256 :";
    for (int i = 0; i <= 64; ++i)
        members += " " + std::to_string(i) + "=0";
    check_damages({{table_of(members), "line 5: more than 64 members"}});
}

TEST_CASE("tuning table: text that cannot be a value is refused") {
    const auto knob = [](const std::string& knobs) { return table_of("sample=u8 counters=256 : " + knobs); };
    const auto key = [](const std::string& members) {
        return table_of("sample=u8 counters=256 " + members + " :");
    };
    std::string kinds;
    for (const auto kind : all_binning_kinds)
        kinds += std::string(name(kind)) + ", ";
    check_damages({
        {table_of("sample=F32 counters=256 :"), "line 5: sample \"F32\": allowed are u8, i8, u16"},
        {table_of("sample= counters=256 :"), "sample \"\": allowed are u8"},
        {table_of("sample=u8 counters=many :"), "counters \"many\": allowed are whole numbers from 0"},
        {table_of("sample=u8 counters=4294967296 :"), "from 0 to 4294967295"},
        {key("elements=18446744073709551616"), "from 0 to 18446744073709551615"},
        {key("axes=-1"), "axes \"-1\": allowed are whole numbers"},
        {key("axes=1.5"), "axes \"1.5\": allowed are whole numbers"},
        {key("axes=1e2"), "axes \"1e2\": allowed are whole numbers"},
        {key("axes=+1"), "axes \"+1\": allowed are whole numbers"},
        {key("rows=1"), "rows \"1\": allowed are true and false"},
        {key("joint="), "joint \"\": allowed are true and false"},
        {key("weights=-"), "weights \"-\": allowed are u8"},
        {key("binning=even,"), "binning \"even,\": allowed are " + kinds + "none"},
        {key("order=planar\r"), "order \"planar\r\": allowed are interleaved, planar"},
        {key("batch=a-b"), "batch \"a-b\": allowed are one, segments, ragged, tiles"},
        {knob("variant=Local_Atomic"), "variant \"Local_Atomic\": allowed are global_atomic, global_private"},
        {knob("merge=="), "merge \"=\": allowed are atomic, last_group, device, host"},
        {knob("count_values=1"), "count_values \"1\": allowed are true and false"},
        {knob("replicas=-1"), "replicas \"-1\": allowed are whole numbers"},
        {knob("replicas=99999999999999999999999"), "allowed are whole numbers"},
        {knob("speedup=much"), "speedup \"much\": allowed are numbers"},
        {knob("speedup=-1"), "speedup: allowed are 0 and more"},
        {knob("speedup=1e999"), "allowed are numbers"},
        {knob("speedup=inf"), "speedup: allowed are 0 and more"},
        {knob("speedup=nan"), "speedup: allowed are 0 and more"},
        // Damage is reported in entries of later versions, too.
        {key("bins=256 axes=-1"), "axes \"-1\": allowed are whole numbers"},
    });
}

TEST_CASE("tuning table: entries of a later version are skipped, and written again") {
    const std::string known = "sample=u8 counters=256 : replicas=2";
    for (const std::string later : {
             "sample=f128 counters=256 :", "sample=u8 counters=256 binning=odd :",
             "sample=u8 counters=256 weights=nothing :", "sample=u8 counters=256 counter=i8 :",
             "sample=u8 counters=256 bins=A,B=#! :  replicas=2 ",
             "sample=u8 counters=256 speedup=2 :", "sample=u8 counters=256 : sample=u8",
             "sample=u8 counters=256 : variant=fastest", "sample=u8 counters=256 : partition=half replicas=2",
             "sample=u8 counters=256 : merge=true", "sample=u8 counters=256 : samples_per_launch=5",
             "sample=u8 counters=256 : replicas=4097", // no device supports it today
         }) {
        INFO("later: ", later);
        const auto table = parse_tuning_table(table_of(later) + "entry " + known + "\n");
        REQUIRE(table.devices.size() == 1);
        CHECK(table.devices[0].entries == std::vector<TuningEntry>{{.knobs = {.replicas = 2}}});
        CHECK(table.devices[0].unknown == std::vector<std::string>{later});
        CHECK(to_text(table) ==
              header + "\nplatform P\nname N\ndriver D\nentry " + known + "\nentry " + later + "\n");
    }
    check_invalid({"entry \"a\nb\" has a newline"}, [] {
        return to_text({{{"P", "N", "D", {}, {"a\nb"}}}});
    });
}

TEST_CASE("tuning table: version 1.0's table is read, and written as it is") {
    const auto file = HISTO_CL_TEST_DATA "/tuning_1.0.txt";
    const auto table = read_tuning_table(file);
    auto expected = full_table();
    // A line that version 1.1 could have added.
    expected.devices[0].unknown = {
        "sample=f8 counters=256 splitting=linear : variant=tiled tiles=4 speedup=1.5"};
    CHECK(table == expected);
    CHECK(to_text(table) == content(file));
}

TEST_CASE("tuning table: a text of more than 1 MiB is refused") {
    auto text = to_text(full_table());
    text.resize(max_tuning_text, '\n');
    CHECK(parse_tuning_table(text) == full_table());
    text += '\n';
    check_damages({{text, "a tuning table of 1048577 B; allowed are at most 1048576 B"}});
}

TEST_CASE("tuning table: tables are read from regular files only") {
    const Folder folder;
    const auto file = folder.path() / "tuning.txt";
    const auto refused = [&](std::initializer_list<std::string_view> words) {
        check_error(Status::file_error, words, [&] { return read_tuning_table(file.string()); });
    };
    refused({"there is no such file"});
    write(file, to_text(full_table()));
    CHECK(read_tuning_table(file.string()) == full_table());
    write(file, "");
    check_invalid({"line 1: histo_cl_tuning is needed"}, [&] { return read_tuning_table(file.string()); });
    write(file, std::string(max_tuning_text + 1, ' '));
    refused({"1048577 B", "at most 1048576"});
    fs::remove(file);
    fs::create_directory(file);
    refused({"it is not a regular file"});
    fs::remove(file);
#ifndef _WIN32
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0); // no process writes, so reading would never end
    refused({"it is not a regular file"});
    fs::remove(file);
    fs::create_symlink("/dev/zero", file);
    refused({"it is not a regular file"});
    fs::remove(file);
    fs::create_symlink(file, file);
    refused({"it cannot be read: Too many levels of symbolic links"});
    fs::remove(file);
    fs::create_symlink(folder.path() / "linked", file); // a link that the user names is followed
    refused({"there is no such file"});
    write(folder.path() / "linked", to_text(full_table()));
    fs::permissions(folder.path() / "linked", fs::perms::all);
    CHECK(read_tuning_table(file.string()) == full_table());
#endif
}

TEST_CASE("tuning table: the default file is under XDG_CONFIG_HOME, else under HOME, else nowhere") {
    const auto file_for = [](const char* xdg_config_home, const char* home) {
        const Environment xdg("XDG_CONFIG_HOME", xdg_config_home);
        const Environment own(home_variable, home);
        return default_tuning_file();
    };
    CHECK(file_for(xdg_folder, home_folder) == fs::path(xdg_folder) / "histo_cl/tuning.txt");
    CHECK(file_for(nullptr, home_folder) == config_folder / "tuning.txt");
    CHECK(file_for("not/absolute", home_folder) == config_folder / "tuning.txt");
    CHECK(file_for(nullptr, nullptr) == "");
}
