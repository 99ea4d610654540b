// Parts that the programs share: text, files, the environment, command lines, errors.

#include "common/command_line.hpp"
#include "common/date.hpp"
#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/options.hpp"
#include "common/program.hpp"
#include "common/system.hpp"
#include "common/table.hpp"
#include "common/terminal.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"
#include "support/environment.hpp"
#include "support/folder.hpp"
#include "support/text.hpp"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <iostream>
#include <limits>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace common;
using histo_cl::Options;
using histo_cl::test::check_has;
using histo_cl::test::Environment;
using histo_cl::test::Folder;
namespace fs = std::filesystem;

namespace {

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// While this object exists, it captures the text that is written to a stream.
class Caught {
  public:
    explicit Caught(std::ostream& stream) : stream_(stream), before_(stream.rdbuf(text_.rdbuf())) {}
    Caught(const Caught&) = delete;
    Caught& operator=(const Caught&) = delete;
    ~Caught() { stream_.rdbuf(before_); }

    [[nodiscard]] std::string text() const { return text_.str(); }

  private:
    std::ostringstream text_;
    std::ostream& stream_;
    std::streambuf* before_;
};

/// Parses arguments as a program does. Returns false for help and version.
bool parse_words(CLI::App& app, const Arguments& words) {
    return parse(app, words);
}

Options knobs_of(const std::vector<std::string>& words) {
    CLI::App app("description", "program");
    set_up(app);
    Options options;
    add_knobs(app, options);
    if (!parse_words(app, words)) throw std::logic_error("help or version");
    return options;
}

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "(unset)";
}

} // namespace

TEST_CASE("text: numbers with separators and units, and control characters made printable") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(std::numeric_limits<std::uint64_t>::max()) == "18,446,744,073,709,551,615");
    CHECK(plural(1, "byte") == "1 byte");
    CHECK(plural(2000, "byte") == "2,000 bytes");
    CHECK(rate(2.5e9, "B") == "2.50 GB/s");
    CHECK(rate(1.5e3, "samples") == "1.50 ksamples/s");
    CHECK(byte_size(1023) == "1023 B");
    CHECK(byte_size(1536) == "1.50 KiB");
    CHECK(byte_size(std::uint64_t{5} << 40) == "5.00 TiB");
    CHECK(printable("a\x1b[2J\n\x7f é") == "a?[2J?? é");
    CHECK(printable("\x9b"
                    "31m \xc2\x9b"
                    "31m é\x9b \u6570") == "?31m ?31m é? \u6570"); // U+009B, as a byte and in UTF-8
    CHECK(printable("\xf5\x9b\x80\x80") == "\xf5???");             // 0xf5 starts no character
    CHECK(printable("caf\xe9") == "caf\xe9");                      // kept as Latin-1
    CHECK(printable_lines("a\tb\n\x1b[m\r") == "a\tb\n?[m?");
}

TEST_CASE("text: rounded numbers, durations and padding") {
    CHECK(fixed(2.005, 1) == "2.0");
    CHECK(fixed(-1e300, 0).size() == 302);
    CHECK(three_digits(9.994) == "9.99");
    CHECK(three_digits(9.996) == "10.0");
    CHECK(three_digits(99.96) == "100");
    CHECK(duration(2.5e-6) == "2.50 us");
    CHECK(duration(0.01234) == "12.3 ms");
    CHECK(duration(0.9999e-3) == "1.00 ms");
    CHECK(duration(61.5) == "61.5 s");
    CHECK(pad_left("ab", 4) == "  ab");
    CHECK(pad_right("ab", 4) == "ab  ");
    CHECK(pad_left("abcde", 4) == "abcde");
}

