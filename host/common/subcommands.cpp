#include "common/subcommands.hpp"

#include "common/program.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <span>

namespace common {

namespace {

struct Parser {
    Parser(const std::string& program, const Subcommand& subcommand)
        : app(std::make_unique<CLI::App>("", program)) {
        set_up(*app);
        work = subcommand.define(*app);
    }

    std::unique_ptr<CLI::App> app;
    Work work;
};

/// Adds the program's other commands to the manual of the first one.
void add_others(Manual& manual, const std::string& program, const std::vector<Subcommand>& subcommands) {
    manual.command = subcommands.front().name;
    for (const auto& other : std::span(subcommands).subspan(1)) {
        const Parser parser(program + " " + other.name, other);
        manual.others.push_back(manual_of(*parser.app));
        manual.others.back().command = other.name;
    }
}

} // namespace

int run_program(const std::vector<std::string>& names, const std::vector<Subcommand>& subcommands, int argc,
                char** argv) {
    prepare_program(argc, argv);
    Arguments arguments(argv + std::min(argc, 1), argv + argc);
    Call call{.program = names.front(), .command_line = arguments};
    call.command_line.insert(call.command_line.begin(), names.front());

    auto subcommand = subcommands.begin();
    if (!arguments.empty()) subcommand = std::ranges::find(subcommands, arguments.front(), &Subcommand::name);
    if (subcommand == subcommands.end())
        subcommand = subcommands.begin();
    else if (!arguments.empty())
        arguments.erase(arguments.begin());
    const bool is_first = subcommand == subcommands.begin();
    if (!is_first) call.program += " " + subcommand->name;

    return run_main(call.program, [&] {
        const Parser parser(call.program, *subcommand);
        for (const auto& name : std::span(names).subspan(is_first ? 1 : names.size()))
            parser.app->alias(name);
        if (subcommand->rewrite) arguments = subcommand->rewrite(std::move(arguments));
        const auto complete = [&](Manual& manual) {
            if (is_first) add_others(manual, names.front(), subcommands);
        };
        return parse(*parser.app, arguments, complete) ? parser.work(call) : ExitCode::ok;
    });
}

} // namespace common
