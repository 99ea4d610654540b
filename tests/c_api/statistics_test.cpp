// Statistics of the C API, compared with those of the C++ API for each type of counts.

#include "c_api/fixture.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

constexpr std::array edges{0.0, 1.0, 2.0, 4.0, 8.0};
constexpr std::array percents{50.0, 0.0, 99.0};

template <class Count>
void check_statistics(histo_cl_counter_type type) {
    INFO("counts: ", histo_cl_counter_type_name(type));
    const std::array<Count, 4> counts{3, 0, 5, 2};
    using Sum = Total<std::array<Count, 4>>;

    Sum sum{};
    check_ok(histo_cl_total(type, counts.data(), counts.size(), &sum));
    CHECK(sum == total(counts));
    std::vector<Sum> sums(counts.size());
    check_ok(histo_cl_cumulative_sum(type, counts.data(), counts.size(), sums.data()));
    CHECK(sums == cumulative_sum(counts));
    std::vector<double> values(counts.size());
    check_ok(histo_cl_density(type, counts.data(), counts.size(), edges.data(), values.data()));
    CHECK(values == density(counts, edges));
    values.resize(percents.size());
    std::vector<double> lowers(percents.size());
    std::vector<double> uppers(percents.size());
    check_ok(histo_cl_percentiles(type, counts.data(), counts.size(), edges.data(), percents.data(),
                                  percents.size(), values.data(), lowers.data(), uppers.data()));
    std::vector<std::size_t> found(percents.size());
    check_ok(histo_cl_percentile_bins(type, counts.data(), counts.size(), percents.data(), percents.size(),
                                      found.data()));
    for (std::size_t i = 0; i < percents.size(); ++i) {
        CHECK(Percentile{values[i], lowers[i], uppers[i]} == percentile(counts, edges, percents[i]));
        CHECK(found[i] == percentile_bins(counts, percents)[i]);
    }
    std::size_t bin = 0;
    check_ok(histo_cl_mode(type, counts.data(), counts.size(), &bin));
    CHECK(bin == mode(counts));
    check_ok(histo_cl_otsu_threshold(type, counts.data(), counts.size(), &bin));
    CHECK(bin == otsu_threshold(counts));
    double bits = 0;
    check_ok(histo_cl_entropy(type, counts.data(), counts.size(), &bits));
    CHECK(bits == entropy(counts));
    std::vector<std::uint32_t> map(counts.size());
    check_ok(histo_cl_equalization_map(type, counts.data(), counts.size(), 100, map.data()));
    CHECK(map == equalization_map(counts, 100));
}

std::vector<double> listed(const Moments& moments) {
    return {moments.mean, moments.variance, moments.skewness, moments.kurtosis};
}

template <class Count>
void check_more_statistics(histo_cl_counter_type type) {
    INFO("counts: ", histo_cl_counter_type_name(type));
    const std::array<Count, 4> a{3, 0, 5, 2};
    const std::array<Count, 4> b{1, 4, 4, 7};
    double value = 0;
    std::vector<double> moments(4);
    check_ok(histo_cl_moments(type, a.data(), 4, edges.data(), moments.data()));
    CHECK(moments == listed(histo_cl::moments(a, edges)));
    check_ok(histo_cl_integer_moments(type, a.data(), 4, -3, moments.data()));
    CHECK(moments == listed(integer_moments(a, -3)));
    std::vector<double> errors(4);
    check_ok(histo_cl_standard_errors(type, a.data(), 4, errors.data()));
    CHECK(errors == standard_errors(a));
    const std::array<std::uint32_t, 4> samples{2, 3, 4, 5};
    std::vector<double> means(4);
    check_ok(histo_cl_profile(HISTO_CL_COUNTER_U32, samples.data(), type, a.data(), b.data(), 4, means.data(),
                              errors.data()));
    const auto expected = profile(samples, a, b);
    for (std::size_t bin = 0; bin < 4; ++bin)
        CHECK(ProfileBin{means[bin], errors[bin]} == expected[bin]);
    for (std::int32_t metric = 0; metric <= HISTO_CL_METRIC_EARTH_MOVERS; ++metric) {
        INFO("metric: ", histo_cl_metric_name(metric));
        check_ok(histo_cl_compare(type, a.data(), b.data(), 4, metric, &value));
        CHECK(value == compare(a, b, static_cast<Metric>(metric)));
    }
    check_ok(histo_cl_earth_movers_distance(type, a.data(), b.data(), 4, edges.data(), &value));
    CHECK(value == earth_movers_distance(a, b, edges));

    std::vector<std::size_t> thresholds(2);
    check_ok(histo_cl_otsu_thresholds(type, a.data(), 4, 3, thresholds.data()));
    CHECK(thresholds == otsu_thresholds(a, 3));
    std::size_t bin = 0;
    check_ok(histo_cl_triangle_threshold(type, b.data(), 4, &bin));
    CHECK(bin == triangle_threshold(b));
    check_ok(histo_cl_li_threshold(type, b.data(), 4, &bin));
    CHECK(bin == li_threshold(b));
    check_ok(histo_cl_isodata_threshold(type, b.data(), 4, &bin));
    CHECK(bin == isodata_threshold(b));
    check_ok(histo_cl_minimum_error_threshold(type, b.data(), 4, &bin));
    CHECK(bin == minimum_error_threshold(b));
    std::vector<std::uint32_t> map(4);
    check_ok(histo_cl_matching_map(type, a.data(), 4, b.data(), 4, map.data()));
    CHECK(map == matching_map(a, b));
}

