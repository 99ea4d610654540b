// Many channels, several weights per element and lists of indices through the C API.

#include "c_api/convert.hpp"
#include "c_api/fixture.hpp"

#include <array>
#include <cstdint>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

constexpr std::uint32_t columns = 9;
constexpr std::uint32_t rows = 1000;
constexpr std::uint32_t bins_of_column = 16;
constexpr std::size_t counters = std::size_t{3} * columns * bins_of_column;

/// A table of bytes and a list of some of its rows. Two weights of each row are summed in addition to the
/// counts.
struct ColumnTable {
    std::vector<histo_cl_binning> axes{columns, even_axis(bins_of_column, 0, 256)};
    histo_cl_problem problem = histo_cl_problem_init();
    std::vector<std::uint8_t> samples;
    std::array<std::vector<float>, 2> weights;
    std::vector<std::uint32_t> indices;
    std::array<histo_cl_weight_data, 2> vectors; // of data
    histo_cl_host_data data{};

    ColumnTable() {
        problem.axes = axes.data();
        problem.axis_count = columns;
        problem.weights = HISTO_CL_SAMPLE_F32;
        problem.weight_vector_count = 2;
        problem.element_counts = 1;
        problem.narrow_weights = 1; // so that one launch counts all columns
        problem.counter = HISTO_CL_COUNTER_F64;
        problem.indices = HISTO_CL_SAMPLE_U32;
        for (std::uint32_t i = 0; i < rows * columns; ++i)
            samples.push_back(static_cast<std::uint8_t>(i * 2654435761U >> 24U));
        for (std::uint32_t row = 0; row < rows; ++row) {
            weights[0].push_back(static_cast<float>(row % 17) - 8.25F);
            weights[1].push_back(1.0F / static_cast<float>(row + 1));
        }
        for (std::uint32_t i = 0; i < rows; ++i)
            indices.push_back(i * 7919U % 613U);
        vectors = {{{weights[0].data(), rows * sizeof(float)}, {weights[1].data(), rows * sizeof(float)}}};
        data = histo_cl_samples(samples.data(), samples.size());
        data.weight_vectors = vectors.data();
        data.weight_vector_count = 2;
        data.indices = indices.data();
        data.indices_bytes = indices.size() * sizeof(std::uint32_t);
    }
    ColumnTable(const ColumnTable&) = delete; // data refers to the members
    ColumnTable& operator=(const ColumnTable&) = delete;

    /// The counts and sums that the C++ API returns.
    template <class Sum = double>
    [[nodiscard]] std::vector<Sum> expected() const {
        const std::array<HostArray, 2> both{weights[0], weights[1]};
        const auto sums = test::counters_in<Sum>(histogram(
            c_api::to_problem(&problem), {.samples = samples, .weight_vectors = both, .indices = indices}));
        CHECK(sums.size() == counters);
        return sums;
    }
};

} // namespace

TEST_CASE("columns of host data are counted as in C++") {
    ColumnTable table;
    auto& data = table.data;
    auto& vectors = table.vectors;
    const auto expected = table.expected();
    std::vector<double> sums(counters);
    check_ok(histo_cl_histogram(&table.problem, &data, nullptr, nullptr, sums.data(), sums.size()));
    CHECK(expected == sums);
    sums.assign(counters, 0);
    check_ok(histo_cl_reference_histogram(&table.problem, &data, sums.data(), sums.size()));
    CHECK(expected == sums);

    auto interleaved = table.problem;
    interleaved.weight_stride = 2 * sizeof(float);
    std::vector<float> pairs;
    for (std::uint32_t row = 0; row < rows; ++row)
        for (const auto& weights : table.weights)
            pairs.push_back(weights[row]);
    const auto bytes = (pairs.size() - 1) * sizeof(float);
    vectors = {{{pairs.data(), bytes}, {pairs.data() + 1, bytes}}};
    sums.assign(counters, 0);
    check_ok(histo_cl_histogram(&interleaved, &data, nullptr, nullptr, sums.data(), sums.size()));
    CHECK(expected == sums);

    check_refused(histo_cl_histogram(&table.problem, &data, nullptr, nullptr, sums.data(), counters - 1),
                  {"room for 431", "432"});
    vectors[1].weights = nullptr;
    check_refused(histo_cl_histogram(&table.problem, &data, nullptr, nullptr, sums.data(), counters),
                  {"data.weight_vectors[1].weights is NULL"});
    vectors[1].weights = table.weights[1].data();
    auto beyond = table.indices;
    beyond[5] = rows;
    data.indices = beyond.data();
    check_refused(histo_cl_histogram(&table.problem, &data, nullptr, nullptr, sums.data(), counters),
                  {"index 5 is 1000", "1000 elements"});
    CHECK(expected == sums);
}

