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

std::vector<std::string> all_names(const Manual& manual) {
    std::vector<std::string> names;
    for (const auto& option : manual.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

std::string compgen(const std::vector<std::string>& candidates) {
    return "mapfile -t COMPREPLY < <(compgen -W " + quoted(joined(candidates, " ")) + " -- \"$word\")";
}

/// What bash does after an option that takes a value.
std::string bash_case(const ManualOption& option) {
    const auto reply = !option.choices.empty() ? compgen(option.choices)
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
    std::string lines;
    for (const auto& name : option.names) {
        const auto others = option.repeatable ? "*" : "(" + joined(option.names, " ") + ")";
        lines += "  " + quoted(others + name + "[" + zsh_escaped(hint(option)) + "]" + zsh_values(option)) +
                 " \\\n";
    }
    return lines;
}

std::string fish_line(const std::vector<std::string>& programs, const ManualOption& option) {
    std::string line = "complete";
    for (const auto& program : programs)
        line += " -c " + program;
    for (const auto& name : option.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
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
            "        " +
            compgen(all_names(manual)) +
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
