#include "fixture.hpp"

#include <cmath>
#include <cstdint>
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

TEST_CASE("custom bins that do not compile: the axis, the expression, the compiler's line and its log") {
    for (const std::string bad : {"x + oops", "oops(x", "{ oops + x", "x /* oops", "x; } oops"}) {
        const Problem problem{.sample = SampleType::u16,
                              .axes = {even_bins(3, 0, 9), custom_bins(4, bad)},
                              .counter = CounterType::u64};
        for (const auto& options : {Options{}, Options{.variant = Variant::global_atomic}})
            try {
                static_cast<void>(test_device().plan(problem, options));
                FAIL_CHECK(bad, " compiled");
            } catch (const Error& error) {
                CHECK(error.status() == Status::build_failed);
                const std::string message = error.what();
                check_has(message,
                          {"the custom bins of axis 1, \"" + bad + "\"", test_device().profile().name});
                CHECK(message.find("error", message.find(bad) + bad.size()) != std::string::npos);
                CHECK(!error.build_log().empty());
            }
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

TEST_CASE("an expression of several lines, with a comment, or odd brackets that make sense in the end") {
    const std::vector<float> samples{0, 1, 2, 3};
    CHECK(counts(custom_bins(5, "x\n  + // one more\n  1"), samples) == Counts{0, 1, 1, 1, 1, 0, 0, 0});
    CHECK(counts(custom_bins(5, "x // nothing else"), samples) == Counts{1, 1, 1, 1, 0, 0, 0, 0});
    CHECK(counts(custom_bins(5, "x) + (1"), samples) == Counts{0, 1, 1, 1, 1, 0, 0, 0});
}
