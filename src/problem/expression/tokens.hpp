#pragma once

#include "problem/expression/type.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// From text to the words of an expression.

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
    /// The same, and goes on to the one after it. Throws Error(invalid_argument) for what is none: a wrong
    /// number, or a character that no token has.
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
/// C. Throws Error(invalid_argument) for what is no number, or one that its type does not hold.
[[nodiscard]] Token number_token(std::string_view text, std::size_t at);

} // namespace histo_cl::expression
