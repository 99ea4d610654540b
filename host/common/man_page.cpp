#include "common/manual.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <cctype>

namespace common {

namespace {

/// Escapes backslashes, dashes, and characters that would begin a roff request at a line's start.
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

/// A paragraph, in lines of a length that mandoc(1) accepts.
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

/// The first sentence of the description, for the NAME section: in lower case at the start, and without a
/// full stop.
std::string summary(const Manual& manual) {
    auto sentence = summary_of(manual);
    if (!sentence.empty())
        sentence[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(sentence[0])));
    return sentence;
}

/// Returns the name of a program's manual page, such as "histo_cl-tune".
std::string page_name(std::string program) {
    std::ranges::replace(program, ' ', '-');
    return program;
}

std::vector<std::string> page_names(const Manual& manual) {
    auto names = manual.programs;
    std::ranges::transform(names, names.begin(), page_name);
    return names;
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

/// The options, group by group. Groups are in the order of their first options.
std::string options(const Manual& manual) {
    std::string text = section("OPTIONS");
    for (const auto& group : groups_of(manual.options)) {
        text += ".SS \"" + escaped(group) + "\"\n";
        for (const auto& option : manual.options)
            if (option.group == group) text += entry(option);
    }
    return text;
}

/// The program's other commands, and the manual page of each.
std::string commands(const Manual& manual) {
    if (manual.others.empty()) return {};
    auto text = section("COMMANDS") +
                paragraph("This page is of the command " + manual.command + ", which is the default.");
    for (const auto& other : manual.others)
        text += ".TP\n" + bold(other.programs.front()) + "\n" +
                paragraph(summary_of(other) + ": see " + page_names(other).front() + "(1).");
    return text;
}

std::string environment(const Manual& manual) {
    std::string text;
    for (const auto& option : manual.options)
        if (!option.environment.empty())
            text += ".TP\n" + bold(option.environment) + "\nGives " + bold(option.names.front()) +
                    " where the option is missing.\n";
    for (const auto& variable : manual.environment) {
        const auto end = std::min(variable.find("  "), variable.size());
        text += ".TP\n" + bold(variable.substr(0, end)) + "\n" +
                paragraph(joined(words(variable.substr(end)), " "));
    }
    return text.empty() ? text : section("ENVIRONMENT") + text;
}

/// A section of unformatted lines.
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

/// The section SEE ALSO. It lists the pages of the program's other commands or, for a command, the page of
/// its program. The pages in manual.see_also follow.
std::string see_also(const Manual& manual) {
    std::vector<std::string> pages;
    for (const auto& other : manual.others)
        pages.push_back(page_names(other).front() + "(1)");
    const auto& program = manual.programs.front();
    if (const auto blank = program.find(' '); blank != std::string::npos)
        pages.push_back(program.substr(0, blank) + "(1)");
    pages.insert(pages.end(), manual.see_also.begin(), manual.see_also.end());
    return pages.empty() ? "" : section("SEE ALSO") + paragraph(joined(pages, ", "));
}

} // namespace

std::string man_page(const Manual& manual) {
    const auto names = page_names(manual);
    return ".TH \"" + escaped(upper(names.front())) + "\" 1 " + manual.date + " \"histo_cl " +
           manual.version + "\" \"User Commands\"\n" + section("NAME") + escaped(joined(names, ", ")) +
           " \\- " + escaped(summary(manual)) + "\n" + section("SYNOPSIS") + synopsis(manual) +
           section("DESCRIPTION") + paragraph(manual.description) + commands(manual) + options(manual) +
           notes(manual) + environment(manual) + verbatim("EXIT STATUS", manual.exit_codes) +
           verbatim("EXAMPLES", manual.examples) + see_also(manual);
}

} // namespace common
