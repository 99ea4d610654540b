// Statistics of the C API, compared with those of the C++ API for each type of counts.

#include "c_api/fixture.hpp"

#include <histo_cl/statistics.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

constexpr std::array edges{0.0, 1.0, 2.0, 4.0, 8.0};
constexpr std::array percents{50.0, 0.0, 99.0};

std::vector<double> listed(const Moments& moments) {
    return {moments.mean, moments.variance, moments.skewness, moments.kurtosis};
}

template <class Count>
void check_statistics(histo_cl_counter_type type) {
    INFO("counts: ", histo_cl_name(HISTO_CL_ENUM_COUNTER_TYPE, type));
    const std::array<Count, 4> a{3, 0, 5, 2};
    const std::array<Count, 4> b{1, 4, 4, 7};
    using Sum = Total<std::array<Count, 4>>;
    const auto number = [&](auto function, const auto& of) {
        return got(double{}, function, type, of.data(), of.size());
    };
    const auto bin = [&](auto function, const auto& of) {
        return got(std::size_t{}, function, type, of.data(), of.size());
    };

    CHECK(got(Sum{}, histo_cl_total, type, a.data(), a.size()) == total(a));
    CHECK(elements_of<Sum>(4, histo_cl_cumulative_sum, type, a.data(), 4U) == cumulative_sum(a));
    CHECK(elements_of<double>(4, histo_cl_density, type, a.data(), 4U, edges.data()) == density(a, edges));
    CHECK(std::ranges::equal(
        elements_of<std::size_t>(3, histo_cl_percentile_bins, type, a.data(), 4U, percents.data(), 3U),
        percentile_bins(a, percents)));
    std::vector<double> values(4), lowers(3), errors(4);
    const auto uppers = elements_of<double>(3, histo_cl_percentiles, type, a.data(), 4U, edges.data(),
                                            percents.data(), 3U, values.data(), lowers.data());
    for (std::size_t i = 0; i < percents.size(); ++i)
        CHECK(Percentile{values[i], lowers[i], uppers[i]} == percentile(a, edges, percents[i]));
    CHECK(bin(histo_cl_mode, a) == mode(a));
    CHECK(number(histo_cl_entropy, a) == entropy(a));
    CHECK(elements_of<double>(4, histo_cl_moments, type, a.data(), 4U, edges.data()) ==
          listed(moments(a, edges)));
    CHECK(elements_of<double>(4, histo_cl_integer_moments, type, a.data(), 4U, -3) ==
          listed(integer_moments(a, -3)));
    CHECK(elements_of<double>(4, histo_cl_standard_errors, type, a.data(), 4U) == standard_errors(a));
    const std::array<std::uint32_t, 4> samples{2, 3, 4, 5};
    check_ok(histo_cl_profile(HISTO_CL_COUNTER_U32, samples.data(), type, a.data(), b.data(), 4,
                              values.data(), errors.data()));
    const auto expected = profile(samples, a, b);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(ProfileBin{values[i], errors[i]} == expected[i]);
    std::array<histo_cl_weighted_bin, 4> weighted{};
    check_ok(histo_cl_weighted_profile(type, b.data(), b.data(), a.data(), b.data(), 4, 0, weighted.data()));
    const auto weighted_in_cpp = weighted_profile(b, b, a, b, 0);
    static_assert(sizeof weighted == 4 * sizeof(WeightedBin));
    CHECK(std::memcmp(weighted.data(), weighted_in_cpp.data(), sizeof weighted) == 0); // NaN too
    for (std::int32_t metric = 0; metric <= HISTO_CL_METRIC_EARTH_MOVERS; ++metric) {
        INFO("metric: ", histo_cl_name(HISTO_CL_ENUM_METRIC, metric));
        CHECK(got(double{}, histo_cl_compare, type, a.data(), b.data(), 4U, metric) ==
              compare(a, b, static_cast<Metric>(metric)));
    }
    CHECK(got(double{}, histo_cl_earth_movers_distance, type, a.data(), b.data(), 4U, edges.data()) ==
          earth_movers_distance(a, b, edges));

    CHECK(bin(histo_cl_otsu_threshold, a) == otsu_threshold(a));
    CHECK(elements_of<std::size_t>(2, histo_cl_otsu_thresholds, type, a.data(), 4U, 3U) ==
          otsu_thresholds(a, 3));
    CHECK(bin(histo_cl_triangle_threshold, b) == triangle_threshold(b));
    CHECK(bin(histo_cl_li_threshold, b) == li_threshold(b));
    CHECK(bin(histo_cl_isodata_threshold, b) == isodata_threshold(b));
    CHECK(bin(histo_cl_minimum_error_threshold, b) == minimum_error_threshold(b));
    CHECK(elements_of<std::uint32_t>(4, histo_cl_equalization_map, type, a.data(), 4U, 100U) ==
          equalization_map(a, 100));
    CHECK(elements_of<std::uint32_t>(4, histo_cl_matching_map, type, a.data(), 4U, b.data(), 4U) ==
          matching_map(a, b));
}

