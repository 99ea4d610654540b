// Shapes, masks, weights and batches that an enqueue rejects with a message, without changing the counts.

#include "api/good_job.hpp"
#include "support/extremes.hpp"

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

Plan atomic_plan(const Problem& problem) {
    return test_device().plan(problem, options(Merge::atomic));
}

/// A plan for tiles of masked rows of u16.
const Plan& tiles() {
    static const auto plan = atomic_plan({.sample = SampleType::u16,
                                          .axes = {even_bins(problem_bins, 0, 65'536)},
                                          .layout = {.rows = true, .mask = true},
                                          .batch = Batch::tiles,
                                          .max_samples = 200});
    return plan;
}
constexpr Shape tiles_shape{
    .region = {.x = 1, .y = 2, .width = 9, .height = 8}, .pitch = 20, .tile_width = 2, .tile_height = 2};

const Plan& weighted() {
    static const auto plan = atomic_plan(weighted_batch());
    return plan;
}
constexpr std::array<std::uint64_t, 4> offsets{0, 10, 10, 100};
const Shape weighted_shape{.count = 100, .offsets = offsets};

} // namespace

TEST_CASE("enqueue: masks and weights") {
    const GoodJob good(weighted(), weighted_shape);
    const auto small_mask = test_device().make_buffer(Bytes(99, 1));
    auto job = good.job();
    job.mask = nullptr;
    good.refused({"mask", "null", "cl_mem"}, job);
    job.mask = small_mask();
    good.refused({"mask", "99 B", "100 B"}, job);
    job = good.job();
    job.mask_offset = 1;
    good.refused({"mask", "100 B", "101 B"}, job);
    job.mask_offset = u64_max;
    good.refused({"mask", std::to_string(u64_max), "2^64"}, job);
    job = good.job();
    job.mask = job.counts;
    good.refused({"mask", "counts", "same"}, job);
    const auto closed = test_device().make_buffer(100, CL_MEM_WRITE_ONLY);
    job.mask = closed();
    good.refused({"mask", "readable"}, job);

    const auto small_weights = test_device().make_buffer(399);
    job = good.job();
    job.weights = nullptr;
    good.refused({"weights", "null", "cl_mem"}, job);
    job.weights = small_weights();
    good.refused({"weights", "399 B", "400 B"}, job);
    job = good.job();
    job.weight_offset = 1;
    good.refused({"weights", "400 B", "404 B"}, job);
    job.weight_offset = 1ULL << 62U;
    good.refused({"weights", "4611686018427387904", "2^64"}, job);
    job = good.job();
    job.weights = job.counts;
    good.refused({"weights", "counts", "same"}, job);
    good.counted();
}

TEST_CASE("enqueue: a mask or weights that the problem does not have are refused") {
    const GoodJob good(plan_for(Merge::atomic), {.count = 100});
    const auto other = test_device().make_buffer(Bytes(1000, 1));
    good.refused_buffer({"mask", "given", "no mask"}, &Job::mask, other);
    good.refused_buffer({"weights", "given", "no weights"}, &Job::weights, other);
    good.counted();
}

TEST_CASE("enqueue: regions, pitches and tiles") {
    const GoodJob good(tiles(), tiles_shape); // needs the bytes 0 to 199, which are 10 rows of 20 bytes
    auto job = good.job();
    job.sample_offset = 401;
    good.refused({"samples", "1000 B", "1002 B"}, job);
    good.refused_shape({"samples", "1000 B", "1028 B"}, [](Shape& shape) { shape.pitch = 112; });
    good.refused_shape({"mask", "100 B", "109 B"}, [](Shape& shape) { shape.mask_pitch = 11; });
    good.refused_shape({"region", "201", "at most 200"},
                       [](Shape& shape) { shape.region = {.width = 67, .height = 3}; });
    good.refused_shape({"tiles of 0 x 2", "at least 1"}, [](Shape& shape) { shape.tile_width = 0; });
    good.refused_buffer({"counts", "799 B", "800 B"}, &Job::counts,
                        test_device().make_buffer(799)); // 5 x 4 tiles
    good.counted();
}

TEST_CASE("enqueue: more wide sums than the workspace may hold are refused") {
    auto knobs = options(Merge::atomic);
    knobs.workspace_limit = weighted().workspace_bytes(3);
    const auto plan = test_device().plan(weighted().problem(), knobs);
    const GoodJob good(plan, weighted_shape);
    constexpr std::array<std::uint64_t, 5> five{0, 10, 10, 50, 100};
    good.refused_shape({"4 histograms", std::to_string(plan.workspace_bytes(4)),
                        std::to_string(weighted().workspace_bytes(3)), "limit"},
                       [&](Shape& shape) { shape.offsets = five; });
    good.counted();
}