TEST_CASE("text: a UTF-8 character is one column, and text that is too long loses its middle") {
    CHECK(columns_of("gr\xc3\xbc\xc3\x9f") == 4);
    CHECK(pad_left("\xc3\xbc", 3) == "  \xc3\xbc");
    CHECK(pad_right("\xc3\xbc", 3) == "\xc3\xbc  ");
    CHECK(shortened("abcdefghij", 10, true) == "abcdefghij");
    CHECK(shortened("abcdefghij", 5, true) == "ab\xe2\x80\xa6ij");
    CHECK(shortened("abcdefghij", 6, true) == "abc\xe2\x80\xa6ij");
    CHECK(shortened("abcdefghij", 5, false) == "ab..j");
    CHECK(shortened("abcdefghij", 3, false) == "abc");
    CHECK(shortened("abcdefghij", 1, true) == "a");
    CHECK(shortened("abcdefghij", 0, true).empty());
}

TEST_CASE("colours: used on terminals that have them unless NO_COLOR is set, in pipes with CLICOLOR_FORCE") {
    const ColourVariables xterm{.term = "xterm-256color"};
    CHECK(colours_for(true, xterm) == Colours::indexed);
    CHECK(colours_for(false, xterm) == Colours::none);
    CHECK(colours_for(true, {.term = "xterm-256color", .colorterm = "truecolor"}) == Colours::all);
    CHECK(colours_for(true, {.term = "xterm-256color", .colorterm = "24bit"}) == Colours::all);
    CHECK(colours_for(true, {.term = "xterm-256color", .colorterm = "yes"}) == Colours::indexed);
    CHECK(colours_for(true, {.term = "xterm-direct"}) == Colours::all);
    CHECK(colours_for(true, {.term = "xterm-kitty"}) == Colours::all);
    for (const char* const term : {"dumb", "vt100", "xterm", "linux", ""})
        CHECK(colours_for(true, {.term = term}) == Colours::none);
    CHECK(colours_for(true, {}) == Colours::none);
    CHECK(colours_for(true, {.term = "dumb", .colorterm = "truecolor"}) == Colours::none);

    CHECK(colours_for(false, {.term = "xterm", .clicolor_force = "1"}) == Colours::indexed);
    CHECK(colours_for(false, {.clicolor_force = "1"}) == Colours::indexed);
    CHECK(colours_for(false, {.colorterm = "truecolor", .clicolor_force = "1"}) == Colours::all);
    for (const char* const off : {"0", ""})
        CHECK(colours_for(false, {.term = "xterm-256color", .clicolor_force = off}) == Colours::none);

    CHECK(colours_for(true, {.term = "xterm-256color", .no_color = "0"}) == Colours::none);
    CHECK(colours_for(true, {.term = "xterm-256color", .no_color = ""}) == Colours::indexed);
    CHECK(colours_for(false, {.no_color = "1", .clicolor_force = "1"}) == Colours::none);
}

TEST_CASE("text: words are wrapped into lines") {
    CHECK(wrapped("", 9) == "");
    CHECK(wrapped("  one \n two", 9) == "one two");
    CHECK(wrapped("one two", 6) == "one\ntwo");
    CHECK(wrapped("one two", 9, 3) == "one\n   two");
    CHECK(wrapped("one two", 10, 3) == "one two");
    CHECK(wrapped("unbreakable word", 4) == "unbreakable\nword");
    CHECK(wrapped("a-long-word or-two", 7) == "a-long-\nword\nor-two");
}

TEST_CASE("tables: the columns of the highest rank are left out until a row fits") {
    Columns columns{{}, {.number = true, .rank = 1}, {.number = true, .rank = 2}, {.rank = 2}};
    const Cells cells{"name", "12", "345", "x"};
    widen(columns, {"n", "  7", "", "text"});
    widen(columns, cells);
    CHECK(width_of(columns) == 4 + 2 + 3 + 2 + 3 + 2 + 4);
    CHECK(row(columns, cells) == "name   12  345  x");
    CHECK(row(fitted(columns, 20), cells) == "name   12  345  x");
    CHECK(row(fitted(columns, 19), cells) == "name   12  345");
    CHECK(row(fitted(columns, 13), cells) == "name   12");
    CHECK(row(fitted(columns, 8), cells) == "name");
    CHECK(row(fitted(columns, 1), cells) == "name"); // a column of rank 0 is always kept
    CHECK(with_text("line", 6, "a few words", 17) == "line  a few words\n");
    CHECK(with_text("line", 6, "a few words", 16) == "line\n    a few words\n");
    CHECK(with_text("line", 6, "a few words that go on and on", 30) ==
          "line  a few words that go on\n      and on\n");
    CHECK(with_text("line", 6, "", 16) == "line\n");
}

