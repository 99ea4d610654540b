#pragma once

#include "common/manual.hpp"
#include "common/options.hpp"

#include <functional>
#include <string>
#include <vector>

namespace common {

/// The arguments of main() as UTF-8, without the program's name.
using Arguments = std::vector<std::string>;

/// Adds --version and --help-all to a program's parser, and the hidden --print-options, which prints the
/// manual page or a shell's completion script for installation.
void set_up(CLI::App& app);

/// Parses the arguments. Returns false if help, version, a manual or the devices were printed and nothing is
/// left to do. Throws UsageError for invalid arguments; for an unknown option the message names the most
/// similar ones. Before help or a manual is printed, `complete` adds to the Manual what the parser does not
/// know.
[[nodiscard]] bool parse(
    CLI::App& app, const Arguments& arguments, const std::function<void(Manual&)>& complete = [](Manual&) {});

/// Adds --list-devices, and --device, whose value is for device_named().
void add_device_option(CLI::App& app, std::string& device);

/// Adds a --device that may be given several times, also as a list of indices ("0:0,1:0").
void add_device_list_option(CLI::App& app, std::vector<std::string>& devices);

/// Adds --list-devices, which parse() handles.
void add_list_devices(CLI::App& app);

} // namespace common
