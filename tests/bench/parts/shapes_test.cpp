// The kinds of data that are shapes. Each has the property that its name states.

#include "bench/data.hpp"
#include "bench/state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <functional>
#include <numeric>
#include <set>
#include <vector>

using namespace bench;
using histo_cl::SampleType;

namespace {

constexpr std::array some_types{SampleType::u8, SampleType::i16, SampleType::i32, SampleType::f32,
                                SampleType::f64};
constexpr std::uint64_t many = 1 << 20;

/// A state with integer samples. Each sample is the number of its bin.
State integers(Kind kind, std::uint64_t elements, std::uint32_t bins) {
    return {.sample = SampleType::i32, .elements = elements, .bins = bins, .entropy = {1, kind}};
}

/// The bins of the samples in their order.
std::vector<std::uint64_t> bins_of(const State& state) {
    const Samples samples(data_set_of(state));
    std::vector<std::uint64_t> bins(state.elements);
    for (std::uint64_t i = 0; i < state.elements; ++i)
        bins[i] = samples[i];
    return bins;
}

std::vector<double> counts_of(const State& state) {
    const auto counts =
        tally(data_set_of(state), state.elements, state.layout, problem_of(state).edges(), 2).counts.at(0);
    return {counts.begin(), counts.end()};
}

std::vector<double> descending(std::vector<double> values) {
    std::ranges::sort(values, std::greater{});
    return values;
}

/// The entropy of these shares, divided by the entropy of equal shares.
double normalized_entropy(const std::vector<double>& parts) {
    const auto sum = std::accumulate(parts.begin(), parts.end(), 0.0);
    double entropy = 0;
    for (const auto part : parts)
        if (part > 0) entropy -= part / sum * std::log(part / sum);
    return entropy / std::log(static_cast<double>(parts.size()));
}

/// Checks that counts are near those expected by weights: within six standard deviations plus one.
void check_counts(const std::vector<double>& counts, const std::vector<double>& weights) {
    const auto samples = std::accumulate(counts.begin(), counts.end(), 0.0);
    const auto sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        const auto share = samples * weights[bin] / sum;
        CAPTURE(bin);
        CHECK(std::abs(counts[bin] - share) < 6 * std::sqrt(share) + 1);
    }
}

} // namespace

TEST_CASE("samples of a shape are in the same bins in every type, floats in the middles") {
    for (const auto shape : all_shapes)
        for (const std::uint32_t bins : {1U, 33U, 100U}) {
            const auto right = bins_of(integers(shape.kind, 5000, bins));
            for (const auto type : some_types) {
                const State state{.sample = type, .elements = 5000, .bins = bins, .entropy = shape};
                CAPTURE(to_string(state));
                const Samples samples(data_set_of(state));
                const auto width = static_cast<double>(upper_bound(state)) / bins;
                const auto middle = histo_cl::is_float(type) ? 0.5 : 0;
                for (std::uint64_t i = 0; i < state.elements; ++i) {
                    CHECK(right[i] < bins);
                    const auto exact = (static_cast<double>(right[i]) + middle) * width;
                    CHECK(value_of(type, samples[i]) == doctest::Approx(exact).epsilon(1e-6));
                }
            }
        }
}

