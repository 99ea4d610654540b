// Manual pages and completions, made from a parser's definitions.

#include "common/command_line.hpp"
#include "common/manual.hpp"
#include "common/options.hpp"
#include "common/text.hpp"
#include "support/text.hpp"

#include <CLI/CLI.hpp>
#include <doctest/doctest.h>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace common;
using histo_cl::test::check_has;
using Texts = std::vector<std::string>;

namespace {

constexpr const char* footer = R"(A note, \with a
.second line.

Exit codes: 0 success
            2 bad options

Environment:
  PLACE  Where it is

See also:
  other(1)

Examples:
  prog --kind=a file)";

/// A parser with one option of each kind.
struct Program {
    CLI::App app{"Counts what is there. It may take\na while.", "prog"};
    Texts files;
    std::string kind;
    std::pair<std::string, std::string> range;
    std::string save;
    bool quick = false;

    Program() {
        set_up(app);
        app.footer(footer);
        app.alias("p");
        app.add_option("FILE", files, "What to count")->type_name("");
        app.add_option("--kind", kind, "The kind's name: a, b\n(default a)")
            ->check(one_of({"a", "b"}))
            ->type_name("NAME");
        app.add_option("-r,--range", range, "From [LO, HI); both")->type_name("LO HI")->envname("PROG_RANGE");
        app.add_option("--save", save, "Where it goes")->type_name("FILE")->group("Output");
        app.add_flag("--quick", quick, "Don't wait")->group("Output")->excludes("--save");
    }
};

const ManualOption& named(const Manual& manual, const char* name) {
    for (const auto& option : manual.options)
        if (option.names == Texts{name} || (option.names.size() == 2 && option.names[1] == name))
            return option;
    FAIL("no option ", name);
    return manual.options.front();
}

} // namespace

TEST_CASE("a manual lists every option of its parser except hidden ones") {
    Program program;
    const auto manual = manual_of(program.app);
    CHECK(manual.programs == Texts{"prog", "p"});
    CHECK(manual.options.size() == 8);
    const auto& kind = named(manual, "--kind");
    CHECK(kind.values == Texts{"NAME"});
    CHECK(kind.choices == Texts{"a", "b"});
    CHECK(kind.text == "The kind's name: a, b (default a)");
    CHECK_FALSE(kind.repeatable);
    const auto& range = named(manual, "--range");
    CHECK(range.names == Texts{"-r", "--range"});
    CHECK(range.values == Texts{"LO", "HI"});
    CHECK(range.choices.empty());
    CHECK(range.environment == "PROG_RANGE");
    CHECK(named(manual, "--quick").values.empty());
    CHECK(named(manual, "--quick").excludes == Texts{"--save"});
    CHECK(named(manual, "--save").excludes == Texts{"--quick"});
    CHECK(range.excludes.empty());
    CHECK(named(manual, "--save").group == "Output");
    const auto& file = manual.options[3];
    CHECK(file.names.empty());
    CHECK(file.values == Texts{"FILE"});
    CHECK(file.repeatable);
}

TEST_CASE("exit codes and examples in the footer keep their lines, all other footer text becomes notes") {
    Program program;
    const auto manual = manual_of(program.app);
    CHECK(manual.description == "Counts what is there. It may take a while.");
    CHECK(manual.notes == Texts{"A note, \\with a .second line."});
    CHECK(manual.exit_codes == Texts{"0 success", "2 bad options"});
    CHECK(manual.examples == Texts{"prog --kind=a file"});
    CHECK(manual.environment == Texts{"PLACE  Where it is"});
    CHECK(manual.see_also == Texts{"other(1)"});
}

TEST_CASE("the help text keeps every word whole at any line width") {
    Program program;
    histo_cl::Options knobs;
    add_knobs(program.app, knobs);
    const auto manual = manual_of(program.app);
    const auto all = words(help_text(manual, 1000));
    check_has(
        joined(all, " "),
        {"Usage: prog [OPTION]... [FILE]...", "Options: -h, --help Print",
         "-r, --range LO HI From [LO, HI); both", "Output: --save FILE Where it goes",
         "Exit codes: 0 success 2 bad options Environment: PLACE Where it is Examples: prog --kind=a file"});
    for (const std::size_t columns : {40U, 57U, 58U, 80U, 100U, 200U}) {
        CAPTURE(columns);
        const auto text = help_text(manual, columns);
        CHECK(words(text) == all);
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            CHECK(line.size() <= columns);
    }
    check_has(help_text(manual, 80), {"\n  --quick                   Don't wait\n"});
    check_has(help_text(manual, 40), {"\n  --quick\n      Don't wait\n"});
}

