#include "choose/choose.hpp"
#include "core/float_format.hpp"
#include "histo_cl/partial.hpp"
#include "histo_cl/reference.hpp"
#include "histo_cl/tuning.hpp"
#include "problem/accumulator.hpp"
#include "support/counters.hpp"
#include "support/error.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <span>
#include <vector>

// Minima and maxima: ranks of values, which problems are valid, and partials.

using namespace histo_cl;
using test::check_invalid;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr auto no_number = std::uint64_t{0x7FF8'0000'0000'0000};

Problem extreme(Accumulator accumulator, SampleType weights, CounterType counter) {
    return {.axes = {identity_bins(3)},
            .weights = {.type = weights, .accumulator = accumulator},
            .counter = counter};
}

std::uint64_t bits_of(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

/// A partial of three bins, of samples with weights.
template <class T>
Partial part(const Problem& problem, const std::vector<std::uint8_t>& samples,
             const std::vector<T>& weights) {
    return partial_histogram(
        problem, {.samples = std::as_bytes(std::span(samples)), .weights = std::as_bytes(std::span(weights))},
        {.calling_thread = true});
}

} // namespace

TEST_CASE("ranks are ordered like the values, and convert back") {
    const std::vector<double> doubles{-infinity, -1e300, -1, -5e-324, -0.0, 0.0, 5e-324, 2, 1e300, infinity};
    std::vector<std::uint64_t> floats;
    std::ranges::transform(doubles, std::back_inserter(floats), bits_of);
    const auto whole = [](std::int64_t n) { return static_cast<std::uint64_t>(n); };
    const std::vector<std::uint64_t> integers{whole(INT64_MIN), whole(-7), whole(-1), 0, 1, whole(INT64_MAX)};
    const std::vector<std::uint64_t> naturals{0, 1, 255, std::uint64_t{1} << 63, ~std::uint64_t{0}};
    for (const auto accumulator : {Accumulator::minimum, Accumulator::maximum})
        for (const auto& [counter, rising] :
             {std::pair(CounterType::f64, floats), std::pair(CounterType::i64, integers),
              std::pair(CounterType::u64, naturals)}) {
            const detail::ExtremeType type{accumulator, counter};
            auto values = rising; // from the least to the most extreme value
            if (accumulator == Accumulator::minimum) std::ranges::reverse(values);
            CHECK(detail::identity_of(type) == values.front());
            CHECK(detail::rank_of(type, values.front()) == 0);
            for (std::size_t i = 0; i < values.size(); ++i) {
                const auto rank = detail::rank_of(type, values[i]);
                CHECK(detail::bits_of_rank(type, rank) == values[i]);
                if (i != 0) CHECK(rank > detail::rank_of(type, values[i - 1]));
            }
            if (counter != CounterType::f64) continue;
            for (const auto nan : {bits_of(std::nan("")), bits_of(-std::nan("7")), no_number + 1}) {
                CHECK(detail::rank_of(type, nan) > detail::rank_of(type, values.back()));
                CHECK(detail::bits_of_rank(type, detail::rank_of(type, nan)) == no_number);
            }
        }
}

TEST_CASE("the counter of a weight has its value") {
    using detail::extreme_of_weight;
    CHECK(extreme_of_weight(SampleType::u8, 255) == 255);
    CHECK(extreme_of_weight(SampleType::i8, 0x80) == static_cast<std::uint64_t>(-128));
    CHECK(extreme_of_weight(SampleType::i32, 0xFFFF'FFFF) == ~std::uint64_t{0});
    CHECK(extreme_of_weight(SampleType::u32, 0xFFFF'FFFF) == 0xFFFF'FFFF);
    CHECK(extreme_of_weight(SampleType::f32, 1) == bits_of(0x1p-149));
    CHECK(extreme_of_weight(SampleType::f16, 0x8001) == bits_of(-0x1p-24));
    CHECK(extreme_of_weight(SampleType::bf16, 0x8000) == bits_of(-0.0));
    CHECK(extreme_of_weight(SampleType::f64, 7) == 7);
}

TEST_CASE("problems of minima and maxima are checked") {
    const auto refused = [](std::string_view what, auto change) {
        auto problem = extreme(Accumulator::minimum, SampleType::f32, CounterType::f64);
        problem.validate();
        change(problem);
        check_invalid({what}, [&] { problem.validate(); });
    };
    refused("a minimum without weights", [](Problem& p) {
        p.weights.type = {};
        p.counter = CounterType::u64;
    });
    refused("weights.squares with a minimum", [](Problem& p) { p.weights.squares = true; });
    refused("weights.narrow with a minimum", [](Problem& p) { p.weights.narrow = true; });
    refused("weights.bound with a minimum", [](Problem& p) { p.weights.bound = {1, 1}; });
    refused("u64 counters: the minima of f32 weights are f64",
            [](Problem& p) { p.counter = CounterType::u64; });
    refused("accumulator 3 is not", [](Problem& p) { p.weights.accumulator = static_cast<Accumulator>(3); });
    const auto problem = extreme(Accumulator::maximum, SampleType::i16, CounterType::i64);
    CHECK(to_string(problem).find(", maximum of i16 weights, i64 counters") != std::string::npos);
    CHECK(tuning_key(problem) != tuning_key(extreme(Accumulator::sum, SampleType::i16, CounterType::i64)));
    const TuningTable table{{{"p", "d", "1", {{.key = tuning_key(problem)}}}}};
    CHECK(parse_tuning_table(to_text(table)) == table);
}

TEST_CASE("extremes of f64 weights need 64-bit atomics, others do not") {
    DeviceProfile device;
    device.name = "a GPU";
    device.type = DeviceType::gpu;
    device.compute_units = 10;
    device.max_work_group_size = 256;
    device.local_memory_bytes = 32768;
    device.local_memory_dedicated = true;
    device.global_memory_bytes = std::uint64_t{1} << 32U;
    device.max_allocation_bytes = std::uint64_t{1} << 30U;
    const auto proposal = [&](SampleType weights) {
        const auto problem = extreme(Accumulator::maximum, weights, CounterType::f64);
        return detail::propose(device, detail::CheckedProblem(problem), {});
    };
    CHECK(std::holds_alternative<Decision>(proposal(SampleType::f32)));
    const auto refused = proposal(SampleType::f64);
    REQUIRE(std::holds_alternative<detail::Refusal>(refused));
    CHECK(std::get<detail::Refusal>(refused).reason.find(
              "the maxima of f64 weights need 64-bit atomics (cl_khr_int64_base_atomics)") !=
          std::string::npos);
    device.int64_atomics = true;
    const auto accepted = proposal(SampleType::f64);
    REQUIRE(std::holds_alternative<Decision>(accepted));
    CHECK(std::get<Decision>(accepted).replicas == 1);
    CHECK(std::get<Decision>(accepted).native_atomic64);
}

TEST_CASE("partials of extremes merge in any order, also empty ones") {
    const auto problem = extreme(Accumulator::minimum, SampleType::f64, CounterType::f64);
    const Partial none(problem);
    CHECK(none.histogram() == std::vector{infinity, infinity, infinity});
    const auto a = part<double>(problem, {0, 1, 1, 9}, {4, -0.0, 0.0, -9});
    const auto b = part<double>(problem, {0, 1}, {-infinity, std::nan("")});
    CHECK(a.histogram() == std::vector{4.0, -0.0, infinity});
    CHECK(std::signbit(a.histogram().sums[1]));
    auto ab = a, ba = Partial::from_bytes(problem, b.to_bytes());
    ab.merge(b);
    ba.merge(none);
    ba.merge(a);
    CHECK(ab == ba);
    CHECK(ab.histogram().sums[0] == -infinity);
    CHECK(bits_of(ab.histogram().sums[1]) == no_number);
    CHECK(ab.histogram().sums[2] == infinity);
    CHECK(part<double>(problem, {2}, {infinity}).words()[2] == 0); // as in a bin without samples
    auto with_none = a;
    with_none.merge(none);
    CHECK(with_none == a);

    const Partial sums(
        {.axes = problem.axes, .weights = {.type = SampleType::f64, .bound = WeightBound{1, 10}}});
    check_invalid({"cannot be merged with"}, [&] { ab.merge(sums); });
    const Partial maxima(extreme(Accumulator::maximum, SampleType::f64, CounterType::f64));
    CHECK(maxima.fingerprint() != none.fingerprint());
    check_invalid({"cannot be merged with"}, [&] { ab.merge(maxima); });
}

TEST_CASE("counts beside extremes are added") {
    auto problem = extreme(Accumulator::maximum, SampleType::f32, CounterType::f64);
    problem.weights.counts = true;
    problem.weights.order = CounterOrder::by_cell;
    auto both = part<float>(problem, {0, 1, 1, 9}, {4, -1, 2, 7});
    both.merge(part<float>(problem, {1, 1, 1}, {-3, 5, 1}));
    both.merge(Partial(problem));
    CHECK(both.histogram().counts == std::vector<std::uint64_t>{1, 5, 0});
    CHECK(both.histogram().sums == std::vector{4.0, 5.0, -infinity});
    CHECK(Partial::from_words(problem, both.words(), 7) == both);
    const Problem two{.axes = {identity_bins(2), identity_bins(1)}};
    CHECK(Partial::from_words(two, std::array<std::uint64_t, 3>{2, 3, 5}, 5).histogram().dropped() == 0);
    check_invalid({"axis 0", "5 elements"}, [&] {
        static_cast<void>(Partial::from_words(two, std::array<std::uint64_t, 3>{3, 3, 5}, 5));
    });
    check_invalid({"counter 2 has a count of 5, of 4 elements"},
                  [&] { static_cast<void>(Partial::from_words(problem, both.words(), 4)); });
    check_invalid({"means() needs sums of weights"}, [&] { static_cast<void>(means(both)); });
}

TEST_CASE("words that no extreme has are refused") {
    const auto problem = extreme(Accumulator::maximum, SampleType::f64, CounterType::f64);
    const detail::ExtremeType type{Accumulator::maximum, CounterType::f64};
    const auto nan = detail::rank_of(type, no_number), maximum = detail::rank_of(type, bits_of(infinity));
    CHECK(
        Partial::from_words(problem, std::array<std::uint64_t, 3>{0, maximum, nan}, 1).histogram().sums[1] ==
        infinity);
    check_invalid({"the word of counter 1 is", "no maximum of 1 elements"}, [&] {
        static_cast<void>(Partial::from_words(problem, std::array<std::uint64_t, 3>{0, maximum + 1, nan}, 1));
    });
    const auto of_bytes = extreme(Accumulator::maximum, SampleType::u8, CounterType::u64);
    CHECK(Partial::from_words(of_bytes, std::array<std::uint64_t, 3>{0, 7, 255}, 2)
              .histogram()
              .integer_sums[2] == 255);
    check_invalid({"the word of counter 2 is 256", "no maximum of 2 elements"}, [&] {
        static_cast<void>(Partial::from_words(of_bytes, std::array<std::uint64_t, 3>{0, 7, 256}, 2));
    });
    check_invalid({"no maximum of 0 elements"}, [&] {
        static_cast<void>(Partial::from_words(problem, std::array<std::uint64_t, 3>{1, 0, 0}, 0));
    });
}
