#include "device_job.hpp"
#include "proof.hpp"
#include "sample_bits.hpp"
#include "support/error.hpp"
#include "support/mesa_faults.hpp"
#include "support/random.hpp"
#include "support/random_expression.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <string_view>

// Custom bins compared with the reference, which evaluates expressions with the code of
// src/problem/expression; tests/pure compares that code with loops. (Random cases have custom bins, too. They
// compare them with even, circular or explicit bins that give the same counts.)

namespace histo_cl::test {
namespace {

/// Bits of a sample: an extreme or another special value, a small number, or a random value. No float is so
/// small that a device could flush it to 0.
std::uint64_t random_sample(SampleType type, Random& random) {
    const auto bits = 8 * bytes(type);
    if (!is_float(type)) {
        if (random.one_in(3)) return random.bits();
        if (random.one_in(2)) return static_cast<std::uint64_t>(random.whole(-4, 4));
        return (std::uint64_t{1} << random.below(bits)) - random.below(2);
    }
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr std::array special{
        0.0,     -0.0,         0.5,           1.5,  2.5, -0.5, 255.0,
        32767.5, 2147483648.0, -2147483648.0, 1e19, inf, -inf, std::numeric_limits<double>::quiet_NaN()};
    const auto value = random.one_in(2)
                           ? random.pick(special)
                           : std::ldexp(random.real(-1, 1) < 0 ? random.real(-2, -1) : random.real(1, 2),
                                        static_cast<int>(random.below(40)) - 8);
    if (type == SampleType::f64) return std::bit_cast<std::uint64_t>(value);
    const auto single = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if (type == SampleType::f32) return single;
    if (type == SampleType::bf16) return single >> 16U;
    return random.pick(std::array{0x0000U, 0x8000U, 0x3C00U, 0x7C00U, 0xFC00U, 0x7E00U, 0x7BFFU}) ^
           (random.one_in(2) ? 0U : random.below(512));
}

std::vector<std::byte> random_samples(SampleType type, std::size_t count, Random& random) {
    std::vector<std::byte> samples(count * bytes(type));
    for (std::size_t k = 0; k < count; ++k)
        store_bits(std::span(samples).subspan(k * bytes(type)), type, random_sample(type, random));
    return samples;
}

/// Returns `types`, but without f64 if the device has no doubles: `x` is a double if samples are f64.
std::vector<SampleType> types_of_x(std::vector<SampleType> types) {
    if (!test_device().profile().fp64) std::erase(types, SampleType::f64);
    return types;
}

/// One integer type of each size, f32, and f64 if the device has doubles. (A narrow float is a float in
/// expressions.)
std::vector<SampleType> few_types() {
    using enum SampleType;
    return types_of_x({i8, u16, i32, u64, f32, f64});
}

/// Number of bins of one expression. in_bins() converts a value to uint and reduces it modulo this number.
constexpr std::uint32_t bins = 97;
std::string in_bins(const std::string& integer) {
    return "(uint)(" + integer + ") % 97";
}

/// Distributes expressions over up to four axes, so that few programs are built. On each axis, the index of a
/// sample selects the expression (chosen_by_index()), and each expression has its own bins.
std::vector<std::vector<std::string>> shared_out(const std::vector<std::string>& expressions) {
    const auto an_axis = (expressions.size() + 3) / 4;
    std::vector<std::vector<std::string>> axes;
    for (std::size_t k = 0; k < expressions.size(); ++k) {
        if (k % an_axis == 0) axes.emplace_back();
        axes.back().push_back(expressions[k]);
    }
    return axes;
}

std::string chosen_by_index(const std::vector<std::string>& expressions) {
    const auto size = std::to_string(expressions.size());
    std::string all;
    for (std::size_t k = 0; k < expressions.size(); ++k) {
        const auto first = std::to_string(k * bins);
        all += (k + 1 < expressions.size() ? "i % " + size + " == " + std::to_string(k) + " ? " : "") +
               first + " + " + in_bins(expressions[k]) + (k + 1 < expressions.size() ? " : " : "");
    }
    return all;
}

/// Compares expressions with the reference. Each sample occurs 32 times in a row, so that every expression of
/// an axis counts it.
void check_expressions(SampleType sample, const std::vector<std::string>& expressions, std::uint64_t seed) {
    Random random(seed);
    constexpr std::size_t run = 32;
    const auto few = random_samples(sample, small_size() ? 100 : 400, random);
    std::vector<std::byte> samples;
    for (std::size_t k = 0; k < few.size(); k += bytes(sample))
        for (std::size_t times = 0; times < run; ++times)
            samples.insert(samples.end(), few.begin() + static_cast<std::ptrdiff_t>(k),
                           few.begin() + static_cast<std::ptrdiff_t>(k + bytes(sample)));
    const auto axes = shared_out(expressions);
    Problem problem{.sample = sample, .axes = {}, .layout = {.channels = 1}};
    for (const auto& axis : axes) {
        problem.axes.emplace_back(
            custom_bins(static_cast<std::uint32_t>(axis.size()) * bins, chosen_by_index(axis)));
        problem.layout.active.push_back(0);
    }
    const auto counts = count(problem, samples, {.knobs = {.variant = Variant::global_atomic}});
    const auto want = reference_histogram(problem, samples);
    REQUIRE(counts.size() == want.size());
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
        INFO(name(sample), ", bin ", cell % bins, " of ", expressions[cell / bins]);
        CHECK(counts[cell] == want[cell]);
    }
}

} // namespace

