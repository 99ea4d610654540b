// histogram() on samples in host memory and in a device's buffers.

#include "api/fixture.hpp"
#include "conformance/sample_bits.hpp"
#include "support/random.hpp"

#include <histo_cl/stream.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <span>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

using Counts = std::vector<std::uint64_t>;

/// The device under test, with a smaller limit for the size of buffers.
Device with_largest_buffer(std::uint64_t bytes) {
    auto smaller = device();
    smaller.profile.max_allocation_bytes = bytes;
    return smaller;
}

/// Random small samples, mask values and weights for a shape.
class RandomData {
  public:
    RandomData(const Problem& problem, const Shape& shape, std::uint64_t seed) {
        Random random(seed);
        const auto values = [&](SampleType type, std::uint64_t size) {
            std::vector<std::byte> all(size);
            for (std::size_t at = 0; at + bytes(type) <= size; at += bytes(type)) {
                const auto value = static_cast<double>(random.below(100)) / (is_float(type) ? 7 : 1);
                store_bits(std::span(all).subspan(at), type, nearest_bits(type, value));
            }
            return all;
        };
        const auto used = footprint(problem, shape);
        samples_ = values(problem.sample, used.samples);
        if (problem.layout.mask) mask_ = random.bytes(used.mask, 2);
        if (problem.weights.type) weights_ = values(*problem.weights.type, used.weights);
        data_ = {.samples = samples_, .shape = shape, .mask = mask_, .weights = weights_};
    }
    RandomData(const RandomData&) = delete;
    RandomData& operator=(const RandomData&) = delete;

    [[nodiscard]] const HostData& data() const { return data_; }

  private:
    std::vector<std::byte> samples_;
    std::vector<std::byte> mask_;
    std::vector<std::byte> weights_;
    HostData data_;
};

/// The problem with the type of counters that histogram() uses for it.
Problem with_wide_counters(Problem problem) {
    problem.counter = problem.weights.type ? counter_of(*problem.weights.type) : CounterType::u64;
    return problem;
}

/// Options that leave the choice to histogram(), options that exclude the calling thread and, if the problem
/// has neither weights nor a batch, options that force the calling thread.
std::vector<Options> ways(const Problem& problem) {
    std::vector<Options> all{{}, {.calling_thread = false}};
    if (!problem.weights.type && problem.batch == Batch::one) all.push_back({.calling_thread = true});
    return all;
}

/// Checks that histogram() returns the reference's counts with the options of ways().
void check_counts(const Problem& problem, const Shape& shape, const Device& on = device()) {
    CAPTURE(to_string(problem));
    CAPTURE(on.profile.max_allocation_bytes);
    const auto wide = with_wide_counters(problem);
    const RandomData random(wide, shape, elements(problem, shape) + 1);
    for (const auto& way : ways(problem)) {
        CAPTURE(way.calling_thread.value_or(false));
        const auto found = histogram(problem, random.data(), way, on);
        CHECK(found == reference_histogram(problem, random.data()));
        const auto counts = bits_of(found);
        CHECK(counts.size() == histograms(problem, shape) * problem.counters());
        CHECK(std::ranges::any_of(counts, [](std::uint64_t count) { return count != 0; }));
    }
}

const EvenBins ten = even_bins(10, 0, 90);

} // namespace

TEST_CASE("histogram() on a device given, with 64-bit counts whatever the problem's counter") {
    const auto samples = random_bytes(5000);
    for (const auto counter : {CounterType::u32, CounterType::u64})
        for (const auto merge : merges()) {
            INFO("counter: ", name(counter), ", merge: ", name(merge));
            CHECK(histogram(problem(counter), bytes_of(samples), options(merge), device()) ==
                  expected_counts<std::uint64_t>(samples));
        }
}

