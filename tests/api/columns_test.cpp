#include "api/fixture.hpp"

#include <histo_cl/stream.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

// Many channels, several weights and lists of indices, counted by one call on host data, by a plan and by a
// stream.

namespace histo_cl::test {
namespace {

constexpr std::size_t rows = 400;

/// A table of 7 columns, two weights for each row, and a list of some rows.
struct Table {
    Table() : samples(7 * rows), gradients(rows), hessians(rows), list(rows / 2) {
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i] = static_cast<std::uint8_t>(i * i % 61);
        for (std::size_t row = 0; row < rows; ++row) {
            gradients[row] = static_cast<float>(std::sin(static_cast<double>(row)));
            hessians[row] = 1.0F / static_cast<float>(row + 1);
        }
        for (std::size_t i = 0; i < list.size(); ++i)
            list[i] = static_cast<std::uint32_t>(i * 7 % rows);
    }

    [[nodiscard]] Problem problem() const {
        return {.axes = std::vector<Binning>(7, identity_bins(61)),
                .layout = {.indices = SampleType::u32},
                .weights = {.type = SampleType::f32, .counts = true, .vectors = 2, .narrow = true},
                .counter = CounterType::f64};
    }
    [[nodiscard]] HostData data() const {
        return {.samples = bytes_of(samples), .weight_vectors = vectors, .indices = bytes_of(list)};
    }

    std::vector<std::uint8_t> samples;
    std::vector<float> gradients, hessians;
    std::vector<std::uint32_t> list;
    std::array<HostArray, 2> vectors{bytes_of(gradients), bytes_of(hessians)};
};

/// Options with which narrow weights are summed as columns, and other weights in passes.
Options as_columns_if(bool narrow) {
    return narrow ? Options{} : Options{.knobs = {.variant = Variant::global_atomic}};
}

} // namespace

TEST_CASE("columns: a weight beyond the bound is refused, as columns and in passes") {
    const Table table;
    auto problem = table.problem();
    problem.weights.bound = WeightBound{.maximum = 0.25, .elements = rows};
    for (const bool narrow : {true, false}) {
        problem.weights.narrow = narrow;
        CHECK_THROWS_WITH_AS(
            static_cast<void>(histogram(problem, table.data(), as_columns_if(narrow), device())),
            doctest::Contains("weights.bound.maximum"), Error);
    }
    problem.weights.bound->maximum = 1;
    for (const bool narrow : {true, false}) {
        problem.weights.narrow = narrow;
        CHECK(histogram(problem, table.data(), as_columns_if(narrow), device()) ==
              reference_histogram(problem, table.data()));
    }
}

// This case is slow if its programs are not cached, because each pass may need another one.
TEST_CASE("columns: planes of several channels of nibbles are counted in passes, with weights") {
    const Table table;
    const Problem problem{
        .axes = std::vector<Binning>(9, identity_bins(16)),
        .layout = {.order = Order::planar, .plane_channels = 8, .nibbles = Nibbles::low_first},
        .weights = {.type = SampleType::f32},
        .counter = CounterType::f64};
    const HostData data{.samples = table.data().samples.bytes,
                        .shape = {.count = 200},
                        .weights = table.vectors[0].bytes.first(200 * sizeof(float))};
    CHECK(histogram(problem, data, {}, device()) == reference_histogram(problem, data));
}

TEST_CASE("columns: the unit of sums depends on the rows that any column counts") {
    Table table;
    auto problem = table.problem();
    constexpr std::size_t row = 5; // this row is in the list
    const auto sums = [&] {
        const auto got = histogram(problem, table.data(), as_columns_if(problem.weights.narrow), device());
        CHECK(got == reference_histogram(problem, table.data()));
        return got;
    };
    for (const bool narrow : {true, false}) {
        problem.weights.narrow = narrow;
        table.gradients[row] = 0;
        std::fill_n(table.samples.begin() + row * 7, 7, std::uint8_t{61}); // in no bin
        const auto without = sums();
        for (const float great : {1e30F, std::numeric_limits<float>::infinity(), -1e38F}) {
            table.gradients[row] = great;
            CHECK(sums() == without);
        }
        // Now the row is in a bin of the last column only. Passes of other columns do not count it.
        table.samples[row * 7 + 6] = 3;
        CHECK(sums() != without);
        std::vector<std::uint8_t> mask(rows, 1);
        mask[row] = 0;
        problem.layout.mask = true;
        auto masked = table.data();
        masked.mask = bytes_of(mask);
        CHECK(histogram(problem, masked, as_columns_if(narrow), device()) == without);
        problem.layout.mask = false;
    }
}

