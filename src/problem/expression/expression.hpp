#pragma once

#include "problem/expression/type.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The expressions of custom bins: parse.cpp parses text, evaluate.cpp computes values on the host, and
// print.cpp writes OpenCL C for devices. docs/binnings.md describes the language.

namespace histo_cl::expression {

/// The operation of a node. Its result is defined for all values of the operands, and it has no side effects.
enum class Op : std::uint8_t {
    literal,
    sample,
    index,
    // Conversions:
    convert,     ///< like a cast: integers wrap, conversions from float to integer saturate
    saturate,    ///< from integer to integer, saturating
    reinterpret, ///< the same bits as a value of another type
    // Operators. The operands have the same type, except for shifts, logical operators and choose:
    negate,
    complement,
    add,
    subtract,
    multiply,
    divide,
    remainder,
    shift_left,
    shift_right,
    less,
    less_equal,
    equal,
    not_equal,
    bit_and,
    bit_xor,
    bit_or,
    logical_and,
    logical_or,
    choose, ///< a ? b : c, with an integer a, and b and c of one type
    // Functions of the same name; see functions.hpp:
    abs,
    abs_diff,
    add_sat,
    sub_sat,
    hadd,
    rhadd,
    mul_hi,
    mad_hi,
    rotate,
    clz,
    popcount,
    min,
    max,
    clamp,
    floor,
    ceil,
    trunc,
    rint,
    round,
    fabs,
    fmin,
    fmax,
    fmod,
    copysign,
    fma,
    sqrt,
    cbrt,
    exp,
    exp2,
    exp10,
    log,
    log2,
    log10,
    pow,
    hypot,
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    atan2,
    sinh,
    cosh,
    tanh,
    isnan,
    isinf,
    isfinite,
    signbit,
};

/// A node's index in Expression::nodes.
using Id = std::uint32_t;

struct Node {
    Op op;
    Type type; ///< the type of its value
    /// Number of operands. Their ids are the first items of `operands`.
    std::uint8_t arity = 0;
    std::array<Id, 3> operands = {};
    std::uint64_t bits = 0; ///< the bits of a literal; see to_bits() in type.hpp
};

/// A tree. Each node follows its operands in the list. The last node has the expression's value; each other
/// node is the operand of exactly one node.
struct Expression {
    std::vector<Node> nodes;

    [[nodiscard]] const Node& value() const noexcept { return nodes.back(); }
    /// The type of a node's first operand.
    [[nodiscard]] Type operand_type(const Node& node) const noexcept {
        return node.arity == 0 ? node.type : nodes[node.operands[0]].type;
    }
};

/// Whether the expression contains `i`, the index of the element.
[[nodiscard]] bool uses_index(const Expression& expression) noexcept;

/// Whether any part of the expression is a double.
[[nodiscard]] bool uses_doubles(const Expression& expression) noexcept;

/// Maximum length of an expression, in bytes.
inline constexpr std::size_t max_characters = 4096;
/// Maximum nesting depth of parentheses, unary operators, casts, calls and conditions.
inline constexpr std::size_t max_nested = 64;

/// Parses a text, in which `x` is a sample of the given type. The text may have any bytes. Throws
/// Error(invalid_argument) with the column and what is allowed there.
[[nodiscard]] Expression parsed(std::string_view text, SampleType sample);

/// The value of a node for one set of operands. The operands and the value are given by their bits; see
/// to_bits() in type.hpp.
[[nodiscard]] std::uint64_t value_of(const Node& node, Type operand_type,
                                     const std::array<std::uint64_t, 3>& operands);

/// Computes the values of an expression for several samples at a time.
class Evaluator {
  public:
    explicit Evaluator(Expression expression);

    [[nodiscard]] Type type() const noexcept { return expression_.value().type; }

    /// Replaces samples by the expression's values, both as bits. `first_index`: the index of the first
    /// sample's element; the indices of the other elements follow it.
    void operator()(std::span<std::uint64_t> samples, std::uint64_t first_index);

  private:
    static constexpr std::size_t block = 64;

    void evaluate_block(std::span<std::uint64_t> samples, std::uint64_t first_index);

    Expression expression_;
    std::vector<std::uint64_t> values_; ///< a block of values for each node
};

/// OpenCL C that computes an expression of the variables `x` and `i`, with the functions of
/// kernels/bin/expression.cl. It also uses a variable `zero`, which must be 0 without the compiler knowing
/// that.
struct Text {
    std::string parts; ///< definitions of variables for subexpressions, which limit the nesting depth
    std::string value;
};

[[nodiscard]] Text printed(const Expression& expression);

} // namespace histo_cl::expression
