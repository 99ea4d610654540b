#include "core/text.hpp"
#include "problem/expression/expression.hpp"
#include "problem/expression/parser.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace histo_cl::expression {

bool uses_index(const Expression& expression) noexcept {
    return std::ranges::any_of(expression.nodes, [](const Node& node) { return node.op == Op::index; });
}

bool uses_doubles(const Expression& expression) noexcept {
    return std::ranges::any_of(expression.nodes, [](const Node& node) { return node.type == Type::f64; });
}

namespace {

using detail::concat;

void check_integer(std::string_view what, Type type, std::size_t at) {
    if (is_float(type)) refuse(at, concat(what, " takes integers, not a ", c_name(type)));
}

} // namespace

Id Builder::literal(Type type, std::uint64_t bits) {
    expression_.nodes.push_back({.op = Op::literal, .type = type, .bits = bits});
    return static_cast<Id>(expression_.nodes.size() - 1);
}

Id Builder::sample() {
    return add(Op::sample, sample_, {});
}

Id Builder::index() {
    return add(Op::index, Type::u64, {});
}

Id Builder::convert(Id value, Type to) {
    return type(value) == to ? value : add(Op::convert, to, {value});
}

Id Builder::saturate(Id value, Type to) {
    if (type(value) == to) return value;
    const bool integers = !is_float(type(value)) && !is_float(to);
    return add(integers ? Op::saturate : Op::convert, to, {value});
}

Id Builder::reinterpret(Id value, Type to, std::size_t at) {
    const auto from = type(value);
    if (bytes(from) != bytes(to))
        refuse(at, concat("as_", c_name(to), " takes what has its ", bytes(to), " bytes, not a ",
                          c_name(from), " of ", bytes(from)));
    return from == to ? value : add(Op::reinterpret, to, {value});
}

Id Builder::truth(Id value) {
    if (!is_float(type(value))) return value;
    const auto zero = literal(type(value), 0);
    return add(Op::not_equal, Type::i32, {value, zero});
}

Id Builder::unary(char symbol, Id value, std::size_t at) {
    if (symbol == '!') {
        const auto zero = literal(type(value), 0);
        return add(Op::equal, Type::i32, {value, zero});
    }
    if (symbol == '~') check_integer("~", type(value), at);
    value = convert(value, promoted(type(value)));
    if (symbol == '+') return value;
    return add(symbol == '~' ? Op::complement : Op::negate, type(value), {value});
}

Id Builder::binary(const Binary& binary, Id left, Id right, std::size_t at) {
    using Takes = Binary::Takes;
    if (binary.takes == Takes::truth) return add(binary.op, Type::i32, {truth(left), truth(right)});
    if (binary.takes == Takes::integers || binary.takes == Takes::shift) {
        check_integer(binary.symbol, type(left), at);
        check_integer(binary.symbol, type(right), at);
    }
    if (binary.takes == Takes::shift) {
        left = convert(left, promoted(type(left)));
        return add(binary.op, type(left), {left, right});
    }
    const auto both = common(type(left), type(right));
    left = convert(left, both);
    right = convert(right, both);
    if (binary.swapped) std::swap(left, right);
    return add(binary.op, binary.takes == Takes::comparison ? Type::i32 : both, {left, right});
}

Id Builder::choose(Id condition, Id yes, Id no) {
    const auto both = common(type(yes), type(no));
    condition = truth(condition);
    yes = convert(yes, both);
    no = convert(no, both);
    return add(Op::choose, both, {condition, yes, no});
}

Id Builder::select(Id no, Id yes, Id condition) {
    const auto all = type(no);
    if (type(yes) != all || type(condition) != all) return choose(condition, yes, no);
    return add(Op::choose, all, {truth(condition), yes, no});
}

Id Builder::call(const Function& function, std::span<const Id> arguments, std::size_t at) {
    // OpenCL C requires arguments of one type. If their types differ, they are converted to the common type.
    auto all = type(arguments[0]);
    for (const auto argument : arguments)
        if (type(argument) != all) all = common(all, type(argument));
    if (function.takes == Function::Takes::integers) check_integer(function.name(), all, at);
    if (function.takes == Function::Takes::floats && !is_float(all))
        refuse(at, concat(function.name(), " takes a float or a double, not a ", c_name(all),
                          ": a cast makes it one"));
    std::array<Id, 3> operands{};
    std::ranges::transform(arguments, operands.begin(), [&](Id argument) { return convert(argument, all); });
    auto op = function.op;
    if (is_float(all) && op == Op::min) op = Op::fmin;
    if (is_float(all) && op == Op::max) op = Op::fmax;
    const auto given = function.gives == Function::Gives::same               ? all
                       : function.gives == Function::Gives::unsigned_integer ? unsigned_of(all)
                                                                             : Type::i32;
    return add(op, given, std::span(operands).first(arguments.size()));
}

Id Builder::round(Op op, Id value) {
    return is_float(type(value)) ? add(op, type(value), {value}) : value;
}

Id Builder::add(Op op, Type type, std::initializer_list<Id> operands) {
    return add(op, type, std::span(operands.begin(), operands.size()));
}

Id Builder::add(Op op, Type type, std::span<const Id> operands) {
    auto& nodes = expression_.nodes;
    Node node{.op = op, .type = type, .arity = static_cast<std::uint8_t>(operands.size())};
    std::ranges::copy(operands, node.operands.begin());
    const auto is_literal = [&](Id id) { return nodes[id].op == Op::literal; };
    if (operands.empty() || !std::ranges::all_of(operands, is_literal)) {
        nodes.push_back(node);
        return static_cast<Id>(nodes.size() - 1);
    }
    std::array<std::uint64_t, 3> values{};
    std::ranges::transform(operands, values.begin(), [&](Id id) { return nodes[id].bits; });
    // The result replaces the first operand. The other operands are the last nodes, which are removed.
    const auto first = std::ranges::min(operands);
    nodes[first] = {
        .op = Op::literal, .type = type, .bits = value_of(node, expression_.operand_type(node), values)};
    nodes.resize(nodes.size() - (operands.size() - 1), node);
    return first;
}

} // namespace histo_cl::expression