TEST_CASE("columns: parts of a list merge into the whole, from host data and from devices") {
    Table table;
    table.gradients[7] = std::numeric_limits<float>::infinity();
    auto problem = table.problem();
    problem.weights.bound = WeightBound{.maximum = 1, .elements = rows};
    const std::span list(table.list);
    for (const bool narrow : {true, false}) {
        problem.weights.narrow = narrow;
        const auto whole = reference_histogram(problem, table.data());
        Partial merged(problem);
        Stream stream(problem, {.devices = std::array{device()}});
        const auto queue = test_device().make_queue(0);
        std::vector<cl::Buffer> buffers;
        const auto buffer = [&](const auto& content) {
            buffers.push_back(test_device().make_buffer(content));
            return buffers.back()();
        };
        const std::array weights{WeightBuffer{buffer(table.gradients)}, WeightBuffer{buffer(table.hessians)}};
        const auto samples = buffer(table.samples);
        for (const auto part : {list.first(50), list.subspan(50, 1), list.subspan(51)}) {
            auto data = table.data();
            data.indices = std::as_bytes(part);
            merged.merge(partial_histogram(problem, data, as_columns_if(narrow), device()));
            stream.push(queue(), {.samples = samples,
                                  .shape = {.count = part.size(), .source_count = rows},
                                  .weight_vectors = weights,
                                  .indices = buffer(std::vector(part.begin(), part.end()))});
        }
        CHECK(merged.histogram() == whole);
        CHECK(stream.histogram() == whole);
        CHECK(stream.partial() == merged);
        check_error(Status::unsupported, {"a list of indices", "job"}, [&] { stream.push(table.data()); });
    }
}

TEST_CASE("columns: a job that lists axes counts these, with the sums that it has without a list") {
    Table table;
    constexpr std::size_t row = 5; // is in the list of rows
    // The largest weight, which determines the unit, is in a bin of the last column only. In this unit all
    // other gradients are 0. In a unit computed from the listed columns alone, they would not be 0.
    std::fill_n(table.samples.begin() + row * 7, 7, std::uint8_t{61});
    table.samples[row * 7 + 6] = 3;
    table.gradients[row] = 0x1p100F;
    auto problem = table.problem();
    problem.weights.bound = WeightBound{.maximum = 0x1p100, .elements = rows};
    const auto queue = test_device().make_queue(0);
    const auto samples = test_device().make_buffer(table.samples);
    const auto gradients = test_device().make_buffer(table.gradients);
    const auto hessians = test_device().make_buffer(table.hessians);
    const auto list = test_device().make_buffer(table.list);
    const std::array weights{WeightBuffer{gradients()}, WeightBuffer{hessians()}};
    Job job{.samples = samples(),
            .shape = {.count = table.list.size(), .source_count = rows},
            .weight_vectors = weights,
            .indices = list()};
    const std::vector<std::uint32_t> axes{1, 3, 4};
    for (const bool narrow : {true, false})
        for (const bool bounded : {true, false}) {
            problem.weights.narrow = narrow;
            problem.weights.order = bounded ? CounterOrder::by_cell : CounterOrder::by_sum;
            auto of_job = problem;
            if (!bounded) of_job.weights.bound = {};
            const Plan plan(test_device().context()(), test_device().device().id, of_job,
                            as_columns_if(narrow));
            CAPTURE(to_string(plan.decision()));
            job.axes = {};
            auto want = counters_in<double>(plan.count(queue(), job));
            CHECK(reference_histogram(of_job, table.data()) == want);
            for (std::size_t i = 0; i < want.size(); ++i)
                if (std::ranges::count(axes, (bounded ? i / 3 / 61 : i / 61) % 7) == 0) want[i] = 0;
            job.axes = axes;
            CHECK(plan.count(queue(), job) == want);
            CHECK(histogram(queue(), of_job, job, as_columns_if(narrow)) == want);
            if (!bounded) continue;
            Stream stream(of_job, {.devices = std::array{device()}});
            stream.push(queue(), job);
            CHECK(stream.histogram() == want);
        }
}

