// Problems in C: their conversion from and to C++, and their functions, compared with the C++ API.

#include "c_api/convert.hpp"
#include "c_api/fixture.hpp"

#include <array>
#include <limits>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Problems that together have every kind of bins and set every member of Problem and Layout, except
/// weight_bound, arrays and image.
std::vector<Problem> problems() {
    return {
        {.axes = {identity_bins(256)}},
        {.axes = {identity_bins(256)}, .counter = CounterType::u8},
        {.axes = {identity_bins(256)}, .counter = CounterType::u16},
        {.sample = SampleType::i16,
         .axes = {even_bins(10, -0.5, 9.5)},
         .last_edge = LastEdge::inclusive,
         .counter = CounterType::u64,
         .max_samples = 1ULL << 40},
        {.sample = SampleType::u64,
         .axes = {edge_bins({Number(0), Number((1ULL << 63) + 1), Number(0x1.8p63)})},
         .out_of_range = OutOfRange::clamped},
        {.sample = SampleType::f32,
         .axes = {log_bins(7, 1, 1000), edge_bins({-infinity, -1.5, infinity}), even_bins(3, 0, 1)},
         .joint = true,
         .out_of_range = OutOfRange::counted,
         .weights = {.type = SampleType::f64, .squares = true},
         .counter = CounterType::f64},
        {.sample = SampleType::u8,
         .axes = {identity_bins(256), even_bins(16, 0, 256)},
         .layout = {.channels = 4, .active = {2, 0}, .stride = 5, .rows = true, .mask = true},
         .batch = Batch::tiles},
        {.sample = SampleType::f16,
         .axes = {circular_bins(12, 0, 360), circular_bins(6, -180, 360)},
         .layout = {.order = Order::planar},
         .batch = Batch::segments,
         .weights = {.type = SampleType::i32, .stride = 12},
         .counter = CounterType::i64},
        {.axes = {identity_bins(256)},
         .layout = {.rows = true},
         .weights = {.type = SampleType::f32, .per = WeightPer::column},
         .counter = CounterType::f64},
        {.axes = {custom_bins(64, "x >> 2")}, .batch = Batch::ragged},
        {.sample = SampleType::f32,
         .axes = {even_bins(5, 0, 8), HalfWidths{}},
         .splitting = Splitting::interval,
         .counter = CounterType::f64},
        {.axes = {identity_bins(4)},
         .weights = {.type = SampleType::i8, .accumulator = Accumulator::maximum},
         .counter = CounterType::i64},
        {.axes = std::vector<Binning>(9, even_bins(5, 0, 256)),
         .layout = {.indices = SampleType::u32},
         .weights = {.type = SampleType::f32,
                     .counts = true,
                     .vectors = 2,
                     .listed = true,
                     .order = CounterOrder::by_cell,
                     .narrow = true},
         .counter = CounterType::f32},
        {.axes = std::vector<Binning>(9, identity_bins(16)),
         .layout = {.order = Order::planar, .plane_channels = 8, .nibbles = Nibbles::high_first}},
    };
}

/// Checks that two problems are equal. Also checks that their given edges are numbers of the same types,
/// which == ignores.
void check_same(const Problem& a, const Problem& b) {
    CHECK(a == b);
    CHECK(to_string(a) == to_string(b));
    for (std::size_t i = 0; i < b.axes.size(); ++i)
        if (const auto* const edges = std::get_if<EdgeBins>(&b.axes[i]))
            CHECK(std::ranges::equal(std::get<EdgeBins>(a.axes.at(i)).edges, edges->edges, {}, &Number::kind,
                                     &Number::kind));
}

histo_cl_problem with_axis(const histo_cl_binning& axis,
                           histo_cl_sample_type sample = HISTO_CL_SAMPLE_UNSET) {
    auto problem = histo_cl_problem_init();
    problem.axes = &axis;
    problem.axis_count = 1;
    problem.sample = sample;
    return problem;
}

} // namespace

TEST_CASE("a problem that is converted to C and back is the same") {
    for (const auto& problem : problems()) {
        const c_api::ProblemView view(problem);
        check_same(c_api::to_problem(&view.get()), problem);
    }
}

TEST_CASE("histo_cl_problem_init() is the default problem") {
    const auto problem = histo_cl_problem_init();
    check_same(c_api::to_problem(&problem), Problem{});
}

