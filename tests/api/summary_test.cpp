// Summaries of samples on the device: compared with the host's, and used by rules for bins.

#include "api/fixture.hpp"
#include "problem/auto_bins.hpp"

#include <histo_cl/statistics.hpp>

#include <bit>
#include <cmath>
#include <limits>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

SummaryPlan summary_plan(SampleType type) {
    return {test_device().context()(), test_device().id(), type};
}

/// The host's summary, in the form that a SummaryPlan returns.
template <class T>
SampleSummary expected_summary(const std::vector<T>& samples) {
    const auto values = detail::sorted_values(sample_type_of<T>(), bytes_of(samples));
    auto summary = detail::summary_of(values);
    if constexpr (std::integral<T>) {
        // The host's minimum and maximum are distances from the smallest sample.
        const auto minimum = *std::ranges::min_element(samples);
        summary.minimum += static_cast<double>(minimum);
        summary.maximum = static_cast<double>(*std::ranges::max_element(samples));
        summary.min_width = 1;
    }
    return summary;
}

void check_near(const SampleSummary& got, const SampleSummary& expected) {
    CHECK(got.count == expected.count);
    CHECK(got.minimum == expected.minimum);
    CHECK(got.maximum == expected.maximum);
    CHECK(got.standard_deviation == doctest::Approx(expected.standard_deviation).epsilon(1e-12));
    CHECK(got.skewness == doctest::Approx(expected.skewness).epsilon(1e-9));
    CHECK(std::isnan(got.interquartile_range));
    CHECK(got.min_width == expected.min_width);
}

template <class T>
T sample_of(double value) {
    if constexpr (std::same_as<T, Half>)
        return {static_cast<std::uint16_t>(0x3C00U + (static_cast<int>(std::fabs(value)) & 0x3FF))};
    else if constexpr (std::same_as<T, Bfloat16>)
        return {static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16U)};
    else if constexpr (std::unsigned_integral<T>)
        return static_cast<T>(std::fabs(value));
    else
        return static_cast<T>(value);
}

template <class T>
void check_type() {
    const auto type = sample_type_of<T>();
    INFO("samples of ", name(type));
    const auto& on = test_device();
    const auto plan = summary_plan(type);
    CHECK(plan.sample() == type);
    Random random(5);
    for (const std::size_t count : {1U, 2U, 1000U, 70001U}) {
        INFO(count);
        std::vector<T> samples(3 + count); // the first three are not part of the job
        for (auto& sample : samples)
            sample = sample_of<T>(random.real(-40, 120) * random.unit());
        const auto buffer = on.make_buffer(samples);
        const SummaryJob job{.samples = buffer(), .sample_offset = 3, .count = count};
        const std::vector<T> counted(samples.begin() + 3, samples.end());
        const auto summary = plan.summarize(on.queue()(), job);
        check_near(summary, expected_summary(counted));

        auto enqueued = job;
        const auto result = on.make_buffer(plan.bytes());
        enqueued.summary = result();
        cl_event event = nullptr;
        plan.enqueue(on.queue()(), enqueued, {}, &event);
        const cl::Event done(event);
        done.wait();
        const auto again = plan.read(on.read_back<std::byte>(result, plan.bytes()));
        CHECK(again.standard_deviation == summary.standard_deviation); // the same bits
        CHECK(again.skewness == summary.skewness);

        for (const auto rule :
             {BinRule::doane, BinRule::scott, BinRule::rice, BinRule::sturges, BinRule::sqrt}) {
            INFO("rule ", name(rule));
            CHECK(default_problem(type, summary, rule) == default_problem(counted, rule));
        }
    }
}

} // namespace

// Sample types that are not listed are converted to doubles like these.
TEST_CASE("summaries: of most sample types, they equal the host's and give the same bins by rule") {
    check_type<std::uint8_t>();
    check_type<std::int16_t>();
    check_type<std::uint32_t>();
    check_type<std::uint64_t>();
    check_type<std::int64_t>();
    check_type<Half>();
    check_type<Bfloat16>();
    check_type<float>();
    check_type<double>();
}

