#include "common/manual.hpp"

#include "common/command_line.hpp"
#include "common/errors.hpp"
#include "common/text.hpp"

#include <histo_cl/version.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>

namespace common {

namespace {

std::string in_one_line(const std::string& text) {
    return joined(words(text), " ");
}

std::vector<std::string> names_with_dashes(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const auto& name : option.get_snames())
        names.push_back("-" + name);
    for (const auto& name : option.get_lnames())
        names.push_back("--" + name);
    return names;
}

/// The names of the options that this one excludes, in the order of the help. CLI11 orders them by their
/// addresses, which change from run to run.
std::vector<std::string> excluded_by(const CLI::Option& option, CLI::App& app) {
    std::vector<std::string> names;
    for (auto* const other : app.get_options({}))
        if (option.get_excludes().contains(other))
            std::ranges::copy(names_with_dashes(*other), std::back_inserter(names));
    return names;
}

std::vector<std::string> value_names(const CLI::Option& option) {
    if (option.get_items_expected_max() == 0) return {};
    if (option.get_positional() && option.get_type_name().empty()) return {option.get_name(true)};
    return words(option.get_type_name());
}

ManualOption manual_option(CLI::Option& option, CLI::App& app) {
    return {.names = names_with_dashes(option),
            .excludes = excluded_by(option, app),
            .values = value_names(option),
            .choices = choices_of(option),
            .text = in_one_line(option.get_description()),
            .group = option.get_group(),
            .environment = option.get_envname(),
            .repeatable = option.get_items_expected_max() >= CLI::detail::expected_max_vector_size};
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

/// The lines of a text, without leading spaces and empty lines.
std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
        if (!line.empty()) all.push_back(line);
    }
    return all;
}

void add_footer(Manual& manual, const std::string& footer) {
    const std::array<std::pair<std::string_view, std::vector<std::string>*>, 4> lists{
        {{"Exit codes:", &manual.exit_codes},
         {"Examples:", &manual.examples},
         {"Environment:", &manual.environment},
         {"See also:", &manual.see_also}}};
    for (const auto& paragraph : paragraphs(footer)) {
        const auto* const list =
            std::ranges::find_if(lists, [&](const auto& one) { return paragraph.starts_with(one.first); });
        if (list != lists.end())
            *list->second = lines_of(paragraph.substr(list->first.size()));
        else
            manual.notes.push_back(in_one_line(paragraph));
    }
}

} // namespace

std::vector<std::string> groups_of(const std::vector<ManualOption>& options) {
    std::vector<std::string> groups;
    for (const auto& option : options)
        if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
    return groups;
}

std::string summary_of(const Manual& manual) {
    auto sentence = manual.description.substr(0, manual.description.find(". "));
    if (sentence.ends_with('.')) sentence.pop_back();
    return sentence;
}

Manual manual_of(CLI::App& app) {
    Manual manual{.programs = {app.get_name()},
                  .version = HISTO_CL_VERSION,
                  .description = in_one_line(app.get_description())};
    add_footer(manual, app.get_footer());
    manual.programs.insert(manual.programs.end(), app.get_aliases().begin(), app.get_aliases().end());
    for (auto* const option : app.get_options({}))
        if (!option->get_group().empty()) manual.options.push_back(manual_option(*option, app));
    return manual;
}

