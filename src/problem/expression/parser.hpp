#pragma once

#include "problem/expression/expression.hpp"
#include "problem/expression/functions.hpp"
#include "problem/expression/type.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

// The tokens of an expression's text, and the builder of the expression tree.

namespace histo_cl::expression {

struct Token {
    enum class Kind : std::uint8_t { end, number, name, symbol };

    Kind kind;
    std::string_view text;
    std::size_t at;         ///< position in the expression, from 0
    Type type = {};         ///< the type of a number
    std::uint64_t bits = 0; ///< the bits of a number's value
};

/// Reads the tokens of an expression one by one.
class Tokens {
  public:
    /// Throws like next().
    explicit Tokens(std::string_view text);

    /// The next token.
    [[nodiscard]] const Token& peek() const noexcept { return token_; }
    /// Returns the next token and moves past it. Throws Error(invalid_argument) for an invalid number or
    /// character.
    Token next();

  private:
    Token read();

    std::string_view text_;
    std::size_t at_ = 0;
    Token token_;
};

/// Throws Error(invalid_argument) with the position in the expression and the reason.
[[noreturn]] void refuse(std::size_t at, const std::string& why);

/// The text of a token for messages.
[[nodiscard]] std::string shown(const Token& token);

/// Parses a literal at position `at` of the expression, with the type that it has in OpenCL C. Throws
/// Error(invalid_argument) for an invalid number, and for a number that its type cannot represent.
[[nodiscard]] Token number_token(std::string_view text, std::size_t at);

/// Builds a tree by the type rules of OpenCL C. Operations on literals are replaced by their results.
/// Functions throw Error(invalid_argument) for operands of a wrong type; `at` is the position for the
/// message.
class Builder {
  public:
    explicit Builder(Type sample) : sample_(sample) {}

    [[nodiscard]] Type type(Id id) const noexcept { return expression_.nodes[id].type; }

    Id literal(Type type, std::uint64_t bits);
    Id sample();
    Id index();

    /// A cast.
    Id convert(Id value, Type type);
    /// convert_<type>_sat
    Id saturate(Id value, Type type);
    /// as_<type>
    Id reinterpret(Id value, Type type, std::size_t at);

    /// + - ~ !
    Id unary(char symbol, Id value, std::size_t at);
    Id binary(const Binary& binary, Id left, Id right, std::size_t at);
    /// condition ? yes : no
    Id choose(Id condition, Id yes, Id no);
    /// The function select(). Like other functions, it keeps the type of arguments that have one type.
    Id select(Id no, Id yes, Id condition);
    Id call(const Function& function, std::span<const Id> arguments, std::size_t at);
    /// Rounds a float by `op`, e.g. Op::floor, before a conversion to an integer. Integers are unchanged.
    Id round(Op op, Id value);

    /// The finished tree. The last node that was added is its root.
    [[nodiscard]] Expression finished() && { return std::move(expression_); }

  private:
    Id add(Op op, Type type, std::initializer_list<Id> operands);
    Id add(Op op, Type type, std::span<const Id> operands);
    /// An integer that is 0 exactly if the value is 0. If the value is an integer, this is the value itself.
    Id truth(Id value);

    Type sample_;
    Expression expression_;
};

} // namespace histo_cl::expression
