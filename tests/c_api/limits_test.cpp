// Checks that each count is compared with its limit before its array is read. No array here is longer than
// its limit, so a sanitizer sees reads beyond the limit.

#include "c_api/fixture.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <numeric>
#include <set>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

constexpr std::uint64_t largest_array = PTRDIFF_MAX;

/// A count that a caller passes, with its limit.
struct Count {
    std::string_view name;
    std::uint64_t limit;
    std::string_view refusal; ///< part of the message if the count is beyond its limit, and only then
    std::function<histo_cl_status(std::uint64_t)> call;
    std::uint64_t largest = UINT64_MAX; ///< the greatest number that the member can hold
    bool reads_limit = true; ///< whether to test a count equal to the limit, which may take a second
};

/// The counts to test: 0, 1, the limit and one more, powers of two at which sizes in bytes may wrap, and the
/// greatest number.
std::set<std::uint64_t> counts_for(const Count& count) {
    std::set<std::uint64_t> given{0,          1,          count.limit, count.limit + 1, 1ULL << 31,
                                  1ULL << 32, 1ULL << 61, 1ULL << 62,  1ULL << 63,      UINT64_MAX};
    given.erase(given.upper_bound(count.largest), given.end());
    if (!count.reads_limit) given.erase(count.limit);
    return given;
}

