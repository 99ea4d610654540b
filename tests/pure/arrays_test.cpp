// Separate channels: each in its own array with its own type. The tests check which problems and shapes are
// valid. They also check that the reference and the calling thread count separate channels like planes of
// converted samples.

#include "data/profiles.hpp"
#include "engines/thread/count.hpp"
#include "histo_cl/histo_cl.hpp"
#include "problem/rule/cells.hpp"
#include "random_problems.hpp"
#include "reference/convert.hpp"
#include "support/counters.hpp"
#include "support/error.hpp"
#include "support/problems.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>
#include <span>
#include <utility>
#include <vector>

using namespace histo_cl;
using test::check_error;
using test::check_invalid;

namespace {

using Bytes = std::vector<std::byte>;
using Spans = std::vector<HostArray>;

template <class T>
T sample_at(const std::byte* at) {
    T sample;
    std::memcpy(&sample, at, sizeof sample);
    return sample;
}

/// All values of a type of up to 16 bits; for wider types, random values of all magnitudes, and special
/// values.
Bytes values_of(SampleType type) {
    Bytes memory;
    const auto push = [&](const auto& value) {
        const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
        memory.insert(memory.end(), bytes, bytes + sizeof value);
    };
    with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        if constexpr (sizeof(T) <= 2) {
            std::ranges::for_each(every_value<T>(), push);
        } else {
            RandomProblems random(11);
            for (int i = 0; i < 2000; ++i)
                push(random.any<T>());
            std::ranges::for_each(RandomProblems::extremes<T>(), push);
        }
    });
    return memory;
}

/// The value, and whether its sign bit is set, which distinguishes 0 and -0.
template <class T>
std::pair<long double, bool> meaning(T sample) {
    const auto value = value_of(sample);
    if constexpr (std::is_integral_v<decltype(value)>)
        return {static_cast<long double>(value), value < 0};
    else
        return {static_cast<long double>(value), std::signbit(value)};
}

/// Whether the type can represent the value: rounding to the nearest value of the type changes nothing.
template <class To>
bool has(long double value) {
    if (std::isnan(value)) return is_real<To>;
    if constexpr (NarrowFloat<To>) {
        return static_cast<long double>(to_float(detail::narrowed<To>(static_cast<double>(value)))) == value;
    } else if constexpr (std::is_floating_point_v<To>) {
        return static_cast<long double>(static_cast<To>(value)) == value;
    } else {
        using Limits = std::numeric_limits<To>;
        return value == std::floor(value) && value >= static_cast<long double>(Limits::min()) &&
               value <= static_cast<long double>(Limits::max());
    }
}

template <class Visit>
void for_each_pair(const Visit& visit) {
    for (const auto from : all_sample_types)
        for (const auto to : all_sample_types)
            visit(from, to);
}

Problem of_arrays(SampleType sample, std::vector<Array> arrays) {
    const auto axes = arrays.empty() ? 2 : arrays.size();
    return {.sample = sample,
            .axes = std::vector<Binning>(axes, even_bins(4, 0, 8)),
            .layout = {.order = Order::separate, .arrays = std::move(arrays)}};
}

void refused(const Problem& problem, std::initializer_list<std::string_view> words) {
    check_invalid(words, [&] { problem.validate(); });
}

/// A problem, a shape, and random data for them.
template <class T>
struct RandomCase {
    Problem problem;
    Shape shape;
    std::vector<Bytes> arrays;
    Bytes mask;

    /// The counts by the calling thread, with `before` bytes of memory before each array.
    [[nodiscard]] std::vector<std::uint64_t> on_calling_thread(std::size_t before) const {
        std::vector<Bytes> moved;
        Spans spans;
        for (const auto& array : arrays) {
            auto& memory = moved.emplace_back(before);
            memory.insert(memory.end(), array.begin(), array.end());
        }
        for (const auto& memory : moved)
            spans.push_back(std::span(memory).subspan(before));
        const detail::CheckedProblem checked(problem);
        const auto data = detail::check_data(checked, {.shape = shape, .mask = mask, .arrays = spans});
        return detail::count_on_calling_thread(problem, data, detail::Finders(problem));
    }

