// Joint histograms: projections, slices, wider bins, profiles and information.

#include "data/statistics_goldens.hpp"
#include "histo_cl/statistics/distribution.hpp"
#include "histo_cl/statistics/information.hpp"
#include "histo_cl/statistics/joint.hpp"
#include "random_counts.hpp"
#include "support/error.hpp"

#include <cmath>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

// Counts of 2 x 3 bins: the rows are 1 2 3 and 4 5 6.
const U32 six{1, 2, 3, 4, 5, 6};

/// 1 to 3 axes of 1 to 6 bins, and counts for them.
std::pair<U64, Extents> random_joint(Random& random) {
    Extents extents(random.between(1, 3));
    std::size_t cells = 1;
    for (auto& extent : extents) {
        extent = random.between(1, 6);
        cells *= extent;
    }
    U64 counts(cells);
    for (auto& count : counts)
        count = random.one_in(3) ? 0 : random.below(100);
    return {counts, extents};
}

template <class Test>
void on_random_joints(const Test& test) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto [counts, extents] = random_joint(random);
        test(counts, extents, random);
    }
}

} // namespace

TEST_SUITE_BEGIN("statistics");

TEST_CASE("projections by hand") {
    CHECK(marginal(six, {2, 3}, 0) == U64{6, 15});
    CHECK(marginal(six, {2, 3}, 1) == U64{5, 7, 9});
    CHECK(project(six, {2, 3}, {1, 0}) == U64{1, 4, 2, 5, 3, 6});
    const auto eight = rising<U32>(8);
    CHECK(project(eight, {2, 2, 2}, {0, 2}) == U64{2, 4, 10, 12});
    CHECK(project(eight, {2, 2, 2}, {2, 0}) == U64{2, 10, 4, 12});
    CHECK(marginal(I64{1, -2, -3, 4}, {2, 2}, 0) == I64{-1, 1});
    CHECK(marginal(Doubles{0.5, 0.25}, {1, 2}, 0) == Doubles{0.75});
    CHECK(marginal(U32{0xffffffff, 1}, {1, 2}, 0) == U64{0x1'0000'0000});
}

TEST_CASE("slices by hand") {
    CHECK(slice(six, {2, 3}, 0, 1) == U32{4, 5, 6});
    CHECK(slice(six, {2, 3}, 1, 0) == U32{1, 4});
    CHECK(slice(Doubles{-1, 2}, {2}, 0, 1) == Doubles{2});
}

TEST_CASE("wider bins by hand") {
    CHECK(rebin(six, {2, 3}, {2, 1}) == U64{5, 7, 9});
    CHECK(rebin(six, {2, 3}, {1, 3}) == U64{6, 15});
    CHECK(rebin(six, {6}, {2}) == U64{3, 7, 11});
    const Doubles edges{0, 1, 2, 4, 8, 16, 32};
    CHECK(rebin(six, edges, Doubles{0, 2, 32}) == U64{3, 18});
    CHECK(rebin(six, edges, Doubles{1, 4}) == U64{5}); // counts outside the edges are dropped
    CHECK(rebin(six, edges, edges) == U64{1, 2, 3, 4, 5, 6});
    CHECK(rebin(I64{3, -1}, Doubles{0, 1, 2}, Doubles{0, 2}) == I64{2});
}

TEST_CASE("projections, slices and wider bins keep totals and agree with each other") {
    on_random_joints([](const U64& counts, const Extents& extents, Random& random) {
        const auto axis = random.below(extents.size());
        const auto side = marginal(counts, extents, axis);
        REQUIRE(side.size() == extents[axis]);
        for (std::size_t bin = 0; bin < side.size(); ++bin)
            CHECK(total(slice(counts, extents, axis, bin)) == side[bin]);
        CHECK(project(counts, extents, rising<std::vector<std::size_t>>(extents.size())) == counts);
        if (extents.size() == 3) {
            const auto two = project(counts, extents, {0, 2});
            CHECK(marginal(two, {extents[0], extents[2]}, 1) == marginal(counts, extents, 2));
        }
        Extents factors(extents.size(), 1);
        factors[axis] = extents[axis];
        Extents others = extents;
        others[axis] = 1;
        const auto flat = rebin(counts, extents, factors);
        CHECK(total(flat) == total(counts));
        for (std::size_t other = 0; other < extents.size(); ++other)
            if (other != axis) CHECK(marginal(flat, others, other) == marginal(counts, extents, other));
    });
}

