#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Classes of CLI11 that the headers name. CLI11's header takes seconds to compile, so only sources that
// define options include it.
namespace CLI { // NOLINT(readability-identifier-naming): CLI11's name
class App;
class Option;
class Validator;
} // namespace CLI

namespace common {

/// An option as help, manual pages and completions describe it. Plain data.
struct ManualOption {
    std::vector<std::string> names;    ///< its names with their dashes; empty: positional arguments
    std::vector<std::string> excludes; ///< names of the options that cannot be given with this one
    std::vector<std::string> values;   ///< names of its values, such as {"LO", "HI"}; empty for a flag
    std::vector<std::string> choices;  ///< all allowed values; empty: the values are not from a list
    std::string text;                  ///< the description, in one line
    std::string group;
    std::string environment; ///< the environment variable that also sets it, or empty
    bool repeatable = false;
};

/// The groups of options, in the order of their first options.
[[nodiscard]] std::vector<std::string> groups_of(const std::vector<ManualOption>& options);

/// A program, or one of its commands, as help, manual pages and completions describe it.
struct Manual {
    std::vector<std::string> programs = {}; ///< "histo_cl" and its other names, or "histo_cl tune"
    std::string command = {}; ///< the command's name, such as "tune", if the program has several commands
    std::string version = {};
    std::string date = {};                     ///< date of the manual page, such as 2026-01-31
    std::string description = {};              ///< what it does, in one line
    std::vector<std::string> notes = {};       ///< paragraphs, each in one line
    std::vector<std::string> exit_codes = {};  ///< exit codes, each with its meaning
    std::vector<std::string> examples = {};    ///< command lines
    std::vector<std::string> environment = {}; ///< variables, each followed by two blanks and its meaning
    std::vector<std::string> see_also = {};    ///< pages, such as "clinfo(1)"
    std::vector<ManualOption> options = {};    ///< the options in the help's order, without hidden ones
    std::vector<Manual> others = {};           ///< the other commands, in the manual of the default command
};

/// The first sentence of the description.
[[nodiscard]] std::string summary_of(const Manual& manual);

/// Reads the options and texts of a parser, without changing them. Paragraphs of the footer that begin with
/// "Exit codes:", "Examples:", "Environment:" or "See also:" become the member with that name, line by line.
/// All other paragraphs become notes.
[[nodiscard]] Manual manual_of(CLI::App& app);

/// The beginning of the manual, at most 24 lines of 80 columns: what the program does, five examples, and the
/// topics of topic_text().
[[nodiscard]] std::string short_help(const Manual& manual, std::size_t columns);

/// Returns the options of the group that `topic` names, or of the only group whose name begins with `topic`.
/// In topics, dashes stand for blanks, and case does not matter: "bins", "what-to-show". Throws UsageError if
/// there is no such group.
[[nodiscard]] std::string topic_text(const Manual& manual, const std::string& topic, std::size_t columns);

/// The whole manual as text, in lines of at most `columns` columns, and never more than 100. On narrow
/// terminals an option's text begins below the option.
[[nodiscard]] std::string help_text(const Manual& manual, std::size_t columns);

/// Returns the manual page, for section 1, written with the macros of man(7).
[[nodiscard]] std::string man_page(const Manual& manual);

/// Scripts that complete a program's options, option values that come from a fixed list, and file names. The
/// script for bash needs the package bash-completion. The one for zsh is a function for a folder in zsh's
/// fpath.
[[nodiscard]] std::string bash_completion(const Manual& manual);
[[nodiscard]] std::string zsh_completion(const Manual& manual);
[[nodiscard]] std::string fish_completion(const Manual& manual);

} // namespace common