TEST_CASE("the functions of a problem return what the C++ API does") {
    for (const auto& problem : problems()) {
        INFO("problem: ", to_string(problem));
        const c_api::ProblemView view(problem);
        const auto* const in_c = &view.get();
        check_ok(histo_cl_problem_validate(in_c));
        std::uint64_t extent = 0;
        std::uint32_t number = 0;
        CHECK(got(extent, histo_cl_problem_cells, in_c) == problem.cells());
        CHECK(got(extent, histo_cl_problem_counters, in_c) == problem.counters());
        CHECK(got(number, histo_cl_problem_counters_per_cell, in_c) == problem.counters_per_cell());
        CHECK(got(number, histo_cl_problem_channels, in_c) == problem.channels());
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
            CHECK(got(extent, histo_cl_problem_extent, in_c, axis) == problem.extent(axis));
            CHECK(got(number, histo_cl_problem_channel, in_c, axis) == problem.channel(axis));
            CHECK(got(extent, histo_cl_bin_count, &in_c->axes[axis]) == bin_count(problem.axes[axis]));
            CHECK(text_of(histo_cl_binning_text, &in_c->axes[axis]) == to_string(problem.axes[axis]));
        }
        CHECK(text_of(histo_cl_problem_text, in_c) == to_string(problem));
        check_refused(histo_cl_problem_extent(in_c, problem.axes.size(), &extent),
                      {"axis is " + std::to_string(problem.axes.size())});
        check_refused(histo_cl_problem_channel(in_c, 17, &number), {"axis is 17"});
    }
}

TEST_CASE("edges are those of the C++ API") {
    const auto axis = histo_cl_log_bins(3, histo_cl_i64(1), histo_cl_i64(1000));
    const auto problem = with_axis(axis, HISTO_CL_SAMPLE_F32);
    std::size_t count = 0;
    check_ok(histo_cl_problem_edges(&problem, 0, nullptr, 0, &count));
    REQUIRE(count == 4);
    std::vector<double> edges(count);
    check_ok(histo_cl_problem_edges(&problem, 0, edges.data(), edges.size(), nullptr));
    CHECK(edges == Problem{.sample = SampleType::f32, .axes = {log_bins(3, 1, 1000)}}.edges());
    check_refused(histo_cl_problem_edges(&problem, 0, edges.data(), 3, nullptr), {"room for 3", "4"});
    check_refused(histo_cl_problem_edges(&problem, 1, nullptr, 0, &count), {"1"});
    const auto custom = histo_cl_custom_bins(4, "x");
    const auto without = with_axis(custom);
    check_refused(histo_cl_problem_edges(&without, 0, nullptr, 0, &count), {"custom"});
}

TEST_CASE("edges as doubles are the same edges") {
    const std::array doubles{-infinity, 0.5, 2.0};
    const std::array numbers{histo_cl_f64(-infinity), histo_cl_f64(0.5), histo_cl_i64(2)};
    const auto a = histo_cl_edge_bins_f64(doubles.data(), doubles.size());
    const auto b = histo_cl_edge_bins(numbers.data(), numbers.size());
    CHECK(c_api::to_binning(&a, "a").index() == 1);
    CHECK(text_of(histo_cl_binning_text, &a) == text_of(histo_cl_binning_text, &b));
}

TEST_CASE("members that a binning does not use are refused") {
    const double edge = 0;
    std::uint64_t count = 0;
    const auto refused = [&](histo_cl_binning binning, std::initializer_list<std::string_view> words) {
        check_refused(histo_cl_bin_count(&binning, &count), words);
    };
    auto even = even_axis(4, 0, 8);
    even.period = histo_cl_i64(8);
    refused(even, {"binning.period", "even", "must be 0"});
    even = even_axis(4, 0, 8);
    even.edge_count = 2;
    refused(even, {"binning.edge_count"});
    even = even_axis(4, 0, 8);
    even.expression = "x";
    refused(even, {"binning.expression"});
    auto circular = histo_cl_circular_bins(4, histo_cl_i64(0), histo_cl_i64(8));
    circular.upper = histo_cl_i64(8);
    refused(circular, {"binning.upper", "circular"});
    auto edges = histo_cl_edge_bins_f64(&edge, 1);
    edges.count = 3;
    refused(edges, {"binning.count", "edges"});
    auto custom = histo_cl_custom_bins(4, "x");
    custom.lower = histo_cl_f64(1);
    refused(custom, {"binning.lower", "custom"});

    refused(histo_cl_edge_bins(nullptr, 0), {"edges and edges_f64", "neither"});
    edges = histo_cl_edge_bins_f64(&edge, 1);
    const auto number = histo_cl_i64(1);
    edges.edges = &number;
    refused(edges, {"edges and edges_f64", "both"});
    refused(histo_cl_custom_bins(4, nullptr), {"binning.expression is NULL"});
}

TEST_CASE("a problem that the C++ API refuses, and arrays that are NULL, are refused") {
    const auto falling = even_axis(4, 8, 0);
    auto problem = with_axis(falling);
    std::uint64_t cells = 0;
    check_refused(histo_cl_problem_cells(&problem, &cells), {"8"});
    problem.axes = nullptr;
    check_refused(histo_cl_problem_validate(&problem), {"problem.axes is NULL"});
    auto active = histo_cl_problem_init();
    active.active_count = 1;
    check_refused(histo_cl_problem_validate(&active), {"problem.active is NULL"});
}