TEST_CASE("axes, bins, edges and factors that do not exist are refused") {
    check_invalid({"6 counts", "2 x 2", "product"}, [] { return marginal(six, {2, 2}, 0); });
    check_invalid({"6 counts", "product"}, [] { return marginal(six, {~std::size_t{0}, 6, 2}, 0); });
    check_invalid({"0 axes"}, [] { return marginal(six, {}, 0); });
    check_invalid({"6 x 0", "at least 1"}, [] { return marginal(U32{}, {6, 0}, 0); });
    check_invalid({"axis 2", "0 to 1"}, [] { return marginal(six, {2, 3}, 2); });
    check_invalid({"axis 1", "twice"}, [] { return project(six, {2, 3}, {1, 1}); });
    check_invalid({"no axis"}, [] { return project(six, {2, 3}, {}); });
    check_invalid({"bin 3", "axis 1", "3 bins"}, [] { return slice(six, {2, 3}, 1, 3); });
    check_invalid({"1 factor for 2 axes"}, [] { return rebin(six, {2, 3}, {1}); });
    check_invalid({"factor 2", "axis 1", "3 bins"}, [] { return rebin(six, {2, 3}, {1, 2}); });
    check_invalid({"factor 0"}, [] { return rebin(six, {2, 3}, {0, 1}); });
    const Doubles edges{0, 1, 2, 3, 4, 5, 6};
    check_invalid({"2.5", "not one of the edges"}, [&] { return rebin(six, edges, Doubles{0, 2.5}); });
    check_invalid({"1 new edge:"}, [&] { return rebin(six, edges, Doubles{0}); });
    check_invalid({"rise"}, [&] { return rebin(six, edges, Doubles{2, 1}); });
    check_invalid({"3 axes", "2 are needed"}, [] { return mutual_information(six, {1, 2, 3}); });
    check_invalid({"axis 2"}, [] { return conditional_entropy(six, {2, 3}, 2); });
    check_invalid({"negative"}, [] { return mutual_information(I64{1, -1}, {1, 2}); });
    check_invalid({"2 weights, 2 squared weights, 1 sum and ", "equally many"}, [] {
        return profile(U32{1, 2}, Doubles{1}, Doubles{1, 2});
    });
    check_invalid({"negative"}, [] { return standard_errors(Doubles{-1}); });
}

TEST_CASE("profiles and error bars: by hand, and those of NumPy and SciPy") {
    // Weights 1 and 3 in one bin, 5 in another.
    const auto means = profile(U32{2, 1, 0}, U64{4, 5, 0}, U64{10, 25, 0});
    CHECK(means[0] == ProfileBin{2, 1});
    CHECK(means[1].mean == 5);
    CHECK(std::isnan(means[1].error));
    CHECK(std::isnan(means[2].mean));
    for (const auto& golden : goldens::profiles) {
        const auto bin = profile(U64{golden.count}, Doubles{golden.sum}, Doubles{golden.squares}).front();
        CHECK(bin.mean == doctest::Approx(golden.mean).epsilon(1e-12));
        CHECK(bin.error == doctest::Approx(golden.error).epsilon(1e-12));
    }
    // Equal weights whose sum of squares is rounded down. The variance must not become negative.
    CHECK(profile(U32{3}, Doubles{0.3}, Doubles{0.03 - 1e-17}).front().error >= 0);
    CHECK(standard_errors(U32{4, 9, 0}) == Doubles{2, 3, 0});
    CHECK(standard_errors(Doubles{0.25}) == Doubles{0.5});
}

TEST_CASE("information by hand") {
    // Each element has the same bin on both axes, so the axes share one bit of information.
    CHECK(mutual_information(U32{3, 0, 0, 3}, {2, 2}) == 1);
    CHECK(normalized_mutual_information(U32{3, 0, 0, 3}, {2, 2}) == 1);
    CHECK(conditional_entropy(U32{3, 0, 0, 3}, {2, 2}, 0) == 0);
    // Independent axes.
    CHECK(mutual_information(U32{1, 1, 1, 1}, {2, 2}) == 0);
    CHECK(normalized_mutual_information(U32{1, 1, 1, 1}, {2, 2}) == 0);
    CHECK(conditional_entropy(U32{1, 1, 1, 1}, {2, 2}, 1) == 1);
    // One non-empty bin.
    CHECK(normalized_mutual_information(U32{0, 4}, {1, 2}) == 1);
    CHECK(std::isnan(mutual_information(U32{0, 0}, {1, 2})));
    CHECK(std::isnan(normalized_mutual_information(U32{0, 0}, {1, 2})));
    CHECK(std::isnan(conditional_entropy(Doubles{0, 0}, {1, 2}, 0)));
}

TEST_CASE("information has the values from SciPy's entropies") {
    for (const auto& golden : goldens::joints) {
        const auto close = [](double value) { return doctest::Approx(value).epsilon(1e-12); };
        CHECK(mutual_information(golden.counts, golden.extents) == close(golden.mutual_information));
        CHECK(normalized_mutual_information(golden.counts, golden.extents) == close(golden.normalized));
        CHECK(conditional_entropy(golden.counts, golden.extents, 0) == close(golden.given_0));
        CHECK(conditional_entropy(golden.counts, golden.extents, 1) == close(golden.given_1));
    }
}

TEST_CASE("information is symmetric and not negative, and the chain rule holds") {
    on_random_joints([](const U64& counts, const Extents& extents, Random&) {
        if (extents.size() != 2 || total(counts) == 0) return;
        const Extents swapped{extents[1], extents[0]};
        const auto transposed = project(counts, extents, {1, 0});
        const auto shared = mutual_information(counts, extents);
        CHECK(shared >= 0);
        CHECK(shared == doctest::Approx(mutual_information(transposed, swapped)).epsilon(1e-9));
        const auto x = entropy(marginal(counts, extents, 0));
        const auto y = entropy(marginal(counts, extents, 1));
        CHECK(shared <= std::min(x, y) + 1e-9);
        CHECK(conditional_entropy(counts, extents, 0) + x == doctest::Approx(entropy(counts)).epsilon(1e-9));
        CHECK(conditional_entropy(counts, extents, 1) + shared == doctest::Approx(x).epsilon(1e-9));
        const auto normalized = normalized_mutual_information(counts, extents);
        CHECK(normalized >= 0);
        CHECK(normalized <= 1);
    });
}

TEST_SUITE_END();
