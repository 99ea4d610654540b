#include "binning/bin_rule.hpp"
#include "codegen/bin_source.hpp"
#include "codegen/embedded_kernels.hpp"
#include "data/profiles.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/kernel_source.hpp"
#include "support/text.hpp"

#include <cstddef>
#include <doctest/doctest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace histo_cl;
using test::check_has;

namespace {

std::string bin_source(const Problem& problem, std::size_t axis = 0, std::uint64_t first_threshold = 0) {
    detail::Numbers numbers;
    return detail::bin_source(problem, axis, detail::bin_rule(problem, axis), first_threshold, numbers);
}

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

/// The NAMEs of the lines "<directive>NAME …".
std::multiset<std::string> names_after(const std::string& directive, const std::vector<std::string>& lines) {
    std::multiset<std::string> names;
    for (const auto& line : lines)
        if (line.starts_with(directive)) {
            std::istringstream in(line.substr(directive.size()));
            std::string name;
            in >> name;
            names.insert(name);
        }
    return names;
}

} // namespace

TEST_CASE("an axis leaves no constant behind, whatever its binning") {
    const std::vector<Binning> binnings{
        even_bins(7, 0, 12), even_bins(16, 0, 256),     even_bins(4, 300, 400), edge_bins({1, 2, 5}),
        log_bins(5, 1, 100), circular_bins(12, 3, 360), custom_bins(3, "x"),
    };
    for (const auto sample : all_sample_types)
        for (const auto& binning : binnings) {
            const auto text = bin_source({.sample = sample, .axes = {binning}});
            const auto start = text.find("#line 1 \"bin.cl\"\n");
            REQUIRE(start != std::string::npos);
            const auto defined = names_after("#define ", lines(text.substr(0, start)));
            const auto undefined = names_after("#undef ", lines(text.substr(start)));
            CHECK(defined.contains("AXIS_BINS"));
            CHECK(std::set(defined.begin(), defined.end()).size() == defined.size());
            CHECK(defined == undefined);
        }
}

TEST_CASE("the policy is three cells") {
    Problem problem{.axes = {even_bins(7, 0, 12)}};
    const auto has = [&](const std::string& line) {
        return ("\n" + bin_source(problem)).find("\n#define " + line + "\n") != std::string::npos;
    };
    CHECK(has("UNDERFLOW_CELL NO_BIN"));
    CHECK(has("OVERFLOW_CELL NO_BIN"));
    CHECK(has("NAN_CELL NO_BIN"));
    problem.out_of_range = OutOfRange::clamped;
    CHECK(has("UNDERFLOW_CELL 0u"));
    CHECK(has("OVERFLOW_CELL 6u"));
    CHECK(has("NAN_CELL NO_BIN"));
    problem.out_of_range = OutOfRange::counted;
    CHECK(has("UNDERFLOW_CELL 7u"));
    CHECK(has("OVERFLOW_CELL 8u"));
    CHECK(has("NAN_CELL 9u"));
}

TEST_CASE("an expression stands in its place as it is, and the lines after it go on as in bin.cl") {
    const std::string expression = "x *\n  3 // thrice";
    const auto text =
        bin_source({.axes = {even_bins(2, 0, 2), custom_bins(9, expression)}, .joint = true}, 1, 40);
    check_has(text, {"\n#line 1 CUSTOM_PLACE\n" + expression + "\n    );\n",
                     "\n#define CUSTOM_PLACE \"custom bins of axis 1\"\n"});
    CHECK(text.starts_with("#define AXIS 1\n"));
    check_has(text, {"\n#define FIRST_THRESHOLD (WIDE_NUMBER(0))\n"});

    const auto file = lines(std::string(detail::kernel_text("bin")));
    for (std::size_t i = 0; i + 1 < file.size(); ++i)
        if (file[i].starts_with("#line END_OF_EXPRESSION"))
            check_has(text, {"\n#define END_OF_EXPRESSION " + std::to_string(i + 2) +
                             "\n"}); // lines count from 1, and it is the next that is numbered
}

TEST_CASE("bounds and edges are numbers, which the text does not depend on") {
    struct Case {
        Binning one, other;
    };
    const std::vector<Case> cases{
        {even_bins(7, 1, 12), even_bins(7, 2, 95)},
        {edge_bins({1, 2, 5, 17, 90}), edge_bins({2, 3, 11, 40, 77})},
        {log_bins(5, 1, 100), log_bins(5, 3, 700)},
        {circular_bins(12, 3, 360), circular_bins(12, 90, 360)},
    };
    for (const auto sample : {SampleType::i32, SampleType::f32, SampleType::f64})
        for (const auto& [one, other] : cases) {
            const auto source = [&](const Binning& bins) {
                const Problem problem{.sample = sample, .axes = {bins}};
                return kernel_source(problem, choose(test::profile_named("nvidia_h200"), problem));
            };
            CAPTURE(to_string(one));
            CAPTURE(name(sample));
            CHECK(source(one).source == source(other).source);
            CHECK(source(one).numbers != source(other).numbers);
        }
}