    [[nodiscard]] std::vector<std::uint64_t> by_reference() const {
        const Spans spans(arrays.begin(), arrays.end());
        return reference_histogram(problem, HostData{.shape = shape, .mask = mask, .arrays = spans}).counts;
    }

    /// The counts of packed planes of samples of type T.
    [[nodiscard]] std::vector<std::uint64_t> of_planes() const {
        auto planar = problem;
        planar.layout.order = Order::planar;
        planar.layout.arrays.clear();
        auto packed = shape;
        packed.pitch = 0;
        const auto width =
            problem.layout.rows ? shape.region.x + shape.region.width : shape.count.value_or(0);
        const auto height = problem.layout.rows ? shape.region.y + shape.region.height : 1;
        std::vector<T> samples(problem.channels() * width * height);
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
            const auto channel = problem.channel(axis);
            const auto [stored, stride] = detail::array_of(problem, channel);
            const auto row = shape.pitch != 0 ? shape.pitch : width * stride;
            for (std::uint64_t y = 0; y < height; ++y)
                for (std::uint64_t x = 0; x < width; ++x) {
                    const auto at = y * row + x * stride;
                    if (at + bytes(stored) > arrays[channel].size()) continue;
                    samples[(channel * height + y) * width + x] =
                        converted(stored, arrays[channel].data() + at);
                }
        }
        return reference_histogram(
                   planar,
                   HostData{.samples = std::as_bytes(std::span(samples)), .shape = packed, .mask = mask})
            .counts;
    }

  private:
    static T converted(SampleType stored, const std::byte* at) {
        return with_sample_type(stored, [at]<class From>(std::type_identity<From> /*stored*/) {
            const auto value = value_of(sample_at<From>(at));
            if constexpr (NarrowFloat<T>)
                return detail::narrowed<T>(static_cast<double>(value));
            else if constexpr (converts_exactly(sample_type_of<From>(), sample_type_of<T>()))
                return static_cast<T>(value);
            else
                return T{};
        });
    }
};

template <class T>
RandomCase<T> random_case(RandomProblems& random) {
    RandomCase<T> made{.problem = random.any_problem<T>(20), .shape = {}, .arrays = {}, .mask = {}};
    auto& [problem, shape, arrays, mask] = made;
    problem.counter = CounterType::u64;
    const auto channels = static_cast<std::uint32_t>(random.between(1, 4));
    problem.axes.resize(random.between(1, channels), problem.axes[0]);
    problem.joint = (problem.axes.size() == 2 || problem.axes.size() == 3) && random.one_in(2);
    auto& layout = problem.layout;
    layout = {
        .channels = channels, .order = Order::separate, .rows = random.one_in(2), .mask = random.one_in(2)};
    for (std::uint32_t axis = 0; axis < problem.axes.size(); ++axis)
        layout.active.push_back((axis + 1) % channels);
    for (std::uint32_t channel = 0; channel < channels; ++channel) {
        SampleType stored{};
        do {
            stored = random.pick(all_sample_types);
        } while (!converts_exactly(stored, problem.sample));
        layout.arrays.push_back({stored, random.one_in(2) ? 0 : random.between(1, 4) * bytes(stored)});
    }
    if (!is_valid(problem)) problem.joint = false; // these axes cannot be joint
    if (layout.rows) {
        shape.region = {random.below(5), random.below(5), random.below(200), random.below(20)};
        if (random.one_in(2)) shape.pitch = (shape.region.x + shape.region.width + random.below(40)) * 8;
        if (layout.mask && random.one_in(2))
            shape.mask_pitch = shape.region.x + shape.region.width + random.below(9);
    } else {
        shape.count = random.below(6000);
    }
    const auto used = footprint(problem, shape);
    for (std::uint32_t channel = 0; channel < channels; ++channel)
        arrays.push_back(random.bytes(used.arrays.at(channel), random.one_in(2) ? 256 : 3));
    mask = random.bytes(used.mask, 2);
    return made;
}

} // namespace