template <class Count>
void check_joint_statistics(histo_cl_counter_type type) {
    INFO("counts: ", histo_cl_counter_type_name(type));
    const std::array<Count, 6> counts{3, 0, 5, 2, 1, 1};
    const Extents extents{2, 3};
    using Sum = Total<std::array<Count, 6>>;
    const std::array<std::size_t, 2> axes{1, 0};
    const std::array<std::size_t, 2> factors{2, 1};
    const std::array<double, 7> from{0, 1, 2, 3, 4, 5, 6};
    const std::array<double, 3> to{0, 2, 5};

    std::vector<Sum> sums(6);
    check_ok(histo_cl_project(type, counts.data(), 6, extents.data(), 2, axes.data(), 2, sums.data()));
    CHECK(sums == project(counts, extents, {1, 0}));
    sums.resize(3);
    check_ok(histo_cl_marginal(type, counts.data(), 6, extents.data(), 2, 1, sums.data()));
    CHECK(sums == marginal(counts, extents, 1));
    check_ok(histo_cl_rebin(type, counts.data(), 6, extents.data(), 2, factors.data(), sums.data()));
    CHECK(sums == rebin(counts, extents, {2, 1}));
    std::vector<Count> kept(3);
    check_ok(histo_cl_slice(type, counts.data(), 6, extents.data(), 2, 0, 1, kept.data()));
    CHECK(kept == slice(counts, extents, 0, 1));
    sums.resize(2);
    check_ok(histo_cl_rebin_by_edges(type, counts.data(), 6, from.data(), to.data(), 3, sums.data()));
    CHECK(sums == rebin(counts, from, to));
    double bits = 0;
    check_ok(histo_cl_mutual_information(type, counts.data(), 6, extents.data(), 2, &bits));
    CHECK(bits == mutual_information(counts, extents));
    check_ok(histo_cl_normalized_mutual_information(type, counts.data(), 6, extents.data(), 2, &bits));
    CHECK(bits == normalized_mutual_information(counts, extents));
    check_ok(histo_cl_conditional_entropy(type, counts.data(), 6, extents.data(), 2, 1, &bits));
    CHECK(bits == conditional_entropy(counts, extents, 1));
}

template <class Check>
void with_each_type(const Check& check) {
    check(std::uint32_t{}, HISTO_CL_COUNTER_U32);
    check(std::uint64_t{}, HISTO_CL_COUNTER_U64);
    check(std::int64_t{}, HISTO_CL_COUNTER_I64);
    check(double{}, HISTO_CL_COUNTER_F64);
}

} // namespace

TEST_CASE("moments, comparisons, thresholds and maps are those of the C++ API") {
    with_each_type([]<class Count>(Count, auto type) { check_more_statistics<Count>(type); });
    const std::array<std::uint32_t, 8> tiles{9, 3, 0, 0, 1, 2, 3, 4};
    std::vector<std::uint32_t> maps(8);
    check_ok(histo_cl_clahe_maps(HISTO_CL_COUNTER_U32, tiles.data(), 2, 4, 1.5, maps.data()));
    CHECK(maps == clahe_maps(tiles, 4, 1.5));
}

