#pragma once

#include "common/command_line.hpp"
#include "common/errors.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace common {

/// How a command was called.
struct Call {
    std::string program;                   ///< the name in messages: "PROGRAM", or "PROGRAM COMMAND"
    std::vector<std::string> command_line; ///< the program's name without its folder, and the arguments
};

/// The work of a command, after its options are parsed.
using Work = std::function<ExitCode(const Call& call)>;

struct Subcommand {
    std::string name;
    /// Adds options, description and footer to the parser, and returns the work, which holds the options'
    /// values.
    std::function<Work(CLI::App&)> define;
    /// Changes the arguments before they are parsed.
    std::function<Arguments(Arguments)> rewrite = {};
};

/// A command whose options are members of an Options: add_options(app, options) adds them to the parser, and
/// run(call, options) does the work.
template <class Options, class AddOptions, class Run>
[[nodiscard]] Subcommand subcommand(const std::string& name, AddOptions add_options, Run run) {
    return {.name = name, .define = [=](CLI::App& app) -> Work {
                const auto options = std::make_shared<Options>();
                add_options(app, *options);
                return [=](const Call& call) { return run(call, *options); };
            }};
}

/// The main() of a program: runs the command that the first argument names. If it names none, runs the first
/// command with all arguments. Messages begin with "PROGRAM: " for the first command, and with "PROGRAM
/// COMMAND: " for the others. `names`: the program's name and its other installed names.
[[nodiscard]] int run_program(const std::vector<std::string>& names,
                              const std::vector<Subcommand>& subcommands, int argc, char** argv);

} // namespace common