TEST_CASE("histogram() of any contiguous samples into the bins given") {
    const std::vector<float> samples{-1.0F, 0.0F, 0.25F, 0.5F, 0.5F, 0.75F, 1.0F, 2.0F};
    CHECK(histogram(samples, even_bins(2, 0, 1)) == Counts{2, 3});
    CHECK(histogram(std::span(samples).first(4), even_bins(2, 0, 1)) == Counts{2, 1});
    const std::array<std::int16_t, 5> whole{-300, -1, 0, 1, 300};
    CHECK(histogram(whole, edge_bins({-300, 0, 300})) == Counts{2, 2});
    CHECK(histogram(whole, {-300, 0, 300}) == Counts{2, 2});
    const std::vector<Half> halves{{0x3C00}, {0xBC00}, {0x7E00}}; // 1, -1 and NaN
    CHECK(histogram(halves, even_bins(3, -1.5, 1.5)) == Counts{1, 0, 1});
    const std::vector<Bfloat16> bfloat16s{{0x3F80}, {0xBF80}, {0x7FC0}}; // 1, -1 and NaN
    CHECK(histogram(bfloat16s, even_bins(3, -1.5, 1.5)) == Counts{1, 0, 1});
}

TEST_CASE("histogram() of samples alone: into the bins of default_problem()") {
    const std::vector<std::uint8_t> pixels{0, 7, 7, 255};
    const auto counts = histogram(pixels);
    REQUIRE(counts.size() == 256);
    CHECK(counts[0] == 1);
    CHECK(counts[7] == 2);
    CHECK(counts[255] == 1);

    const auto check = [](const auto& samples) {
        const auto problem = default_problem(samples);
        CAPTURE(to_string(problem));
        CHECK(histogram(samples) == reference_histogram(problem, bytes_of(samples)));
    };
    check(std::vector<std::int16_t>{-32768, 0, 0, 32767});
    check(std::vector<std::int32_t>{-5, 1'000'000, 17});
    check(std::vector<float>{1.5F, -2.25F, 0.0F, std::numeric_limits<float>::quiet_NaN(), 0.3F});
    check(std::vector<Half>{{0x3C00}, {0xC000}, {0x7C00}, {0x3800}});
    check(std::vector<Bfloat16>{{0x3F80}, {0xC000}, {0x7F80}, {0x3F00}});
    check(std::vector<std::uint32_t>{9, 9, 9});
    check(std::vector<float>{});
}

TEST_CASE("histogram() of flat data without a count counts all elements") {
    const std::array<std::uint8_t, 7> bytes{0, 1, 2, 3, 4, 5, 6};
    const auto samples = bytes_of(bytes);
    const auto count = [](const Problem& problem, const HostData& data) {
        return histogram(problem, data, {}, device());
    };
    const auto each = identity_bins(7);
    CHECK(count({.axes = {each}}, {.samples = samples}) == Counts(7, 1));
    CHECK(count({.axes = {each}}, {.samples = samples, .shape = {.count = 0}}) == Counts(7));
    // With a mask, in segments, and with a weight for each element.
    CHECK(count({.axes = {each}, .layout = {.mask = true}}, {.samples = samples, .mask = samples}) ==
          Counts{0, 1, 1, 1, 1, 1, 1});
    CHECK(count({.axes = {identity_bins(1)}, .batch = Batch::segments},
                {.samples = samples, .shape = {.segment = 1}}) == Counts{1, 0, 0, 0, 0, 0, 0});
    const std::array<std::uint32_t, 7> weights{1, 2, 3, 4, 5, 6, 7};
    CHECK(count({.axes = {each}, .weights = {.type = SampleType::u32}},
                {.samples = samples, .weights = bytes_of(weights)}) == Counts{1, 2, 3, 4, 5, 6, 7});
    // A field of 3-byte records. The last record may end with the field.
    const Problem field{.axes = {each}, .layout = {.stride = 3}};
    CHECK(count(field, {.samples = samples}) == Counts{1, 0, 0, 1, 0, 0, 1});
    CHECK(count(field, {.samples = samples.subspan(1)}) == Counts{0, 1, 0, 0, 1, 0, 0});
    // Two planes of three samples.
    const Problem planes{.axes = {each, each}, .layout = {.order = Order::planar}};
    CHECK(count(planes, {.samples = samples.first(6)}) ==
          Counts{1, 1, 1, 0, 0, 0, 0, /**/ 0, 0, 0, 1, 1, 1, 0});

    const auto refuses = [&](std::initializer_list<std::string_view> words, const Problem& problem,
                             const HostData& data) {
        check_invalid(words, [&] { return count(problem, data); });
    };
    refuses({"7 bytes", "not whole elements of 2 bytes"}, planes, {.samples = samples});
    refuses({"plane_pitch 3 without a count", "shape.count"}, planes,
            {.samples = samples, .shape = {.plane_pitch = 3}});
    refuses({"5 bytes", "not whole elements of 4 bytes"}, {.axes = {each, each}, .layout = {.stride = 4}},
            {.samples = samples.first(5)});
    refuses({"6 bytes of the mask", "needs 7"}, {.axes = {each}, .layout = {.mask = true}},
            {.samples = samples, .mask = samples.first(6)});
}