TEST_CASE("devices: the list describes each device in lines that fit the width") {
    histo_cl::Device device;
    device.platform_index = 1;
    device.device_index = 0;
    device.profile.name = "pthread-made-up-Processor of a long name";
    device.profile.platform = "Platform";
    device.profile.compute_units = 2;
    const std::vector devices{device};
    check_has(device_list(devices, std::nullopt, 1000),
              {"  1:0  pthread-made-up-Processor of a long name (Platform)\n       ", ", 2 compute units, "});
    CHECK(device_list(devices, device, 1000).ends_with("\n* default device\n"));
    for (const std::size_t width : {40U, 60U, 80U}) {
        const auto text = device_list(devices, device, width);
        CHECK(words(text) == words(device_list(devices, device, 1000)));
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            CHECK(line.size() <= width);
    }
}

TEST_CASE("environment: PoCL's threads are pinned to cores unless the user has set POCL_AFFINITY") {
    {
        const Environment unset("POCL_AFFINITY", nullptr);
        prepare_environment();
        CHECK(variable("POCL_AFFINITY") == "1");
    }
    for (const char* const value : {"0", "1"}) {
        const Environment set("POCL_AFFINITY", value);
        prepare_environment();
        CHECK(variable("POCL_AFFINITY") == value);
    }
}

