#include "fixture.hpp"

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

using Counts = std::vector<std::uint64_t>;

Counts counts(const Binning& binning, const std::vector<float>& samples) {
    const Problem problem{.sample = SampleType::f32, .axes = {binning}, .out_of_range = OutOfRange::counted};
    return histogram(problem, std::as_bytes(std::span(samples)), {}, test_device().device());
}

} // namespace

TEST_CASE("custom bins with an expression that is refused: the axis, the place and what is allowed") {
    for (const std::string bad : {"x + oops", "oops(x", "{ oops + x", "x /* oops", "x; } oops", "x) + (1"}) {
        const Problem problem{.sample = SampleType::u16,
                              .axes = {even_bins(3, 0, 9), custom_bins(4, bad)},
                              .counter = CounterType::u64};
        check_invalid({"axis 1: the expression of custom bins, column "},
                      [&] { return test_device().plan(problem, {}); });
    }
}

TEST_CASE("custom bins: below, above and NaN, of the sample and of the expression") {
    const auto nan = std::nanf("");
    const std::vector<float> samples{-0.5F, 0, 0.9F, 1, 2.5F, 3, HUGE_VALF, -HUGE_VALF, nan};
    CHECK(counts(custom_bins(3, "x"), samples) == Counts{2, 1, 1, 2, 2, 1});
    CHECK(counts(custom_bins(3, "x < 0 ? NAN : x"), samples) == Counts{2, 1, 1, 0, 2, 3});
    CHECK(counts(custom_bins(3, "isnan(x) ? 0 : -1"), samples) == Counts{0, 0, 0, 8, 0, 1});
}

TEST_CASE("custom bins of any scalar type") {
    const std::vector<float> samples{0, 1, 2, 3, 300};
    CHECK(counts(custom_bins(3, "(uchar)(uint)x"), samples) == Counts{1, 1, 1, 0, 2, 0});
    CHECK(counts(custom_bins(3, "(char)-1"), samples) == Counts{0, 0, 0, 5, 0, 0});
    CHECK(counts(custom_bins(3, "x > 1"), samples) == Counts{2, 3, 0, 0, 0, 0});
    CHECK(counts(custom_bins(3, "(ulong)x << 55"), samples) == Counts{1, 0, 0, 0, 4, 0});
    CHECK(counts(custom_bins(3, "(long)-x - 0x100000000"), samples) == Counts{0, 0, 0, 5, 0, 0});
}

TEST_CASE("the text of an expression does not matter, but what it says") {
    const std::vector<float> samples{0, 1, 2, 3};
    CHECK(counts(custom_bins(5, "x\n  +\t(2 - 1)"), samples) == Counts{0, 1, 1, 1, 1, 0, 0, 0});
    const auto source = [](const std::string& expression) {
        const Problem problem{.axes = {custom_bins(5, expression)}};
        return kernel_source(problem, choose(test_device().profile(), problem)).source;
    };
    CHECK(source("x+2*2") == source(" ( x + 4 ) "));
}
