#include "data/profiles.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/kernel_source.hpp"
#include "problem/rule/bin_rule.hpp"
#include "program/define.hpp"
#include "program/source_text.hpp"
#include "support/text.hpp"

#include <cstddef>
#include <doctest/doctest.h>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace histo_cl;
using test::check_has;
using test::contains;

namespace {

/// The source text for an axis, with every name marked as used. Appends the arguments that the text declares
/// to `numbers`.
std::string bin_source(const Problem& problem, detail::Numbers& numbers, std::size_t axis = 0,
                       std::uint64_t first_threshold = 0) {
    detail::SourceText text;
    detail::add_bins(text, problem, axis, detail::bin_rule(problem, axis), first_threshold, false, numbers);
    std::string names;
    for (const auto name : detail::kernel_library().names)
        names += std::string(name) + " ";
    text.add_line(names);
    return text.text();
}

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

/// The lines of `one` that differ from the line of `other` with the same number.
std::string differing_lines(const std::string& one, const std::string& other) {
    const auto these = lines(one);
    const auto those = lines(other);
    std::string differing;
    for (std::size_t i = 0; i < these.size(); ++i)
        if (i >= those.size() || these[i] != those[i]) differing += these[i] + "\n";
    return differing;
}

/// The NAMEs of the lines "<directive>NAME …".
std::multiset<std::string> names_after(const std::string& directive, const std::vector<std::string>& lines) {
    std::multiset<std::string> names;
    for (const auto& line : lines)
        if (line.starts_with(directive)) {
            std::istringstream in(line.substr(directive.size()));
            std::string name;
            in >> name;
            names.insert(name.substr(0, name.find('(')));
        }
    return names;
}

} // namespace

TEST_CASE("an axis undefines all its constants, whatever its binning") {
    const std::vector<Binning> binnings{
        even_bins(7, 0, 12), even_bins(16, 0, 256),     even_bins(4, 300, 400), edge_bins({1, 2, 5}),
        log_bins(5, 1, 100), circular_bins(12, 3, 360), custom_bins(3, "x"),
    };
    for (const auto sample : all_sample_types)
        for (const auto& binning : binnings) {
            detail::Numbers numbers;
            const auto text = bin_source({.sample = sample, .axes = {binning, identity_bins(1)}}, numbers);
            const auto start = text.find(".cl ----");
            REQUIRE(start != std::string::npos);
            const auto defined = names_after("#define ", lines(text.substr(0, start)));
            const auto undefined = names_after("#undef ", lines(text.substr(start)));
            CHECK(defined.contains("AXIS_BINS"));
            CHECK(std::set(defined.begin(), defined.end()).size() == defined.size());
            CHECK(defined == undefined);
        }
}

TEST_CASE("the out-of-range policy sets the cells for underflow, overflow and NaN") {
    Problem problem{.axes = {even_bins(7, 0, 12)}};
    const auto cell = [&](const std::string& name) { // the value with which a constant is defined
        detail::Numbers numbers;
        const auto text = bin_source(problem, numbers);
        const auto begin = text.find("#define " + name + " ") + name.size() + 9;
        const auto value = text.substr(begin, text.find('\n', begin) - begin);
        const std::string number = "(NUMBER(";
        return value.starts_with(number) ? std::to_string(numbers.at(std::stoul(value.substr(number.size()))))
                                         : value;
    };
    CHECK(cell("UNDERFLOW_CELL") == "NO_BIN");
    CHECK(cell("OVERFLOW_CELL") == "NO_BIN");
    CHECK(cell("NAN_CELL") == "NO_BIN");
    problem.out_of_range = OutOfRange::clamped;
    CHECK(cell("UNDERFLOW_CELL") == "0u");
    CHECK(cell("OVERFLOW_CELL") == "6");
    CHECK(cell("NAN_CELL") == "NO_BIN");
    problem.out_of_range = OutOfRange::counted;
    CHECK(cell("UNDERFLOW_CELL") == "7");
    CHECK(cell("OVERFLOW_CELL") == "8");
    CHECK(cell("NAN_CELL") == "9");
}

TEST_CASE("an expression becomes constants of its axis, and its own text is not in the source") {
    const Problem problem{.sample = SampleType::f16,
                          .axes = {even_bins(2, 0, 2), custom_bins(9, "x*\n  0x2p0f")},
                          .joint = true};
    detail::Numbers numbers;
    const auto text = bin_source(problem, numbers, 1, 40);
    check_has(text,
              {"\n#define CUSTOM_X float\n", "\n#define CUSTOM_TYPE float\n", "\n#define CUSTOM_WHOLE uint\n",
               "\n#define CUSTOM_PARTS \n", "\n#define CUSTOM_VALUE (x * 0x1p+1f)\n"});
    check_has(text, {"\n#define AXIS 1\n"});
    check_has(text, {"\n#define FIRST_THRESHOLD (WIDE_NUMBER(1))\n"});
    CHECK(!contains(text, "0x2p0f"));
}

