#pragma once

#include "core/enum_table.hpp"
#include "problem/expression/expression.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

// The binary operators of expressions, and the built-in functions of OpenCL C that they can call, except
// select(), convert_TYPE() and as_TYPE().

namespace histo_cl::expression {

struct Function {
    enum class Takes : std::uint8_t { integers, floats, numbers };
    enum class Gives : std::uint8_t { same, unsigned_integer, truth };

    Op op; ///< its name is the function's name
    std::uint8_t arity;
    Takes takes;
    Gives gives = Gives::same;

    [[nodiscard]] std::string_view name() const noexcept { return detail::name_of(op); }
};

inline constexpr auto functions = [] {
    using enum Function::Takes;
    using enum Function::Gives;
    return std::array{
        Function{Op::abs, 1, integers, unsigned_integer},
        Function{Op::abs_diff, 2, integers, unsigned_integer},
        Function{Op::add_sat, 2, integers},
        Function{Op::sub_sat, 2, integers},
        Function{Op::hadd, 2, integers},
        Function{Op::rhadd, 2, integers},
        Function{Op::mul_hi, 2, integers},
        Function{Op::mad_hi, 3, integers},
        Function{Op::rotate, 2, integers},
        Function{Op::clz, 1, integers},
        Function{Op::popcount, 1, integers},
        Function{Op::min, 2, numbers},
        Function{Op::max, 2, numbers},
        Function{Op::clamp, 3, numbers},
        Function{Op::floor, 1, floats},
        Function{Op::ceil, 1, floats},
        Function{Op::trunc, 1, floats},
        Function{Op::rint, 1, floats},
        Function{Op::round, 1, floats},
        Function{Op::fabs, 1, floats},
        Function{Op::fmin, 2, floats},
        Function{Op::fmax, 2, floats},
        Function{Op::fmod, 2, floats},
        Function{Op::copysign, 2, floats},
        Function{Op::fma, 3, floats},
        Function{Op::sqrt, 1, floats},
        Function{Op::cbrt, 1, floats},
        Function{Op::exp, 1, floats},
        Function{Op::exp2, 1, floats},
        Function{Op::exp10, 1, floats},
        Function{Op::log, 1, floats},
        Function{Op::log2, 1, floats},
        Function{Op::log10, 1, floats},
        Function{Op::pow, 2, floats},
        Function{Op::hypot, 2, floats},
        Function{Op::sin, 1, floats},
        Function{Op::cos, 1, floats},
        Function{Op::tan, 1, floats},
        Function{Op::asin, 1, floats},
        Function{Op::acos, 1, floats},
        Function{Op::atan, 1, floats},
        Function{Op::atan2, 2, floats},
        Function{Op::sinh, 1, floats},
        Function{Op::cosh, 1, floats},
        Function{Op::tanh, 1, floats},
        Function{Op::isnan, 1, floats, truth},
        Function{Op::isinf, 1, floats, truth},
        Function{Op::isfinite, 1, floats, truth},
        Function{Op::signbit, 1, floats, truth},
    };
}();

/// A binary operator.
struct Binary {
    enum class Takes : std::uint8_t { numbers, integers, shift, comparison, truth };

    std::string_view symbol;
    int precedence; ///< the operator's precedence in C; a higher number binds tighter
    Op op;
    Takes takes;
    bool swapped = false; ///< the right operand is the first operand of op
};

/// The binary operators. If two have the same op, the first one is not swapped.
inline constexpr auto binaries = [] {
    using enum Binary::Takes;
    return std::array{
        Binary{"*", 10, Op::multiply, numbers},
        Binary{"/", 10, Op::divide, numbers},
        Binary{"%", 10, Op::remainder, integers},
        Binary{"+", 9, Op::add, numbers},
        Binary{"-", 9, Op::subtract, numbers},
        Binary{"<<", 8, Op::shift_left, shift},
        Binary{">>", 8, Op::shift_right, shift},
        Binary{"<", 7, Op::less, comparison},
        Binary{">", 7, Op::less, comparison, true},
        Binary{"<=", 7, Op::less_equal, comparison},
        Binary{">=", 7, Op::less_equal, comparison, true},
        Binary{"==", 6, Op::equal, comparison},
        Binary{"!=", 6, Op::not_equal, comparison},
        Binary{"&", 5, Op::bit_and, integers},
        Binary{"^", 4, Op::bit_xor, integers},
        Binary{"|", 3, Op::bit_or, integers},
        Binary{"&&", 2, Op::logical_and, truth},
        Binary{"||", 1, Op::logical_or, truth},
    };
}();

/// Whether the rounding error of a function differs between devices.
[[nodiscard]] constexpr bool is_inexact(Op op) noexcept {
    return op == Op::fmod || (Op::sqrt <= op && op <= Op::tanh);
}

[[nodiscard]] inline const Function* function_named(std::string_view name) noexcept {
    const auto* const found = std::ranges::find(functions, name, &Function::name);
    return found == functions.end() ? nullptr : found;
}

} // namespace histo_cl::expression