TEST_CASE("histogram() of no samples is all zeros") {
    const Counts zeros(problem_bins);
    CHECK(histogram(problem(), std::span<const std::byte>{}, options(Merge::atomic), device()) == zeros);
    CHECK(histogram(problem(), HostData{}) == zeros);
    CHECK(histogram(problem(), HostData{}, {.calling_thread = false}) == zeros);
    CHECK(histogram(std::span<const std::uint8_t>{}, even_bins(problem_bins, 0, 250)) == zeros);
}

TEST_CASE("histogram() takes layouts, masks, weights and batches") {
    check_counts({.axes = {ten, even_bins(3, 0, 99)},
                  .layout = {.channels = 3, .active = {2, 0}, .stride = 5, .rows = true, .mask = true},
                  .batch = Batch::tiles,
                  .weights = {.type = SampleType::u32}},
                 {.region = {.x = 2, .y = 1, .width = 9, .height = 5},
                  .pitch = 64,
                  .tile_width = 4,
                  .tile_height = 4});
    const std::array<std::uint64_t, 4> offsets{0, 7, 7, 100};
    check_counts({.axes = {ten}, .batch = Batch::ragged}, {.count = 120, .offsets = offsets});
    check_counts({.axes = {ten},
                  .batch = Batch::segments,
                  .weights = {.type = SampleType::f32, .squares = true, .bound = {{100, 1000}}}},
                 {.count = 120, .segment = 10});
}

TEST_CASE("histogram() gives sums of weights in the type that the weights need, and their squares") {
    const std::vector<std::uint8_t> samples{0, 0, 1, 7};
    const auto sums = [&](SampleType type, const auto& weights) {
        return histogram(
            {.axes = {even_bins(2, 0, 2)}, .weights = {.type = type, .squares = true}},
            {.samples = bytes_of(samples), .shape = {.count = samples.size()}, .weights = bytes_of(weights)},
            {}, device());
    };
    using Integers = std::vector<std::int64_t>;
    using Doubles = std::vector<double>;
    const auto whole = sums(SampleType::u32, std::vector<std::uint32_t>{3, 4, 0xffffffff, 1});
    CHECK(whole.counts.empty());
    CHECK(whole.sums == Doubles{7, 0xffffffff});
    CHECK(whole.integer_sums == Integers{7, 0xffffffff});
    CHECK(whole.squares == Doubles{25, 0xffffffffp0 * 0xffffffffp0});
    CHECK(whole.integer_squares ==
          Integers{25, static_cast<std::int64_t>(0xffffffffULL * 0xffffffffULL)}); // modulo 2^64
    const auto negative = sums(SampleType::i32, std::vector<std::int32_t>{-3, 1, -9, 1});
    CHECK(negative.sums == Doubles{-2, -9});
    CHECK(negative.integer_squares == Integers{10, 81});
    const auto real = sums(SampleType::f32, std::vector<float>{0.5F, 0.25F, -1.5F, 9.0F});
    CHECK(real.sums == Doubles{0.75, -1.5});
    CHECK(real.squares == Doubles{0.3125, 2.25});
    CHECK(real.integer_sums.empty());
}