namespace {

constexpr std::size_t max_columns = 100;
constexpr std::size_t margin = 2;
constexpr std::size_t text_begin = 28; ///< column of an option's text, beside the option
constexpr std::size_t min_text = 30;   ///< minimum number of columns for the text beside the option
constexpr std::size_t text_below = 6;  ///< column of the text below the option

std::string usage(const Manual& manual, std::size_t columns) {
    auto text =
        "Usage: " + manual.programs.front() + (manual.others.empty() ? "" : " [COMMAND]") + " [OPTION]...";
    for (const auto& option : manual.options)
        if (option.names.empty())
            text += " [" + joined(option.values, " ") + "]" + (option.repeatable ? "..." : "");
    return wrapped(text, columns) + "\n";
}

/// Returns an entry with `head`, such as an option's names, on the left and `text` on the right. If the head
/// is too long or the lines are too short, the text begins below the head.
std::string entry(const std::string& head, const std::string& text, std::size_t columns) {
    const bool beside = columns >= text_begin + min_text;
    const auto begin = beside ? text_begin : text_below;
    const auto left = std::string(margin, ' ') + head;
    const bool same_line = beside && left.size() < begin;
    return (same_line ? pad_right(left, begin) : left + "\n" + std::string(begin, ' ')) +
           wrapped(text, columns, begin) + "\n";
}

/// Returns the entry of an option: its names and values, and its text.
std::string entry(const ManualOption& option, std::size_t columns) {
    auto head = joined(option.names, ", ");
    for (const auto& value : option.values)
        head += (head.empty() ? "" : " ") + value;
    return entry(head, option.text, columns);
}

/// The list of the program's commands; empty if it has only one.
std::string commands(const Manual& manual, std::size_t columns) {
    if (manual.others.empty()) return {};
    auto text = "\n" + wrapped("Commands (COMMAND --help is the help of each):", columns) + "\n" +
                entry(manual.command, "The default, whose options these are", columns);
    for (const auto& other : manual.others)
        text += entry(other.command, summary_of(other), columns);
    return text;
}

/// Returns a title and lines with a hanging indent.
std::string list(const std::string& title, const std::vector<std::string>& lines, std::size_t columns,
                 std::size_t hanging) {
    if (lines.empty()) return {};
    auto text = "\n" + title + ":\n";
    for (const auto& one : lines)
        text += std::string(margin, ' ') + wrapped(one, columns, margin + hanging) + "\n";
    return text;
}

} // namespace

namespace {

/// The heading of a group, and the options of the group.
std::string group_text(const Manual& manual, const std::string& group, std::size_t columns) {
    auto text = wrapped(group + ":", columns) + "\n";
    for (const auto& option : manual.options)
        if (option.group == group) text += entry(option, columns);
    return text;
}

std::string topic_of(std::string group) {
    group.resize(std::min(group.find(" ("), group.size()));
    std::ranges::transform(group, group.begin(), [](unsigned char c) {
        return static_cast<char>(c == ' ' ? '-' : std::tolower(c));
    });
    return group;
}

} // namespace

std::string short_help(const Manual& manual, std::size_t columns) {
    constexpr std::size_t max_examples = 5;
    columns = std::min(columns, max_columns);
    auto examples = manual.examples;
    examples.resize(std::min(examples.size(), max_examples));
    std::string topics;
    for (const auto& group : groups_of(manual.options))
        topics += (topics.empty() ? "" : ", ") + topic_of(group);
    return wrapped(summary_of(manual) + ".", columns) + "\n\n" + usage(manual, columns) +
           list("Examples", examples, columns, 4) + "\n" +
           wrapped("--help TOPIC lists options: " + topics + ". --help-all prints everything.", columns) +
           "\n" + commands(manual, columns);
}

std::string topic_text(const Manual& manual, const std::string& topic, std::size_t columns) {
    const auto groups = groups_of(manual.options);
    std::vector<std::string> found;
    for (const auto& group : groups) {
        if (topic_of(group) == topic_of(topic))
            return group_text(manual, group, std::min(columns, max_columns));
        if (topic_of(group).starts_with(topic_of(topic))) found.push_back(group);
    }
    if (found.size() == 1) return group_text(manual, found.front(), std::min(columns, max_columns));
    std::vector<std::string> topics;
    std::ranges::transform(groups, std::back_inserter(topics), topic_of);
    throw UsageError("--help: '" + printable(topic) + "' is not one of " + joined(topics, ", "));
}

std::string help_text(const Manual& manual, std::size_t columns) {
    columns = std::min(columns, max_columns);
    auto text = wrapped(manual.description, columns) + "\n\n" + usage(manual, columns);
    text += commands(manual, columns);
    for (const auto& group : groups_of(manual.options))
        text += "\n" + group_text(manual, group, columns);
    for (const auto& note : manual.notes)
        text += "\n" + wrapped(note, columns) + "\n";
    return text + list("Exit codes", manual.exit_codes, columns, 4) +
           list("Environment", manual.environment, columns, 4) +
           list("Examples", manual.examples, columns, 4);
}

} // namespace common
