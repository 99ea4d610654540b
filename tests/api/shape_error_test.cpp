// Shapes, masks, weights and batches that an enqueue refuses: the messages, and unchanged counts.

#include "api/fixture.hpp"
#include "support/extremes.hpp"

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

constexpr std::size_t count_words = 1000;

/// A good job of a plan on buffers of its own, and bad ones made from it.
class Shaped {
  public:
    Shaped(const Plan& plan, const Shape& shape) : plan_(plan), shape_(shape) {}

    [[nodiscard]] Job job() const {
        return {.samples = samples_(),
                .shape = shape_,
                .mask = plan_.problem().layout.mask ? mask_() : nullptr,
                .weights = plan_.problem().weights ? weights_() : nullptr,
                .counts = counts_()};
    }

    void refused(std::initializer_list<std::string_view> words, const Job& job) const {
        cl_event event = nullptr;
        check_invalid(words, [&] { plan_.enqueue(test_device().queue()(), job, {}, &event); });
        CHECK(event == nullptr);
        CHECK(test_device().read_back<std::uint32_t>(counts_, count_words) == rubbish(count_words));
    }
    /// Checks the refusal of a shape made by a change of the good one.
    template <class Change>
    void refused_shape(std::initializer_list<std::string_view> words, const Change& change) const {
        auto changed = job();
        change(changed.shape);
        refused(words, changed);
    }

    /// Checks at the end of a test that the good job is accepted.
    void taken() const {
        plan_.enqueue(test_device().queue()(), job());
        CHECK(test_device().read_back<std::uint32_t>(counts_, count_words) != rubbish(count_words));
    }

  private:
    const Plan& plan_;
    Shape shape_;
    cl::Buffer samples_ = test_device().make_buffer(random_bytes(1000));
    cl::Buffer mask_ = test_device().make_buffer(Bytes(100, 1));
    cl::Buffer weights_ = test_device().make_buffer(std::vector<float>(100, 1));
    cl::Buffer counts_ = test_device().make_buffer(rubbish(count_words));
};

Plan atomic_plan(const Problem& problem) {
    return test_device().plan(problem, options(Merge::atomic));
}

/// Tiles of 2 x 2 of masked rows of shorts.
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

const Plan& segments() {
    static const auto plan =
        atomic_plan({.axes = {even_bins(problem_bins, 0, 256)}, .batch = Batch::segments});
    return plan;
}

const Plan& weighted() {
    static const auto plan = atomic_plan({.axes = {even_bins(problem_bins, 0, 256)},
                                          .batch = Batch::ragged,
                                          .weights = SampleType::f32,
                                          .counter = CounterType::f64});
    return plan;
}
constexpr std::array<std::uint64_t, 4> offsets{0, 10, 10, 100};
const Shape weighted_shape{.count = 100, .offsets = offsets};

} // namespace

TEST_CASE("enqueue: masks") {
    const Shaped shaped(tiles(), tiles_shape);
    const auto small = test_device().make_buffer(Bytes(99, 1));
    auto job = shaped.job();
    job.mask = nullptr;
    shaped.refused({"mask", "null", "cl_mem"}, job);
    job.mask = small(); // 9 rows of 10 and one more
    shaped.refused({"mask", "99 B", "100 B"}, job);
    job = shaped.job();
    job.mask_offset = 1;
    shaped.refused({"mask", "100 B", "101 B"}, job);
    job.mask_offset = u64_max;
    shaped.refused({"mask", std::to_string(u64_max), "2^64"}, job);
    job = shaped.job();
    job.mask = job.counts;
    shaped.refused({"mask", "counts", "same"}, job);
    const auto closed = test_device().make_buffer(100, CL_MEM_WRITE_ONLY);
    job.mask = closed();
    shaped.refused({"mask", "readable"}, job);
    shaped.taken();
}