// Plans and streams count samples of 16 bits in passes. If there is a list of rows, a job may list axes
// even if one pass counts all axes, as it does for 3 axes.
TEST_CASE("columns: jobs in passes that list axes count these, as a plan, a stream and in flight together") {
    const Table table;
    std::vector<std::uint16_t> wide(table.samples.begin(), table.samples.end());
    auto weights_of_rows = table.gradients;
    constexpr std::size_t row = 5;
    const auto queue = test_device().make_queue(0);
    for (const std::size_t axes : {std::size_t{3}, std::size_t{7}}) {
        Problem problem{.sample = SampleType::u16,
                        .axes = std::vector<Binning>(axes, even_bins(61, 0, 61)),
                        .layout = {.channels = 7, .indices = SampleType::u32},
                        .weights = {.type = SampleType::f32},
                        .counter = CounterType::f64};
        for (std::uint32_t axis = 0; axis < axes; ++axis)
            problem.layout.active.push_back(axis);
        // The largest weight is in a bin of one axis only: axis 1, which is not in the first list.
        std::fill_n(wide.begin() + row * 7, 7, std::uint16_t{61});
        wide[row * 7 + 1] = 3;
        weights_of_rows[row] = 0x1p100F;
        const auto samples = test_device().make_buffer(wide);
        const auto weights = test_device().make_buffer(weights_of_rows);
        const auto list = test_device().make_buffer(table.list);
        const HostData data{
            .samples = bytes_of(wide), .weights = bytes_of(weights_of_rows), .indices = bytes_of(table.list)};
        const std::array<std::vector<std::uint32_t>, 2> lists{
            {{0, static_cast<std::uint32_t>(axes - 1)}, {1}}};
        for (const bool bounded : {false, true}) {
            if (bounded) problem.weights.bound = WeightBound{.maximum = 0x1p100, .elements = rows};
            const auto whole = counters_in<double>(reference_histogram(problem, data));
            std::array<std::vector<double>, 2> want;
            for (std::size_t i = 0; i < lists.size(); ++i)
                for (std::size_t at = 0; at < whole.size(); ++at)
                    want[i].push_back(std::ranges::count(lists[i], at / 61) != 0 ? whole[at] : 0);
            CHECK(want[0] != want[1]);
            const Plan plan(test_device().context()(), test_device().device().id, problem);
            CHECK_FALSE(plan.decision().columns);
            std::array<cl::Buffer, 2> counts;
            std::array<Job, 2> jobs;
            for (std::size_t i = 0; i < jobs.size(); ++i) {
                counts[i] = test_device().make_buffer(std::vector<double>(whole.size(), 7));
                jobs[i] = {.samples = samples(),
                           .shape = {.count = table.list.size(), .source_count = rows},
                           .weights = weights(),
                           .counts = counts[i](),
                           .indices = list(),
                           .axes = lists[i]};
            }
            for (const auto& job : jobs)
                plan.enqueue(queue(), job);
            queue.finish();
            for (std::size_t i = 0; i < jobs.size(); ++i) {
                CHECK(test_device().read_back<double>(counts[i], whole.size()) == want[i]);
                if (!bounded) continue;
                auto part = jobs[i];
                part.counts = {};
                Stream stream(problem, {.devices = std::array{device()}});
                stream.push(queue(), part);
                CHECK(stream.histogram() == want[i]);
            }
        }
    }
}

// The plan keeps the channels of the last list of axes for the next job.
TEST_CASE("columns: jobs with other lists of axes are in flight together") {
    const Table table;
    auto problem = table.problem();
    problem.weights.type = {};
    problem.weights.vectors = 1;
    problem.weights.counts = problem.weights.narrow = false;
    problem.counter = CounterType::u64;
    const Plan plan(test_device().context()(), test_device().device().id, problem);
    CHECK(plan.decision().columns);
    const auto whole = reference_histogram(problem, {.samples = table.data().samples.bytes,
                                                     .indices = table.data().indices.bytes})
                           .counts;
    const auto samples = test_device().make_buffer(table.samples);
    const auto list = test_device().make_buffer(table.list);
    const std::array<std::vector<std::uint32_t>, 4> lists{{{1, 3}, {0, 5, 6}, {1, 3}, {}}};
    for (const auto kind : queue_kinds()) {
        const auto queue = test_device().make_queue(kind);
        Gate gate;
        std::vector<cl::Buffer> counts;
        for (const auto& axes : lists) {
            counts.push_back(test_device().make_buffer(std::vector<std::uint64_t>(whole.size(), 7)));
            const std::array wait{gate.event()};
            plan.enqueue(queue(),
                         {.samples = samples(),
                          .shape = {.count = table.list.size(), .source_count = rows},
                          .counts = counts.back()(),
                          .indices = list(),
                          .axes = axes},
                         wait);
        }
        gate.open();
        queue.finish();
        for (std::size_t i = 0; i < lists.size(); ++i) {
            auto want = whole;
            for (std::size_t at = 0; at < want.size(); ++at)
                if (!lists[i].empty() && std::ranges::count(lists[i], at / 61) == 0) want[at] = 0;
            CHECK(test_device().read_back<std::uint64_t>(counts[i], want.size()) == want);
        }
    }
}