TEST_CASE("summaries: NaN and infinities are ignored, extreme floats and no samples give the host's values") {
    const auto& on = test_device();
    const auto plan = summary_plan(SampleType::f32);
    constexpr auto infinity = std::numeric_limits<float>::infinity();
    constexpr auto largest = std::numeric_limits<float>::max();
    for (const auto& samples : std::vector<std::vector<float>>{{NAN, 1.5F, -infinity, 3.0F, infinity, 2.0F},
                                                               {-largest, largest, 0.0F, largest},
                                                               {7.25F, 7.25F},
                                                               {1e-30F, 3e-30F, 9e-30F},
                                                               {NAN, infinity},
                                                               {}}) {
        INFO(samples.size(), " samples");
        const auto buffer = on.make_buffer(samples);
        const auto summary = plan.summarize(on.queue()(), {.samples = buffer(), .count = samples.size()});
        check_near(summary, expected_summary(samples));
        CHECK(default_problem(SampleType::f32, summary, BinRule::sturges) ==
              default_problem(samples, BinRule::sturges));
    }
}

TEST_CASE("summaries: the deviation of a range wider than the largest double is finite") {
    const auto& on = test_device();
    const auto plan = summary_plan(SampleType::f64);
    constexpr auto largest = std::numeric_limits<double>::max();
    for (const auto& samples : std::vector<std::vector<double>>{
             {-largest, largest}, {-largest, largest, 0.5, largest}, {-0x1p1023, 0x1p1023, -0x1p1022, NAN}}) {
        const auto buffer = on.make_buffer(samples);
        const auto summary = plan.summarize(on.queue()(), {.samples = buffer(), .count = samples.size()});
        CHECK(std::isfinite(summary.standard_deviation));
        check_near(summary, expected_summary(samples));
        if (samples.size() == 2) CHECK(summary.standard_deviation == largest);
    }
}

TEST_CASE("summaries: an enqueue of no samples overwrites what the buffer held") {
    const auto& on = test_device();
    const auto plan = summary_plan(SampleType::f32);
    const auto samples = on.make_buffer(std::vector<float>{1, 2});
    const auto result =
        on.make_buffer(std::vector<std::uint8_t>(static_cast<std::size_t>(plan.bytes()), 0x3F));
    cl::Event done;
    plan.enqueue(on.queue()(), {.samples = samples(), .count = 0, .summary = result()}, {}, &done());
    done.wait();
    const auto content = on.read_back<std::byte>(result, static_cast<std::size_t>(plan.bytes()));
    CHECK(plan.read(content).count == 0);
}

TEST_CASE("summaries: more samples than one launch takes on a CPU of few cores are summarized") {
    const auto& on = test_device();
    constexpr std::size_t count = 9'000'001;
    Bytes samples(count);
    for (std::size_t i = 0; i < count; ++i)
        samples[i] = static_cast<std::uint8_t>(i % 200 * (i % 3) / 2 + (i > 8'900'000 ? 5 : 0));
    std::vector<std::uint64_t> counts(256);
    for (const auto sample : samples)
        ++counts[sample];
    const auto moments = integer_moments(counts);
    const auto buffer = on.make_buffer(samples);
    const auto summary =
        summary_plan(SampleType::u8).summarize(on.queue()(), {.samples = buffer(), .count = count});
    CHECK(summary.count == count);
    CHECK(summary.minimum == 0);
    CHECK(summary.maximum == 204);
    CHECK(summary.standard_deviation == doctest::Approx(std::sqrt(moments.variance)).epsilon(1e-12));
    CHECK(summary.skewness == doctest::Approx(moments.skewness).epsilon(1e-9));
}

TEST_CASE("summaries: invalid types and bytes are refused") {
    const auto& on = test_device();
    check_invalid({"sample type 99"}, [] { return summary_plan(static_cast<SampleType>(99)); });
    check_invalid({"context", "null"}, [&] { return SummaryPlan(nullptr, on.id(), SampleType::u8); });
    const auto plan = summary_plan(SampleType::u16);
    check_invalid({"summary of 3 B"}, [&] { return plan.read(std::vector<std::byte>(3)); });
}
