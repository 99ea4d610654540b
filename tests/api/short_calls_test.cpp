// Short calls of histogram(), with samples and bins instead of a problem, and the types of arrays that these
// calls and HostData accept.

#include "api/fixture.hpp"

#include <histo_cl/statistics/histogram.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

using Counts = std::vector<std::uint64_t>;
using Sums = std::vector<double>;

} // namespace

TEST_CASE("short calls: bins by number, rule and range, from the smallest to the largest sample") {
    const std::vector<float> x{0, 1, 2, 3, 4, NAN};
    CHECK(histogram(x, 2) == Counts{2, 3});
    CHECK(histogram(x, 2).edges() == Sums{0, 2, 4});
    CHECK(histogram(x, 2, {.range = {{1, 3}}}) == Counts{1, 2});
    CHECK(histogram(x, BinRule::sqrt).problem == default_problem(x, BinRule::sqrt));
    CHECK(histogram(x, BinRule::sqrt, {.range = {{1, 3}}}).edges().back() == 3);
    CHECK(histogram(x, {.range = {{0, 256}}}).edges()[1] == 1);
    const std::vector<std::uint8_t> bytes{7, 3, 7};
    CHECK(histogram(bytes, 2) == Counts{1, 2});
    CHECK(histogram(bytes).size() == 256);
    CHECK(histogram(std::as_bytes(std::span(bytes))) == histogram(bytes));
    CHECK(histogram(bytes, {.range = {{0, 9}}}).size() == 256);
    for (const auto bins : {std::uint64_t{0}, (std::uint64_t{1} << 32U) + 5})
        check_invalid({std::to_string(bins) + " bins", "1 to"}, [&] { return histogram(x, bins); });
    check_invalid({"range from 3 to 1"}, [&] { return histogram(x, 2, {.range = {{3, 1}}}); });
    check_invalid({"range from 1 to 3", "own"}, [&] {
        return histogram(x, identity_bins(2), {.range = {{1, 3}}});
    });
}

TEST_CASE("short calls: weights, squares, a mask, segments, options and devices") {
    const std::vector<float> x{0.5F, 1.5F, 1.5F, 0.5F};
    const std::vector<double> w{2, 3, 4, 8};
    const auto bins = even_bins(2, 0, 2);
    const auto h = histogram(x, bins, {.weights = w, .squares = true});
    CHECK(h.sums == Sums{10, 7});
    CHECK(h.squares == Sums{68, 25});
    CHECK(standard_errors(h)[1] == 5);
    CHECK(histogram(x, bins, {.weights = w, .counts = true}) != h);
    CHECK(histogram(x, bins, {.weights = w, .counts = true})[1] == 2);
    CHECK(histogram(x, bins, {.weights = std::vector<std::uint8_t>{1, 2, 3, 4}}).integer_sums ==
          std::vector<std::int64_t>{5, 5});
    CHECK(histogram(x, bins, {.mask = std::vector<std::uint8_t>{1, 1, 0, 0}}) == Counts{1, 1});
    CHECK(histogram(x, bins, {.segment = 2}) == Counts{1, 1, 1, 1});
    const std::array on{device()};
    CHECK(histogram(x, bins, {.devices = on, .options = {.calling_thread = false}}) == Counts{2, 2});
    CHECK(histogram(x, bins, {.options = {.calling_thread = true}}).on_calling_thread);
    check_invalid({"0 bytes of the mask"},
                  [&] { return histogram(x, bins, {.mask = std::vector<std::uint8_t>()}); });
    check_invalid({"weights.counts without weights"}, [&] { return histogram(x, bins, {.counts = true}); });
    check_invalid({"squared weights without weights"}, [&] { return histogram(x, bins, {.squares = true}); });
    check_invalid({"std::byte", "HostArray"},
                  [&] { return histogram(x, bins, {.weights = std::as_bytes(std::span(w))}); });
    check_invalid({"cell 0", "0 counts", "Weights::counts"}, [&] { return h[0]; });
}

TEST_CASE("joint_histogram() takes an array for each axis, of types that convert exactly to one") {
    const std::vector<float> x{0.5F, 1.5F, 1.5F};
    const std::vector<std::uint16_t> y{0, 1, 0};
    const auto h = joint_histogram({x, y}, {even_bins(2, 0, 2), identity_bins(2)});
    CHECK(h == Counts{1, 0, 1, 1});
    CHECK(h[h.cell({1, 1})] == 1);
    CHECK(h.problem.sample == SampleType::f32);
    const std::vector<std::int32_t> wide{0, 1, 0};
    CHECK(joint_histogram({x, wide}, {even_bins(2, 0, 2), identity_bins(2)}).problem.sample ==
          SampleType::f64);
    const std::vector<std::uint64_t> too_wide{0, 1, 0};
    check_invalid({"f32, u64"}, [&] {
        return joint_histogram({x, too_wide}, {identity_bins(2), identity_bins(2)});
    });
    check_invalid({"2 arrays", "1 axis"}, [&] { return joint_histogram({x, y}, {identity_bins(2)}); });
}

TEST_CASE("arrays of another type than the problem's are refused, bytes are of any type") {
    const std::vector<float> x{0.5F, 1.5F};
    const std::vector<std::int32_t> whole{0, 1};
    const Problem problem{.sample = SampleType::f32,
                          .axes = {even_bins(2, 0, 2)},
                          .layout = {.mask = true, .indices = SampleType::u32},
                          .weights = {.type = SampleType::f32}};
    const auto refuses = [&](std::initializer_list<std::string_view> words, const Problem& of,
                             const HostData& data) {
        check_invalid(words, [&] { return histogram(of, data); });
    };
    refuses({"samples of type i32", "f32", "converted"}, problem, {.samples = whole});
    refuses({"weights of type i32"}, problem, {.samples = x, .weights = whole});
    refuses({"a mask of type f32", "one byte"}, problem, {.samples = x, .mask = x, .weights = x});
    refuses({"indices of type i32", "u32"}, problem,
            {.samples = x, .mask = std::vector<char>{1, 1}, .weights = x, .indices = whole});
    const std::array<HostArray, 2> arrays{x, whole};
    refuses({"samples in array 1 of type i32"},
            {.sample = SampleType::f32,
             .axes = {even_bins(2, 0, 2), identity_bins(2)},
             .layout = {.order = Order::separate}},
            {.arrays = arrays});
    const Problem floats{.sample = SampleType::f32, .axes = {even_bins(2, 0, 2)}};
    CHECK(histogram(floats, std::as_bytes(std::span(x))) == histogram(floats, x));
    CHECK(sample_type_of<char>() == SampleType::u8);
    check_invalid({"no axes", "even_bins"}, [&] { return histogram(Problem{.sample = SampleType::f32}, x); });
}