TEST_CASE("enqueue: a mask or weights that the problem does not have") {
    const Shaped shaped(plan_for(Merge::atomic), {.count = 100});
    const auto other = test_device().make_buffer(Bytes(1000, 1));
    auto job = shaped.job();
    job.mask = other();
    shaped.refused({"mask", "given", "no mask"}, job);
    job = shaped.job();
    job.weights = other();
    shaped.refused({"weights", "given", "no weights"}, job);
    shaped.taken();
}

TEST_CASE("enqueue: weights") {
    const Shaped shaped(weighted(), weighted_shape);
    const auto small = test_device().make_buffer(399);
    auto job = shaped.job();
    job.weights = nullptr;
    shaped.refused({"weights", "null", "cl_mem"}, job);
    job.weights = small();
    shaped.refused({"weights", "399 B", "400 B"}, job);
    job = shaped.job();
    job.weight_offset = 1;
    shaped.refused({"weights", "400 B", "404 B"}, job);
    job.weight_offset = 1ULL << 62U;
    shaped.refused({"weights", "4611686018427387904", "2^64"}, job);
    job = shaped.job();
    job.weights = job.counts;
    shaped.refused({"weights", "counts", "same"}, job);
    shaped.taken();
}

TEST_CASE("enqueue: regions and pitches") {
    const Shaped shaped(tiles(), tiles_shape); // reads bytes 0 to 199, as 10 rows of 20
    auto job = shaped.job();
    job.sample_offset = 401;
    shaped.refused({"samples", "1000 B", "1002 B"}, job);
    shaped.refused_shape({"samples", "1000 B", "1028 B"}, [](Shape& shape) { shape.pitch = 112; });
    shaped.refused_shape({"mask", "100 B", "109 B"}, [](Shape& shape) { shape.mask_pitch = 11; });
    shaped.refused_shape({"region", "201", "at most 200"},
                         [](Shape& shape) { shape.region = {.width = 67, .height = 3}; });
    shaped.taken();
}

TEST_CASE("enqueue: batches") {
    const Shaped tiled(tiles(), tiles_shape);
    tiled.refused_shape({"tiles of 0 x 2", "at least 1"}, [](Shape& shape) { shape.tile_width = 0; });
    auto job = tiled.job(); // 5 x 4 tiles
    const auto small = test_device().make_buffer(799);
    job.counts = small();
    tiled.refused({"counts", "799 B", "800 B"}, job);
    tiled.taken();

    const Shaped segmented(segments(), {.count = 100, .segment = 20});
    segmented.refused_shape({"count 100", "multiple", "33"}, [](Shape& shape) { shape.segment = 33; });
    job = segmented.job();
    const auto smaller = test_device().make_buffer(199);
    job.counts = smaller();
    segmented.refused({"counts", "199 B", "200 B"}, job);
    segmented.taken();

    const Shaped ragged(weighted(), weighted_shape);
    constexpr std::array<std::uint64_t, 3> falling{0, 50, 49};
    ragged.refused_shape({"offset 2 (49)", "offset 1 (50)", "not fall"},
                         [&](Shape& shape) { shape.offsets = falling; });
    job = ragged.job();
    const auto short_counts = test_device().make_buffer(239);
    job.counts = short_counts();
    ragged.refused({"counts", "239 B", "240 B"}, job);
    ragged.taken();
}

TEST_CASE("enqueue: more wide sums than the workspace may hold") {
    auto knobs = options(Merge::atomic);
    knobs.workspace_limit = weighted().workspace_bytes(3);
    const auto plan = test_device().plan(weighted().problem(), knobs);
    const Shaped shaped(plan, weighted_shape);
    constexpr std::array<std::uint64_t, 5> five{0, 10, 10, 50, 100};
    shaped.refused_shape({"4 histograms", std::to_string(plan.workspace_bytes(4)),
                          std::to_string(weighted().workspace_bytes(3)), "limit"},
                         [&](Shape& shape) { shape.offsets = five; });
    shaped.taken();
}