TEST_CASE("histogram() counts flat data in chunks where a buffer would be too large") {
    // Chunks of 5 elements, each of 3 samples and a gap; chunks that are too small for an element; and chunks
    // of 16 weights.
    const Problem interleaved{.sample = SampleType::u16,
                              .axes = {ten, ten},
                              .out_of_range = OutOfRange::counted,
                              .layout = {.channels = 3, .active = {1, 0}, .stride = 8, .mask = true}};
    check_counts(interleaved, {.count = 100}, with_largest_buffer(47));
    check_counts(interleaved, {.count = 10}, with_largest_buffer(1));
    check_counts({.axes = {ten}, .weights = {.type = SampleType::i32, .squares = true}}, {.count = 100},
                 with_largest_buffer(64));
    // Three planes, packed and with gaps. Two of them are counted jointly.
    const Problem planar{.sample = SampleType::f32,
                         .axes = {ten, even_bins(4, 0, 90)},
                         .joint = true,
                         .layout = {.channels = 3, .active = {1, 0}, .order = Order::planar}};
    check_counts(planar, {.count = 40}, with_largest_buffer(100));
    check_counts(planar, {.count = 41, .plane_pitch = 200}, with_largest_buffer(100));
}

TEST_CASE("histogram() says what cannot be counted in chunks") {
    const auto small = with_largest_buffer(100);
    const auto refuses = [&](const char* word, const Problem& problem, const Shape& shape) {
        const auto wide = with_wide_counters(problem);
        const RandomData random(wide, shape, 1);
        check_error(Status::unsupported, {"largest buffer", "100 B", "in chunks", word},
                    [&] { return histogram(problem, random.data(), on_device, small); });
    };
    refuses("rows", {.axes = {ten}, .layout = {.rows = true}}, {.region = {.width = 101, .height = 1}});
    refuses("batch", {.axes = {ten}, .batch = Batch::segments}, {.count = 200, .segment = 2});
    refuses("custom bins", {.axes = {custom_bins(2, "i & 1")}}, {.count = 101});
}

TEST_CASE("histogram() of float weights in chunks has the same bits as in one chunk") {
    const Problem problem{
        .axes = {ten}, .layout = {.mask = true}, .weights = {.type = SampleType::f64, .squares = true}};
    for (const std::uint64_t count : {12U, 1001U}) // one chunk, and many
        check_counts(problem, {.count = count}, with_largest_buffer(100));
}

TEST_CASE("histogram() in chunks keeps the unit of each vector of weights") {
    const std::vector<std::uint8_t> samples(300, 1);
    const std::vector<float> great(300, 0x1p100F), small(300, 0x1.2p-20F);
    const std::array<HostArray, 2> weights{great, small};
    const Problem problem{.axes = {identity_bins(3)},
                          .weights = {.type = SampleType::f32, .counts = true, .squares = true, .vectors = 2},
                          .counter = CounterType::f64};
    const HostData data{.samples = bytes_of(samples), .weight_vectors = weights};
    const auto sums = histogram(problem, data, {}, with_largest_buffer(200));
    CHECK(sums == reference_histogram(problem, data));
    CHECK(sums.sums[4] == 300 * 0x1.2p-20);
}