TEST_CASE("arrays: a type converts exactly to another that has all of its values") {
    for_each_pair([](SampleType from, SampleType to) {
        if (bytes(from) > 2) return;
        const auto values = values_of(from);
        bool all = true;
        with_sample_type(from, [&]<class From>(std::type_identity<From> /*from*/) {
            with_sample_type(to, [&]<class To>(std::type_identity<To> /*to*/) {
                for (std::size_t at = 0; at < values.size(); at += sizeof(From))
                    all = all && has<To>(meaning(sample_at<From>(&values[at])).first);
            });
        });
        CHECK_MESSAGE(converts_exactly(from, to) == all, name(from), " to ", name(to));
    });
    const std::vector<std::pair<SampleType, SampleType>> wide{
        {SampleType::u32, SampleType::u64}, {SampleType::u32, SampleType::i64},
        {SampleType::u32, SampleType::f64}, {SampleType::i32, SampleType::i64},
        {SampleType::i32, SampleType::f64}, {SampleType::f32, SampleType::f64}};
    for_each_pair([&](SampleType from, SampleType to) {
        if (bytes(from) <= 2) return;
        const bool expected = from == to || std::ranges::find(wide, std::pair(from, to)) != wide.end();
        CHECK_MESSAGE(converts_exactly(from, to) == expected, name(from), " to ", name(to));
    });
    CHECK_FALSE(converts_exactly(static_cast<SampleType>(99), SampleType::f64));
    CHECK_FALSE(converts_exactly(SampleType::u8, static_cast<SampleType>(99)));
}

TEST_CASE("arrays: samples convert to the same value, zeros keep their sign, and a NaN stays one") {
    for_each_pair([](SampleType from, SampleType to) {
        if (from == to || !converts_exactly(from, to)) return;
        INFO(name(from), " to ", name(to));
        const auto values = values_of(from);
        const auto count = values.size() / bytes(from);
        Bytes converted(count * bytes(to));
        detail::convert_samples(from, values.data(), bytes(from), to, converted);
        const auto by_reference = reference::converted(from, values.data(), bytes(from), count, to);
        std::size_t wrong = 0;
        with_sample_type(from, [&]<class From>(std::type_identity<From> /*from*/) {
            with_sample_type(to, [&]<class To>(std::type_identity<To> /*to*/) {
                for (std::size_t i = 0; i < count; ++i) {
                    const auto before = meaning(sample_at<From>(&values[i * sizeof(From)]));
                    for (const auto* const memory : {&std::as_const(converted), &by_reference}) {
                        const auto after = meaning(sample_at<To>(&(*memory)[i * sizeof(To)]));
                        const bool nan = std::isnan(before.first) && std::isnan(after.first);
                        wrong += nan || before == after ? 0U : 1U;
                    }
                }
            });
        });
        CHECK(wrong == 0);
    });
}

TEST_CASE("arrays: wrong types, strides and numbers of arrays are refused") {
    const auto f32 = SampleType::f32;
    of_arrays(f32, {}).validate();
    of_arrays(f32, {{SampleType::f32}, {SampleType::u16}}).validate();
    of_arrays(f32, {{SampleType::bf16, 6}, {SampleType::i8, 1}}).validate();
    refused(of_arrays(f32, {{f32}, {SampleType::u64}}),
            {"array 1", "u64 samples counted as f32 would be rounded",
             "allowed are u8, i8, u16, i16, f16, bf16 and f32"});
    refused(of_arrays(SampleType::u16, {{SampleType::i8}}), {"array 0", "i8", "allowed are u8 and u16"});
    refused(of_arrays(f32, {{f32}, {static_cast<SampleType>(99)}}), {"array 1", "unknown", "f32"});
    refused(of_arrays(f32, {{f32, 6}}), {"array 0", "stride 6 B", "multiple of 4 B"});

    auto problem = of_arrays(f32, {{f32}, {f32}});
    problem.layout.channels = 3;
    refused(problem, {"2 arrays for 3 channels"});
    problem.layout.arrays.push_back({SampleType::u64}); // counted by no axis
    problem.validate();
    problem.layout.stride = 8;
    refused(problem, {"stride 8 B of separate channels", "layout.arrays"});
    problem.layout.stride = 0;
    problem.layout.order = Order::planar;
    refused(problem, {"3 arrays of planar channels", "only separate"});
    problem = of_arrays(SampleType::u8, {});
    problem.layout.rows = true;
    problem.layout.image = ImageLayout{ImageKind::image2d, ChannelType::unsigned_int8};
    refused(problem, {"image, separate", "order is interleaved"});
}

