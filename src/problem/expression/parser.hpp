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

// From text to the tree of an expression: its words one by one, and what makes the tree of them.

namespace histo_cl::expression {

struct Token {
    enum class Kind : std::uint8_t { end, number, name, symbol };

    Kind kind;
    std::string_view text;
    std::size_t at;         ///< in the expression, from 0
    Type type = {};         ///< of a number
    std::uint64_t bits = 0; ///< its value's
};

/// Reads an expression from its beginning, a token at a time.
class Tokens {
  public:
    /// Throws like next().
    explicit Tokens(std::string_view text);

    /// The token that is next.
    [[nodiscard]] const Token& peek() const noexcept { return token_; }
    /// Returns the next token and moves past it. Throws Error(invalid_argument) for an invalid number, or a
    /// character that no token has.
    Token next();

  private:
    Token read();

    std::string_view text_;
    std::size_t at_ = 0;
    Token token_;
};

/// Throws Error(invalid_argument) that says where in the expression it is refused, and why.
[[noreturn]] void refuse(std::size_t at, const std::string& why);

/// How messages show a token.
[[nodiscard]] std::string shown(const Token& token);

/// The number that `text` is, at this place of the expression; its type is that of the same literal in OpenCL
/// C. Throws Error(invalid_argument) for an invalid number, and for one that its type does not hold.
[[nodiscard]] Token number_token(std::string_view text, std::size_t at);

/// An operator of two operands.
struct Binary {
    enum class Takes : std::uint8_t { numbers, integers, shift, comparison, truth };

    std::string_view symbol;
    int precedence; ///< C's; what is higher binds tighter
    Op op;
    Takes takes;
    bool swapped = false; ///< op takes the right operand first
};

/// Makes a tree by the rules of OpenCL C for types. An operation on literals becomes a literal. Where a
/// function throws Error(invalid_argument) for operands of a wrong type, `at` is the place it names.
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
    Id call(const Function& function, std::span<const Id> arguments, std::size_t at);
    /// Rounds a value down, to nearest, … before it becomes an integer; integers are unchanged.
    Id round(Op op, Id value);

    /// The tree of the node made last.
    [[nodiscard]] Expression finished() && { return std::move(expression_); }

  private:
    Id add(Op op, Type type, std::initializer_list<Id> operands);
    Id add(Op op, Type type, std::span<const Id> operands);
    /// An integer that is 0 where the value is 0.
    Id truth(Id value);

    Type sample_;
    Expression expression_;
};

} // namespace histo_cl::expression