TEST_CASE("files: a file of any name is written byte for byte and replaces an older one") {
    const Folder folder;
    const std::string text("a\0\r\n\x1a", 5);
    for (const char* const name : {"file", "caf\u00e9 \u6570.txt"}) {
        const auto file = text_of(folder.path()) + "/" + name;
        write_file(file, "first");
        CHECK(read_file(file) == "first");
        write_file(file, "");
        CHECK(read_file(file) == "");
        write_file(file, text);
        CHECK(read_file(file) == text);
        CHECK(fs::file_size(path_of(file)) == text.size());
    }
    CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("files: errors name the path and the reason, and leave no file behind") {
    const Folder folder;
    const auto absent = text_of(folder.path() / "no" / "file");
    CHECK_THROWS_WITH_AS(write_file(absent, "x"),
                         (absent + " cannot be written: No such file or directory").c_str(), UsageError);
    CHECK_THROWS_WITH_AS(static_cast<void>(read_file(absent)),
                         (absent + " cannot be read: No such file or directory").c_str(), UsageError);
    const auto taken = text_of(folder.path() / "folder");
    fs::create_directory(path_of(taken));
    CHECK_THROWS_AS(write_file(taken, "x"), UsageError);
    CHECK_THROWS_AS(static_cast<void>(read_file(taken)), UsageError);
    CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("new files: made only where nothing exists, and a temporary folder is removed with its object") {
    const Folder folder;
    const auto file = folder.path() / "file";
    CHECK_FALSE(make_new_file(file));
    CHECK(make_new_file(file) == std::errc::file_exists);
    CHECK(make_private_folder(file) == std::errc::file_exists);
    CHECK(make_new_file(folder.path() / "no" / "file") == std::errc::no_such_file_or_directory);
    fs::path gone;
    {
        const TemporaryFolder temporary("histo_cl_test_");
        CHECK_FALSE(temporary.error());
        gone = temporary.path();
        CHECK(fs::is_directory(gone));
        CHECK_FALSE(make_new_file(gone / "file"));
    }
    CHECK_FALSE(fs::exists(gone));
}

TEST_CASE("dates are in UTC") {
    using namespace std::chrono;
    const sys_seconds time = sys_days(2026y / 1 / 2) + 3h + 4min + 5s;
    CHECK(date_of(time) == "2026-01-02");
    CHECK(date_and_time_of(time) == "2026-01-02T03:04:05Z");
    CHECK(date_and_time_of(sys_days(2026y / 12 / 31) + 23h + 59min + 59s) == "2026-12-31T23:59:59Z");
}

TEST_CASE("memory: the machine reports more than 256 MiB") {
    CHECK(physical_memory() > std::uint64_t{1} << 28U);
}

TEST_CASE("command lines: help and version are printed, errors are thrown") {
    CLI::App app("description", "program");
    set_up(app);
    app.footer("footer");
    int number = 0;
    std::string word;
    app.add_option("--number", number, "A number")->type_name("N");
    app.add_option("--word", word, "A word")->type_name("WORD")->check(one_of({"one", "two"}));
    CHECK(parse_words(app, {"--number", "7", "--word", "two"}));
    CHECK(number == 7);
    CHECK(word == "two");
    const Caught out(std::cout);
    CHECK_FALSE(parse_words(app, {"--help"}));
    check_has(out.text(), {"--number N", "--word WORD "});
    CHECK(out.text().find("{one") == std::string::npos);
    check_has(out.text(), {"footer"});
    CHECK_FALSE(parse_words(app, {"--version"}));
    check_has(out.text(), {"\nprogram " HISTO_CL_VERSION "\n"});
    CHECK_FALSE(parse_words(app, {"-V"}));
    CHECK_THROWS_WITH_AS(parse_words(app, {"--word", "tow"}),
                         "--word: 'tow' is not one of one, two; did you mean two? (see --help)", UsageError);
    for (const auto* const typed : {"--wrod", "--wrod=one", "-word", "--WORD"})
        CHECK_THROWS_WITH_AS(parse_words(app, {typed}),
                             ("unknown option " +
                              std::string(typed).substr(0, 6 - (typed[1] == 'w' ? 1 : 0)) +
                              "; did you mean --word? (see --help)")
                                 .c_str(),
                             UsageError);
    std::string file;
    app.add_option("--save", file, "A file")->type_name("FILE");
    CHECK_THROWS_WITH_AS(parse_words(app, {"--save", ""}), "--save: '' names no file", UsageError);
    CHECK_THROWS_WITH_AS(parse_words(app, {"--other"}), "unknown option --other (see --help)", UsageError);
    CHECK_THROWS_WITH_AS(parse_words(app, {"word"}), "unexpected argument 'word' (see --help)", UsageError);
}

TEST_CASE("knobs: options that are not given stay unset, given ones are kept") {
    const auto none = knobs_of({});
    CHECK_FALSE(none.knobs.variant);
    CHECK_FALSE(none.knobs.count_values);
    CHECK_FALSE(none.tuning_file);
    CHECK(none.program_cache.bytes);
    CHECK_FALSE(none.knobs.work_group_size);
    for (const auto variant : histo_cl::all_variants)
        CHECK(knobs_of({"--variant", std::string(name(variant))}).knobs.variant == variant);
    for (const auto merge : histo_cl::all_merges)
        CHECK(knobs_of({"--merge", std::string(name(merge))}).knobs.merge == merge);
    CHECK(knobs_of({"--partition", "interleaved"}).knobs.partition == histo_cl::Partition::interleaved);
    CHECK_FALSE(knobs_of({"--count-values", "auto"}).knobs.count_values);
    CHECK(knobs_of({"--count-values", "on"}).knobs.count_values == true);
    CHECK(knobs_of({"--count-values", "off"}).knobs.count_values == false);
    CHECK(knobs_of({"--tuning-file", "table.txt"}).tuning_file == "table.txt");
    CHECK_FALSE(knobs_of({"--no-cache"}).program_cache.bytes);
    const auto sizes = knobs_of({"--work-group-size", "1", "--work-groups", "2", "--replicas", "3",
                                 "--coarsening", "4", "--load-bytes", "5", "--loads-in-flight", "6",
                                 "--workspace-limit", "7", "--samples-per-launch", "8"});
    CHECK(sizes == histo_cl::Options{.knobs = {.work_group_size = 1,
                                               .work_groups = 2,
                                               .replicas = 3,
                                               .coarsening = 4,
                                               .load_bytes = 5,
                                               .loads_in_flight = 6},
                                     .workspace_limit = 7,
                                     .samples_per_launch = 8});
    CHECK_THROWS_AS(knobs_of({"--variant", "fastest"}), UsageError);
    CHECK_THROWS_AS(knobs_of({"--count-values", "maybe"}), UsageError);
    CHECK_THROWS_AS(knobs_of({"--replicas", "-1"}), UsageError);
}

TEST_CASE("errors: each kind has its exit code and message") {
    const auto code_of = [](const std::function<ExitCode()>& work, const std::string& line) {
        const Caught err(std::cerr);
        const int code = run_main("program", work);
        CHECK(err.text() == line);
        return code;
    };
    using histo_cl::Status;
    const auto library = [](Status status, const std::string& log = {}) {
        return [=]() -> ExitCode { throw histo_cl::Error(status, "words", 0, log); };
    };
    CHECK(code_of([] { return ExitCode::ok; }, "") == 0);
    CHECK(code_of([] { return ExitCode::wrong_counts; }, "") == 1);
    CHECK(code_of([] { return ExitCode::interrupted; }, "") == 130);
    CHECK(code_of([]() -> ExitCode { throw UsageError("words"); }, "program: words\n") == 2);
    CHECK(code_of([]() -> ExitCode { throw std::bad_alloc(); }, "program: not enough memory\n") == 2);
    CHECK(code_of([]() -> ExitCode { throw std::runtime_error("words"); }, "program: words\n") == 3);
    CHECK(code_of(library(Status::invalid_argument), "program: words\n") == 2);
    CHECK(code_of(library(Status::unsupported), "program: words\n") == 2);
    CHECK(code_of(library(Status::no_device), "program: words\n") == 3);
    CHECK(code_of(library(Status::build_failed, "log"), "program: words\nlog\n") == 3);
    CHECK(code_of(library(Status::build_failed, "word"), "program: words\n") ==
          3); // the message already contains the log
}

TEST_CASE("dates of ISO 8601 are seconds since 1970, and back") {
    const auto check = [](const char* text, double seconds, const char* shown) {
        CAPTURE(text);
        CHECK(common::date_typed(text) == seconds);
        CHECK(common::date_text(seconds) == shown);
    };
    check("1970-01-01", 0, "1970-01-01");
    check("2024-02-29", 1709164800, "2024-02-29");
    check("2024-02-29T12:30", 1709209800, "2024-02-29T12:30");
    check("2024-02-29 12:30:05.25", 1709209805.25, "2024-02-29T12:30:05.25");
    check("2024-02-29T12:30:05Z", 1709209805, "2024-02-29T12:30:05");
    check("2024-02-29T12:30:05+01:00", 1709206205, "2024-02-29T11:30:05");
    check("2024-02-29T12:30-0530", 1709229600, "2024-02-29T18:00");
    check("1969-12-31T23:59:59", -1, "1969-12-31T23:59:59");
    check("0001-01-01", -62135596800, "0001-01-01");
    check("9999-12-31", 253402214400, "9999-12-31");
    for (const auto* const text :
         {"", "2024", "2024-02", "2024-2-1", "2023-02-29", "2024-13-01", "0000-01-01", "2024-01-01x",
          "2024-01-01T", "2024-01-01T25:00", "2024-01-01T12", "24-01-01", "2024-01-01T12:30:61",
          "2024-01-01T12:30:05.", "2024-01-01T12:30+1", "20240101"}) {
        CAPTURE(text);
        CHECK(!common::date_typed(text));
    }
    CHECK(common::date_text(1e300) == "1e+300");
}
