#pragma once

#include "common/command_line.hpp"
#include "common/errors.hpp"

#include <functional>
#include <string>
#include <vector>

namespace common {

/// How a command was called.
struct Call {
    std::string program;                   ///< for messages: "PROGRAM", or "PROGRAM COMMAND"
    std::vector<std::string> command_line; ///< the program's name without its folder, and the arguments
};

/// The work of a command, after its options are parsed.
using Work = std::function<ExitCode(const Call& call)>;

/// A command of a program.
struct Subcommand {
    std::string name;
    /// Gives the parser its options, description and footer, and returns the work, which holds their values.
    std::function<Work(CLI::App&)> define;
    /// Changes the arguments before they are parsed.
    std::function<Arguments(Arguments)> rewrite = {};
};

/// main() of a program: runs the command that the first argument names, or else the first one with all
/// arguments. Its messages begin with "PROGRAM: ", those of the others with "PROGRAM COMMAND: ". `names` are
/// the program's name and the others by which it is installed.
[[nodiscard]] int run_program(const std::vector<std::string>& names,
                              const std::vector<Subcommand>& subcommands, int argc, char** argv);

} // namespace common
