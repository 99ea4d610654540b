#include "common/help.hpp"

#include "common/text.hpp"

#include <algorithm>

namespace common {

namespace {

constexpr std::size_t max_columns = 100;
constexpr std::size_t margin = 2;
constexpr std::size_t text_begin = 28; ///< of an option's text, beside the option
constexpr std::size_t min_text = 30;   ///< columns that it needs there
constexpr std::size_t text_below = 6;  ///< where it begins below the option

std::string usage(const Manual& manual, std::size_t columns) {
    auto text =
        "Usage: " + manual.programs.front() + (manual.others.empty() ? "" : " [COMMAND]") + " [OPTION]...";
    for (const auto& option : manual.options)
        if (option.names.empty())
            text += " [" + joined(option.values, " ") + "]" + (option.repeatable ? "..." : "");
    return wrapped(text, columns) + "\n";
}

/// The head on the left, the text on the right, or below if the head is too long.
std::string entry(const std::string& head, const std::string& text, std::size_t columns) {
    const bool beside = columns >= text_begin + min_text;
    const auto begin = beside ? text_begin : text_below;
    const auto left = std::string(margin, ' ') + head;
    const bool same_line = beside && left.size() < begin;
    return (same_line ? pad_right(left, begin) : left + "\n" + std::string(begin, ' ')) +
           wrapped(text, columns, begin) + "\n";
}

/// The option's names and values, and its text.
std::string entry(const ManualOption& option, std::size_t columns) {
    auto head = joined(option.names, ", ");
    for (const auto& value : option.values)
        head += (head.empty() ? "" : " ") + value;
    return entry(head, option.text, columns);
}

/// The commands of a program that has several.
std::string commands(const Manual& manual, std::size_t columns) {
    if (manual.others.empty()) return {};
    auto text = "\n" + wrapped("Commands (COMMAND --help is the help of each):", columns) + "\n" +
                entry(manual.command, "The default, whose options these are", columns);
    for (const auto& other : manual.others)
        text += entry(other.command, summary_of(other), columns);
    return text;
}

/// Lines with a hanging indent.
std::string list(const std::string& title, const std::vector<std::string>& lines, std::size_t columns,
                 std::size_t hanging) {
    if (lines.empty()) return {};
    auto text = "\n" + title + ":\n";
    for (const auto& one : lines)
        text += std::string(margin, ' ') + wrapped(one, columns, margin + hanging) + "\n";
    return text;
}

} // namespace

std::string help_text(const Manual& manual, std::size_t columns) {
    columns = std::min(columns, max_columns);
    auto text = wrapped(manual.description, columns) + "\n\n" + usage(manual, columns);
    text += commands(manual, columns);
    for (const auto& group : groups_of(manual.options)) {
        text += "\n" + wrapped(group + ":", columns) + "\n";
        for (const auto& option : manual.options)
            if (option.group == group) text += entry(option, columns);
    }
    for (const auto& note : manual.notes)
        text += "\n" + wrapped(note, columns) + "\n";
    return text + list("Exit codes", manual.exit_codes, columns, 4) +
           list("Examples", manual.examples, columns, 4);
}

} // namespace common
