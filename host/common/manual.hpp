#pragma once

#include "common/cli_names.hpp"

#include <string>
#include <vector>

namespace common {

/// What a manual page or a shell's completion says of an option. Plain data.
struct ManualOption {
    std::vector<std::string> names;   ///< with their dashes; empty: the arguments that are no options
    std::vector<std::string> values;  ///< of its values, such as {"LO", "HI"}; empty for a flag
    std::vector<std::string> choices; ///< all that a value may be; empty: not so restricted
    std::string text;                 ///< in one line
    std::string group;
    std::string environment; ///< the variable that gives it, or empty
    bool repeatable = false;
};

/// The same of a whole program.
struct Manual {
    std::vector<std::string> programs; ///< its name, then the other names that it is installed by
    std::string version;
    std::string description;
    std::string footer;
    std::vector<ManualOption> options; ///< in the help's order, without hidden ones
};

/// Reads a parser's definitions, and changes none.
[[nodiscard]] Manual manual_of(CLI::App& app);

} // namespace common
