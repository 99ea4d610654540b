#pragma once

#include "common/checks.hpp"
#include "common/cli_names.hpp"

#include <string>
#include <vector>

namespace common {

/// Gives a program's parser its --version and the footer of its help. Texts are broken into lines anew. The
/// hidden --print-options prints the manual page and the shells' completions that are installed.
void set_up(CLI::App& app, const std::string& footer);

/// Returns false if help, version or a manual was printed and nothing is left to do. Throws UsageError; for
/// an unknown option it names those that are nearest.
[[nodiscard]] bool parse(CLI::App& app, int argc, char** argv);

/// Adds --device, whose value device_named() takes, and --list-devices.
void add_device_options(CLI::App& app, std::string& device, bool& list);

/// The same where --device may be given several times, also as a list of indices ("0:0,1:0").
void add_device_list_options(CLI::App& app, std::vector<std::string>& devices, bool& list);

/// The names of enumerators, e.g. of histo_cl::all_variants.
template <class Values>
[[nodiscard]] std::vector<std::string> names_of(const Values& values) {
    std::vector<std::string> names;
    for (const auto value : values)
        names.emplace_back(name(value));
    return names;
}

/// The names in one line.
template <class Values>
[[nodiscard]] std::string listed(const Values& values, const char* separator = ", ") {
    std::string text;
    for (const auto& one : names_of(values))
        text.append(text.empty() ? "" : separator).append(one);
    return text;
}

} // namespace common