TEST_CASE("columns: axes are listed in increasing order, for problems of columns or passes") {
    const auto samples = test_device().make_buffer(std::vector<std::uint8_t>(60));
    const auto refused = [&](std::size_t axes, const std::vector<std::uint32_t>& list,
                             std::initializer_list<std::string_view> words) {
        const Plan plan(test_device().context()(), test_device().device().id,
                        {.axes = std::vector<Binning>(axes, identity_bins(3))});
        const Job job{.samples = samples(), .shape = {.count = 10}, .axes = list};
        check_invalid(words, [&] { static_cast<void>(plan.count(test_device().queue()(), job)); });
    };
    refused(6, {0, 6}, {"axes[1] is 6", "6 axes"});
    refused(6, {2, 2}, {"axes[1] is 2 after 2"});
    refused(6, {3, 1}, {"axes[1] is 1 after 3"});
    refused(3, {1}, {"axes are listed for up to 4 axes without indices"});
}

TEST_CASE("a list of indices: jobs of no elements or no histograms write how many were skipped") {
    const auto queue = test_device().make_queue(0);
    const auto samples = test_device().make_buffer(std::vector<std::uint8_t>(8, 1));
    const auto list = test_device().make_buffer(std::vector<std::uint32_t>{7, 8, 99});
    const std::array<std::uint64_t, 1> none{0};
    Problem problem{.axes = {identity_bins(2)}, .layout = {.indices = SampleType::u32}};
    const auto skipped_of = [&](Shape shape) {
        const Plan plan(test_device().context()(), test_device().device().id, problem);
        shape.source_count = 8;
        const auto skipped = test_device().make_buffer(std::vector<std::uint32_t>{77});
        const auto counts = test_device().make_buffer(std::vector<std::uint32_t>(16));
        cl::Event done;
        plan.enqueue(queue(),
                     {.samples = samples(),
                      .shape = shape,
                      .counts = counts(),
                      .indices = list(),
                      .skipped = skipped()},
                     {}, &done());
        CHECK(clWaitForEvents(1, &done()) == CL_SUCCESS);
        std::uint32_t number = 0;
        queue.enqueueReadBuffer(skipped, CL_TRUE, 0, sizeof number, &number);
        return number;
    };
    CHECK(skipped_of({.count = 0}) == 0);
    CHECK(skipped_of({.count = 3}) == 2);
    problem.axes.assign(7, identity_bins(2)); // counted in one launch
    CHECK(skipped_of({.count = 0}) == 0);
    problem.axes.assign(1, identity_bins(2));
    problem.batch = Batch::ragged;
    CHECK(skipped_of({.count = 0, .offsets = none}) == 0);
    CHECK(skipped_of({.count = 3, .offsets = none}) == 2);
    problem.batch = Batch::segments;
    CHECK(skipped_of({.count = 0, .segment = 4}) == 0);
}

TEST_CASE("columns: several vectors of weights are summed in chunks") {
    const Table table;
    auto problem = table.problem();
    problem.layout.indices = {};
    problem.weights.bound = WeightBound{.maximum = 1, .elements = rows};
    auto data = table.data();
    data.indices = {};
    auto small = device();
    small.profile.max_allocation_bytes = 700;
    auto staged = device();
    staged.profile.type = DeviceType::gpu; // its chunks go through staging memory
    for (const auto type : {SampleType::f32, SampleType::i32}) {
        problem.weights.type = type;
        problem.weights.narrow = type == SampleType::f32;
        if (type == SampleType::i32) problem.weights.bound = {};
        problem.counter = type == SampleType::f32 ? CounterType::f32 : CounterType::i64;
        problem.weights.order = CounterOrder::by_cell;
        const auto check = [&]<class T>(std::type_identity<T>) {
            const auto whole = reference_histogram(problem, data);
            CHECK(histogram(problem, data, {}, small) == whole);
            for (const auto& by : {device(), staged}) {
                Stream stream(problem, {.devices = std::array{by}, .chunk_bytes = 1000});
                stream.push(data);
                CHECK(stream.histogram() == whole);
            }
        };
        type == SampleType::f32 ? check(std::type_identity<float>())
                                : check(std::type_identity<std::int64_t>());
    }
}

} // namespace histo_cl::test
