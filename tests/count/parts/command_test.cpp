// The command line: what is refused before a file is opened. tests/common/parts tests how all programs refuse
// invalid choices, numbers and names.

#include "common/command_line.hpp"
#include "common/text.hpp"
#include "count/command.hpp"
#include "support/text.hpp"
#include "support/usage_error.hpp"

#include <CLI/CLI.hpp>
#include <doctest/doctest.h>
#include <string>

namespace {

count::Command command_of(const std::string& arguments) {
    CLI::App app("", "histo_cl");
    common::set_up(app);
    const auto command = count::add_options(app);
    const bool has_work = common::parse(app, count::with_automatic_range(common::words(arguments)));
    REQUIRE(has_work);
    return command();
}

struct Refusal {
    std::string arguments;
    std::string words; ///< words that the message has
};

void check_refused(const std::vector<Refusal>& refusals) {
    for (const auto& refusal : refusals) {
        INFO(refusal.arguments);
        const auto message =
            histo_cl::test::usage_error_of([&] { return command_of(refusal.arguments + " FILE"); });
        histo_cl::test::check_has(message, {refusal.words});
    }
}

} // namespace

TEST_CASE("refuses bounds, edges and numbers of bins that are no numbers, with what the option takes") {
    check_refused({
        {"--range 0 many", "--range takes LO HI, two numbers or dates, or auto: 'many' is not a number"},
        {"--range 1 auto", "--range takes LO HI, two numbers or dates, or auto: 'auto' is not"},
        {"--log 1 x", "--log takes LO HI, two numbers, or auto: 'x' is not a number"},
        {"--circular 0", "--circular takes LO PERIOD, two numbers: "},
        {"--bins 0", "--bins: give a number from 1 to 16777216, or a rule (auto, fd, doane"},
        {"--memory 1023K", "--memory: '1023K' is not a whole number from 1048576"},
        {"--percentiles 50,x", "--percentiles: give numbers from 0 to 100"},
        {"--percentiles 101", "--percentiles: give numbers from 0 to 100"},
        {"--letters=aa", "--letters: give different letters"},
        {"--threshold median", "not 'median'"},
    });
    CHECK(command_of("--range auto 1").files == std::vector<std::string>{"1"});
}

TEST_CASE("refuses options that need or exclude others") {
    check_refused({
        {"--letters --bins 4", "--letters"},
        {"--letters --last-edge inclusive", "--last-edge"},
        {"--range 0 1 --log 1 2", "--log"},
        {"--bins auto --log 1 9", "rules make even bins"},
        {"--bins auto --circular 0 9", "rules make even bins"},
        {"--bins auto --custom x", "rules make even bins"},
        {"--json --csv", "--csv"},
        {"--memory 64M --repeat 2", "--memory does not bound samples in memory"},
        {"--repeat 2 --device 0:0,1:0", "counted on one --device, not 2"},
        {"--repeat 2 --save part", "--save and --add take the counts of one pass"},
        {"--of mean", "--of requires --weights"},
        {"--errors", "--errors requires --weights"},
        {"--weights w --of maximum --stats", "--of maximum: --stats, "},
        {"--weights w --of mean --density", "take counts and sums"},
        {"--weights w --of minimum --save part", "--save and --add take counts, sums and means"},
        {"--weights w --of mean --tiles 2x2", "--of mean takes one histogram"},
        {"--weights w --errors --of maximum", "--errors takes sums and means, not --of maximum"},
        {"--weights w --errors --density", "not of --density"},
        {"--metric intersection", "--compare"},
        {"--stats --show-source", "--stats"},
        {"--letters --joint", "--joint"},
        {"--equalize e.png --region 0,0,1,1", "--equalize takes all pixels"},
        {"--summary --add part", " excludes "},
        {"--report --show-source", " excludes "},
    });
    for (const std::string ignored : {"--mask none", "--compare none", "--count 1", "--verify", "--raw"})
        histo_cl::test::check_has(
            histo_cl::test::usage_error_of([&] { return command_of("--add part " + ignored); }),
            {ignored.substr(0, ignored.find(' ')) + " takes samples of FILE"});
    for (const std::string other :
         {"--json", "--csv", "--explain", "--verify", "--all-variants", "--repeat 2"})
        check_refused({{"--show-source " + other, " excludes "}, {"--report " + other, " excludes "}});
}
