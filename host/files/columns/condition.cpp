#include "common/date.hpp"
#include "common/errors.hpp"
#include "common/number.hpp"
#include "files/columns/text_table.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <utility>

namespace files {

using Operator = Condition::Operator;

namespace {

constexpr std::array<std::pair<std::string_view, Operator>, 7> operators{{{"==", Operator::equal},
                                                                          {"!=", Operator::not_equal},
                                                                          {"<=", Operator::less_equal},
                                                                          {">=", Operator::greater_equal},
                                                                          {"=", Operator::equal},
                                                                          {"<", Operator::less},
                                                                          {">", Operator::greater}}};

bool satisfies(std::partial_ordering order, Operator comparison) {
    switch (comparison) {
    case Operator::equal: return order == 0;
    case Operator::not_equal: return order < 0 || order > 0;
    case Operator::less: return order < 0;
    case Operator::less_equal: return order <= 0;
    case Operator::greater: return order > 0;
    case Operator::greater_equal: return order >= 0;
    }
    return false;
}

std::optional<histo_cl::Number> number_of(std::string_view text, const NumberStyle& style) {
    const auto plain = plain_number(text, style);
    const auto number = without_plus(plain);
    if (const auto value = common::entire<std::int64_t>(number)) return *value;
    if (const auto value = common::entire<std::uint64_t>(number)) return *value;
    if (const auto value = common::entire<double>(number)) return *value;
    return std::nullopt;
}

} // namespace

Condition parse_condition(std::string_view text) {
    const auto at = text.find_first_of("=!<>");
    const auto rest = text.substr(std::min(at, text.size()));
    const auto found =
        std::ranges::find_if(operators, [&](const auto& one) { return rest.starts_with(one.first); });
    const auto column = trimmed(text.substr(0, at));
    if (found == operators.end() || column.empty())
        throw common::UsageError("--where: give COLUMN, one of =, !=, <, <=, > and >=, and a value, not '" +
                                 std::string(text) + "'");
    return {.column = std::string(column),
            .comparison = found->second,
            .value = std::string(trimmed(rest.substr(found->first.size())))};
}

bool holds(const Condition& condition, std::string_view field, const NumberStyle& style) {
    const auto compare = [&](const auto& left, const auto& right) {
        return left && satisfies(*left <=> *right, condition.comparison);
    };
    auto value = number_of(condition.value, {});
    if (!value) value = number_of(condition.value, style);
    if (value) return compare(number_of(field, style), value);
    if (const auto date = common::date_typed(condition.value))
        return compare(common::date_typed(field), date);
    return satisfies(trimmed(field) <=> std::string_view(condition.value), condition.comparison);
}

} // namespace files
