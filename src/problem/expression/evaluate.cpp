#include "core/c_math.hpp"
#include "core/exact.hpp"
#include "problem/expression/expression.hpp"
#include "problem/expression/type.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace histo_cl::expression {
namespace {

using detail::fused;
using detail::Int128;
using detail::rounded_away;
using detail::UInt128;

/// The operands of an operation for several samples, and the destination of its results.
struct Columns {
    std::array<const std::uint64_t*, 3> from;
    std::uint64_t* to;
    std::size_t count;
};

/// Computes f(operands…) for each sample; all operands have type T.
template <class T, class F>
void map(const Columns& columns, const F& f) {
    for (std::size_t k = 0; k < columns.count; ++k) {
        const auto operand = [&](std::size_t which) { return from_bits<T>(columns.from[which][k]); };
        if constexpr (std::invocable<F, T>)
            columns.to[k] = to_bits(f(operand(0)));
        else if constexpr (std::invocable<F, T, T>)
            columns.to[k] = to_bits(f(operand(0), operand(1)));
        else
            columns.to[k] = to_bits(f(operand(0), operand(1), operand(2)));
    }
}

// Integers. Sums, differences and products wrap.

template <std::integral T>
using Unsigned = std::make_unsigned_t<T>;

template <std::integral T>
constexpr int bits_of = 8 * sizeof(T);

template <std::integral T>
constexpr auto minimum = std::numeric_limits<T>::min();
template <std::integral T>
constexpr auto maximum = std::numeric_limits<T>::max();

template <std::integral T>
T wrapped(Int128 value) noexcept {
    return static_cast<T>(static_cast<std::uint64_t>(value));
}

template <std::integral T>
T saturated(Int128 value) noexcept {
    return static_cast<T>(std::clamp<Int128>(value, minimum<T>, maximum<T>));
}

template <std::integral T>
T quotient(T a, T b) noexcept {
    return b == 0 ? T{0} : wrapped<T>(Int128{a} / b);
}

template <std::integral T>
T remainder(T a, T b) noexcept {
    return b == 0 ? T{0} : static_cast<T>(Int128{a} % b);
}

template <std::integral T>
T leading_zeros(T value) noexcept {
    return static_cast<T>(std::countl_zero(static_cast<Unsigned<T>>(value)));
}

/// The upper half of the full product.
template <std::integral T>
T upper_product(T a, T b) noexcept {
    if constexpr (std::is_signed_v<T>)
        return static_cast<T>((Int128{a} * b) >> bits_of<T>);
    else
        return static_cast<T>((UInt128{a} * b) >> bits_of<T>);
}

template <std::integral T>
T rotated(T value, T by) noexcept {
    return static_cast<T>(std::rotl(static_cast<Unsigned<T>>(value),
                                    static_cast<int>(static_cast<Unsigned<T>>(by) % bits_of<T>)));
}

template <std::integral T>
void integer_operation(Op op, const Columns& columns) {
    switch (op) {
    case Op::negate: return map<T>(columns, [](T a) { return wrapped<T>(-Int128{a}); });
    case Op::complement: return map<T>(columns, [](T a) { return static_cast<T>(~a); });
    case Op::add: return map<T>(columns, [](T a, T b) { return wrapped<T>(Int128{a} + b); });
    case Op::subtract: return map<T>(columns, [](T a, T b) { return wrapped<T>(Int128{a} - b); });
    case Op::multiply:
        return map<T>(columns, [](T a, T b) {
            return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
        });
    case Op::divide: return map<T>(columns, quotient<T>);
    case Op::remainder: return map<T>(columns, remainder<T>);
    case Op::bit_and: return map<T>(columns, [](T a, T b) { return static_cast<T>(a & b); });
    case Op::bit_xor: return map<T>(columns, [](T a, T b) { return static_cast<T>(a ^ b); });
    case Op::bit_or: return map<T>(columns, [](T a, T b) { return static_cast<T>(a | b); });
    case Op::abs:
        return map<T>(columns, [](T a) { return static_cast<Unsigned<T>>(Int128{a} < 0 ? -Int128{a} : a); });
    case Op::abs_diff:
        return map<T>(columns, [](T a, T b) {
            return static_cast<Unsigned<T>>(a < b ? Int128{b} - a : Int128{a} - b);
        });
    case Op::add_sat: return map<T>(columns, [](T a, T b) { return saturated<T>(Int128{a} + b); });
    case Op::sub_sat: return map<T>(columns, [](T a, T b) { return saturated<T>(Int128{a} - b); });
    case Op::hadd: return map<T>(columns, [](T a, T b) { return static_cast<T>((Int128{a} + b) >> 1); });
    case Op::rhadd: return map<T>(columns, [](T a, T b) { return static_cast<T>((Int128{a} + b + 1) >> 1); });
    case Op::mul_hi: return map<T>(columns, upper_product<T>);
    case Op::mad_hi:
        return map<T>(columns, [](T a, T b, T c) { return wrapped<T>(Int128{upper_product(a, b)} + c); });
    case Op::rotate: return map<T>(columns, rotated<T>);
    case Op::clz: return map<T>(columns, leading_zeros<T>);
    case Op::popcount:
        return map<T>(columns,
                      [](T a) { return static_cast<T>(std::popcount(static_cast<Unsigned<T>>(a))); });
    case Op::min: return map<T>(columns, [](T a, T b) { return std::min(a, b); });
    case Op::max: return map<T>(columns, [](T a, T b) { return std::max(a, b); });
    case Op::clamp:
        return map<T>(columns, [](T a, T low, T high) { return std::min(std::max(a, low), high); });
    default: throw std::logic_error("no operation of integers");
    }
}

template <std::floating_point T>
void float_operation(Op op, const Columns& columns) {
    switch (op) {
    case Op::negate: return map<T>(columns, [](T a) { return -a; });
    case Op::add: return map<T>(columns, [](T a, T b) { return a + b; });
    case Op::subtract: return map<T>(columns, [](T a, T b) { return a - b; });
    case Op::multiply: return map<T>(columns, [](T a, T b) { return a * b; });
    case Op::divide: return map<T>(columns, [](T a, T b) { return a / b; });
    case Op::floor: return map<T>(columns, [](T a) { return std::floor(a); });
    case Op::ceil: return map<T>(columns, [](T a) { return std::ceil(a); });
    case Op::trunc: return map<T>(columns, [](T a) { return std::trunc(a); });
    case Op::rint: return map<T>(columns, [](T a) { return std::rint(a); });
    case Op::round: return map<T>(columns, [](T a) { return rounded_away(a); });
    case Op::fabs: return map<T>(columns, [](T a) { return std::fabs(a); });
    case Op::fmin: return map<T>(columns, [](T a, T b) { return std::fmin(a, b); });
    case Op::fmax: return map<T>(columns, [](T a, T b) { return std::fmax(a, b); });
    case Op::clamp:
        return map<T>(columns, [](T a, T low, T high) { return std::fmin(std::fmax(a, low), high); });
    case Op::fmod: return map<T>(columns, [](T a, T b) { return std::fmod(a, b); });
    case Op::copysign: return map<T>(columns, [](T a, T b) { return std::copysign(a, b); });
    case Op::fma: return map<T>(columns, [](T a, T b, T c) { return fused(a, b, c); });
    case Op::sqrt: return map<T>(columns, [](T a) { return std::sqrt(a); });
    case Op::cbrt: return map<T>(columns, [](T a) { return std::cbrt(a); });
    case Op::exp: return map<T>(columns, [](T a) { return std::exp(a); });
    case Op::exp2: return map<T>(columns, [](T a) { return std::exp2(a); });
    case Op::exp10: return map<T>(columns, [](T a) { return std::pow(T{10}, a); });
    case Op::log: return map<T>(columns, [](T a) { return std::log(a); });
    case Op::log2: return map<T>(columns, [](T a) { return std::log2(a); });
    case Op::log10: return map<T>(columns, [](T a) { return std::log10(a); });
    case Op::pow: return map<T>(columns, [](T a, T b) { return std::pow(a, b); });
    case Op::hypot: return map<T>(columns, [](T a, T b) { return std::hypot(a, b); });
    case Op::sin: return map<T>(columns, [](T a) { return std::sin(a); });
    case Op::cos: return map<T>(columns, [](T a) { return std::cos(a); });
    case Op::tan: return map<T>(columns, [](T a) { return std::tan(a); });
    case Op::asin: return map<T>(columns, [](T a) { return std::asin(a); });
    case Op::acos: return map<T>(columns, [](T a) { return std::acos(a); });
    case Op::atan: return map<T>(columns, [](T a) { return std::atan(a); });
    case Op::atan2: return map<T>(columns, [](T a, T b) { return std::atan2(a, b); });
    case Op::sinh: return map<T>(columns, [](T a) { return std::sinh(a); });
    case Op::cosh: return map<T>(columns, [](T a) { return std::cosh(a); });
    case Op::tanh: return map<T>(columns, [](T a) { return std::tanh(a); });
    case Op::isnan: return map<T>(columns, [](T a) { return int{std::isnan(a)}; });
    case Op::isinf: return map<T>(columns, [](T a) { return int{std::isinf(a)}; });
    case Op::isfinite: return map<T>(columns, [](T a) { return int{std::isfinite(a)}; });
    case Op::signbit: return map<T>(columns, [](T a) { return int{std::signbit(a)}; });
    default: throw std::logic_error("no operation of floats");
    }
}

/// Shifts the first operand by the low bits of the second, which may have any integer type.
template <std::integral T>
void shift(Op op, const Columns& columns) {
    for (std::size_t k = 0; k < columns.count; ++k) {
        const auto value = from_bits<T>(columns.from[0][k]);
        const auto by = static_cast<int>(columns.from[1][k] % bits_of<T>);
        columns.to[k] = op == Op::shift_left ? to_bits(static_cast<T>(static_cast<Unsigned<T>>(value) << by))
                                             : to_bits(static_cast<T>(value >> by));
    }
}

template <class From, class To>
void convert(Op op, const Columns& columns) {
    if constexpr (std::integral<From> && std::integral<To>)
        if (op == Op::saturate) return map<From>(columns, [](From a) { return saturated<To>(a); });
    map<From>(columns, [](From a) { return converted<To>(a); });
}

/// Computes a logical operation or a choice. Conditions are integers of any type, and false if their bits are
/// 0.
void logical_operation(Op op, const Columns& columns) {
    const auto& [a, b, c] = columns.from;
    for (std::size_t k = 0; k < columns.count; ++k)
        columns.to[k] = op == Op::choose        ? (a[k] != 0 ? b[k] : c[k])
                        : op == Op::logical_and ? std::uint64_t{a[k] != 0 && b[k] != 0}
                                                : std::uint64_t{a[k] != 0 || b[k] != 0};
}

/// Computes a node's operation. T is the type of the first operand, and of the others if the operation
/// requires equal types.
template <class T>
void operate(const Node& node, const Columns& columns) {
    switch (node.op) {
    case Op::convert:
    case Op::saturate:
        return with_type(
            node.type, [&]<class To>(std::type_identity<To> /*type*/) { convert<T, To>(node.op, columns); });
    case Op::reinterpret: std::copy_n(columns.from[0], columns.count, columns.to); return;
    case Op::less: return map<T>(columns, [](T a, T b) { return int{a < b}; });
    case Op::less_equal: return map<T>(columns, [](T a, T b) { return int{a <= b}; });
    case Op::equal: return map<T>(columns, [](T a, T b) { return int{a == b}; });
    case Op::not_equal: return map<T>(columns, [](T a, T b) { return int{a != b}; });
    case Op::logical_and:
    case Op::logical_or:
    case Op::choose: return logical_operation(node.op, columns);
    default: break;
    }
    if constexpr (std::floating_point<T>)
        float_operation<T>(node.op, columns);
    else if (node.op == Op::shift_left || node.op == Op::shift_right)
        shift<T>(node.op, columns);
    else
        integer_operation<T>(node.op, columns);
}

void operate(const Node& node, Type operand_type, const Columns& columns) {
    with_type(operand_type, [&]<class T>(std::type_identity<T> /*type*/) { operate<T>(node, columns); });
}

} // namespace

