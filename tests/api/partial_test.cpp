// Parts counted on the device: what enqueue_partial() writes and rejects, and partials of host data.

#include "fixture.hpp"
#include "plan/partial_sums.hpp"
#include "plan/plan.hpp"

#include <bit>
#include <cmath>
#include <limits>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

constexpr std::uint64_t elements_of_part = 1000;

Problem weighed(double maximum = 1) {
    auto weighed = problem(CounterType::f64);
    weighed.weights.type = SampleType::f32;
    weighed.weights.squares = true;
    weighed.weights.bound = {maximum, elements_of_part};
    return weighed;
}

/// Samples of problem() and weights of at most 1/2 in magnitude, on the host and on the device.
struct Input {
    Bytes samples = random_bytes(elements_of_part);
    std::vector<float> weights = std::vector<float>(elements_of_part);
    cl::Buffer sample_buffer = test_device().make_buffer(samples);
    cl::Buffer weight_buffer;

    Input() {
        Random random(2);
        for (auto& weight : weights)
            weight = std::ldexp(static_cast<float>(random.bits() >> 40U) - 0x1p23F,
                                -24 - static_cast<int>(random.below(40)));
        weight_buffer = test_device().make_buffer(weights);
    }

    [[nodiscard]] Job job(std::uint64_t first, std::uint64_t count) const {
        return {.samples = sample_buffer(),
                .sample_offset = first,
                .shape = {.count = count},
                .weights = weight_buffer(),
                .weight_offset = first};
    }
    [[nodiscard]] HostData data() const {
        return {.samples = bytes_of(samples), .weights = bytes_of(weights)};
    }
};

} // namespace

TEST_CASE("parts of enqueue_partial() add up to the bits of the whole, on either kind of queue") {
    const Input input;
    const auto plan = test_device().plan(weighed());
    const auto bytes = detail::partial_bytes(plan);
    CHECK(bytes == 16 * 20);
    auto unbounded = weighed();
    unbounded.weights.bound = {};
    const auto whole = reference_histogram(unbounded, input.data());
    const auto bounded = reference_histogram(weighed(), input.data());
    for (const auto kind : queue_kinds()) {
        const auto queue = test_device().make_queue(kind);
        const auto counts = test_device().make_buffer(std::vector<std::byte>(bytes, std::byte{0xAB}));
        Partial merged(weighed());
        std::uint64_t first = 0;
        for (const std::uint64_t count : {0U, 1U, 333U, 0U, 666U}) {
            auto job = input.job(first, count);
            job.counts = counts();
            cl_event event = nullptr;
            detail::enqueue_partial(plan, queue(), job, {}, &event);
            cl::Event(event).wait();
            const auto left = test_device().read_back<std::byte>(counts, bytes);
            merged.merge(Partial::from_words(
                weighed(), detail::words_of(weighed(), plan.problem().counter, left), count));
            first += count;
        }
        CHECK(merged.histogram() == bounded);
    }
    // The sums are exact: the weights are multiples of 2^-63, and the unit is 2^-83. The squares are rounded
    // to different units, but to the same doubles for these weights.
    CHECK(bounded == whole);
}

TEST_CASE("enqueue_partial() without weights writes the plan's counters") {
    const Input input;
    for (const auto counter : {CounterType::u32, CounterType::u64}) {
        const auto& plan = plan_for(Merge::atomic, counter);
        const auto bytes = detail::partial_bytes(plan);
        CHECK(bytes == plan.count_bytes());
        const auto counts = test_device().make_buffer(bytes);
        const Job job{
            .samples = input.sample_buffer(), .shape = {.count = elements_of_part}, .counts = counts()};
        detail::enqueue_partial(plan, test_device().queue()(), job);
        const auto left = test_device().read_back<std::byte>(counts, bytes);
        CHECK(detail::words_of(plan.problem(), counter, left) ==
              expected_counts<std::uint64_t>(input.samples));
    }
}

TEST_CASE("enqueue_partial() refuses what Plan::enqueue() does, and what it cannot copy") {
    const Input input;
    const auto plan = test_device().plan(weighed());
    const auto refuses = [&](std::initializer_list<std::string_view> words, const Plan& by, const Job& job) {
        check_invalid(words, [&] { detail::enqueue_partial(by, test_device().queue()(), job); });
    };
    auto job = input.job(0, 10);
    const auto small = test_device().make_buffer(16 * 20 - 1);
    job.counts = small();
    refuses({"counts", "320"}, plan, job);
    auto unbounded = weighed();
    unbounded.weights.bound = {};
    refuses({"without weights.bound"}, test_device().plan(unbounded), job);
    refuses({"merges on the host"}, plan_for(Merge::host),
            {.samples = input.sample_buffer(), .shape = {.count = 1}, .counts = small()});
    job.counts = svm_pointer(&job);
    refuses({"address", "cl_mem"}, plan, job);
    job.counts = small();
    job.accumulate = true;
    refuses({"accumulate", "part"}, plan, job);
    job = input.job(0, elements_of_part + 1);
    job.counts = small();
    refuses({"count 1001", "weights.bound.elements"}, plan, job);
}

