#include "common/manual.hpp"
#include "common/text.hpp"

#include <algorithm>

namespace common {

namespace {

constexpr const char* origin = "made by --print-options";

bool takes_file(const ManualOption& option) {
    return std::ranges::find(option.values, "FILE") != option.values.end();
}

/// A help text's first clause, for shells that show it next to the option. The choices are left out, because
/// shells list them.
std::string hint(const ManualOption& option) {
    auto end = std::min(option.text.find("; "), option.text.find(" ("));
    if (!option.choices.empty()) end = std::min(end, option.text.find(": " + option.choices.front()));
    return option.text.substr(0, end);
}

/// Returns the options after which completion no longer offers this option: the options that it excludes, and
/// the option itself, unless it may be repeated.
std::vector<std::string> rivals(const ManualOption& option) {
    auto names = option.repeatable ? std::vector<std::string>() : option.names;
    names.insert(names.end(), option.excludes.begin(), option.excludes.end());
    return names;
}

/// The bash command that completes `$word` from a list. `candidates`: the list, as one quoted word of bash.
std::string compgen(const std::string& candidates) {
    return "mapfile -t COMPREPLY < <(compgen -W " + candidates + " -- \"$word\")";
}

/// The line of the bash script that offers an option's names if none of its rivals is given.
std::string bash_offer(const ManualOption& option) {
    const auto others = rivals(option);
    const auto condition = others.empty() ? "" : "[[ $given =~ ' '(" + joined(others, "|") + ")' ' ]] || ";
    return "        " + condition + "options+=" + shell_quoted(" " + joined(option.names, " ")) + "\n";
}

/// The branch of the bash script's `case` that completes the value of an option.
std::string bash_case(const ManualOption& option) {
    const auto reply = !option.choices.empty() ? compgen(shell_quoted(joined(option.choices, " ")))
                       : takes_file(option)    ? std::string("compopt -o default")
                                               : std::string(":");
    return "    " + joined(option.names, " | ") + ") " + reply + "; return ;;\n";
}

/// Escapes a text in an argument of zsh's _arguments, where colons and brackets are separators.
std::string zsh_escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == ':' || c == '[' || c == ']' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

/// The values that may follow an option, in the form of zsh's _arguments.
std::string zsh_values(const ManualOption& option) {
    const auto action = !option.choices.empty() ? "(" + joined(option.choices, " ") + ")"
                        : takes_file(option)    ? std::string("_files")
                                                : std::string(" ");
    std::string text;
    for (const auto& value : option.values)
        text += ":" + zsh_escaped(value) + ":" + action;
    return text;
}

std::string zsh_lines(const ManualOption& option) {
    if (option.names.empty())
        return "  " + shell_quoted((option.repeatable ? "*" : "") + zsh_values(option)) + " \\\n";
    const auto others = rivals(option);
    const auto before =
        (others.empty() ? "" : "(" + joined(others, " ") + ")") + (option.repeatable ? "*" : "");
    std::string lines;
    for (const auto& name : option.names) {
        lines += "  " +
                 shell_quoted(before + name + "[" + zsh_escaped(hint(option)) + "]" + zsh_values(option)) +
                 " \\\n";
    }
    return lines;
}

/// Returns an option's names as arguments of fish's `complete` ("-s r -l range", if `before_long` is " -l ")
/// or of __fish_contains_opt ("-s r range", if it is " ").
std::string fish_names(const std::vector<std::string>& names, const char* before_long) {
    std::string text;
    for (const auto& name : names)
        text += name.starts_with("--") ? before_long + name.substr(2) : " -s " + name.substr(1);
    return text;
}

std::string fish_complete(const std::vector<std::string>& programs) {
    std::string line = "complete";
    for (const auto& program : programs)
        line += " -c " + program;
    return line;
}

/// The line of the fish script that completes an option. `command`: a condition on the typed command, or
/// empty.
std::string fish_line(const std::vector<std::string>& programs, const std::string& command,
                      const ManualOption& option) {
    auto line = fish_complete(programs);
    auto condition = command;
    if (!option.excludes.empty())
        condition += (condition.empty() ? "" : "; and ") + std::string("not __fish_contains_opt") +
                     fish_names(option.excludes, " ");
    if (!condition.empty()) line += " -n " + shell_quoted(condition);
    line += fish_names(option.names, " -l ");
    if (!option.choices.empty())
        line += " -x -a " + shell_quoted(joined(option.choices, " "));
    else if (takes_file(option))
        line += " -r -F";
    else if (!option.values.empty())
        line += " -x";
    return line + " -d " + shell_quoted(hint(option)) + "\n";
}

/// The name of the function that completes a command.
std::string function_of(const Manual& manual) {
    auto name = "_" + manual.programs.front();
    std::ranges::replace(name, ' ', '_');
    return name;
}

std::vector<std::string> names_of_others(const Manual& manual) {
    std::vector<std::string> names;
    for (const auto& other : manual.others)
        names.push_back(other.command);
    return names;
}

std::vector<std::string> all_commands(const Manual& manual) {
    auto names = names_of_others(manual);
    names.insert(names.begin(), manual.command);
    return names;
}

/// The part of the bash function that handles commands. It completes the first argument as a command or as a
/// file name. For later arguments it calls the function of the command that was typed.
std::string bash_commands(const Manual& manual) {
    if (manual.others.empty()) return {};
    std::string text = "    if ((COMP_CWORD > 1)); then\n"
                       "        case ${COMP_WORDS[1]} in\n";
    for (const auto& other : manual.others)
        text += "        " + other.command + ") " + function_of(other) + " \"$@\"; return ;;\n";
    return text +
           "        esac\n"
           "    elif [[ $word != -* ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W " +
           shell_quoted(joined(all_commands(manual), " ")) +
           " -- \"$word\"; compgen -f -- \"$word\")\n"
           "        compopt -o filenames\n"
           "        return\n"
           "    fi\n";
}

std::string bash_function(const Manual& manual) {
    std::string text = function_of(manual) +
                       "() {\n"
                       "    local word=$2 previous=$3\n" +
                       bash_commands(manual) +
                       "    # --option=value comes as three words\n"
                       "    if [[ $word == = ]]; then\n"
                       "        word=\n"
                       "    elif [[ $previous == = ]]; then\n"
                       "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
                       "    fi\n"
                       "    case $previous in\n";
    for (const auto& option : manual.options)
        if (!option.names.empty() && !option.values.empty()) text += bash_case(option);
    text += "    esac\n"
            "    if [[ $word == -* ]]; then\n"
            "        local options= given=\" ${COMP_WORDS[*]:0:COMP_CWORD} \"\n";
    for (const auto& option : manual.options)
        if (!option.names.empty()) text += bash_offer(option);
    return text + "        " + compgen("\"$options\"") +
           "\n"
           "    else\n"
           "        compopt -o default\n"
           "    fi\n"
           "}\n";
}

std::string zsh_arguments(const Manual& manual, const std::string& indent) {
    std::string text = indent + "_arguments -s -S \\\n";
    for (const auto& option : manual.options)
        text += zsh_lines(option);
    if (!manual.others.empty())
        text += "  " +
                shell_quoted("1: :_alternative \"commands:command:(" + joined(all_commands(manual), " ") +
                             ")\" \"files:file:_files\"") +
                " \\\n";
    return text + "  && return 0\n";
}

/// The part of the zsh script that handles commands. Words after a command's name are completed as for a
/// program of that name.
std::string zsh_commands(const Manual& manual) {
    if (manual.others.empty()) return {};
    std::string text = "if (( CURRENT > 2 )); then\n  case $words[2] in\n";
    for (const auto& other : manual.others)
        text += "  " + other.command + ")\n    shift words\n    (( CURRENT -= 1 ))\n" +
                zsh_arguments(other, "    ") + "    return 1 ;;\n";
    return text + "  " + manual.command + ")\n    shift words\n    (( CURRENT -= 1 )) ;;\n  esac\nfi\n";
}

} // namespace

std::string bash_completion(const Manual& manual) {
    std::string text = "# bash completion for " + joined(manual.programs, " and ") + ", " + origin + "\n";
    for (const auto& other : manual.others)
        text += bash_function(other);
    return text + bash_function(manual) + "complete -F " + function_of(manual) + " " +
           joined(manual.programs, " ") + "\n";
}

std::string zsh_completion(const Manual& manual) {
    return "#compdef " + joined(manual.programs, " ") + "\n# " + origin + "\n" + zsh_commands(manual) +
           zsh_arguments(manual, "");
}

std::string fish_completion(const Manual& manual) {
    std::string text = "# fish completion for " + joined(manual.programs, " and ") + ", " + origin + "\n";
    const auto add = [&](const Manual& command, const std::string& condition) {
        for (const auto& option : command.options)
            if (!option.names.empty()) text += fish_line(manual.programs, condition, option);
    };
    const std::string first = " (commandline -opc)[2]";
    add(manual,
        manual.others.empty() ? "" : "not contains --" + first + " " + joined(names_of_others(manual), " "));
    for (const auto& other : manual.others) {
        add(other, "contains --" + first + " " + other.command);
        text += fish_complete(manual.programs) + " -n __fish_use_subcommand -a " + other.command + " -d " +
                shell_quoted(summary_of(other)) + "\n";
    }
    return text;
}

} // namespace common