std::uint64_t value_of(const Node& node, Type operand_type, const std::array<std::uint64_t, 3>& operands) {
    std::uint64_t value = 0;
    operate(node, operand_type, {{&operands[0], &operands[1], &operands[2]}, &value, 1});
    return value;
}

Evaluator::Evaluator(Expression expression)
    : expression_(std::move(expression)), values_(expression_.nodes.size() * block) {
    for (Id id = 0; id < expression_.nodes.size(); ++id)
        std::fill_n(values_.begin() + static_cast<std::ptrdiff_t>(id * block), block,
                    expression_.nodes[id].bits);
}

void Evaluator::operator()(std::span<std::uint64_t> samples, std::uint64_t first_index) {
    while (!samples.empty()) {
        const auto count = std::min(samples.size(), block);
        evaluate_block(samples.first(count), first_index);
        samples = samples.subspan(count);
        first_index += count;
    }
}

void Evaluator::evaluate_block(std::span<std::uint64_t> samples, std::uint64_t first_index) {
    const auto column = [this](Id id) { return values_.data() + std::size_t{id} * block; };
    for (Id id = 0; id < expression_.nodes.size(); ++id) {
        const auto& node = expression_.nodes[id];
        switch (node.op) {
        case Op::literal: break; // set by the constructor, because it is the same for all samples
        case Op::sample: std::ranges::copy(samples, column(id)); break;
        case Op::index: std::iota(column(id), column(id) + samples.size(), first_index); break;
        default:
            operate(node, expression_.operand_type(node),
                    {{column(node.operands[0]), column(node.operands[1]), column(node.operands[2])},
                     column(id),
                     samples.size()});
        }
    }
    const auto last = static_cast<Id>(expression_.nodes.size() - 1);
    std::copy_n(column(last), samples.size(), samples.data());
}

} // namespace histo_cl::expression
