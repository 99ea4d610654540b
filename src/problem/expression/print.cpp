#include "core/enum_table.hpp"
#include "core/text.hpp"
#include "problem/expression/expression.hpp"
#include "problem/expression/functions.hpp"
#include "problem/expression/type.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace histo_cl::expression {
namespace {

using detail::concat;

// Every returned text can be used as an operand without more parentheses: it is a name, a literal, a cast, a
// call, or a text in parentheses.

template <std::floating_point T>
std::string float_literal(T value) {
    const std::string_view suffix = std::same_as<T, float> ? "f" : "";
    if (std::isnan(value)) return concat("(", c_name(sample_type_of<T>()), ")NAN");
    if (std::isinf(value))
        return concat("(", c_name(sample_type_of<T>()), value < 0 ? ")-INFINITY" : ")INFINITY");
    std::array<char, 40> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), std::fabs(value), std::chars_format::hex);
    const auto magnitude = concat("0x", std::string_view(digits.data(), end.ptr), suffix);
    return std::signbit(value) ? concat("(-", magnitude, ")") : magnitude;
}

template <std::integral T>
std::string integer_literal(T value) {
    if constexpr (sizeof(T) < 4) {
        return concat("(", c_name(sample_type_of<T>()), ")", integer_literal(int{value}));
    } else {
        constexpr std::string_view suffix = std::same_as<T, std::int32_t>    ? ""
                                            : std::same_as<T, std::uint32_t> ? "u"
                                            : std::is_signed_v<T>            ? "L"
                                                                             : "UL";
        if (std::is_unsigned_v<T> || value >= 0) return concat(value, suffix);
        // The magnitude of the minimum does not fit the type, so it is written as a difference.
        if (value == std::numeric_limits<T>::min()) return concat("(", value + 1, suffix, " - 1)");
        return concat("(", value, suffix, ")");
    }
}

std::string literal(Type type, std::uint64_t bits) {
    return with_type(type, [&]<class T>(std::type_identity<T> /*type*/) {
        if constexpr (std::floating_point<T>)
            return float_literal(from_bits<T>(bits));
        else
            return integer_literal(from_bits<T>(bits));
    });
}

/// Whether an operation with operands of this type is printed as a call of a function in
/// kernels/bin/expression.cl, because OpenCL C or some drivers leave some of the operation's results
/// undefined.
bool needs_function(Op op, Type type) noexcept {
    if (is_float(type))
        return op == Op::floor || op == Op::ceil || op == Op::trunc || op == Op::rint || op == Op::round;
    switch (op) {
    case Op::divide:
    case Op::remainder:
    case Op::shift_left:
    case Op::shift_right: return true;
    case Op::negate:
    case Op::add:
    case Op::subtract:
    case Op::multiply: return is_signed(type);
    default: return false;
    }
}

class Printer {
  public:
    explicit Printer(const Expression& expression) : expression_(expression) {}

    Text whole() && {
        for (const auto& node : expression_.nodes) {
            texts_.push_back({printed(node), depth(node)});
            if (texts_.back().depth == max_depth) define_last();
        }
        return {std::move(parts_), std::move(texts_.back().text)};
    }

  private:
    struct Operand {
        std::string text;
        int depth;
    };

    /// Maximum nesting depth of parentheses in the text, because compilers have limits.
    static constexpr int max_depth = 20;

    [[nodiscard]] int depth(const Node& node) const {
        int deepest = 0;
        for (std::size_t i = 0; i < node.arity; ++i)
            deepest = std::max(deepest, texts_[node.operands[i]].depth);
        return deepest + 1;
    }

    void define_last() {
        const auto id = texts_.size() - 1;
        auto name = concat("v", id);
        parts_ +=
            concat("const ", c_name(expression_.nodes[id].type), " ", name, " = ", texts_[id].text, "; ");
        texts_[id] = {std::move(name), 0};
    }

    [[nodiscard]] const std::string& operand(const Node& node, std::size_t which) const {
        return texts_[node.operands[which]].text;
    }

    /// A call of a function with the node's operands.
    [[nodiscard]] std::string call(std::string_view function, const Node& node) const {
        std::string list;
        for (std::size_t i = 0; i < node.arity; ++i)
            detail::append_to_list(list, operand(node, i));
        return concat(function, "(", list, ")");
    }

    [[nodiscard]] std::string conversion(const Node& node) const {
        const auto from = expression_.operand_type(node);
        const auto to = node.type;
        if (!is_float(from) || is_float(to)) return concat("(", c_name(to), ")", operand(node, 0));
        auto whole = call(concat(c_name(from), "_to_", c_name(promoted(to))), node);
        if (promoted(to) == to) return whole;
        return concat("(", c_name(to), ")clamp(", whole, ", ",
                      with_type(to,
                                []<class T>(std::type_identity<T> /*type*/) {
                                    using Limits = std::numeric_limits<T>;
                                    return concat(integer_literal(static_cast<int>(Limits::min())), ", ",
                                                  integer_literal(static_cast<int>(Limits::max())));
                                }),
                      ")");
    }