TEST_CASE("columns on a device are counted as in C++, and indices that name no row are skipped") {
    const ColumnTable table;
    const auto expected = table.expected();
    const auto& on = test_device();
    const auto plan = plan_for(table.problem);
    CHECK(fields_of(decision_of(plan)).axes >= 1);
    const auto back = got(histo_cl_problem_init(), histo_cl_plan_get_problem, plan.get());
    CHECK(back.weight_vector_count == 2);
    CHECK(back.indices == HISTO_CL_SAMPLE_U32);

    auto indices = table.indices;
    indices.insert(indices.begin() + 3, {rows, UINT32_MAX, rows + 1});
    indices.insert(indices.begin(), 0); // index_offset skips this index
    const auto samples = on.make_buffer(table.samples);
    const auto first = on.make_buffer(table.weights[0]);
    const auto second = on.make_buffer(table.weights[1]);
    const auto list = on.make_buffer(indices);
    const auto skipped = on.make_buffer(std::vector<std::uint32_t>{77});
    const std::array<histo_cl_weight_buffer, 2> vectors{{{first(), 0, {}}, {second(), 0, {}}}};
    auto shape = histo_cl_flat(table.indices.size() + 3);
    shape.source_count = rows;
    auto job = histo_cl_job_init();
    job.shape = &shape;
    job.samples = samples();
    job.weight_vectors = vectors.data();
    job.weight_vector_count = 2;
    job.indices = list();
    job.index_offset = 1;
    job.skipped = skipped();
    std::vector<double> sums(counters);
    const auto count = [&] {
        return histo_cl_plan_count(plan.get(), on.queue()(), &job, 0, nullptr, sums.data(), counters);
    };
    check_ok(count());
    CHECK(expected == sums);
    std::uint32_t named_none = 0;
    REQUIRE(clEnqueueReadBuffer(on.queue()(), skipped(), CL_TRUE, 0, sizeof named_none, &named_none, 0,
                                nullptr, nullptr) == CL_SUCCESS);
    CHECK(named_none == 3);
    job.skipped = nullptr;
    sums.assign(counters, 0);
    check_ok(histo_cl_histogram_on_device(on.queue()(), &table.problem, &job, 0, nullptr, nullptr,
                                          sums.data(), counters));
    CHECK(expected == sums);

    const std::array<std::uint32_t, 2> axes{1, columns};
    job.axes = axes.data();
    job.axis_count = 1;
    check_ok(count());
    const auto bins = counters / table.problem.axis_count / 3; // counts and two sums of each axis
    for (std::size_t i = 0; i < counters; ++i)
        CHECK(sums[i] == (i / bins % columns == 1 ? expected[i] : 0));
    job.axis_count = 2;
    check_refused(count(), {"axes[1] is "});
    job.axes = nullptr;
    check_refused(count(), {"job.axes"});
    job.axis_count = 0;

    job.indices_pointer = histo_cl_svm_pointer(indices.data());
    check_refused(count(), {"job.indices and job.indices_pointer are both given"});
    job.indices_pointer = {};
    job.weight_vector_count = 5;
    check_refused(count(), {"job.weight_vectors has 5 elements", "0 to 4"});
}

TEST_CASE("counters of a bin side by side, in f32, are those of C++") {
    ColumnTable table;
    table.problem.counter = HISTO_CL_COUNTER_F32;
    table.problem.counter_order = HISTO_CL_COUNTER_ORDER_BY_CELL;
    CHECK(c_api::to_problem(&table.problem).weights.order == CounterOrder::by_cell);
    const auto expected = table.expected<float>();
    const auto& data = table.data;
    std::vector<float> sums(counters + 1, 77);
    check_ok(histo_cl_histogram(&table.problem, &data, nullptr, nullptr, sums.data(), counters));
    CHECK(sums.back() == 77);
    sums.pop_back();
    CHECK(expected == sums);
    sums.assign(counters, 0);
    check_ok(histo_cl_reference_histogram(&table.problem, &data, sums.data(), counters));
    CHECK(expected == sums);

    auto bounded = table.problem;
    bounded.weight_bound_maximum = 16;
    bounded.weight_bound_elements = rows;
    histo_cl_partial* partial = nullptr;
    check_ok(histo_cl_partial_histogram(&bounded, &data, nullptr, nullptr, &partial));
    sums.assign(counters, 0);
    check_ok(histo_cl_partial_sums(partial, sums.data(), counters));
    CHECK(sums[0] == expected[0]);
    CHECK(sums[3 * 40] == expected[3 * 40]);
    histo_cl_partial_release(partial);

    double total = 0;
    check_refused(histo_cl_total(HISTO_CL_COUNTER_F32, sums.data(), 1, &total), {"type is f32", "f64"});
    auto problem = table.problem;
    problem.counter_order = 2;
    check_refused(histo_cl_problem_validate(&problem), {"problem.counter_order is 2"});
    problem.counter_order = 0;
}

TEST_CASE("the footprint of columns has the bytes of the table, the weights and the indices") {
    const ColumnTable table;
    auto shape = histo_cl_flat(10);
    shape.source_count = rows;
    const auto bytes = got(histo_cl_footprint_bytes_init(), histo_cl_footprint, &table.problem, &shape);
    CHECK(bytes.samples == rows * columns);
    CHECK(bytes.weights == rows * sizeof(float));
    CHECK(bytes.indices == 10 * sizeof(std::uint32_t));
    auto problem = table.problem;
    problem.indices = 99;
    check_refused(histo_cl_problem_validate(&problem), {"problem.indices is 99"});
}
