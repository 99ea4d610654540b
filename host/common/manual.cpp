#include "common/manual.hpp"

#include "common/command_line.hpp"
#include "common/text.hpp"

#include <histo_cl/version.hpp>

#include <CLI/CLI.hpp>

namespace common {

namespace {

std::vector<std::string> names_with_dashes(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const auto& name : option.get_snames())
        names.push_back("-" + name);
    for (const auto& name : option.get_lnames())
        names.push_back("--" + name);
    return names;
}

std::vector<std::string> value_names(const CLI::Option& option) {
    if (option.get_items_expected_max() == 0) return {};
    if (option.get_positional() && option.get_type_name().empty()) return {option.get_name(true)};
    return words(option.get_type_name());
}

ManualOption manual_of(CLI::Option& option) {
    return {.names = names_with_dashes(option),
            .values = value_names(option),
            .choices = choices_of(option),
            .text = joined(words(option.get_description()), " "),
            .group = option.get_group(),
            .environment = option.get_envname(),
            .repeatable = option.get_items_expected_max() >= CLI::detail::expected_max_vector_size};
}

} // namespace

Manual manual_of(CLI::App& app) {
    Manual manual{.programs = {app.get_name()},
                  .version = HISTO_CL_VERSION,
                  .description = app.get_description(),
                  .footer = app.get_footer(),
                  .options = {}};
    manual.programs.insert(manual.programs.end(), app.get_aliases().begin(), app.get_aliases().end());
    for (auto* const option : app.get_options({}))
        if (!option->get_group().empty()) manual.options.push_back(manual_of(*option));
    return manual;
}

} // namespace common