    /// A call of a function that counts bits. The operand is converted to an unsigned type of 32 or 64 bits.
    [[nodiscard]] std::string count_of_bits(const Node& node) const {
        const auto word = bytes(node.type) == 8 ? Type::u64 : Type::u32;
        const auto extended =
            concat("(", c_name(word), ")(", c_name(unsigned_of(node.type)), ")", operand(node, 0));
        if (node.op == Op::popcount) return concat("(", c_name(node.type), ")popcount(", extended, ")");
        return concat("(", c_name(node.type), ")(clz_", c_name(word), "(", extended, ") - ",
                      bits(word) - bits(node.type), ")");
    }

    /// A call whose arguments are hidden from the compiler by hidden_<type>() of kernels/bin/expression.cl.
    [[nodiscard]] std::string hidden_call(const Node& node, Type type) const {
        std::string list;
        for (std::size_t i = 0; i < node.arity; ++i)
            detail::append_to_list(list, "hidden_", c_name(type), "(", operand(node, i), ", zero)");
        return concat(detail::name_of(node.op), "(", list, ")");
    }

    /// A call of abs() or abs_diff(). Signed integers use the functions of kernels/bin/expression.cl instead,
    /// because the built-in functions of some drivers overflow.
    [[nodiscard]] std::string distance(const Node& node) const {
        const auto from = expression_.operand_type(node);
        if (!is_signed(from)) return call(detail::name_of(node.op), node);
        const auto all = call(concat(detail::name_of(node.op), "_", c_name(promoted(from))), node);
        return promoted(from) == from ? all : concat("(", c_name(node.type), ")", all);
    }

    [[nodiscard]] std::string upper_product_and_sum(const Node& node) const {
        const auto product = concat("mul_hi(", operand(node, 0), ", ", operand(node, 1), ")");
        if (needs_function(Op::add, node.type) && promoted(node.type) == node.type)
            return concat("add_", c_name(node.type), "(", product, ", ", operand(node, 2), ")");
        return concat("(", c_name(node.type), ")(", product, " + ", operand(node, 2), ")");
    }

    [[nodiscard]] std::string printed(const Node& node) const {
        const auto type = expression_.operand_type(node);
        switch (node.op) {
        case Op::literal: return literal(node.type, node.bits);
        case Op::sample: return "x";
        case Op::index: return "i";
        case Op::convert: return conversion(node);
        case Op::saturate: return call(concat("convert_", c_name(node.type), "_sat"), node);
        case Op::reinterpret: return call(concat("as_", c_name(node.type)), node);
        case Op::complement: return concat("(~", operand(node, 0), ")");
        case Op::choose: {
            const auto chosen =
                concat("(", operand(node, 0), " ? ", operand(node, 1), " : ", operand(node, 2), ")");
            return promoted(node.type) == node.type ? chosen : concat("(", c_name(node.type), ")", chosen);
        }
        case Op::clz:
        case Op::popcount: return count_of_bits(node);
        case Op::abs:
        case Op::abs_diff: return distance(node);
        case Op::mad_hi: return upper_product_and_sum(node);
        case Op::clamp: {
            const std::string_view calls = is_float(type) ? "fmin(fmax(" : "min(max(";
            return concat(calls, operand(node, 0), ", ", operand(node, 1), "), ", operand(node, 2), ")");
        }
        default: break;
        }
        const bool defined = !needs_function(node.op, type) || is_safe(node, type);
        if (!defined && is_shift(node.op))
            return concat(detail::name_of(node.op), "_", c_name(type), "(", operand(node, 0), ", (uint)",
                          operand(node, 1), ")");
        if (!defined) return call(concat(detail::name_of(node.op), "_", c_name(type)), node);
        if (node.op == Op::negate) return concat("(-", operand(node, 0), ")");
        if (is_inexact(node.op)) return hidden_call(node, type);
        const auto* const binary = std::ranges::find(binaries, node.op, &Binary::op);
        if (binary != binaries.end())
            return concat("(", operand(node, 0), " ", binary->symbol, " ", operand(node, 1), ")");
        return call(detail::name_of(node.op), node);
    }

    static bool is_shift(Op op) noexcept { return op == Op::shift_left || op == Op::shift_right; }

    /// Whether the right operand is a literal for which the operator is always defined.
    [[nodiscard]] bool is_safe(const Node& node, Type type) const {
        const auto& right = expression_.nodes[node.operands[1]];
        if (node.arity != 2 || right.op != Op::literal) return false;
        switch (node.op) {
        case Op::divide:
        case Op::remainder: return right.bits != 0 && right.bits != literal_of_minus_1(type);
        case Op::shift_left: return !is_signed(type) && right.bits < bits(type);
        case Op::shift_right: return right.bits < bits(type);
        default: return false;
        }
    }

    static std::uint64_t literal_of_minus_1(Type type) noexcept {
        return ~std::uint64_t{0} >> (64 - bits(type));
    }

    const Expression& expression_;
    std::vector<Operand> texts_;
    std::string parts_;
};

} // namespace

Text printed(const Expression& expression) {
    return Printer(expression).whole();
}

} // namespace histo_cl::expression
