#include "proof.hpp"
#include "random_job.hpp"
#include "support/counters.hpp"

#include <algorithm>
#include <doctest/doctest.h>

// Random data is divided at random, counted by several devices, and merged in any order. The result has the
// bits of the reference's sums of all data.

namespace histo_cl::test {
namespace {

/// The device under test, the other devices of its platform, and a sub-device of the device under test, if it
/// can have sub-devices.
std::vector<Device> devices_to_share() {
    auto all = devices();
    std::erase_if(all,
                  [](const Device& device) { return device.platform != test_device().device().platform; });
    cl::Device whole(test_device().id(), true);
    const auto ways = whole.getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
    if (std::ranges::find(ways, CL_DEVICE_PARTITION_EQUALLY) == ways.end()) {
        MESSAGE("the device has no parts");
        return all;
    }
    const std::array<cl_device_partition_property, 3> of_one_unit{CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    static std::vector<cl::Device> parts; // kept until the program ends
    whole.createSubDevices(of_one_unit.data(), &parts);
    auto part = test_device().device();
    part.id = parts.front()();
    part.profile = device_profile(part.id);
    all.push_back(part);
    return all;
}

using Vectors = std::array<HostArray, max_weight_vectors>;

/// Elements [first, first + count) of two channels of f32, with a mask and the problem's weights. The result
/// refers to `vectors`, where the function stores the vectors of weights if there are several.
HostData part_of(const HostData& whole, const Problem& problem, std::uint64_t first, std::uint64_t count,
                 Vectors& vectors) {
    const auto size = problem.weights.type ? bytes(*problem.weights.type) : 0;
    const auto own = [&](std::span<const std::byte> all) { return all.subspan(size * first, size * count); };
    std::ranges::transform(whole.weight_vectors, vectors.begin(),
                           [&](const HostArray& all) { return own(all.bytes); });
    return {.samples = whole.samples.bytes.subspan(2 * sizeof(float) * first, 2 * sizeof(float) * count),
            .shape = {.count = count},
            .mask = whole.mask.bytes.subspan(first, count),
            .weights = whole.weights.bytes.empty() ? whole.weights.bytes : own(whole.weights.bytes),
            .weight_vectors = std::span(vectors).first(whole.weight_vectors.size())};
}

void check_splits(const Problem& problem, const HostData& whole, const std::vector<Device>& on,
                  Random& random) {
    const auto count = *whole.shape.count;
    const auto max_part = std::max<std::uint64_t>(1, count);
    auto bounded = problem;
    if (problem.weights.type && is_float(*problem.weights.type) &&
        problem.weights.accumulator == Accumulator::sum)
        bounded.weights.bound = weight_bound(problem, whole);
    const auto want = reference_bits(bounded, whole);
    // Without a bound, each vector of weights has a unit of its own.
    if (problem.weights.vectors == 1) CHECK(reference_bits(problem, whole) == want);
    for (int split = 0; split < 2; ++split) {
        std::vector<Partial> parts;
        std::uint64_t first = 0;
        do {
            const auto size = std::min(count - first, random.one_in(9) ? 0 : random.between(1, max_part));
            const Options options{.calling_thread = random.one_in(3) ? std::nullopt : std::optional(false)};
            Vectors vectors;
            const auto part = part_of(whole, problem, first, size, vectors);
            parts.push_back(partial_histogram(bounded, part, options, random.pick(on)));
            first += size;
        } while (first < count);
        while (parts.size() > 1) { // saves and loads a part, and merges it into an earlier one
            const auto from = random.between(1, parts.size() - 1);
            parts[random.below(from)].merge(Partial::from_bytes(bounded, parts[from].to_bytes()));
            parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(from));
        }
        CHECK(parts[0].elements() == count);
        CHECK(bits_of(parts[0].histogram()) == want);
    }
}

void check_random_splits(const Problem& problem, const std::vector<Device>& on, Random& random) {
    const auto job = random_job(problem, {.elements = 6000}, random);
    CAPTURE(to_string(problem));
    CAPTURE(job.text);
    counts_by(problem, job, [&](const HostData& whole) {
        check_splits(problem, whole, on, random);
        return std::vector<std::uint64_t>();
    });
}

} // namespace

TEST_SUITE("partials") {
    TEST_CASE("any split among devices has the bits of one call") {
        const auto on = devices_to_share();
        MESSAGE("devices: " << on.size());
        Random random(number_in("HISTO_CL_TEST_SEED").value_or(1));
        const auto rounds = number_in("HISTO_CL_TEST_CASES").value_or(small_size() ? 1 : 6);
        Problem problem{.sample = SampleType::f32,
                        .axes = {even_bins(5, 0, 8), log_bins(4, 0.5, 8)},
                        .out_of_range = OutOfRange::counted,
                        .layout = {.mask = true},
                        .counter = CounterType::u64};
        for (std::uint64_t round = 0; round < rounds; ++round) {
            for (const auto& [weights, counter] :
                 {std::pair{SampleType::u32, CounterType::u64}, std::pair{SampleType::i32, CounterType::i64},
                  std::pair{SampleType::f32, CounterType::f64},
                  std::pair{SampleType::f64, CounterType::f32}}) {
                problem.weights.type = weights;
                problem.counter = counter;
                problem.weights.squares = weights != SampleType::f32; // so that fewer kernels are built
                problem.joint = weights == SampleType::f32;
                problem.weights.vectors = bytes(weights) == 8 || weights == SampleType::u32 ? 2 : 1;
                problem.weights.counts = problem.weights.vectors > 1;
                problem.weights.order = random.one_in(2) ? CounterOrder::by_cell : CounterOrder::by_sum;
                check_random_splits(problem, on, random);
                problem.weights.squares = false;
                problem.weights.accumulator =
                    random.pick(std::array{Accumulator::minimum, Accumulator::maximum});
                if (problem.counter == CounterType::f32) problem.counter = CounterType::f64;
                if (weights != SampleType::f64 || test_device().profile().int64_atomics)
                    check_random_splits(problem, on, random);
                problem.weights.accumulator = Accumulator::sum;
            }
            problem.weights.type = {};
            problem.weights.vectors = 1;
            problem.weights.squares = problem.weights.counts = false;
            problem.counter = CounterType::u64;
            check_random_splits(problem, on, random);
            for (const auto weights : {std::optional<SampleType>(), std::optional(SampleType::f32)})
                check_random_splits({.sample = SampleType::f32,
                                     .axes = {even_bins(5, 0, 8), HalfWidths{}},
                                     .out_of_range = OutOfRange::counted,
                                     .splitting = Splitting::interval,
                                     .layout = {.mask = true},
                                     .weights = {.type = weights,
                                                 .counts = weights.has_value(),
                                                 .squares = weights.has_value()},
                                     .counter = CounterType::f64},
                                    on, random);
        }
    }
}

} // namespace histo_cl::test
