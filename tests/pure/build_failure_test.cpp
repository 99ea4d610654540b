#include "binning/bin_rule.hpp"
#include "codegen/bin_source.hpp"
#include "program/build_failure.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <cstddef>
#include <doctest/doctest.h>
#include <string>

using namespace histo_cl;
using detail::build_failure;
using test::contains;

namespace {

const std::string where = "a device: CL_BUILD_PROGRAM_FAILURE";

/// Axis 1 of two has custom bins.
Problem problem(const std::string& expression) {
    return {.sample = SampleType::f32, .axes = {even_bins(4, 0, 1), custom_bins(7, expression)}};
}

std::string source(const Problem& problem) {
    std::string text = "// as load.cl and others\n";
    detail::Numbers numbers;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        text += detail::bin_source(problem, axis, detail::bin_rule(problem, axis), 0, numbers);
    return text;
}

std::string line_of(const std::string& text, const std::string& part) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(text.find(part));
    return std::to_string(std::count(text.begin(), end, '\n') + 1);
}

} // namespace

TEST_CASE("kernels that do not compile: the whole log") {
    CHECK(build_failure({}, "void f(\n", where, "1:8: error: odd\n1:9: note: here") ==
          "the kernels did not compile on a device: CL_BUILD_PROGRAM_FAILURE\n"
          "1:8: error: odd\n1:9: note: here");
}

TEST_CASE("custom bins that do not compile: axis, expression and the compiler's first error in them") {
    const auto bad = problem("oops + x");
    const auto text = source(bad);
    const auto expected = "the custom bins of axis 1, \"oops + x\", did not compile on " + where + ": ";

    SUBCASE("a compiler that names their place") {
        const std::string error = "custom bins of axis 1:1:1: error: use of undeclared identifier 'oops'";
        CHECK(build_failure(bad, text, where,
                            "custom bins of axis 1:1:1: warning: odd\nload.cl:3:3: error: another\n" + error +
                                "\ncustom bins of axis 1:1:3: error: more") == expected + error);
    }
    SUBCASE("a compiler that counts the lines of the whole program") {
        for (const std::string program : {"<kernel>:", "input.cl:"}) {
            const auto other = program + "3:1: error: another\n";
            const auto error = program + line_of(text, "oops + x") + ":1: error: use of undeclared 'oops'";
            CHECK(build_failure(bad, text, where, other + error + "\noops + x\n^\n") == expected + error);
            // What an unfinished expression does is found in the line after it.
            const auto next = std::to_string(std::stoi(line_of(text, "oops + x")) + 1);
            const auto after = program + next + ":5: error: expected expression";
            CHECK(build_failure(bad, text, where, other + after) == expected + after);
        }
    }
}

TEST_CASE("custom bins of several axes: the one to blame, or all") {
    auto two = problem("x +");
    two.axes[0] = custom_bins(3, "i % 3");
    const auto text = source(two);
    const auto second =
        build_failure(two, text, where, "custom bins of axis 1:2:5: error: expected expression");
    CHECK(contains(second, "axis 1, \"x +\","));
    CHECK(!contains(second, "i % 3"));
    const auto first = build_failure(two, text, where, "error: custom bins of axis 0:1:1: what is i");
    CHECK(contains(first, "axis 0, \"i % 3\","));
    CHECK(!contains(first, "x +"));

    CHECK(
        build_failure(two, text, where, "Building…\nbin.cl:1:1: error: it is not clear\nerror: more") ==
        "the kernels with the custom bins of axis 0, \"i % 3\", the custom bins of axis 1, \"x +\", did not "
        "compile on " +
            where + ": bin.cl:1:1: error: it is not clear");
}
