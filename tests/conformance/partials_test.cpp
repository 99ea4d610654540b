#include "proof.hpp"
#include "support/random.hpp"
#include "support/reference_bits.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>

// Random data in random parts, counted by several devices and merged in any order, give the bits of the
// reference's sums of all data.

namespace histo_cl::test {
namespace {

/// The device under test, the other devices of its platform, and a sub-device of the device under test if it
/// has any.
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
    static std::vector<cl::Device> parts; // released at the end
    whole.createSubDevices(of_one_unit.data(), &parts);
    auto part = test_device().device();
    part.id = parts.front()();
    part.profile = device_profile(part.id);
    all.push_back(part);
    return all;
}

/// Elements of f32 in two channels, with a mask and, if the problem has weights, a weight per element.
struct Input {
    std::vector<float> samples;
    std::vector<std::uint8_t> mask;
    std::vector<std::byte> weights;

    /// Elements [first, first + count).
    [[nodiscard]] HostData part(const Problem& problem, std::uint64_t first, std::uint64_t count) const {
        const auto size = problem.weights ? bytes(*problem.weights) : 0;
        return {.samples = std::as_bytes(std::span(samples).subspan(2 * first, 2 * count)),
                .shape = {.count = count},
                .mask = std::as_bytes(std::span(mask).subspan(first, count)),
                .weights = std::span(weights).subspan(size * first, size * count)};
    }
};

/// Random weights: any integers, or floats up to 2^50 in magnitude and rarely special values.
template <class Weight>
std::vector<std::byte> random_weights(std::uint64_t count, Random& random) {
    std::vector<Weight> weights(count);
    for (auto& weight : weights) {
        if constexpr (std::is_integral_v<Weight>) {
            weight = static_cast<Weight>(random.bits());
        } else {
            constexpr auto infinity = std::numeric_limits<Weight>::infinity();
            constexpr std::array odd{infinity, -infinity, std::numeric_limits<Weight>::quiet_NaN(),
                                     std::numeric_limits<Weight>::denorm_min(), -Weight{0}};
            weight =
                static_cast<Weight>(std::ldexp(random.real(-1, 1), static_cast<int>(random.whole(-50, 50))));
            if (random.one_in(500)) weight = random.pick(odd);
        }
    }
    std::vector<std::byte> bytes(count * sizeof(Weight));
    if (count != 0) std::memcpy(bytes.data(), weights.data(), bytes.size());
    return bytes;
}

std::vector<std::byte> random_weights(const Problem& problem, std::uint64_t count, Random& random) {
    switch (problem.weights.value_or(SampleType::u8)) {
    case SampleType::u32: return random_weights<std::uint32_t>(count, random);
    case SampleType::i32: return random_weights<std::int32_t>(count, random);
    case SampleType::f32: return random_weights<float>(count, random);
    case SampleType::f64: return random_weights<double>(count, random);
    default: return {};
    }
}

Input random_input(const Problem& problem, std::uint64_t count, Random& random) {
    Input input{.samples = std::vector<float>(2 * count),
                .mask = std::vector<std::uint8_t>(count),
                .weights = random_weights(problem, count, random)};
    for (auto& sample : input.samples)
        sample = static_cast<float>(random.real(-1, 9));
    for (auto& byte : input.mask)
        byte = static_cast<std::uint8_t>(random.below(4));
    return input;
}

std::vector<std::uint64_t> bits_of(const Partial& partial) {
    const auto bits = [](const auto& sums) {
        std::vector<std::uint64_t> all(sums.size());
        std::memcpy(all.data(), sums.data(), all.size() * sizeof all[0]);
        return all;
    };
    const auto weights = partial.problem().weights.value_or(SampleType::u32);
    if (weights == SampleType::i32) return bits(partial.sums<std::int64_t>());
    return is_float(weights) ? bits(partial.sums<double>()) : partial.sums();
}

void check_splits(const Problem& problem, const std::vector<Device>& on, Random& random) {
    const auto count = random.between(1, 6000);
    const auto input = random_input(problem, count, random);
    const auto whole = input.part(problem, 0, count);
    const auto want = reference_bits(problem, whole);
    CAPTURE(to_string(problem));
    CAPTURE(count);

    auto bounded = problem;
    if (problem.weights && is_float(*problem.weights)) {
        bounded.weight_bound = weight_bound(problem, whole);
        CHECK(reference_bits(bounded, whole) == want);
    }
    for (int split = 0; split < 2; ++split) {
        std::vector<Partial> parts;
        for (std::uint64_t first = 0; first < count;) {
            const auto size = std::min(count - first, random.one_in(9) ? 0 : random.between(1, count));
            const Options options{.calling_thread = random.one_in(3) ? std::nullopt : std::optional(false)};
            parts.push_back(
                partial_histogram(bounded, input.part(bounded, first, size), options, random.pick(on)));
            first += size;
        }
        while (parts.size() > 1) { // in any order, each saved and loaded before
            const auto from = random.between(1, parts.size() - 1);
            parts[random.below(from)].merge(Partial::load(bounded, parts[from].save()));
            parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(from));
        }
        CHECK(parts[0].elements() == count);
        CHECK(bits_of(parts[0]) == want);
    }
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
                  std::pair{SampleType::f64, CounterType::f64}}) {
                problem.weights = weights;
                problem.counter = counter;
                problem.squared_weights = weights != SampleType::f32; // fewer kernels
                problem.joint = weights == SampleType::f32;
                check_splits(problem, on, random);
            }
            problem.weights = {};
            problem.squared_weights = false;
            problem.counter = CounterType::u64;
            check_splits(problem, on, random);
        }
    }
}

} // namespace histo_cl::test
