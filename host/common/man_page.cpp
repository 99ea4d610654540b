#include "common/man_page.hpp"

#include "common/text.hpp"

#include <algorithm>
#include <cctype>

namespace common {

namespace {

/// As roff prints it: a backslash, a dash and what would be a request at a line's start are escaped.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool line_start = out.empty() || out.back() == '\n';
        if (line_start && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return out;
}

/// A paragraph, in lines as mandoc(1) likes them.
std::string paragraph(const std::string& text) {
    return escaped(wrapped(text, 72)) + "\n";
}

std::string bold(const std::string& text) {
    return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(const std::string& text) {
    return "\\fI" + escaped(text) + "\\fR";
}

std::string section(const std::string& title) {
    return ".SH " + title + "\n";
}

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
    return text;
}

/// A text's first sentence as the NAME section has it: without capital and full stop.
std::string summary(const std::string& description) {
    auto sentence = description.substr(0, description.find(". "));
    if (sentence.ends_with('.')) sentence.pop_back();
    if (!sentence.empty())
        sentence[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(sentence[0])));
    return sentence;
}

std::string synopsis(const Manual& manual) {
    std::string text = bold(manual.programs.front()) + " [" + italic("OPTION") + "]...";
    for (const auto& option : manual.options)
        if (option.names.empty())
            text += " [" + italic(joined(option.values, " ")) + "]" + (option.repeatable ? "..." : "");
    return text + "\n";
}

std::string entry(const ManualOption& option) {
    std::vector<std::string> names;
    for (const auto& name : option.names)
        names.push_back(bold(name));
    std::string head = joined(names, ", ");
    for (const auto& value : option.values)
        head += (head.empty() ? "" : " ") + italic(value);
    return ".TP\n" + head + "\n" + paragraph(option.text);
}

/// By groups, in the order in which these begin.
std::string options(const Manual& manual) {
    std::string text = section("OPTIONS");
    for (const auto& group : groups_of(manual.options)) {
        text += ".SS \"" + escaped(group) + "\"\n";
        for (const auto& option : manual.options)
            if (option.group == group) text += entry(option);
    }
    return text;
}

std::string environment(const Manual& manual) {
    std::string text;
    for (const auto& option : manual.options)
        if (!option.environment.empty())
            text += ".TP\n" + bold(option.environment) + "\nGives " + bold(option.names.front()) +
                    " where the option is missing.\n";
    return text.empty() ? text : section("ENVIRONMENT") + text;
}

/// A section of lines as they are.
std::string verbatim(const std::string& title, const std::vector<std::string>& lines) {
    if (lines.empty()) return {};
    std::string text = section(title) + ".nf\n";
    for (const auto& line : lines)
        text += escaped(line) + "\n";
    return text + ".fi\n";
}

std::string notes(const Manual& manual) {
    std::string text;
    for (const auto& note : manual.notes)
        text += (text.empty() ? section("NOTES") : ".PP\n") + paragraph(note);
    return text;
}

} // namespace

std::string man_page(const Manual& manual) {
    const auto& program = manual.programs.front();
    return ".TH \"" + escaped(upper(program)) + "\" 1 " + manual.date + " \"histo_cl " + manual.version +
           "\" \"User Commands\"\n" + section("NAME") + escaped(joined(manual.programs, ", ")) + " \\- " +
           escaped(summary(manual.description)) + "\n" + section("SYNOPSIS") + synopsis(manual) +
           section("DESCRIPTION") + paragraph(manual.description) + options(manual) + notes(manual) +
           environment(manual) + verbatim("EXIT STATUS", manual.exit_codes) +
           verbatim("EXAMPLES", manual.examples);
}

} // namespace common