TEST_CASE("arrays: to_string() describes each array of a problem") {
    CHECK(
        to_string(of_arrays(SampleType::f32, {{SampleType::f32, 12}, {SampleType::u16}})) ==
        "f32 samples into channel 0: 4 even bins over [0, 8); channel 1: 4 even bins over [0, 8), 2 separate "
        "channels, in arrays of f32 (one each 12 B), u16, u32 counters");
}

TEST_CASE("arrays: the footprint gives the bytes that are read of each array") {
    auto problem = of_arrays(SampleType::f32, {{SampleType::f32}, {SampleType::u16, 6}, {SampleType::u8}});
    problem.axes.pop_back(); // the third array is not counted
    problem.layout.channels = 3;
    const auto check = [&](const Shape& shape, std::uint64_t first, std::uint64_t second) {
        const auto used = footprint(problem, shape);
        CHECK(used.samples == 0);
        CHECK(used.arrays == std::array<std::uint64_t, max_arrays>{first, second});
    };
    check({.count = 10}, 40, 9 * 6 + 2);
    check({.count = 0}, 0, 0);
    problem.layout.rows = true;
    const Region region{.x = 1, .y = 2, .width = 3, .height = 4};
    check({.region = region}, 5 * 16 + 16, 5 * 24 + 3 * 6 + 2);
    check({.region = region, .pitch = 64}, 5 * 64 + 16, 5 * 64 + 3 * 6 + 2);
    const auto refused_shape = [&](const Shape& shape, std::initializer_list<std::string_view> words) {
        check_invalid(words, [&] { return footprint(problem, shape); });
    };
    refused_shape({.region = region, .pitch = 66}, {"pitch 66 B", "4 B"});
    refused_shape({.region = region, .plane_pitch = 64}, {"plane_pitch 64", "planar"});
    problem.layout.rows = false;
    problem.layout.arrays[1].stride = std::uint64_t{1} << 62U;
    refused_shape({.count = 10}, {"count 10", "2^64"});
}

TEST_CASE("arrays: without a count, all host data are counted if all arrays hold equally many samples") {
    const auto problem = of_arrays(SampleType::f32, {{SampleType::f32}, {SampleType::u8, 3}});
    const std::vector<float> x{0, 1, 2, 5};
    const Bytes y(12, std::byte{3});
    const auto count = [&](std::size_t bytes_of_x, std::size_t bytes_of_y) {
        const Spans arrays{std::as_bytes(std::span(x)).first(bytes_of_x), std::span(y).first(bytes_of_y)};
        return reference_histogram(problem, HostData{.arrays = arrays});
    };
    const std::vector<std::uint64_t> all{2, 1, 1, 0, 0, 4, 0, 0};
    CHECK(count(16, 12) == all);
    CHECK(count(16, 10) == all); // the last sample needs no full stride
    CHECK(count(0, 0) == std::vector<std::uint64_t>(8));
    check_invalid({"array 0 holds 4 samples", "array 1 holds 3"}, [&] { return count(16, 9); });
    check_invalid({"array 0 holds 4 samples", "array 1 holds 0"}, [&] { return count(16, 0); });
    check_invalid({"15 bytes of array 0", "samples of 4 bytes"}, [&] { return count(15, 12); });

    const auto of = [&](const HostData& data) { return reference_histogram(problem, data); };
    const Spans both{std::as_bytes(std::span(x)), y};
    CHECK(of({.shape = {.count = 4}, .arrays = both}) == all);
    check_invalid({"10 bytes of array 1", "needs 13"}, [&] {
        return of({.shape = {.count = 5}, .arrays = Spans{Bytes(20), Bytes(10)}});
    });
    check_invalid({"1 array for 2 separate channels"},
                  [&] { return of({.arrays = std::span(both).first(1)}); });
    check_invalid({"0 arrays for 2 separate"}, [&] { return of({.samples = both[0]}); });
    check_invalid({"16 bytes of samples", "does not use"},
                  [&] { return of({.samples = both[0], .arrays = both}); });
    check_invalid({"2 arrays", "only separate channels", "interleaved"},
                  [&] { return reference_histogram(test::of_bytes, HostData{.arrays = both}); });
}