template <class Count>
void check_joint_statistics(histo_cl_counter_type type) {
    INFO("counts: ", histo_cl_name(HISTO_CL_ENUM_COUNTER_TYPE, type));
    const std::array<Count, 6> counts{3, 0, 5, 2, 1, 1};
    const Extents extents{2, 3};
    using Sum = Total<std::array<Count, 6>>;
    const std::array<std::size_t, 2> axes{1, 0};
    const std::array<std::size_t, 2> factors{2, 1};
    const std::array<double, 7> from{0, 1, 2, 3, 4, 5, 6};
    const std::array<double, 3> to{0, 2, 5};
    const auto sums = [&](std::size_t count, auto function, auto... arguments) {
        return elements_of<Sum>(count, function, type, counts.data(), 6U, extents.data(), 2U, arguments...);
    };
    const auto number = [&](auto function, auto... arguments) {
        return got(double{}, function, type, counts.data(), 6U, extents.data(), 2U, arguments...);
    };

    CHECK(sums(6, histo_cl_project, axes.data(), 2U) == project(counts, extents, {1, 0}));
    CHECK(sums(3, histo_cl_marginal, 1U) == marginal(counts, extents, 1));
    CHECK(sums(3, histo_cl_rebin, factors.data()) == rebin(counts, extents, {2, 1}));
    CHECK(elements_of<Count>(3, histo_cl_slice, type, counts.data(), 6U, extents.data(), 2U, 0U, 1U) ==
          slice(counts, extents, 0, 1));
    CHECK(elements_of<Sum>(2, histo_cl_rebin_by_edges, type, counts.data(), 6U, from.data(), to.data(), 3U) ==
          rebin(counts, from, to));
    CHECK(number(histo_cl_mutual_information) == mutual_information(counts, extents));
    CHECK(number(histo_cl_normalized_mutual_information) == normalized_mutual_information(counts, extents));
    CHECK(number(histo_cl_conditional_entropy, 1U) == conditional_entropy(counts, extents, 1));
}

} // namespace

TEST_CASE("statistics are those of the C++ API, for each type of counts") {
    const auto check = []<class Count>(Count, histo_cl_counter_type type) {
        check_statistics<Count>(type);
        check_joint_statistics<Count>(type);
    };
    check(std::uint32_t{}, HISTO_CL_COUNTER_U32);
    check(std::uint64_t{}, HISTO_CL_COUNTER_U64);
    check(std::int64_t{}, HISTO_CL_COUNTER_I64);
    check(double{}, HISTO_CL_COUNTER_F64);
    const std::array<std::uint32_t, 8> tiles{9, 3, 0, 0, 1, 2, 3, 4};
    CHECK(elements_of<std::uint32_t>(8, histo_cl_clahe_maps, HISTO_CL_COUNTER_U32, tiles.data(), 4U, 2U,
                                     1.5) == clahe_maps(tiles, 4, 1.5));
}

TEST_CASE("bins by rule are those of the C++ API, and invalid arguments are refused") {
    const std::array<float, 6> samples{1, 2, 3, 5, 8, 13};
    for (std::int32_t rule = 0; rule <= HISTO_CL_BIN_RULE_SQRT; ++rule) {
        INFO("rule: ", histo_cl_name(HISTO_CL_ENUM_BIN_RULE, rule));
        auto binning = histo_cl_binning_of(HISTO_CL_BINS_EVEN, 0);
        auto problem = histo_cl_problem_init();
        check_ok(histo_cl_default_problem_by_rule(HISTO_CL_SAMPLE_F32, samples.data(), sizeof samples, rule,
                                                  &binning, &problem));
        CHECK(problem.axes == &binning);
        CHECK(problem.axis_count == 1);
        CHECK(problem.last_edge == HISTO_CL_LAST_EDGE_INCLUSIVE);
        const auto expected = default_problem(samples, static_cast<BinRule>(rule));
        CHECK(binning.count == std::get<EvenBins>(expected.axes[0]).count);
        CHECK(binning.lower.value.f64 == 1);
        CHECK(binning.upper.value.f64 == 13);
        check_refused(histo_cl_default_problem_by_rule(HISTO_CL_SAMPLE_F32, samples.data(), 5, rule, &binning,
                                                       &problem),
                      {"5 B", "f32"});
    }
    auto summary = histo_cl_sample_summary_init();
    summary.count = 64;
    summary.maximum = 16;
    std::uint32_t bin_count = 0;
    check_ok(histo_cl_bins_by_rule(HISTO_CL_BIN_RULE_SQRT, &summary, &bin_count));
    CHECK(bin_count == 8);
    check_refused(histo_cl_bins_by_rule(8, &summary, &bin_count), {"rule is 8", "0 (automatic)", "7 (sqrt)"});
    check_refused(histo_cl_bins_by_rule(HISTO_CL_BIN_RULE_STONE, &summary, &bin_count), {"stone"});
    check_refused(histo_cl_bins_by_rule(HISTO_CL_BIN_RULE_SQRT, nullptr, &bin_count), {"summary is NULL"});
    check_refused(histo_cl_bins_by_rule(HISTO_CL_BIN_RULE_SQRT, &summary, nullptr), {"bins is NULL"});
    summary.struct_size = 8;
    check_refused(histo_cl_bins_by_rule(HISTO_CL_BIN_RULE_SQRT, &summary, &bin_count),
                  {"summary.struct_size is 8", "histo_cl_sample_summary"});
}