TEST_CASE("the sizes of a shape are those of the C++ API") {
    auto problem = byte_problem();
    problem.rows = 1;
    problem.mask = 1;
    problem.batch = HISTO_CL_BATCH_TILES;
    problem.weights = HISTO_CL_SAMPLE_U32;
    problem.weight_stride = 12;
    problem.weights_per = HISTO_CL_WEIGHT_PER_ROW;
    problem.counter = HISTO_CL_COUNTER_U64;
    auto shape = histo_cl_region(1, 2, 10, 5);
    shape.pitch = 16;
    shape.mask_pitch = 12;
    shape.weight_pitch = 64;
    shape.tile_width = 4;
    shape.tile_height = 5;

    const auto in_cpp = c_api::to_problem(&problem);
    const Shape shape_in_cpp{.region = {1, 2, 10, 5},
                             .pitch = 16,
                             .mask_pitch = 12,
                             .weight_pitch = 64,
                             .tile_width = 4,
                             .tile_height = 5};
    std::uint64_t number = 0;
    CHECK(got(number, histo_cl_elements, &problem, &shape) == 50);
    CHECK(got(number, histo_cl_histograms, &problem, &shape) == 3);
    auto bytes = got(histo_cl_footprint_bytes_init(), histo_cl_footprint, &problem, &shape);
    const auto expected = footprint(in_cpp, shape_in_cpp);
    CHECK(bytes.samples == expected.samples);
    CHECK(bytes.mask == expected.mask);
    CHECK(bytes.weights == expected.weights);
    CHECK(bytes.weights == 6 * 64 + 4);

    problem = byte_problem();
    problem.batch = HISTO_CL_BATCH_RAGGED;
    const std::array<std::uint64_t, 4> offsets{0, 2, 2, 9};
    shape = histo_cl_flat(9);
    shape.offsets = offsets.data();
    shape.offset_count = offsets.size();
    CHECK(got(number, histo_cl_histograms, &problem, &shape) == 3);
    shape.offsets = nullptr;
    check_refused(histo_cl_histograms(&problem, &shape, &number), {"shape.offsets is NULL"});

    problem = byte_problem();
    problem.batch = HISTO_CL_BATCH_SEGMENTS;
    problem.order = HISTO_CL_ORDER_PLANAR;
    problem.channels = 2;
    shape = histo_cl_flat(9);
    shape.segment = 3;
    shape.plane_pitch = 20;
    check_ok(histo_cl_footprint(&problem, &shape, &bytes));
    CHECK(bytes.samples ==
          footprint(c_api::to_problem(&problem), {.count = 9, .plane_pitch = 20, .segment = 3}).samples);
}

TEST_CASE("the default problem of samples is that of the C++ API") {
    const std::array samples{2.0F, -1.0F, 7.5F};
    auto binning = even_axis(1, 0, 1);
    auto problem = histo_cl_problem_init();
    check_ok(
        histo_cl_default_problem(HISTO_CL_SAMPLE_F32, samples.data(), sizeof samples, &binning, &problem));
    CHECK(problem.axes == &binning);
    check_same(c_api::to_problem(&problem), default_problem(samples));
    check_ok(histo_cl_default_problem(HISTO_CL_SAMPLE_UNSET, nullptr, 0, &binning, &problem));
    CHECK(problem.sample == HISTO_CL_SAMPLE_U8);
    check_refused(histo_cl_default_problem(99, nullptr, 0, &binning, &problem), {"sample is 99", "1 (u8)"});
    check_refused(histo_cl_default_problem(HISTO_CL_SAMPLE_F32, nullptr, 4, &binning, &problem),
                  {"samples is NULL"});
}

TEST_CASE("edges of integers are integers") {
    constexpr auto large = std::int64_t{1} << 60;
    const auto axis = histo_cl_even_bins(2, histo_cl_i64(large + 1), histo_cl_i64(large + 3));
    const auto problem = with_axis(axis, HISTO_CL_SAMPLE_I64);
    std::size_t count = 0;
    std::array<histo_cl_number, 3> edges{};
    check_ok(histo_cl_problem_edge_numbers(&problem, 0, edges.data(), edges.size(), &count));
    REQUIRE(count == 3);
    for (int i = 0; i < 3; ++i) {
        CHECK(edges.at(static_cast<std::size_t>(i)).kind == HISTO_CL_NUMBER_I64);
        CHECK(edges.at(static_cast<std::size_t>(i)).value.i64 == large + 1 + i);
    }
    check_refused(histo_cl_problem_edge_numbers(&problem, 0, edges.data(), 2, nullptr), {"room for 2", "3"});
}
