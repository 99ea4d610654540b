#include "common/man_page.hpp"

#include "common/text.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

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
    auto sentence = joined(words(description), " ");
    sentence.resize(std::min(sentence.find(". "), sentence.size()));
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
    return ".TP\n" + head + "\n" + escaped(option.text) + "\n";
}

/// By groups, in the order in which these begin.
std::string options(const Manual& manual) {
    std::vector<std::string> groups;
    for (const auto& option : manual.options)
        if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
    std::string text = section("OPTIONS");
    for (const auto& group : groups) {
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

/// Lines as they are, but for the spaces before them.
std::string verbatim(const std::string& text) {
    std::istringstream lines(text);
    std::string out = ".nf\n";
    for (std::string line; std::getline(lines, line);) {
        line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
        if (!line.empty()) out += escaped(line) + "\n";
    }
    return out + ".fi\n";
}

std::vector<std::string> paragraphs(const std::string& text) {
    std::vector<std::string> all;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find("\n\n", begin), text.size());
        all.push_back(text.substr(begin, end - begin));
        begin = end + 2;
    }
    return all;
}

/// Where a paragraph of the footer goes: that which begins with its heading is shown line by line.
struct FooterSection {
    std::string heading;
    std::string title;
};

std::string footer_sections(const Manual& manual) {
    const std::vector<FooterSection> titled{{"Exit codes:", "EXIT STATUS"}, {"Examples:", "EXAMPLES"}};
    std::string notes;
    std::string others;
    for (const auto& paragraph : paragraphs(manual.footer)) {
        const auto found =
            std::ranges::find_if(titled, [&](const auto& one) { return paragraph.starts_with(one.heading); });
        if (found != titled.end())
            others += section(found->title) + verbatim(paragraph.substr(found->heading.size()));
        else
            notes +=
                (notes.empty() ? section("NOTES") : ".PP\n") + escaped(joined(words(paragraph), " ")) + "\n";
    }
    return notes + environment(manual) + others;
}

} // namespace

std::string man_page(const Manual& manual) {
    const auto& program = manual.programs.front();
    return ".TH \"" + escaped(upper(program)) + "\" 1 \"\" \"histo_cl " + manual.version +
           "\" \"User Commands\"\n" + section("NAME") + escaped(joined(manual.programs, ", ")) + " \\- " +
           escaped(summary(manual.description)) + "\n" + section("SYNOPSIS") + synopsis(manual) +
           section("DESCRIPTION") + escaped(joined(words(manual.description), " ")) + "\n" + options(manual) +
           footer_sections(manual);
}

} // namespace common
