#include "core/text.hpp"
#include "problem/expression/expression.hpp"
#include "problem/expression/functions.hpp"
#include "problem/expression/parser.hpp"
#include "problem/expression/type.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

namespace histo_cl::expression {
namespace {

using detail::concat;

struct Constant {
    std::string_view name;
    Type type;
    double value;
};

constexpr std::array constants{
    Constant{"NAN", Type::f32, std::numeric_limits<double>::quiet_NaN()},
    Constant{"INFINITY", Type::f32, std::numeric_limits<double>::infinity()},
    Constant{"M_PI", Type::f64, std::numbers::pi},
    Constant{"M_PI_F", Type::f32, std::numbers::pi},
    Constant{"M_E", Type::f64, std::numbers::e},
    Constant{"M_E_F", Type::f32, std::numbers::e},
};

/// A suffix of conversions from float to integer, and the rounding that it selects. Without a suffix, the
/// conversion rounds as with _rtz.
struct Rounding {
    std::string_view ending;
    Op op;
};

constexpr std::array roundings{Rounding{"_rte", Op::rint}, Rounding{"_rtz", Op::trunc},
                               Rounding{"_rtp", Op::ceil}, Rounding{"_rtn", Op::floor}};

std::optional<Type> type_named(std::string_view name) noexcept {
    const auto* const found = std::ranges::find(type_names, name, &TypeName::name);
    return found == type_names.end() ? std::nullopt : std::optional(found->type);
}

std::string allowed_names() {
    return concat("allowed are x, i, casts to ", detail::listed(type_names, &TypeName::name), ", ",
                  detail::listed(constants, &Constant::name),
                  ", and the functions select, convert_TYPE, convert_TYPE_sat, as_TYPE, ",
                  detail::listed(functions, &Function::name));
}

/// Parses by recursive descent. Binary operators are parsed by precedence climbing.
class Parser {
  public:
    Parser(std::string_view text, Type sample) : tokens_(text), builder_(sample) {}

    Expression whole() && {
        conditional();
        if (tokens_.peek().kind != Token::Kind::end) expected("an operator or the end");
        return std::move(builder_).finished();
    }

  private:
    /// Increments the nesting depth during its lifetime.
    class Level {
      public:
        explicit Level(Parser& parser) : depth_(parser.depth_) {
            if (++depth_ > max_nested)
                refuse(parser.tokens_.peek().at, concat("nested more than ", max_nested, " deep"));
        }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        ~Level() { --depth_; }

      private:
        std::size_t& depth_;
    };

    /// Parses a chain of conditions without recursion, so its length is limited only by the text.
    Id conditional() {
        struct Choice {
            Id condition, yes;
        };
        std::vector<Choice> choices;
        auto value = operators(0);
        while (take("?")) {
            const Level level(*this);
            const auto yes = conditional();
            if (!take(":")) expected("\":\"");
            choices.push_back({value, yes});
            value = operators(0);
        }
        for (; !choices.empty(); choices.pop_back())
            value = builder_.choose(choices.back().condition, choices.back().yes, value);
        return value;
    }

    /// Parses operands and operators with a precedence above `above`.
    Id operators(int above) {
        auto left = operand();
        for (;;) {
            const auto token = tokens_.peek();
            const auto* const found = std::ranges::find(binaries, token.text, &Binary::symbol);
            if (found == binaries.end() || found->precedence <= above) return left;
            tokens_.next();
            const auto right = operators(found->precedence);
            left = builder_.binary(*found, left, right, token.at);
        }
    }

    Id operand() {
        const Level level(*this);
        const auto token = tokens_.next();
        switch (token.kind) {
        case Token::Kind::number: return builder_.literal(token.type, token.bits);
        case Token::Kind::name: return named(token);
        case Token::Kind::symbol:
            if (token.text == "(") return cast_or_group();
            if (token.text.size() == 1 &&
                std::string_view("+-~!").find(token.text[0]) != std::string_view::npos)
                return builder_.unary(token.text[0], operand(), token.at);
            break;
        case Token::Kind::end: break;
        }
        refuse(token.at, concat("expected a value, found ", shown(token)));
    }

