#pragma once

#include "problem/expression/expression.hpp"
#include "problem/expression/functions.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

namespace histo_cl::expression {

/// An operator of two operands.
struct Binary {
    enum class Takes : std::uint8_t { numbers, integers, shift, comparison, truth };

    std::string_view symbol;
    int precedence; ///< C's; what is higher binds tighter
    Op op;
    Takes takes;
    bool swapped = false; ///< op takes the right operand first
};

/// Makes a tree by the rules of OpenCL C for types. What has only literals for operands becomes a literal.
/// Where a function throws Error(invalid_argument) for operands of a wrong type, `at` is the place it names.
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
    /// What is rounded down, to nearest, … before it becomes an integer; integers are as they are.
    Id round(Op op, Id value);

    /// The tree of what was made last.
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
