// Checks that each count is compared with its limit before its array is read. No array here is longer than
// its limit, so sanitizers notice reads beyond the limit.

#include "c_api/fixture.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

constexpr std::uint64_t largest_array = PTRDIFF_MAX;

/// Calls `call` with these counts: 0, 1, the limit, the limit + 1, powers of two at which sizes in bytes may
/// wrap, and the largest number. Checks that the message has `refusal` if, and only if, the count is beyond
/// the limit. `reads_limit`: whether to test the limit itself, which may take a second.
void check_limit(std::string_view name, std::uint64_t limit, std::string_view refusal,
                 const std::function<histo_cl_status(std::uint64_t)>& call, bool reads_limit = true) {
    INFO("count: ", name);
    const std::initializer_list<std::uint64_t> numbers{
        0, 1, limit, limit + 1, 1ULL << 31, 1ULL << 32, 1ULL << 61, 1ULL << 62, 1ULL << 63, UINT64_MAX};
    for (const auto given : numbers) {
        if (given == limit && !reads_limit) continue;
        INFO("given: ", given);
        const auto status = call(given);
        const std::string message = status == HISTO_CL_OK ? "" : histo_cl_last_error_message();
        INFO("message: ", message);
        const bool refused = message.find(refusal) != std::string::npos;
        CHECK(refused == (given > limit));
        if (!refused) continue;
        CHECK(status == HISTO_CL_INVALID_ARGUMENT);
        CHECK(message.find(std::to_string(given)) != std::string::npos);
    }
}

/// Counts four u8 samples after `set` has changed the arguments, and returns the status. Checks that a
/// refused call leaves the counts unchanged.
template <class Set>
histo_cl_status histogram_with(Set set) {
    static constexpr std::array<std::uint8_t, 4> samples{0, 30, 30, 255};
    static constexpr std::array<std::uint32_t, 4> weights{1, 2, 3, 4};
    const auto axis = even_axis(2, 0, 60);
    const auto shape = histo_cl_flat(samples.size());
    auto problem = histo_cl_problem_init();
    problem.axes = &axis;
    problem.axis_count = 1;
    auto data = histo_cl_samples(samples.data(), samples.size());
    data.shape = &shape;
    auto options = histo_cl_options_init();
    options.calling_thread = HISTO_CL_SWITCH_ON;
    set(problem, data);
    std::array<std::uint64_t, 2> counts{77, 77};
    const auto counted = [&] {
        if (problem.weights == HISTO_CL_SAMPLE_UNSET)
            return histo_cl_histogram(&problem, &data, &options, nullptr, counts.data(), counts.size());
        data.weights = weights.data();
        return histo_cl_reference_histogram(&problem, &data, counts.data(), counts.size());
    };
    const auto status = counted();
    const std::uint64_t second = problem.weights == HISTO_CL_SAMPLE_UNSET ? 2 : 5;
    CHECK(counts == (status == HISTO_CL_OK ? std::array<std::uint64_t, 2>{1, second}
                                           : std::array<std::uint64_t, 2>{77, 77}));
    return status;
}

} // namespace