void check_limit(const Count& count) {
    INFO("count: ", count.name);
    for (const auto given : counts_for(count)) {
        INFO("given: ", given);
        const auto status = count.call(given);
        const std::string message = status == HISTO_CL_OK ? "" : histo_cl_last_error_message();
        INFO("message: ", message);
        const bool refused = message.find(count.refusal) != std::string::npos;
        CHECK(refused == (given > count.limit));
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
    check_limit({.name = "count",
                 .limit = max_bins,
                 .refusal = "allowed are 1 to 16777216 (2^24)",
                 .call =
                     [](auto n) {
                         const auto axis = even_axis(static_cast<std::uint32_t>(n), 0, 16777216);
                         auto problem = test::problem();
                         problem.sample = HISTO_CL_SAMPLE_U32;
                         problem.axes = &axis;
                         return n == 0 ? HISTO_CL_OK : histo_cl_problem_validate(&problem);
                     },
                 .largest = UINT32_MAX});
    std::vector<double> edges(std::size_t{max_bins} + 1);
    std::iota(edges.begin(), edges.end(), 0.0);
    std::uint64_t bin_count = 0;
    check_limit({.name = "edge_count of edges_f64",
                 .limit = edges.size(),
                 .refusal = "allowed are 0 to 16777217",
                 .call = [&](auto n) {
                     const auto binning = histo_cl_edge_bins_f64(edges.data(), n);
                     return histo_cl_bin_count(&binning, &bin_count);
                 }});
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
    check_limit(
        {.name = "axis_count", .limit = axes.size(), .refusal = "problem.axes has", .call = [&](auto n) {
             auto problem = histo_cl_problem_init();
             problem.axes = axes.data();
             problem.axis_count = n;
             return histo_cl_problem_validate(&problem);
         }});
    const std::vector<std::uint32_t> active(max_channels, 0);
    check_limit({.name = "active_count",
                 .limit = active.size(),
                 .refusal = "problem.active has",
                 .call = [&](auto n) {
                     return histogram_with([&](auto& problem, auto& /*data*/) {
                         problem.active = active.data();
                         problem.active_count = n;
                     });
                 }});
    check_limit({.name = "channels",
                 .limit = max_channels,
                 .refusal = "channels: allowed are 1 to 65536",
                 .call =
                     [](auto n) {
                         auto problem = histo_cl_problem_init();
                         problem.channels = static_cast<std::uint32_t>(n);
                         return histo_cl_problem_validate(&problem);
                     },
                 .largest = UINT32_MAX});
}

TEST_CASE("too many weights per element are refused") {
    check_limit({.name = "weight_vectors",
                 .limit = max_weight_vectors,
                 .refusal = "problem.weight_vectors is",
                 .call = [](auto n) {
                     auto problem = histo_cl_problem_init();
                     problem.weights = HISTO_CL_SAMPLE_U32;
                     problem.counter = HISTO_CL_COUNTER_U64;
                     problem.weight_vectors = n;
                     return histo_cl_problem_validate(&problem);
                 }});
    const std::vector<histo_cl_weight_data> vectors(max_weight_vectors);
    check_limit({.name = "weight_vector_count",
                 .limit = vectors.size(),
                 .refusal = "data.weight_vectors has",
                 .call = [&](auto n) {
                     return histogram_with([&](auto& /*problem*/, auto& data) {
                         data.weight_vectors = n == 0 ? nullptr : vectors.data();
                         data.weight_vector_count = n;
                     });
                 }});
}

TEST_CASE("counts of a shape beyond their limits are refused") {
    const std::array<std::uint64_t, 1> offsets{};
    std::uint64_t number = 0;
    check_limit({.name = "offset_count",
                 .limit = max_histograms + 1,
                 .refusal = "shape.offsets has",
                 .call = [&](auto n) {
                     // The batch is not ragged, so the offsets are not read.
                     const auto problem = histo_cl_problem_init();
                     auto shape = histo_cl_flat(0);
                     shape.offsets = offsets.data();
                     shape.offset_count = n;
                     return histo_cl_histograms(&problem, &shape, &number);
                 }});
    auto bytes = histo_cl_footprint_bytes_init();
    const auto batch = [&](histo_cl_batch kind, const histo_cl_shape& shape) {
        auto problem = histo_cl_problem_init();
        problem.counter = HISTO_CL_COUNTER_U64;
        problem.batch = kind;
        problem.rows = kind == HISTO_CL_BATCH_TILES;
        return histo_cl_footprint(&problem, &shape, &bytes);
    };
    check_limit({.name = "segments",
                 .limit = max_histograms,
                 .refusal = "histograms: allowed",
                 .call =
                     [&](auto n) {
                         auto shape = histo_cl_flat(n);
                         shape.segment = 1;
                         return batch(HISTO_CL_BATCH_SEGMENTS, shape);
                     },
                 .largest = HISTO_CL_COUNT_UNSET - 1});
    check_limit(
        {.name = "tiles", .limit = max_histograms, .refusal = "histograms: allowed", .call = [&](auto n) {
             auto shape = histo_cl_region(0, 0, n, 1);
             shape.tile_width = shape.tile_height = 1;
             return batch(HISTO_CL_BATCH_TILES, shape);
         }});
}

TEST_CASE("sizes of host data beyond their limits are refused") {
    const auto member = [](std::string_view name, std::size_t histo_cl_host_data::*size, auto use) {
        check_limit(
            {.name = name, .limit = largest_array, .refusal = "elements; allowed", .call = [&](auto n) {
                 return histogram_with([&](auto& problem, auto& data) {
                     use(problem, data);
                     data.*size = n;
                 });
             }});
    };
    member("samples_bytes", &histo_cl_host_data::samples_bytes, [](auto& /*problem*/, auto& /*data*/) {});
    member("mask_bytes", &histo_cl_host_data::mask_bytes, [](auto& problem, auto& data) {
        static constexpr std::array<std::uint8_t, 4> mask{1, 1, 1, 1};
        problem.mask = 1;
        data.mask = mask.data();
    });
    member("weights_bytes", &histo_cl_host_data::weights_bytes,
           [](auto& problem, auto& /*data*/) { problem.weights = HISTO_CL_SAMPLE_U32; });
    check_limit({.name = "bytes", .limit = largest_array, .refusal = "elements; allowed", .call = [](auto n) {
                     const std::uint8_t sample = 0; // not read, because bytes have a bin for each value
                     auto binning = even_axis(1, 0, 1);
                     auto problem = histo_cl_problem_init();
                     return histo_cl_default_problem(HISTO_CL_SAMPLE_U8, &sample, n, &binning, &problem);
                 }});
}

TEST_CASE("too many refused variants are refused") {
    const std::vector<histo_cl_rejection> refused(all_variants.size(), {HISTO_CL_VARIANT_ITEM_PACKED, "no"});
    check_limit(
        {.name = "refused_count", .limit = refused.size(), .refusal = "refused has", .call = [&](auto n) {
             const auto profile = histo_cl_device_profile_init();
             const auto problem = histo_cl_problem_init();
             histo_cl_decision* decision = nullptr;
             const auto status = histo_cl_choose(&profile, &problem, nullptr, refused.data(), n, &decision);
             CHECK((decision != nullptr) == (status == HISTO_CL_OK));
             histo_cl_decision_release(decision);
             return status;
         }});
}

TEST_CASE("too many events to wait for, and histograms of a plan, are refused") {
    const TestDevice device(device_under_test());
    const auto problem = test::problem();
    const auto plan =
        made<PlanHandle>(histo_cl_plan_create, device.context()(), device.id(), &problem, nullptr);
    const auto shape = histo_cl_flat(1);
    auto job = histo_cl_job_init();
    job.shape = &shape;
    const cl_event event = nullptr;
    std::array<std::uint64_t, bins> counts{};
    // Without a queue the list of events is not read.
    check_limit({.name = "wait_count of an enqueue",
                 .limit = CL_UINT_MAX,
                 .refusal = "wait has",
                 .call = [&](auto n) {
                     return histo_cl_plan_enqueue(plan.get(), nullptr, &job, n, &event, nullptr);
                 }});
    check_limit(
        {.name = "wait_count of a count", .limit = CL_UINT_MAX, .refusal = "wait has", .call = [&](auto n) {
             return histo_cl_plan_count(plan.get(), nullptr, &job, n, &event, counts.data(), counts.size());
         }});
    std::uint64_t bytes = 0;
    check_limit({.name = "histograms, workspace",
                 .limit = max_histograms,
                 .refusal = "histograms is",
                 .call = [&](auto n) { return histo_cl_plan_workspace_bytes(plan.get(), n, &bytes); }});
    check_limit({.name = "histograms, counts",
                 .limit = max_histograms,
                 .refusal = "histograms is",
                 .call = [&](auto n) { return histo_cl_plan_count_bytes(plan.get(), n, &bytes); }});
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
        check_limit({.name = function,
                     .limit = max_bins,
                     .refusal = "counts has",
                     .call = call,
                     .reads_limit = function == "total"});
    };
    const auto* const of = counts.data();
    bins_of("total", [&](auto n) { return histo_cl_total(type, of, n, sums.data()); });
    bins_of("profile", [&](auto n) {
        return histo_cl_profile(type, of, type, of, of, n, values.data(), errors.data());
    });
    check_limit({.name = "squares", .limit = max_bins, .refusal = "squares has", .call = [&](auto n) {
                     return histo_cl_standard_errors(type, of, n, errors.data());
                 }});
    check_limit({.name = "compare", .limit = max_bins, .refusal = "a has", .call = [&](auto n) {
                     return histo_cl_compare(type, of, of, n, HISTO_CL_METRIC_EARTH_MOVERS, four.data());
                 }});
    check_limit({.name = "earth_movers_distance", .limit = max_bins, .refusal = "a has", .call = [&](auto n) {
                     return histo_cl_earth_movers_distance(type, of, of, n, edges.data(), four.data());
                 }});
    check_limit(
        {.name = "reference_bins", .limit = max_bins, .refusal = "reference has", .call = [&](auto n) {
             return histo_cl_matching_map(type, of, 1, of, n, map.data());
         }});
    check_limit({.name = "new_edge_count",
                 .limit = std::uint64_t{max_bins} + 1,
                 .refusal = "new_edges has",
                 .call = [&](auto n) {
                     return histo_cl_rebin_by_edges(type, of, 1, nullptr, edges.data(), n, sums.data());
                 }});
    const std::vector<std::size_t> axes(max_arrays);
    check_limit({.name = "axis_count", .limit = max_arrays, .refusal = "extents has", .call = [&](auto n) {
                     return histo_cl_marginal(type, of, 1, axes.data(), n, 0, sums.data());
                 }});
    check_limit({.name = "kept_count", .limit = max_arrays, .refusal = "axes has", .call = [&](auto n) {
                     return histo_cl_project(type, of, max_bins, &extent, 1, axes.data(), n, sums.data());
                 }});
    check_limit({.name = "tiles", .limit = max_histograms, .refusal = "tiles is", .call = [&](auto n) {
                     return histo_cl_clahe_maps(HISTO_CL_COUNTER_F64, nullptr, n, 1, 2, nullptr);
                 }});
    check_limit({.name = "bins of a tile", .limit = max_bins, .refusal = "bins is", .call = [&](auto n) {
                     return histo_cl_clahe_maps(type, of, 1, n, 2, map.data());
                 }});
    check_limit({.name = "percent_count", .limit = max_bins, .refusal = "percents has", .call = [&](auto n) {
                     return histo_cl_percentiles(type, of, 1, nullptr, &percent, n, values.data(),
                                                 values.data(),
                                                 values.data()); // without edges
                 }});
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

TEST_CASE("counters of sums are refused where there are no weights") {
    for (const auto counter : {HISTO_CL_COUNTER_I64, HISTO_CL_COUNTER_F64}) {
        const auto status = histogram_with([&](auto& problem, auto& /*data*/) { problem.counter = counter; });
        check_refused(status, {"counters without weights", "u32 and u64"});
    }
    CHECK(histogram_with([](auto& problem, auto& /*data*/) { problem.counter = HISTO_CL_COUNTER_U64; }) ==
          HISTO_CL_OK);
}