TEST_CASE("statistics of joint histograms are those of the C++ API") {
    with_each_type([]<class Count>(Count, auto type) { check_joint_statistics<Count>(type); });
}

TEST_CASE("bins by rule are those of the C++ API, and invalid arguments are refused") {
    const std::array<float, 6> samples{1, 2, 3, 5, 8, 13};
    for (std::int32_t rule = 0; rule <= HISTO_CL_BIN_RULE_SQRT; ++rule) {
        INFO("rule: ", histo_cl_bin_rule_name(rule));
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
    summary.greatest = 16;
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

TEST_CASE("totals, percentiles, modes and entropies are those of the C++ API") {
    with_each_type([]<class Count>(Count, auto type) { check_statistics<Count>(type); });
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
    const std::array<std::uint32_t, 4> counts{1, 2, 3, 4};
    const auto* const data = counts.data();
    std::size_t bin = 0;
    std::array<double, 4> values{};
    check_refused(histo_cl_mode(4, data, 4, &bin), {"type is 4", "0 (u32)", "3 (f64)"});
    check_refused(histo_cl_mode(HISTO_CL_COUNTER_U32, nullptr, 4, &bin), {"counts is NULL"});
    check_refused(histo_cl_mode(HISTO_CL_COUNTER_U32, data, 4, nullptr), {"bin is NULL"});
    check_refused(histo_cl_total(HISTO_CL_COUNTER_U32, data, 4, nullptr), {"total is NULL"});
    check_refused(histo_cl_cumulative_sum(HISTO_CL_COUNTER_U32, data, 4, nullptr), {"sums is NULL"});
    check_refused(histo_cl_density(HISTO_CL_COUNTER_U32, data, 4, nullptr, values.data()), {"edges is NULL"});
    check_refused(histo_cl_equalization_map(HISTO_CL_COUNTER_U32, data, 4, 0, nullptr), {"0 levels"});
    constexpr double negative = -1;
    check_refused(histo_cl_entropy(HISTO_CL_COUNTER_F64, &negative, 1, values.data()), {"negative"});
    check_refused(histo_cl_moments(HISTO_CL_COUNTER_U32, data, 4, nullptr, values.data()), {"edges is NULL"});
    check_refused(histo_cl_moments(HISTO_CL_COUNTER_U32, data, 4, edges.data(), nullptr),
                  {"moments is NULL"});
    check_refused(histo_cl_compare(HISTO_CL_COUNTER_U32, data, data, 4, 9, values.data()),
                  {"metric is 9", "0 (correlation)", "8 (earth_movers)"});
    check_refused(histo_cl_compare(HISTO_CL_COUNTER_U32, data, nullptr, 4, 0, values.data()), {"b is NULL"});
    const std::array<std::size_t, 2> extents{2, 3};
    check_refused(histo_cl_marginal(HISTO_CL_COUNTER_U32, data, 4, extents.data(), 2, 0, values.data()),
                  {"4 counts", "2 x 3"});
    check_refused(histo_cl_marginal(HISTO_CL_COUNTER_U32, data, 4, nullptr, 2, 0, values.data()),
                  {"extents is NULL"});
    // Neither output is written if one is missing.
    values = {7, 7, 7, 7};
    check_refused(histo_cl_profile(HISTO_CL_COUNTER_U32, data, HISTO_CL_COUNTER_U32, data, data, 4,
                                   values.data(), nullptr),
                  {"errors is NULL"});
    CHECK(values == std::array<double, 4>{7, 7, 7, 7});
    std::array<std::size_t, 3> thresholds{};
    check_refused(histo_cl_otsu_thresholds(HISTO_CL_COUNTER_U32, data, 4, 1, thresholds.data()),
                  {"1 class:"});
    check_ok(histo_cl_otsu_thresholds(HISTO_CL_COUNTER_U32, data, 2, 4, thresholds.data()));
    CHECK(thresholds == std::array<std::size_t, 3>{HISTO_CL_NO_BIN, HISTO_CL_NO_BIN, HISTO_CL_NO_BIN});
    const std::array<double, 4> sums{};
    check_refused(histo_cl_clahe_maps(HISTO_CL_COUNTER_F64, sums.data(), 1, 4, 2, nullptr), {"u32 and u64"});
    check_refused(histo_cl_clahe_maps(HISTO_CL_COUNTER_U32, data, 1, 4, -1, nullptr), {"clip limit -1"});
}