TEST_CASE("all samples of a shape are in range, also with bins given by edges") {
    for (const auto shape : all_shapes)
        for (const auto binning : all_binnings) {
            const State state{SampleType::f32, many, 100'003, shape, Layout::single, binning};
            CAPTURE(to_string(state));
            const auto counts = counts_of(state);
            CHECK(std::accumulate(counts.begin(), counts.end(), 0.0) == many);
        }
}

TEST_CASE("the last samples are right with the most samples and bins that the benchmark has") {
    constexpr std::uint32_t bins = 1 << 24;
    constexpr std::uint64_t elements = 0xffffffff;
    const auto last = [](Kind kind) {
        const State state{SampleType::f64, elements, bins, {1, kind}, Layout::multi, Binning::even};
        const auto bits = Samples(data_set_of(state))[4 * elements - 1];
        return value_of(state.sample, bits) * bins / elements; // in units of bins
    };
    CHECK(last(Kind::sorted) == doctest::Approx(bins - 0.5).epsilon(1e-12));
    CHECK(last(Kind::sawtooth) == doctest::Approx((4 * elements - 1) % bins + 0.5).epsilon(1e-12));
    CHECK(last(Kind::stride) == doctest::Approx((4 * elements - 1) * 32 % bins + 0.5).epsilon(1e-12));
    CHECK(last(Kind::phases) == doctest::Approx(bins / 32.0 * 19 + 0.5).epsilon(1e-12)); // 15 * 7 % 16 is 9
}

TEST_CASE("sorted samples ascend and fill their bins evenly") {
    const auto state = integers(Kind::sorted, 100'000, 33);
    const auto bins = bins_of(state);
    CHECK(std::ranges::is_sorted(bins));
    for (const auto count : counts_of(state))
        CHECK(std::abs(count - 100'000.0 / 33) <= 1);
    const State pixels{SampleType::u8, 1000, 100, {1, Kind::sorted}, Layout::multi, Binning::even};
    const Samples samples(data_set_of(pixels));
    CHECK(samples[3999] == 99);
    CHECK(samples[4000] == 0); // the ramp begins again
}

TEST_CASE("a sawtooth visits all bins in turn, and a stride every 32nd") {
    const auto teeth = bins_of(integers(Kind::sawtooth, 1000, 33));
    for (std::size_t i = 1; i < teeth.size(); ++i)
        CHECK(teeth[i] == (teeth[i - 1] + 1) % 33);
    for (const std::uint32_t bins : {33U, 2048U, 100'000U}) {
        const auto steps = bins_of(integers(Kind::stride, 4 * bins, bins));
        for (std::size_t i = 1; i < steps.size(); ++i)
            CHECK(steps[i] == (steps[i - 1] + 32) % bins);
        CHECK(std::set(steps.begin(), steps.end()).size() == bins / std::gcd(bins, 32U));
    }
}

TEST_CASE("each phase has one bin, and no two phases share a bin") {
    for (const std::uint32_t bins : {16U, 33U, 2'000'003U}) {
        const auto phases = bins_of(integers(Kind::phases, 1600, bins));
        for (std::size_t i = 0; i < phases.size(); ++i) {
            CHECK(phases[i] == phases[i - i % 100]);
            const auto before = i < 100 ? phases.back() : phases[i - 100];
            CHECK(std::abs(static_cast<double>(phases[i]) - static_cast<double>(before)) > bins / 4.0);
        }
        CHECK(std::set(phases.begin(), phases.end()).size() == 16);
    }
}

TEST_CASE("Zipf's law: the bin of rank r has 1 / r of the first bin's samples, in order or scattered") {
    constexpr std::uint32_t bins = 2048;
    std::vector<double> law(bins);
    for (std::uint32_t rank = 0; rank < bins; ++rank)
        law[rank] = 1.0 / (rank + 1);
    check_counts(counts_of(integers(Kind::zipf, many, bins)), law);
    const auto scattered = bin_weights(Kind::zipf_scattered, bins);
    const auto in_order = descending(scattered);
    for (std::uint32_t rank = 0; rank < bins; ++rank)
        CHECK(in_order[rank] == doctest::Approx(law[rank]));
    check_counts(counts_of(integers(Kind::zipf_scattered, many, bins)), scattered);
    int neighbours = 0; // number of pairs of consecutive ranks whose bins are neighbours
    for (std::uint32_t bin = 1; bin < bins; ++bin)
        neighbours += std::abs(1 / scattered[bin] - 1 / scattered[bin - 1]) < 1.5 ? 1 : 0;
    CHECK(neighbours < 16); // two are expected
}

TEST_CASE("concentrated samples and those of a power law have half the entropy of uniform ones") {
    for (const auto kind : {Kind::concentrated, Kind::power_law})
        for (const std::uint32_t bins : {2U, 33U, 2048U, 100'000U}) {
            CAPTURE(name(Entropy{1, kind}));
            CAPTURE(bins);
            const auto weights = bin_weights(kind, bins);
            CHECK(normalized_entropy(weights) == doctest::Approx(0.5).epsilon(1e-3));
            if (bins <= 2048) check_counts(counts_of(integers(kind, many, bins)), weights);
        }
    // The weights of a power law form a straight line in logarithms; those of `concentrated` do not.
    const auto bend = [](Kind kind) {
        const auto weights = descending(bin_weights(kind, 2048));
        const auto at = [&](std::size_t rank) { return std::log(weights.at(rank - 1) / weights.front()); };
        return at(1024) / at(32) - 2;
    };
    CHECK(bend(Kind::power_law) == doctest::Approx(0).epsilon(1e-6));
    CHECK(std::abs(bend(Kind::concentrated)) > 0.1);
}

TEST_CASE("an alias table gives each bin its share") {
    for (const auto& weights : std::vector<std::vector<double>>{
             {1}, {1, 1, 1}, {0, 3, 0, 0}, {1e-9, 1, 5, 1e-3, 0.25}, bin_weights(Kind::zipf, 1000)}) {
        const auto table = alias_table(weights);
        std::vector<double> shares(weights.size());
        for (std::size_t bin = 0; bin < table.size(); ++bin) {
            const auto kept = static_cast<double>(table[bin] & 0xffffffff) * 0x1p-32;
            shares[bin] += kept;
            shares.at(table[bin] >> 32) += 1 - kept;
        }
        const auto sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        for (std::size_t bin = 0; bin < shares.size(); ++bin)
            CHECK(std::abs(shares[bin] / static_cast<double>(shares.size()) - weights[bin] / sum) < 1e-9);
    }
}
