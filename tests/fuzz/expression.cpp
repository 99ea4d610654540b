// The expressions of custom bins. Any text is either rejected, or has a value for every sample. The text
// printed for devices cannot end the expression that contains it.

#include "problem/expression/expression.hpp"

#include "fuzz/harness.hpp"
#include "fuzz/input.hpp"

namespace histo_cl::fuzz {
namespace {

/// Checks that the printed value has no semicolon, that neither it nor the definitions before it have
/// braces or quotes, and that their parentheses are closed.
void check_printed(const expression::Expression& tree) {
    const auto [parts, value] = expression::printed(tree);
    require(!value.empty(), "an expression is printed");
    require(value.find_first_of(";{}#\"'\\\n") == std::string::npos, "a value is one expression");
    require(std::ranges::count(value, '(') == std::ranges::count(value, ')'), "its parentheses are closed");
    require(parts.find_first_of("{}#\"'\\") == std::string::npos, "parts are definitions");
    require(std::ranges::count(parts, '(') == std::ranges::count(parts, ')'), "so are theirs");
}

/// Checks that the value of a sample does not depend on the other samples of the call, nor on the sample's
/// index if the expression does not use it.
void check_values(Input& input, const expression::Expression& tree, std::uint64_t mask) {
    std::vector<std::uint64_t> samples;
    for (int i = 0; i < 100; ++i)
        samples.push_back(input.size() & mask);
    const auto first_index = input.size();
    expression::Evaluator evaluate(tree);
    auto all = samples;
    evaluate(all, first_index);
    for (std::size_t i = 0; i < samples.size(); i += 33) {
        std::uint64_t one = samples[i];
        evaluate(std::span(&one, 1), first_index + i);
        require(one == all[i], "a sample has one value");
        if (uses_index(tree)) continue;
        one = samples[i];
        evaluate(std::span(&one, 1), 0);
        require(one == all[i], "without i a value does not depend on it");
    }
}

} // namespace

void fuzz(std::span<const std::byte> bytes) {
    Input input(bytes);
    const auto type = input.one_of(all_sample_types);
    const auto text = bytes.subspan(std::min<std::size_t>(1, bytes.size()));
    expression::Expression tree;
    if (!gives_or_refuses([&] {
            tree = expression::parsed({reinterpret_cast<const char*>(text.data()), text.size()}, type);
        }))
        return;
    require(text.size() <= expression::max_characters, "an expression keeps to its limit");
    check_printed(tree);
    const auto size = histo_cl::bytes(type);
    check_values(input, tree, size == 8 ? UINT64_MAX : (std::uint64_t{1} << 8 * size) - 1);
}

} // namespace histo_cl::fuzz