TEST_CASE("histogram(): weights that are not counted do not change any sum") {
    std::vector<float> samples{0.5F, 1.5F, 2.5F, 99};
    std::vector<double> weights{0.1, 0.2, 0.3, 9.97e36};
    std::vector<std::uint8_t> mask{1, 1, 1, 1};
    Problem problem{.sample = SampleType::f32,
                    .axes = {even_bins(4, 0, 4)},
                    .weights = {.type = SampleType::f64, .squares = true},
                    .counter = CounterType::f64};
    const auto check = [&] {
        HostData data{.samples = bytes_of(samples), .weights = bytes_of(weights)};
        if (problem.layout.mask) data.mask = bytes_of(mask);
        const std::vector<double> sums{0.1, 0.2, 0.3, 0, 0.1 * 0.1, 0.2 * 0.2, 0.3 * 0.3, 0};
        CHECK(reference_histogram(problem, data) == sums);
        CHECK(histogram(problem, data, {}, device()) == sums);
        CHECK(histogram(problem, data, {}, with_largest_buffer(20)) == sums); // in chunks
        auto bounded = problem;
        bounded.weights.bound = weight_bound(problem, data);
        CHECK(histogram(bounded, data, {}, device()) == sums);
        CHECK(partial_histogram(bounded, data, {}, device()).histogram() == sums);
        Stream stream(bounded, {.devices = std::array{device()}});
        stream.push(data);
        CHECK(stream.histogram() == sums);
    };
    check();
    for (const float outside : {-1.0F, std::numeric_limits<float>::quiet_NaN()}) {
        samples[3] = outside;
        check();
    }
    for (const double weight : {-1e300, HUGE_VAL, std::numeric_limits<double>::quiet_NaN()}) {
        weights[3] = weight;
        check();
    }
    problem.layout.mask = true;
    samples[3] = 0.5F;
    weights[3] = 1e300;
    mask[3] = 0;
    check();
}

TEST_CASE("histogram() of custom bins, in chunks if no index matters") {
    const std::vector<std::uint8_t> samples{0, 1, 2, 3, 4};
    CHECK(histogram(samples, custom_bins(3, "(x + i) % 4 / 2")) == Counts{3, 2, 0});
    check_counts({.axes = {custom_bins(9, "x ^ x >> 3")}}, {.count = 1001}, with_largest_buffer(100));
}

TEST_CASE("histogram() counts data on a device, on either kind of queue") {
    const auto bytes = random_bytes(300);
    const auto samples = test_device().make_buffer(bytes);
    const auto mask = test_device().make_buffer(random_bytes(260, 2));
    auto masked = problem();
    masked.layout.mask = true;
    const Job job{.samples = samples(),
                  .sample_offset = 40,
                  .shape = {.count = 250},
                  .mask = mask(),
                  .mask_offset = 10};
    const auto mask_bytes = test_device().read_back<std::byte>(mask, 250, 10);
    auto wide = masked;
    wide.counter = CounterType::u64;
    const auto expected = reference_histogram(
        wide, {.samples = bytes_of(bytes).subspan(40), .shape = job.shape, .mask = mask_bytes});
    CHECK(histogram(test_device().queue()(), masked, job) == expected);
    if (test_device().has_out_of_order_queues()) {
        const auto queue = test_device().make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        for (const auto merge : merges())
            CHECK(histogram(queue(), problem(), {.samples = samples(), .shape = {.count = 300}},
                            options(merge)) == expected_counts<std::uint64_t>(bytes));
    }
    CHECK(histogram(test_device().queue()(), problem(), {.samples = samples(), .shape = {.count = 0}}) ==
          Counts(problem_bins));
    check_invalid({"queue", "null"}, [&] { return histogram(nullptr, problem(), job); });
    check_invalid({"300 B", "301 B"}, [&] {
        return histogram(test_device().queue()(), problem(), {.samples = samples(), .shape = {.count = 301}});
    });
}

TEST_CASE("histogram() refuses parts of samples, short spans and invalid problems") {
    const std::array<std::byte, 10> ten_bytes{};
    Problem words{.sample = SampleType::u32, .axes = {even_bins(2, 0, 2)}};
    const auto refuses = [&](std::initializer_list<std::string_view> wanted, const HostData& data) {
        check_invalid(wanted, [&] { return histogram(words, data, {}, device()); });
    };
    refuses({"10 bytes", "4 bytes"}, {.samples = ten_bytes});
    refuses({"10 bytes", "samples", "12"}, {.samples = ten_bytes, .shape = {.count = 3}});
    words.axes[0] = even_bins(2, 2, 0);
    refuses({"[2, 0)", "empty"}, {.samples = ten_bytes});
}