TEST_CASE("cl_khr_fp64 is enabled only if an expression computes with doubles") {
    const auto& device = test::profile_named("nvidia_h200");
    const auto source = [&](const char* expression) {
        const Problem problem{.sample = SampleType::f32, .axes = {custom_bins(9, expression)}};
        return kernel_source(problem, choose(device, problem)).source;
    };
    const std::string pragma = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable";
    CHECK(contains(source("x * 0.5"), pragma));
    CHECK(!contains(source("x * 0.5f"), pragma));
    CHECK(contains(source("x * 0.5f"), "// ---- expression.cl ----"));
    const Problem even{.sample = SampleType::f32, .axes = {even_bins(9, 0, 1)}};
    CHECK(!contains(kernel_source(even, choose(device, even)).source, "expression.cl"));
}

TEST_CASE("what both samples and weights need is defined once") {
    const Problem problem{.sample = SampleType::f64,
                          .axes = {even_bins(100, 0, 1)},
                          .layout = {.order = Order::separate, .arrays = {{SampleType::f32}}},
                          .weights = {.type = SampleType::f32, .accumulator = Accumulator::minimum},
                          .counter = CounterType::f64};
    for (const auto* const device : {"nvidia_h200", "rusticl_llvmpipe"}) { // the second has no doubles
        INFO("device: ", std::string(device));
        const auto source = kernel_source(problem, choose(test::profile_named(device), problem)).source;
        std::multiset<std::string> functions;
        for (const auto& line : lines(source))
            if (line.starts_with("static ") && contains(line, "(") && !contains(line, "OF_AXIS")) {
                const auto head = line.substr(0, line.find('('));
                functions.insert(head.substr(head.rfind(' ') + 1));
            }
        CHECK(functions.contains("double_of_float"));
        CHECK(std::set<std::string>(functions.begin(), functions.end()).size() == functions.size());
    }
}

TEST_CASE("bounds, edges and numbers of bins are arguments, so the source does not depend on them") {
    struct Case {
        Binning one, other;
    };
    const std::vector<Case> cases{
        {even_bins(7, 1, 12), even_bins(7, 2, 95)},
        {even_bins(1000, 1, 7777), even_bins(901, 2, 9995)},
        {edge_bins({1, 2, 5, 17, 90, 95}), edge_bins({2, 3, 11, 40, 77, 101, 150})},
        {log_bins(5, 1, 100), log_bins(6, 3, 700)},
        {circular_bins(12, 3, 360), circular_bins(12, 90, 360)},
    };
    for (const auto* device : {"nvidia_h200", "amd_mi300x", "pocl_x86"})
        for (const auto sample : {SampleType::i32, SampleType::f32, SampleType::f64})
            for (const auto& pair : cases) {
                const auto source = [&](const Binning& bins) {
                    const Problem problem{.sample = sample, .axes = {bins}};
                    return kernel_source(problem, choose(test::profile_named(device), problem));
                };
                CAPTURE(device);
                CAPTURE(to_string(pair.one));
                CAPTURE(name(sample));
                CHECK(differing_lines(source(pair.one).source, source(pair.other).source) == "");
                CHECK(source(pair.one).numbers != source(pair.other).numbers);
            }
}

TEST_CASE("short strides are constants in the source, long ones are arguments") {
    const auto source = [](std::uint64_t samples) {
        const Problem problem{.sample = SampleType::f32,
                              .axes = {even_bins(10, 0, 1)},
                              .layout = {.stride = samples * sizeof(float)}};
        return kernel_source(problem, choose(test::profile_named("pocl_x86"), problem)).source;
    };
    CHECK(differing_lines(source(4), source(8)) == "#define STRIDE 4\n");
    CHECK(differing_lines(source(9), source(1000)) == "");
    check_has(source(9), {"#define STRIDE 0\n"});
}

TEST_CASE("declared local memory comes in few sizes, so that few programs are built") {
    const auto& h200 = test::profile_named("nvidia_h200");
    std::set<std::uint64_t> sizes;
    for (std::uint32_t bins = 50'001; bins < 110'000; bins += 1000) {
        const Problem problem{.sample = SampleType::u32, .axes = {even_bins(bins, 1, 100'000'007)}};
        const auto decision = choose(h200, problem);
        CHECK(decision.declares_local_memory);
        CHECK(decision.local_bytes <= h200.local_memory_reach_bytes);
        sizes.insert(decision.local_bytes);
    }
    CHECK(sizes.size() <= 12);
}