TEST_SUITE("custom") {
    TEST_CASE("random expressions have the values that the host computes") {
        // With nearly all seeds, Mesa 22.3 crashes or returns wrong counts, even if all operands have the
        // same width.
        if (mesa_leaves_out("random expressions", 22)) return;
        Random random(number_in("HISTO_CL_TEST_SEED").value_or(2026));
        for (std::uint64_t round = 0; round < (small_size() ? 1 : 2); ++round)
            for (const auto sample : types_of_x(sample_types())) {
                RandomExpressions make(sample, test_device().profile().fp64, random);
                std::vector<std::string> expressions;
                for (int k = 0; k < (small_size() ? 8 : 24); ++k)
                    expressions.push_back(make.any(1 + static_cast<int>(random.below(4))));
                check_expressions(sample, expressions, round);
            }
    }

    TEST_CASE("operators on different widths, and what C leaves undefined, have the host's values") {
        for (const auto sample : few_types()) {
            const std::string x = is_float(sample) ? "convert_int(x)" : "x";
            std::vector<std::string> expressions{
                // zeros as divisors, and quotients beyond their type
                x + " / (" + x + " % 3)", "1000 % " + x, "(-0x7fffffff - 1) / " + x,
                "(-0x7fffffffffffffff - 1) % (long)" + x,
                // shifts, some by more bits than the left operand has
                "1 << " + x, "-1L >> " + x, "~0u >> " + x, "3ul << " + x,
                // sums, differences and products that wrap
                x + " * 0x10001 + 0x7fffffff", "-" + x + " - 0x7fffffff",
                "(long)" + x + " * 0x7fffffffffffffff", "abs(" + x + ")",
                // conversions of NaN to integers
                "(int)exp(" + x + " * NAN)", "(int)sin(" + x + " * INFINITY)", "(int)rint(" + x + " * NAN)",
                "(uchar)(0 / (float)" + x + ")",
                // logical operators on operands of different widths
                "1 && i << 32", "0 || 4294967296", "x && i << 40 || x > 3"};
            for (const std::string type :
                 {"uchar", "char", "ushort", "short", "uint", "int", "ulong", "long"})
                expressions.push_back("(" + type + ")((float)x * 3e9f)");
            for (const std::string type : {"uchar", "short", "int", "ulong"})
                for (const std::string logical : {" && ", " || "}) {
                    expressions.push_back("(" + type + ")" + x + logical + "((long)" + x + " << 32)");
                    expressions.push_back("((long)" + x + " << 32)" + logical + "(" + type + ")i");
                }
            check_expressions(sample, expressions, 7);
        }
    }

    TEST_CASE("each exact function has the host's values") {
        if (mesa_leaves_out("the exact functions of expressions")) return;
        const std::vector<std::string> of_integers{"abs(x)",
                                                   "abs_diff(x, x / 3)",
                                                   "abs_diff(x, ~x)",
                                                   "add_sat(x, x)",
                                                   "sub_sat(x / 2, x)",
                                                   "hadd(x, x / 5)",
                                                   "rhadd(x, x / 5)",
                                                   "mul_hi(x, x)",
                                                   "mad_hi(x, x, x)",
                                                   "rotate(x, x)",
                                                   "clz(x)",
                                                   "popcount(x)",
                                                   "clamp(x, x / 7, x / 2)",
                                                   "min(x, x * 3)",
                                                   "max(x, x * 3)",
                                                   "select(x, 5, x & 1)",
                                                   "convert_char_sat(x)",
                                                   "convert_uchar_sat(x)",
                                                   "convert_short_sat(x)",
                                                   "convert_ushort_sat(x)",
                                                   "convert_int_sat(x)",
                                                   "convert_uint_sat(x)",
                                                   "convert_long_sat(x)",
                                                   "convert_ulong_sat(x)",
                                                   "as_int((float)x)"};
        const std::vector<std::string> of_floats{"floor(x)",
                                                 "ceil(x)",
                                                 "trunc(x)",
                                                 "rint(x)",
                                                 "round(x)",
                                                 "fabs(x)",
                                                 "fmin(x, 3)",
                                                 "fmax(x, 3)",
                                                 "clamp(x, -5, 50)",
                                                 "as_uint(copysign((float)x, -1.0f))",
                                                 "isnan(x - x)",
                                                 "isinf(x)",
                                                 "isfinite(x)",
                                                 "signbit(x)",
                                                 "convert_int_rte(x)",
                                                 "convert_int_rtz(x)",
                                                 "convert_int_rtp(x)",
                                                 "convert_int_rtn(x)",
                                                 "convert_uchar_sat_rte(x)",
                                                 "convert_ulong(x)",
                                                 "x == 0"};
        for (const auto sample : few_types())
            check_expressions(sample, is_float(sample) ? of_floats : of_integers, 8);
    }

    TEST_CASE("sums of products are rounded twice") {
        for (const auto sample : few_types())
            if (is_float(sample))
                check_expressions(sample,
                                  {"(x * 0.37f + 1.25f) * 100", "(x * x - x * 3) * 1000",
                                   "(x * 1.1f - x) * 0x1p24f", "x * 0x1.000002p0f * 0x1.000002p0f + -x"},
                                  9);
    }

    TEST_CASE("the longest and the most nested expressions are built and counted") {
        std::string sum = "x";
        while (sum.size() < 4050)
            sum += "+x*i";
        std::string choices = "7";
        for (int k = 200; k > 0; --k)
            choices = "x==" + std::to_string(k) + "?" + std::to_string(k * 7 % 97) + ":" + choices;
        std::string inner = "x";
        for (int k = 0; k < 60; ++k)
            inner = "(" + inner + "*3+1)";
        Random random(9);
        const auto samples = random_samples(SampleType::u32, 500, random);
        const Problem problem{
            .sample = SampleType::u32,
            .axes = {custom_bins(bins, in_bins(sum)), custom_bins(bins, choices),
                     custom_bins(bins, in_bins(std::string(60, '(') + "x" + std::string(60, ')'))),
                     custom_bins(bins, in_bins(inner))},
            .layout = {.channels = 1, .active = {0, 0, 0, 0}}};
        CHECK(counts_right(problem, samples, {.knobs = {.variant = Variant::global_atomic}}));
    }

    TEST_CASE("samples of few values are counted by value, unless their index matters") {
        Random random(3);
        const Options by_value{.knobs = {.variant = Variant::local_atomic, .count_values = true}};
        const auto local_bytes = test_device().profile().local_memory_bytes;
        for (const auto sample : {SampleType::u8, SampleType::i8, SampleType::u16, SampleType::i16}) {
            const auto values = std::uint64_t{1} << 8 * bytes(sample);
            if (2 * values * sizeof(cl_uint) > local_bytes) continue; // too many counters for local memory
            const auto samples = random_samples(sample, 3000, random);
            Problem problem{.sample = sample,
                            .axes = {custom_bins(bins, "abs(x) * 37u % 101 - 1")},
                            .out_of_range = OutOfRange::counted};
            CHECK(make_plan(problem, by_value).decision().count_values);
            CHECK(counts_right(problem, samples, by_value));
            problem.axes = {custom_bins(bins, "(x + i) % 7")};
            check_error(Status::unsupported, {"the element's index"},
                        [&] { static_cast<void>(make_plan(problem, by_value)); });
        }
    }

    TEST_CASE("the index of a flat element counts from the job's first element") {
        Random random(1);
        constexpr std::uint64_t count = 5000;
        const HostJob job{.text = "segments",
                          .shape = {.count = count, .segment = 1000},
                          .samples = random.bytes(3 + count, 128),
                          .offset = 3};
        const Problem problem{.axes = {custom_bins(7, "i % 7"), custom_bins(200, "x + (i & 64)")},
                              .layout = {.channels = 1, .active = {0, 0}},
                              .batch = Batch::segments};
        for (const auto variant : {Variant::global_atomic, Variant::local_aggregated, Variant::item_private})
            for (const auto load : {1U, 16U}) {
                // Several launches of several work-groups.
                const auto plan =
                    make_plan(problem, {.knobs = {.variant = variant, .coarsening = 10, .load_bytes = load},
                                        .samples_per_launch = 701});
                CAPTURE(to_string(plan.decision()));
                CHECK(wrong_counts(plan, problem, job, false, false) == "");
            }
    }

    TEST_CASE("the index in rows goes row by row through the region, whatever the tiles and the mask") {
        Random random(2);
        constexpr std::uint64_t pitch = 71;
        const HostJob job{.text = "tiles",
                          .shape = {.region = {2, 1, 61, 47},
                                    .pitch = pitch,
                                    .mask_pitch = pitch,
                                    .tile_width = 20,
                                    .tile_height = 30},
                          .samples = random.bytes(3 + pitch * 48, 128),
                          .mask = random.bytes(pitch * 48, 128),
                          .offset = 3};
        const Problem problem{.axes = {custom_bins(100, "(int)(i >> 3) - (int)x")},
                              .out_of_range = OutOfRange::counted,
                              .layout = {.rows = true, .mask = true},
                              .batch = Batch::tiles};
        for (const auto variant : {Variant::local_atomic, Variant::item_private}) {
            const auto plan = make_plan(
                problem, {.knobs = {.variant = variant, .coarsening = 10}, .samples_per_launch = 701});
            CAPTURE(to_string(plan.decision()));
            CHECK(wrong_counts(plan, problem, job, false, false) == "");
        }
    }

    /// Counts all 65536 bit patterns. The bits of each value, converted to float, are counted in three parts.
    /// NaN is in no bin.
    template <NarrowFloat T>
    void check_each_value() {
        constexpr std::uint32_t part = 2048;
        std::vector<T> samples;
        for (std::uint32_t bits = 0; bits < 0x10000; ++bits)
            samples.push_back({static_cast<std::uint16_t>(bits)});
        const Problem problem{.sample = sample_type_of<T>(),
                              .axes = {custom_bins(part, "as_uint(x) >> 22"),
                                       custom_bins(part, "as_uint(x) >> 11 & 2047"),
                                       custom_bins(part, "as_uint(x) & 2047")},
                              .layout = {.channels = 1, .active = {0, 0, 0}}};
        CHECK(counts_right(problem, samples, {.knobs = {.variant = Variant::global_atomic}}));
    }

    TEST_CASE("expressions see a narrow float as the float of its value") {
        check_each_value<Half>();
        check_each_value<Bfloat16>();
    }
}

} // namespace histo_cl::test
