#include "api/fixture.hpp"
#include "api/made_up_driver.hpp"

#include <cmath>
#include <utility>

// Plans that differ only in their bounds or edges share a program: nothing is built for the second plan.

namespace histo_cl::test {
namespace {

/// Pairs of problems that have the same program.
std::vector<std::pair<Problem, Problem>> pairs() {
    using enum SampleType;
    const auto of = [](SampleType sample, Binning bins) {
        return Problem{.sample = sample, .axes = {std::move(bins)}};
    };
    return {
        {of(u8, even_bins(10, 5, 235)), of(u8, even_bins(10, 20, 245))},
        {of(f32, even_bins(100, -1.1, 2.3)), of(f32, even_bins(100, -7.7, 3.1))},
        {of(i32, even_bins(37, -5'000'001, 4'000'000)), of(i32, even_bins(37, -77'777, 99'999))},
        {of(f32, edge_bins({-1, 0.25, 3, 17.5})), of(f32, edge_bins({-2, 0.75, 9, 19.25}))},
    };
}

/// Samples inside and outside the ranges of pairs().
std::vector<std::byte> samples_of(SampleType type) {
    Random random(7);
    std::vector<std::byte> bytes;
    const auto put = [&](const auto& value) {
        const auto* const from = reinterpret_cast<const std::byte*>(&value);
        bytes.insert(bytes.end(), from, from + sizeof value);
    };
    for (int i = 0; i < 20'000; ++i) {
        if (type == SampleType::u8)
            put(static_cast<std::uint8_t>(random.bits()));
        else if (type == SampleType::f32)
            put(static_cast<float>(std::ldexp(random.unit(), static_cast<int>(random.below(13))) - 8));
        else
            put(static_cast<std::int32_t>(random.bits()) >> random.below(24));
    }
    return bytes;
}

} // namespace

TEST_CASE("plans that differ in their bounds or edges share a program") {
    const auto& device = test_device();
    const auto queue = device.queue();
    for (const auto& pair : pairs()) {
        const auto& first = pair.first;
        const auto& second = pair.second;
        CAPTURE(to_string(first));
        const auto plan = device.plan(first);
        const auto builds = builds_so_far();
        const auto other = device.plan(second);
        CHECK(builds_so_far() == builds);
        CHECK(other.built_from_cache());
        const auto content = samples_of(first.sample);
        const auto samples = device.make_buffer(content);
        const Job job{.samples = samples(), .shape = {.count = content.size() / bytes(first.sample)}};
        CHECK(plan.count(queue(), job) == reference_histogram(first, content));
        CHECK(other.count(queue(), job) == reference_histogram(second, content));
        CHECK(plan.count(queue(), job) == reference_histogram(first, content)); // with its own bounds
    }
}

TEST_CASE("histogram() of data with another range builds nothing") {
    std::vector<float> data(70'000);
    Random random(11);
    for (auto& value : data)
        value = static_cast<float>(random.real(-1, 1));
    const auto count = [&] {
        const auto problem = default_problem(data);
        const auto bytes = bytes_of(data);
        CHECK(histogram(problem, bytes, on_device, device()) == reference_histogram(problem, bytes));
    };
    count();
    const auto builds = builds_so_far();
    for (const float maximum : {1.5F, 2.25F, 3.75F}) {
        data[17] = maximum;
        data[18] = -maximum;
        count();
    }
    CHECK(builds_so_far() == builds);
}

} // namespace histo_cl::test