TEST_CASE("arrays: an array that no axis counts may be empty") {
    auto problem = of_arrays(SampleType::u8, {{SampleType::u64}, {SampleType::u8}});
    problem.axes.pop_back();
    problem.layout.channels = 2;
    problem.layout.active = {1};
    const Bytes bytes{std::byte{1}, std::byte{7}};
    CHECK(reference_histogram(problem, HostData{.arrays = Spans{{}, bytes}}) ==
          std::vector<std::uint64_t>{1, 0, 0, 1});
}

TEST_CASE_TEMPLATE("arrays: counted like planes of converted samples", T, ALL_SAMPLES) {
    RandomProblems random(91);
    for (int round = 0; round < 60; ++round) {
        const auto made = random_case<T>(random);
        INFO("round ", round, ": ", to_string(made.problem));
        const auto expected = made.of_planes();
        CHECK(made.by_reference() == expected);
        CHECK(made.on_calling_thread(0) == expected);
        CHECK(made.on_calling_thread(1) == expected);
    }
}

TEST_CASE("arrays: every variant counts them, with wide loads if they are packed") {
    const auto gpu = test::real_profiles()[0].profile;
    auto problem = of_arrays(SampleType::f32, {{SampleType::f32}, {SampleType::u16}});
    for (const auto variant : all_variants) {
        INFO("variant: ", name(variant));
        CHECK_NOTHROW((void)kernel_source(problem, choose(gpu, problem, {.knobs = {.variant = variant}})));
    }
    const auto has = [&](const Options& options, std::string_view text) {
        const auto source = kernel_source(problem, choose(gpu, problem, options)).source;
        return source.find(text) != std::string::npos;
    };
    const Options wide{.knobs = {.variant = Variant::local_atomic, .load_bytes = 16}};
    CHECK(has(wide, "#define LOAD_0 float4\n"));
    CHECK(has(wide, "#define LOAD_1 uint2\n"));
    CHECK(has(wide, "#define SAMPLE_OF_1(x) (float)(x)\n"));
    CHECK(has(wide, "SAMPLE_OF_1(STORED_OF_WORD(1, (b).v1.s1, 16))"));
    problem.layout.arrays[1].stride = 64;
    CHECK(choose(gpu, problem, {.knobs = {.variant = Variant::local_atomic}}).load_bytes == 1);
    check_error(Status::unsupported, {"elements with gaps"}, [&] { return choose(gpu, problem, wide); });
    const auto longer = [&](std::uint64_t stride) {
        problem.layout.arrays[1].stride = stride;
        return kernel_source(problem, choose(gpu, problem, {.knobs = {.variant = Variant::local_atomic}}));
    };
    // A large stride is an argument of the kernel, so the program is the same for all large strides.
    CHECK(longer(64).source == longer(1000).source);
    CHECK(longer(64).numbers != longer(1000).numbers);
    CHECK(longer(16).source != longer(64).source);
}