TEST_CASE("HISTO_CL_NO_BIN is returned if there is no such bin") {
    const std::array<std::uint32_t, 3> none{};
    std::size_t bin = 0;
    check_ok(histo_cl_mode(HISTO_CL_COUNTER_U32, none.data(), none.size(), &bin));
    CHECK(bin == HISTO_CL_NO_BIN);
    bin = 0;
    check_ok(histo_cl_otsu_threshold(HISTO_CL_COUNTER_U32, none.data(), none.size(), &bin));
    CHECK(bin == HISTO_CL_NO_BIN);
    check_ok(
        histo_cl_percentile_bins(HISTO_CL_COUNTER_U32, none.data(), none.size(), percents.data(), 1, &bin));
    CHECK(bin == HISTO_CL_NO_BIN);
    double bits = 0;
    check_ok(histo_cl_entropy(HISTO_CL_COUNTER_U32, nullptr, 0, &bits));
    CHECK(std::isnan(bits));
}

TEST_CASE("statistics refuse invalid arguments") {
    constexpr auto type = HISTO_CL_COUNTER_U32;
    const std::array<std::uint32_t, 4> counts{1, 2, 3, 4};
    const auto* const data = counts.data();
    std::size_t bin = 0;
    std::array<double, 4> values{};
    check_refused(histo_cl_mode(7, data, 4, &bin), {"type is 7", "0 (u32)", "6 (u16)"});
    check_refused(histo_cl_mode(HISTO_CL_COUNTER_U8, data, 4, &bin), {"u8", "saturate", "u32"});
    check_refused(histo_cl_mode(type, nullptr, 4, &bin), {"counts is NULL"});
    check_refused(histo_cl_mode(type, data, 4, nullptr), {"bin is NULL"});
    check_refused(histo_cl_total(type, data, 4, nullptr), {"total is NULL"});
    check_refused(histo_cl_cumulative_sum(type, data, 4, nullptr), {"sums is NULL"});
    check_refused(histo_cl_density(type, data, 4, nullptr, values.data()), {"edges is NULL"});
    check_refused(histo_cl_equalization_map(type, data, 4, 0, nullptr), {"0 levels"});
    check_refused(histo_cl_moments(type, data, 4, nullptr, values.data()), {"edges is NULL"});
    check_refused(histo_cl_moments(type, data, 4, edges.data(), nullptr), {"moments is NULL"});
    check_refused(histo_cl_compare(type, data, data, 4, 9, values.data()),
                  {"metric is 9", "0 (correlation)", "8 (earth_movers)"});
    check_refused(histo_cl_compare(type, data, nullptr, 4, 0, values.data()), {"b is NULL"});
    check_refused(histo_cl_marginal(type, data, 4, nullptr, 2, 0, values.data()), {"extents is NULL"});
    // Neither output is written if one is missing.
    values = {7, 7, 7, 7};
    check_refused(histo_cl_profile(type, data, type, data, data, 4, values.data(), nullptr),
                  {"errors is NULL"});
    CHECK(values == std::array<double, 4>{7, 7, 7, 7});
    check_refused(histo_cl_weighted_profile(type, data, data, nullptr, data, 4, 1, nullptr),
                  {"sums is NULL"});
    check_refused(histo_cl_weighted_profile(type, data, data, data, data, 4, 1, nullptr), {"found is NULL"});
    std::array<std::size_t, 3> thresholds{};
    check_refused(histo_cl_otsu_thresholds(type, data, 4, 1, thresholds.data()), {"1 class:"});
    check_ok(histo_cl_otsu_thresholds(type, data, 2, 4, thresholds.data()));
    CHECK(thresholds == std::array<std::size_t, 3>{HISTO_CL_NO_BIN, HISTO_CL_NO_BIN, HISTO_CL_NO_BIN});
    check_refused(histo_cl_clahe_maps(HISTO_CL_COUNTER_F64, values.data(), 4, 1, 2, nullptr),
                  {"u32 and u64"});
}
