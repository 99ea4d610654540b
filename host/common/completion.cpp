#include "common/completion.hpp"

#include "common/text.hpp"

#include <algorithm>

namespace common {

namespace {

constexpr const char* origin = "made by --print-options";

bool takes_file(const ManualOption& option) {
    return std::ranges::find(option.values, "FILE") != option.values.end();
}

/// For the shells: in single quotes, whatever it holds.
std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

/// A help text's first clause, for shells that show it beside the option, without the choices, which they
/// list.
std::string hint(const ManualOption& option) {
    auto end = std::min(option.text.find("; "), option.text.find(" ("));
    if (!option.choices.empty()) end = std::min(end, option.text.find(": " + option.choices.front()));
    return option.text.substr(0, end);
}

/// The options after any of which this one is not offered: itself, unless it may be repeated, and those that
/// it excludes.
std::vector<std::string> rivals(const ManualOption& option) {
    auto names = option.repeatable ? std::vector<std::string>() : option.names;
    names.insert(names.end(), option.excludes.begin(), option.excludes.end());
    return names;
}

/// `candidates` as one word of bash.
std::string compgen(const std::string& candidates) {
    return "mapfile -t COMPREPLY < <(compgen -W " + candidates + " -- \"$word\")";
}

/// Adds an option's names to those that bash offers, if none of its rivals is given.
std::string bash_offer(const ManualOption& option) {
    const auto others = rivals(option);
    const auto condition = others.empty() ? "" : "[[ $given =~ ' '(" + joined(others, "|") + ")' ' ]] || ";
    return "        " + condition + "options+=" + quoted(" " + joined(option.names, " ")) + "\n";
}

/// What bash does after an option that takes a value.
std::string bash_case(const ManualOption& option) {
    const auto reply = !option.choices.empty() ? compgen(quoted(joined(option.choices, " ")))
                       : takes_file(option)    ? std::string("compopt -o default")
                                               : std::string(":");
    return "    " + joined(option.names, " | ") + ") " + reply + "; return ;;\n";
}

/// A text inside an argument of zsh's _arguments, which colons and brackets would end.
std::string zsh_escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == ':' || c == '[' || c == ']' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

/// What may follow an option, as _arguments takes it.
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
        return "  " + quoted((option.repeatable ? "*" : "") + zsh_values(option)) + " \\\n";
    const auto others = rivals(option);
    const auto before =
        (others.empty() ? "" : "(" + joined(others, " ") + ")") + (option.repeatable ? "*" : "");
    std::string lines;
    for (const auto& name : option.names) {
        lines += "  " + quoted(before + name + "[" + zsh_escaped(hint(option)) + "]" + zsh_values(option)) +
                 " \\\n";
    }
    return lines;
}

/// "-s r -l range", which fish takes for options.
std::string fish_names(const std::vector<std::string>& names, const char* before_long) {
    std::string text;
    for (const auto& name : names)
        text += name.starts_with("--") ? before_long + name.substr(2) : " -s " + name.substr(1);
    return text;
}

std::string fish_line(const std::vector<std::string>& programs, const ManualOption& option) {
    std::string line = "complete";
    for (const auto& program : programs)
        line += " -c " + program;
    if (!option.excludes.empty())
        line += " -n " + quoted("not __fish_contains_opt" + fish_names(option.excludes, " "));
    line += fish_names(option.names, " -l ");
    if (!option.choices.empty())
        line += " -x -a " + quoted(joined(option.choices, " "));
    else if (takes_file(option))
        line += " -r -F";
    else if (!option.values.empty())
        line += " -x";
    return line + " -d " + quoted(hint(option)) + "\n";
}

} // namespace

std::string bash_completion(const Manual& manual) {
    const auto function = "_" + manual.programs.front();
    std::string text = "# bash completion for " + joined(manual.programs, " and ") + ", " + origin + "\n" +
                       function +
                       "() {\n"
                       "    local word=$2 previous=$3\n"
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
    text += "        " + compgen("\"$options\"") +
            "\n"
            "    else\n"
            "        compopt -o default\n"
            "    fi\n"
            "}\n";
    return text + "complete -F " + function + " " + joined(manual.programs, " ") + "\n";
}

std::string zsh_completion(const Manual& manual) {
    std::string text =
        "#compdef " + joined(manual.programs, " ") + "\n# " + origin + "\n_arguments -s -S \\\n";
    for (const auto& option : manual.options)
        text += zsh_lines(option);
    return text + "  && return 0\n";
}

std::string fish_completion(const Manual& manual) {
    std::string text = "# fish completion for " + joined(manual.programs, " and ") + ", " + origin + "\n";
    for (const auto& option : manual.options)
        if (!option.names.empty()) text += fish_line(manual.programs, option);
    return text;
}

} // namespace common
