#include "proof.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

// The bin rule on the device: each method of kernels/bin/bin_*.cl to find a bin, for the sample types that
// use it. custom_test.cpp tests custom bins.

namespace histo_cl::test {
namespace {

/// Counts with the variant that has the fewest requirements, and compares the counts with the reference's.
void check_problem(const Problem& problem) {
    if (small_size() && problem.counters() > 20'000) return;
    CAPTURE(to_string(problem));
    Expectations expected(problem);
    const auto plan = make_plan(problem, {.knobs = {.variant = Variant::global_atomic}});
    CHECK(differences(plan, expected) == "");
}

} // namespace

TEST_SUITE("binning") {
    TEST_CASE("one value per bin, and bins over all values of a type") {
        check_problem({.sample = SampleType::u8, .axes = {even_bins(256, 0, 256)}});
        check_problem({.sample = SampleType::i8, .axes = {even_bins(256, -128, 128)}});
        check_problem({.sample = SampleType::u16, .axes = {even_bins(65'536, 0, 65'536)}});
        check_problem({.sample = SampleType::i16, .axes = {even_bins(1, -32'768, 32'768)}});
        check_problem({.sample = SampleType::u32, .axes = {even_bins(1, 0, 0x1p32)}});
        check_problem({.sample = SampleType::i64, .axes = {even_bins(1024, -0x1p63, 0x1p63)}});
    }

    TEST_CASE("more bins than values, and ranges beyond the type") {
        check_problem({.sample = SampleType::u8, .axes = {even_bins(1000, 0, 10)}});
        check_problem({.sample = SampleType::i8, .axes = {even_bins(100'000, -1000, 1000)}});
        check_problem({.sample = SampleType::u8, .axes = {even_bins(10, 300, 400)}});
        check_problem({.sample = SampleType::i32, .axes = {even_bins(7, -1e15, 1e15)}});
        check_problem({.sample = SampleType::u64, .axes = {even_bins(3, -0x1p64, 0x1p64)}});
    }

    TEST_CASE("bins whose width is not a power of two") {
        check_problem({.sample = SampleType::u8, .axes = {even_bins(7, 0, 12)}});
        check_problem({.sample = SampleType::u16, .axes = {even_bins(1000, 3, 60'001)}});
        check_problem({.sample = SampleType::u32, .axes = {even_bins(999'983, 0, 0x1p32)}});
        check_problem({.sample = SampleType::i32, .axes = {even_bins(11, -2'000'000'001, 2'000'000'002)}});
        check_problem({.sample = SampleType::u64, .axes = {even_bins(1'000'003, 5, 0x1p64)}});
        check_problem({.sample = SampleType::i64, .axes = {even_bins(13, -9e18, 9e18)}});
        check_problem({.sample = SampleType::i16, .axes = {even_bins(21, -10.5, 10.5)}});
    }

    TEST_CASE("floats whose bin is found by multiplying") {
        check_problem({.sample = SampleType::f32, .axes = {even_bins(128, 0, 255)}});
        check_problem({.sample = SampleType::f32, .axes = {even_bins(10, 0, 7)}});
        check_problem({.sample = SampleType::f32, .axes = {even_bins(256, 0.1, 0.7)}});
        check_problem({.sample = SampleType::f32, .axes = {even_bins(1 << 20, 0, 1)}});
        check_problem({.sample = SampleType::f64, .axes = {even_bins(10, 0, 7)}});
        check_problem({.sample = SampleType::f64, .axes = {even_bins(12'345, -1e300, 1e300)}});
        check_problem(
            {.sample = SampleType::f64, .axes = {even_bins(1 << 20, -0.3, 1)}}); // the width is no power of 2
    }

    TEST_CASE("floats whose edges lie too close for multiplying") {
        check_problem({.sample = SampleType::f32, .axes = {even_bins(100, 1e6, 1e6 + 1)}});
        check_problem({.sample = SampleType::f32, .axes = {even_bins(1 << 22, 0, 1)}});
        check_problem({.sample = SampleType::f32, .axes = {even_bins(3, 0, 1e-40)}});
        check_problem({.sample = SampleType::f64, .axes = {even_bins(1000, 1e15, 1e15 + 1)}});
    }

    TEST_CASE("narrow floats over their whole range") {
        check_problem({.sample = SampleType::f16, .axes = {even_bins(1000, -65504, 65504)}});
        check_problem({.sample = SampleType::f16, .axes = {circular_bins(36, 30, 360)}});
        check_problem({.sample = SampleType::bf16, .axes = {even_bins(1000, -0x1.fep127, 0x1.fep127)}});
        check_problem({.sample = SampleType::bf16, .axes = {even_bins(3, 0, 1e-39)}});
        check_problem({.sample = SampleType::bf16, .axes = {log_bins(100, 1e-38, 1e38)}});
        check_problem({.sample = SampleType::bf16, .axes = {circular_bins(36, 30, 360)}});
    }

    TEST_CASE("explicit edges") {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        for (const auto type : sample_types()) {
            check_problem({.sample = type, .axes = {edge_bins({0, 1})}});
            check_problem(
                {.sample = type, .axes = {edge_bins({-infinity, -1.5, 0, 0.1, 3, 100, 1e10, infinity})}});
        }
        // The last edge is more than 2^32 times the first bin's width away from the first edge.
        for (const auto type : {SampleType::u64, SampleType::i64})
            check_problem({.sample = type, .axes = {edge_bins({0, 2, 0x1p33 + 3})}});
        std::vector<double> many;
        for (int i = 0; i < 5000; ++i)
            many.push_back(-1 + std::pow(i / 2500.0, 1.5));
        check_problem({.sample = SampleType::f32, .axes = {edge_bins(many)}});
    }

    /// The sample nearest to each edge and its two neighbours, and special values.
    template <class T>
    std::vector<T> near_edges(const Problem& problem) {
        std::vector<T> samples{T{-0.0}, std::numeric_limits<T>::infinity(),
                               std::numeric_limits<T>::quiet_NaN()};
        for (const double edge : problem.edges()) {
            const auto x = static_cast<T>(edge);
            const T down = std::nextafter(x, std::numeric_limits<T>::lowest());
            const T up = std::nextafter(x, std::numeric_limits<T>::max());
            samples.insert(samples.end(), {down, x, up});
        }
        return samples;
    }

    template <class T>
    void check_near_edges(Problem problem) {
        problem.out_of_range = OutOfRange::counted;
        const auto samples = near_edges<T>(problem);
        CAPTURE(to_string(problem));
        CHECK(counts_right(problem, samples, {.knobs = {.variant = Variant::global_atomic}}));
    }

    TEST_CASE("samples at and beside every edge") {
        for (const auto& bins :
             {even_bins(100, 0, 1), even_bins(37, -5, 3), even_bins(1000, 0.1, 0.30000001),
              even_bins(256, 0, 256), even_bins(65536, 0, 1000), even_bins(50'000, 1000, 1010),
              even_bins(1 << 17, -1, 0.7), even_bins(1 << 16, -1, 1), even_bins(1 << 16, 0, 1 << 28),
              even_bins(300, -1e30, 1e30)}) {
            check_near_edges<float>({.sample = SampleType::f32, .axes = {bins}});
            check_near_edges<double>({.sample = SampleType::f64, .axes = {bins}});
        }
    }
}

} // namespace histo_cl::test