    Id cast_or_group() {
        const auto type = type_named(tokens_.peek().text);
        if (type) tokens_.next();
        const auto inner = type ? Id{} : conditional();
        if (!take(")")) expected(type ? "\")\"" : "an operator or \")\"");
        return type ? builder_.convert(operand(), *type) : inner;
    }

    Id named(const Token& name) {
        if (name.text == "x") return builder_.sample();
        if (name.text == "i") return builder_.index();
        const auto* const constant = std::ranges::find(constants, name.text, &Constant::name);
        if (constant != constants.end())
            return builder_.literal(constant->type, constant->type == Type::f64
                                                        ? to_bits(constant->value)
                                                        : to_bits(static_cast<float>(constant->value)));
        if (name.text == "select") {
            const auto given = arguments(name, 3);
            return builder_.select(given[0], given[1], given[2]);
        }
        if (const auto* const function = function_named(name.text))
            return builder_.call(*function, arguments(name, function->arity), name.at);
        auto rest = name.text;
        if (take_start(rest, "as_"))
            if (const auto type = type_named(rest))
                return builder_.reinterpret(arguments(name, 1)[0], *type, name.at);
        if (take_start(rest, "convert_")) return conversion(name, rest);
        refuse_name(name);
    }

    /// Parses the rest of a name that begins with convert_: the type, _sat and the rounding. Conversions from
    /// floats to integers saturate with and without _sat.
    Id conversion(const Token& name, std::string_view rest) {
        const Rounding* rounding = nullptr;
        for (const auto& each : roundings)
            if (take_end(rest, each.ending)) rounding = &each;
        const bool saturates = take_end(rest, "_sat");
        const auto type = type_named(rest);
        if (!type || (is_float(*type) && (rounding != nullptr || saturates))) refuse_name(name);
        auto value = arguments(name, 1)[0];
        if (rounding != nullptr) value = builder_.round(rounding->op, value);
        return saturates ? builder_.saturate(value, *type) : builder_.convert(value, *type);
    }

    std::vector<Id> arguments(const Token& name, std::size_t arity) {
        if (!take("(")) expected(concat("\"(\" after ", name.text));
        std::vector<Id> given{conditional()};
        while (take(","))
            given.push_back(conditional());
        if (!take(")")) expected("an operator, \",\" or \")\"");
        if (given.size() != arity)
            refuse(name.at,
                   concat(name.text, " takes ", detail::counted(arity, "argument"), ", not ", given.size()));
        return given;
    }

    bool take(std::string_view symbol) {
        if (tokens_.peek().text != symbol) return false;
        tokens_.next();
        return true;
    }

    [[noreturn]] void expected(const std::string& what) const {
        refuse(tokens_.peek().at, concat("expected ", what, ", found ", shown(tokens_.peek())));
    }

    [[noreturn]] static void refuse_name(const Token& name) {
        refuse(name.at, concat("unknown name ", shown(name), ": ", allowed_names()));
    }

    static bool take_start(std::string_view& text, std::string_view start) noexcept {
        if (!text.starts_with(start)) return false;
        text.remove_prefix(start.size());
        return true;
    }

    static bool take_end(std::string_view& text, std::string_view end) noexcept {
        if (!text.ends_with(end)) return false;
        text.remove_suffix(end.size());
        return true;
    }

    Tokens tokens_;
    Builder builder_;
    std::size_t depth_ = 0;
};

} // namespace

Expression parsed(std::string_view text, SampleType sample) {
    if (text.size() > max_characters)
        detail::invalid("the expression of custom bins has ", text.size(), " characters: at most ",
                        max_characters, " are allowed");
    return Parser(text, type_of_sample(sample)).whole();
}

} // namespace histo_cl::expression