TEST_CASE("a weight beyond the bound is an error in every call that returns sums") {
    const Input input;
    auto bounded = weighed(0x1p-3);
    const auto refuses = [](const auto& action) {
        check_invalid({"counter ", "weights.bound.maximum, 0.125"}, action);
    };
    const auto& queue = test_device().queue();
    refuses([&] { static_cast<void>(histogram(bounded, input.data(), on_device, device())); });
    refuses([&] { static_cast<void>(partial_histogram(bounded, input.data(), on_device, device())); });
    refuses([&] { static_cast<void>(histogram(queue(), bounded, input.job(0, elements_of_part))); });
    const auto plan = test_device().plan(bounded);
    refuses([&] { static_cast<void>(plan.count(queue(), input.job(0, elements_of_part))); });
    const auto counts = test_device().make_buffer(plan.count_bytes());
    auto job = input.job(0, elements_of_part);
    job.counts = counts();
    plan.enqueue(queue(), job);
    const auto sums = test_device().read_back<double>(counts, 20);
    CHECK(std::ranges::any_of(sums, [](double sum) { return std::isnan(sum); }));
}

TEST_CASE(
    "the first counter with a weight beyond the bound is named, by devices, the host and the reference") {
    Problem bounded{
        .axes = {EvenBins{4, 0, 4}},
        .batch = Batch::segments,
        .weights = {.type = SampleType::f32, .counts = true, .vectors = 2, .bound = WeightBound{1, 100}},
        .counter = CounterType::f64};
    // In one of two histograms, the weights of cell 3 in vector 0 and of cell 0 in vector 1 are beyond the
    // bound.
    for (const bool in_first : {true, false})
        for (const bool rising : {false, true})
            for (const auto order : {CounterOrder::by_sum, CounterOrder::by_cell}) {
                bounded.weights.order = order;
                Bytes samples{1, 1, 1, 1};
                std::vector<float> first(4, 1), second(4, 1);
                const std::size_t begin = in_first ? 0 : 2;
                const auto low = begin + (rising ? 0 : 1), high = begin + (rising ? 1 : 0);
                samples[low] = 0;
                samples[high] = 3;
                second[low] = first[high] = 0x1p120F;
                const auto number = (in_first ? 0 : 12) + (order == CounterOrder::by_sum ? 7 : 2);
                CAPTURE(number);
                const std::array<HostArray, 2> weights{first, second};
                const HostData data{.samples = bytes_of(samples),
                                    .shape = {.count = 4, .segment = 2},
                                    .weight_vectors = weights};
                const auto names = [&](const auto& action) {
                    check_invalid({"counter " + std::to_string(number) + ": a weight has a greater exponent"},
                                  action);
                };
                names([&] { static_cast<void>(histogram(bounded, data, on_device, device())); });
                names([&] { static_cast<void>(histogram(bounded, data, {.calling_thread = true})); });
                names([&] { static_cast<void>(reference_histogram(bounded, data)); });
            }
}

TEST_CASE("partials of host data: by the device, by the calling thread and in chunks, they are equal") {
    const Input input;
    auto small = device();
    small.profile.max_allocation_bytes = 100;
    const auto whole = partial_histogram(weighed(), input.data(), on_device, device());
    CHECK(whole.elements() == elements_of_part);
    CHECK(whole.histogram() == reference_histogram(weighed(), input.data()));
    CHECK(partial_histogram(weighed(), input.data(), on_device, small) == whole);
    auto strided = weighed();
    strided.weights.stride = 3 * sizeof(float);
    std::vector<float> spread(3 * elements_of_part - 2, 1e30F); // without a gap after the last weight
    for (std::size_t i = 0; i < elements_of_part; ++i)
        spread[3 * i] = input.weights[i];
    const HostData in_structs{.samples = bytes_of(input.samples), .weights = bytes_of(spread)};
    for (const auto& on : {device(), small})
        CHECK(partial_histogram(strided, in_structs, on_device, on) == whole);
    CHECK(partial_histogram(strided, in_structs, {.calling_thread = true}) == whole);

    const HostData samples{.samples = bytes_of(input.samples)};
    const auto counted = partial_histogram(problem(), samples, on_device, device());
    CHECK(counted.histogram() == expected_counts<std::uint64_t>(input.samples));
    CHECK(partial_histogram(problem(), samples, on_device, small) == counted);
    CHECK(partial_histogram(problem(), samples, {.calling_thread = true}) == counted);

    check_invalid({"999 bytes of samples"}, [&] {
        return partial_histogram(
            problem(), {.samples = samples.samples.bytes.first(999), .shape = {.count = elements_of_part}});
    });
    check_invalid({"a batch", "merged"}, [&] {
        return partial_histogram({.axes = {identity_bins(256)}, .batch = Batch::segments}, samples);
    });
}
