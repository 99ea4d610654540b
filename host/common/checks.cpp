#include "common/checks.hpp"

#include "common/number.hpp"
#include "common/sample_names.hpp"
#include "common/suggestion.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <string_view>

namespace common {

namespace {

/// A validator's name that starts so lists, after it, the names that are allowed.
constexpr std::string_view choices_mark = "one of ";

/// `check` rewrites the value, or returns what is wrong with it.
CLI::Validator choice(const std::vector<std::string>& names,
                      const std::function<std::string(std::string&)>& check) {
    return {check, "", std::string(choices_mark) + joined(names, " ")};
}

} // namespace

CLI::Validator one_of(const std::vector<std::string>& names) {
    return choice(names, [names](const std::string& text) {
        const bool allowed = std::ranges::find(names, text) != names.end();
        return allowed ? std::string() : not_one_of(text, names);
    });
}

CLI::Validator sample_type() {
    return choice(sample_type_names(), [](std::string& text) {
        const auto type = sample_type_typed(text);
        if (!type) return not_a_sample_type(text, histo_cl::all_sample_types);
        text = histo_cl::name(*type);
        return std::string();
    });
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return {[=](std::string& text) {
                const auto number = whole_number_typed(text, least, most);
                if (!number) return not_whole(text, least, most);
                text = std::to_string(*number);
                return std::string();
            },
            "", "whole number"};
}

std::vector<std::string> choices_of(CLI::Option& option) try {
    for (int check = 0;; ++check) {
        const auto& name = option.get_validator(check)->get_name();
        if (name.starts_with(choices_mark)) return words(name.substr(choices_mark.size()));
    }
} catch (const CLI::OptionNotFound&) { // there is no further check
    return {};
}

} // namespace common