TEST_CASE("the manual page has the sections of man(7), escaped for roff") {
    Program program;
    auto manual = manual_of(program.app);
    manual.date = "2026-01-31";
    const auto page = man_page(manual);
    check_has(page,
              {".TH \"PROG\" 1 2026-01-31 \"histo_cl " HISTO_CL_VERSION "\" \"User Commands\"\n",
               ".SH NAME\nprog, p \\- counts what is there\n",
               "\\fBprog\\fR [\\fIOPTION\\fR]... [\\fIFILE\\fR]...\n",
               ".TP\n\\fB\\-r\\fR, \\fB\\-\\-range\\fR \\fILO\\fR \\fIHI\\fR\n", ".SS \"Output\"\n",
               ".SH NOTES\nA note, \\ewith a .second line.\n", ".SH ENVIRONMENT\n.TP\n\\fBPROG_RANGE\\fR\n",
               ".SH EXIT STATUS\n.nf\n0 success\n2 bad options\n.fi\n", ".TP\n\\fBPLACE\\fR\nWhere it is\n",
               ".SH EXAMPLES\n.nf\nprog \\-\\-kind=a file\n.fi\n.SH SEE ALSO\nother(1)\n"});
    CHECK(page.find("print") == std::string::npos);
}

TEST_CASE("the manual of a program with several commands refers to each of them") {
    Program program;
    auto manual = manual_of(program.app);
    manual.command = "one";
    manual.others.push_back(manual);
    manual.others.back().command = "two";
    manual.others.back().programs = {"prog two"};

    check_has(help_text(manual, 80), {"Usage: prog [COMMAND] [OPTION]... [FILE]...\n", "\n  one    ",
                                      "\n  two                       Counts what is there\n"});
    check_has(man_page(manual), {".SH COMMANDS\nThis page is of the command one, which is the default.\n",
                                 ".TP\n\\fBprog two\\fR\nCounts what is there: see prog\\-two(1).\n"});
    check_has(man_page(manual), {".SH SEE ALSO\nprog\\-two(1), other(1)\n"});
    check_has(man_page(manual.others.front()), {".SH SEE ALSO\nprog(1), other(1)\n", ".TH \"PROG\\-TWO\" 1",
                                                ".SH NAME\nprog\\-two \\- counts"});
    check_has(bash_completion(manual), {"_prog_two() {\n", "        two) _prog_two \"$@\"; return ;;\n",
                                        "\ncomplete -F _prog prog p\n"});
    check_has(zsh_completion(manual),
              {"#compdef prog p\n", "  two)\n    shift words\n", "commands:command:(one two)"});
    check_has(fish_completion(manual),
              {"complete -c prog -c p -n 'not contains -- (commandline -opc)[2] two' -l kind -x",
               "complete -c prog -c p -n 'contains -- (commandline -opc)[2] two' -l kind -x",
               "complete -c prog -c p -n __fish_use_subcommand -a two -d 'Counts what is there'\n"});
}

TEST_CASE("completions offer options, the allowed values, and files") {
    Program program;
    const auto manual = manual_of(program.app);

    const auto bash = bash_completion(manual);
    check_has(bash, {"    --kind) mapfile -t COMPREPLY < <(compgen -W 'a b' -- \"$word\"); return ;;\n",
                     "    -r | --range) :; return ;;\n", "    --save) compopt -o default; return ;;\n",
                     "        [[ $given =~ ' '(-r|--range)' ' ]] || options+=' -r --range'\n",
                     "        [[ $given =~ ' '(--quick|--save)' ' ]] || options+=' --quick'\n",
                     "\ncomplete -F _prog prog p\n"});
    CHECK(bash.find("    --quick)") == std::string::npos);

    const auto zsh = zsh_completion(manual);
    check_has(zsh, {"#compdef prog p\n", "'(--kind)--kind[The kind'\\''s name]:NAME:(a b)'",
                    "'(-r --range)-r[From \\[LO, HI)]:LO: :HI: '", "'*:FILE:_files'",
                    "'(--quick --save)--quick[Don"});

    const auto fish = fish_completion(manual);
    check_has(fish,
              {"complete -c prog -c p -l kind -x -a 'a b' -d 'The kind'\\''s "
               "name'\n",
               "complete -c prog -c p -s r -l range -x -d 'From [LO, "
               "HI)'\n",
               "complete -c prog -c p -n 'not __fish_contains_opt quick' -l save -r -F -d 'Where it goes'\n",
               "complete -c prog -c p -n 'not __fish_contains_opt save' -l quick -d 'Don'\\''t wait'\n"});
}