TEST_CASE("counts of a binning beyond their limits are refused") {
    std::vector<double> edges(std::size_t{max_bins} + 1);
    std::iota(edges.begin(), edges.end(), 0.0);
    std::uint64_t bin_count = 0;
    check_limit("edge_count of edges_f64", edges.size(), "allowed are 0 to 16777217", [&](auto n) {
        const auto binning = histo_cl_edge_bins_f64(edges.data(), n);
        return histo_cl_bin_count(&binning, &bin_count);
    });
    CHECK(bin_count == max_bins);
    const std::array<histo_cl_number, 2> two{histo_cl_i64(0), histo_cl_i64(1)};
    for (const std::uint64_t n : {edges.size() + 1, std::size_t{1'000'000'000}, std::size_t{1} << 32,
                                  std::size_t{1} << 60, SIZE_MAX}) {
        const auto binning = histo_cl_edge_bins(two.data(), n);
        check_refused(histo_cl_bin_count(&binning, &bin_count),
                      {"binning.edges", std::to_string(n), "0 to 16777217"});
    }
}

TEST_CASE("counts of a problem beyond their limits are refused") {
    const std::vector<histo_cl_binning> axes(max_channels, even_axis(2, 0, 60));
    check_limit("axis_count", axes.size(), "problem.axes has", [&](auto n) {
        auto problem = histo_cl_problem_init();
        problem.axes = axes.data();
        problem.axis_count = n;
        return histo_cl_problem_validate(&problem);
    });
    const std::vector<std::uint32_t> active(max_channels, 0);
    check_limit("active_count", active.size(), "problem.active has", [&](auto n) {
        return histogram_with([&](auto& problem, auto& /*data*/) {
            problem.active = active.data();
            problem.active_count = n;
        });
    });
}

TEST_CASE("too many weights per element are refused") {
    check_limit("weight_vector_count", max_weight_vectors, "problem.weight_vector_count is", [](auto n) {
        auto problem = byte_problem();
        problem.weights = HISTO_CL_SAMPLE_U32;
        problem.counter = HISTO_CL_COUNTER_U64;
        problem.weight_vector_count = n;
        return histo_cl_problem_validate(&problem);
    });
    const std::vector<histo_cl_weight_data> vectors(max_weight_vectors);
    check_limit("weight_vector_count", vectors.size(), "data.weight_vectors has", [&](auto n) {
        return histogram_with([&](auto& /*problem*/, auto& data) {
            data.weight_vectors = n == 0 ? nullptr : vectors.data();
            data.weight_vector_count = n;
        });
    });
}

TEST_CASE("counts of a shape beyond their limits are refused") {
    const std::array<std::uint64_t, 1> offsets{};
    std::uint64_t number = 0;
    check_limit("offset_count", max_histograms + 1, "shape.offsets has", [&](auto n) {
        // The batch is not ragged, so the offsets are not read.
        const auto problem = byte_problem();
        auto shape = histo_cl_flat(0);
        shape.offsets = offsets.data();
        shape.offset_count = n;
        return histo_cl_histograms(&problem, &shape, &number);
    });
}

TEST_CASE("sizes of host data beyond their limits are refused") {
    const auto member = [](std::string_view name, std::size_t histo_cl_host_data::*size, auto use) {
        check_limit(name, largest_array, "elements; allowed", [&](auto n) {
            return histogram_with([&](auto& problem, auto& data) {
                use(problem, data);
                data.*size = n;
            });
        });
    };
    member("samples_bytes", &histo_cl_host_data::samples_bytes, [](auto& /*problem*/, auto& /*data*/) {});
    member("mask_bytes", &histo_cl_host_data::mask_bytes, [](auto& problem, auto& data) {
        static constexpr std::array<std::uint8_t, 4> mask{1, 1, 1, 1};
        problem.mask = 1;
        data.mask = mask.data();
    });
    member("weights_bytes", &histo_cl_host_data::weights_bytes,
           [](auto& problem, auto& /*data*/) { problem.weights = HISTO_CL_SAMPLE_U32; });
    check_limit("bytes", largest_array, "elements; allowed", [](auto n) {
        const std::uint8_t sample = 0; // not read, because u8 samples get a bin for each value
        auto binning = even_axis(1, 0, 1);
        auto problem = histo_cl_problem_init();
        return histo_cl_default_problem(HISTO_CL_SAMPLE_U8, &sample, n, &binning, &problem);
    });
}

TEST_CASE("too many refused variants are refused") {
    const std::vector<histo_cl_rejection> refused(all_variants.size(), {HISTO_CL_VARIANT_ITEM_PACKED, "no"});
    check_limit("refused_count", refused.size(), "refused has", [&](auto n) {
        const auto profile = histo_cl_device_profile_init();
        const auto problem = byte_problem();
        histo_cl_decision* decision = nullptr;
        const auto status = histo_cl_choose(&profile, &problem, nullptr, refused.data(), n, &decision);
        CHECK((decision != nullptr) == (status == HISTO_CL_OK));
        histo_cl_decision_release(decision);
        return status;
    });
}

TEST_CASE("too many events to wait for, and histograms of a plan, are refused") {
    const auto problem = test::problem();
    const auto plan = plan_for(problem);
    const auto shape = histo_cl_flat(1);
    auto job = histo_cl_job_init();
    job.shape = &shape;
    const cl_event event = nullptr;
    std::array<std::uint64_t, bins> counts{};
    // Without a queue, the list of events is not read.
    check_limit("wait_count of an enqueue", CL_UINT_MAX, "wait has",
                [&](auto n) { return histo_cl_plan_enqueue(plan.get(), nullptr, &job, n, &event, nullptr); });
    check_limit("wait_count of a count", CL_UINT_MAX, "wait has", [&](auto n) {
        return histo_cl_plan_count(plan.get(), nullptr, &job, n, &event, counts.data(), counts.size());
    });
    std::uint64_t bytes = 0;
    check_limit("histograms, workspace", max_histograms, "histograms is",
                [&](auto n) { return histo_cl_plan_workspace_bytes(plan.get(), n, &bytes); });
    check_limit("histograms, counts", max_histograms, "histograms is",
                [&](auto n) { return histo_cl_plan_count_bytes(plan.get(), n, &bytes); });
    CHECK(got(bytes, histo_cl_plan_count_bytes, plan.get(), max_histograms) == max_histograms * bins * 4);
}

TEST_CASE("too many bins and percents of statistics are refused") {
    constexpr auto type = HISTO_CL_COUNTER_U32;
    const std::vector<std::uint32_t> counts(max_bins);
    std::vector<double> edges(std::size_t{max_bins} + 1);
    std::iota(edges.begin(), edges.end(), 0.0);
    const double percent = 50;
    std::vector<std::uint64_t> sums(max_bins);
    std::vector<double> values(max_bins);
    std::vector<double> errors(max_bins);
    std::vector<std::uint32_t> map(max_bins);
    std::vector<double> four(4);
    const std::size_t extent = max_bins;
    // The other functions that take one array of counts check its length like total(), in with_counts().
    const auto bins_of = [](std::string_view function, auto call) {
        check_limit(function, max_bins, "counts has", call, function == "total");
    };
    const auto* const of = counts.data();
    bins_of("total", [&](auto n) { return histo_cl_total(type, of, n, sums.data()); });
    bins_of("profile", [&](auto n) {
        return histo_cl_profile(type, of, type, of, of, n, values.data(), errors.data());
    });
    check_limit("squares", max_bins, "squares has",
                [&](auto n) { return histo_cl_standard_errors(type, of, n, errors.data()); });
    check_limit("compare", max_bins, "a has", [&](auto n) {
        return histo_cl_compare(type, of, of, n, HISTO_CL_METRIC_EARTH_MOVERS, four.data());
    });
    check_limit("earth_movers_distance", max_bins, "a has", [&](auto n) {
        return histo_cl_earth_movers_distance(type, of, of, n, edges.data(), four.data());
    });
    check_limit("reference_bins", max_bins, "reference has",
                [&](auto n) { return histo_cl_matching_map(type, of, 1, of, n, map.data()); });
    check_limit("new_edge_count", std::uint64_t{max_bins} + 1, "new_edges has", [&](auto n) {
        return histo_cl_rebin_by_edges(type, of, 1, nullptr, edges.data(), n, sums.data());
    });
    const std::vector<std::size_t> axes(max_arrays);
    check_limit("axis_count", max_arrays, "extents has",
                [&](auto n) { return histo_cl_marginal(type, of, 1, axes.data(), n, 0, sums.data()); });
    check_limit("kept_count", max_arrays, "axes has", [&](auto n) {
        return histo_cl_project(type, of, max_bins, &extent, 1, axes.data(), n, sums.data());
    });
    check_limit("tiles", max_histograms, "tiles is",
                [&](auto n) { return histo_cl_clahe_maps(HISTO_CL_COUNTER_F64, nullptr, 1, n, 2, nullptr); });
    check_limit("bins of a tile", max_bins, "bins is",
                [&](auto n) { return histo_cl_clahe_maps(type, of, n, 1, 2, map.data()); });
    check_limit("percent_count", max_bins, "percents has", [&](auto n) {
        return histo_cl_percentiles(type, of, 1, nullptr, &percent, n, values.data(), values.data(),
                                    values.data()); // without edges
    });
}

TEST_CASE("a capacity may be any number") {
    const auto binning = even_axis(256, 0, 256);
    const auto problem = test::problem();
    std::size_t length = 0;
    check_ok(histo_cl_binning_text(&binning, nullptr, 0, &length));
    std::vector<char> text(length + 1);
    check_ok(histo_cl_binning_text(&binning, text.data(), SIZE_MAX, nullptr));
    std::vector<double> edges(bins + 1);
    check_ok(histo_cl_problem_edges(&problem, 0, edges.data(), SIZE_MAX, nullptr));
    CHECK(edges.back() == 250);
    const std::array<std::uint8_t, 2> samples{0, 249};
    const auto data = histo_cl_samples(samples.data(), samples.size());
    std::vector<std::uint64_t> counts(bins);
    check_ok(histo_cl_reference_histogram(&problem, &data, counts.data(), SIZE_MAX));
    CHECK(counts.front() + counts.back() == 2);
}
