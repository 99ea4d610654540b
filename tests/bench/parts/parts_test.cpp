// Parts of the benchmark without side effects: axes, states, data, expected results, statistics, comparisons.

#include "bench/columns/measure.hpp"
#include "bench/contender.hpp"
#include "bench/data.hpp"
#include "bench/matrix.hpp"
#include "bench/outcome.hpp"
#include "bench/report.hpp"
#include "bench/state.hpp"
#include "common/timing.hpp"
#include "support/text.hpp"
#include "support/usage_error.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace bench;
using histo_cl::SampleType;
using histo_cl::test::check_has;
using histo_cl::test::usage_error_of;

namespace {

/// The first samples of a data set, as bytes.
std::vector<std::byte> bytes_of(const DataSet& data, std::uint64_t samples) {
    constexpr bool is_little = std::endian::native == std::endian::little;
    const auto size = histo_cl::bytes(data.sample);
    std::vector<std::byte> bytes(samples * size);
    const Samples made(data);
    for (std::uint64_t i = 0; i < samples; ++i) {
        const auto bits = made[i];
        const auto whole = std::as_bytes(std::span(&bits, 1));
        std::ranges::copy(is_little ? whole.first(size) : whole.last(size), &bytes[i * size]);
    }
    return bytes;
}

/// The counts of the library's reference.
std::vector<std::uint64_t> reference_of(const State& state, const std::vector<std::byte>& samples) {
    histo_cl::HostData host{.samples = samples, .shape = shape_of(state)};
    std::vector<std::byte> mask;
    if (state.layout == Layout::mask) {
        for (std::uint64_t i = 0; i < state.elements; ++i)
            mask.push_back(std::byte{mask_of(i)});
        host.mask = mask;
    }
    return histo_cl::reference_histogram(problem_of(state), host).counts;
}

/// The mean entropy of the lowest `bits` bits.
double entropy_per_bit(const DataSet& data, int bits, std::uint64_t samples) {
    const Samples made(data);
    double sum = 0;
    for (int bit = 0; bit < bits; ++bit) {
        std::uint64_t ones = 0;
        for (std::uint64_t i = 0; i < samples; ++i)
            ones += made[i] >> bit & 1;
        const auto p = static_cast<double>(ones) / static_cast<double>(samples);
        if (p > 0 && p < 1) sum -= p * std::log2(p) + (1 - p) * std::log2(1 - p);
    }
    return sum / bits;
}

} // namespace

TEST_CASE("columns: a list of rows has at least one, because an empty list means all rows") {
    for (std::uint64_t rows = 1; rows < 20; ++rows) {
        const bench_columns::State state{.rows = rows,
                                         .columns = 3,
                                         .bins = 16,
                                         .percent = 1,
                                         .skewed = false,
                                         .quantized = false,
                                         .words = false,
                                         .by_cell = false,
                                         .f32 = false};
        const auto table = bench_columns::make_table(state);
        CHECK(!table.list.empty());
        CHECK(table.gradients.size() == table.list.size());
    }
}

TEST_CASE("a random walk takes small steps and stays in its range") {
    for (const auto type : {SampleType::u8, SampleType::u16, SampleType::f32, SampleType::f64}) {
        CAPTURE(name(type));
        const State state{.sample = type, .elements = 4096, .bins = 256, .entropy = walk};
        const Samples samples(data_set_of(state));
        const double range = histo_cl::is_float(type) ? 4096 : 256; // so that steps are about 1
        double last = -1;
        double minimum = range;
        double maximum = 0;
        int moves = 0;
        for (std::uint64_t i = 0; i < 1 << 18; ++i) {
            const auto value = value_of(type, samples[i]);
            CHECK(value >= 0);
            CHECK(value < range);
            if (i > 0) CHECK(std::abs(value - last) < 2.5);
            moves += value != last ? 1 : 0;
            last = value;
            minimum = std::min(minimum, value);
            maximum = std::max(maximum, value);
        }
        CHECK(moves > 1 << 17);
        CHECK(maximum - minimum > 0.2 * range);
    }
}

TEST_CASE("data of two values has the ends of the range, each in about half of the samples") {
    for (const auto type : benchmark_samples) {
        CAPTURE(name(type));
        const State state{.sample = type, .elements = 100, .bins = 100, .entropy = two_values};
        const Samples samples(data_set_of(state));
        int upper = 0;
        for (std::uint64_t i = 0; i < 4096; ++i) {
            const auto value = value_of(type, samples[i]);
            if (value == 0) continue;
            ++upper;
            CHECK(value >= 99);
            CHECK(value < 100);
        }
        CHECK(std::abs(upper - 2048) < 6 * 32);
    }
}

TEST_CASE("text has lines of words, with letters about as frequent as in English") {
    const Samples text(data_set_of({.sample = SampleType::u8, .bins = 256, .entropy = english_text}));
    std::array<int, 256> counts{};
    constexpr int samples = 1 << 20;
    int line = 0;
    for (std::uint64_t i = 0; i < samples; ++i) {
        const auto byte = text[i];
        CHECK((byte == '\n' || (byte >= ' ' && byte < 127)));
        line = byte == '\n' ? 0 : line + 1;
        CHECK(line < 90);
        ++counts.at(byte);
    }
    CHECK(counts[' '] > samples / 8);
    CHECK(counts['\n'] > samples / 100);
    CHECK(std::ranges::max_element(counts.begin() + 'a', counts.end()) - counts.begin() == 'e');
    CHECK(counts['t'] > 5 * counts['k']);
    CHECK(counts['z'] > 0);
    CHECK(text[12345] == text[samples + 12345]);
    CHECK(why_skipped({.sample = SampleType::u16, .bins = 256, .entropy = english_text}));
}

TEST_CASE("fill() writes samples from any position on") {
    for (const auto entropy : {Entropy{1}, walk, english_text, Entropy{1, Kind::zipf}})
        for (const auto type : {SampleType::u8, SampleType::f32}) {
            const auto data = data_set_of({.sample = type, .elements = 100, .bins = 100, .entropy = entropy});
            const auto all = bytes_of(data, 1000);
            const auto size = histo_cl::bytes(type);
            std::vector<std::byte> some(500 * size);
            fill(data, 123, some, 3);
            CHECK(std::ranges::equal(some, std::span(all).subspan(123 * size, 500 * size)));
        }
}

TEST_CASE("regions and masks leave out stored samples") {
    for (const std::uint64_t elements : {1U, 1000U, 4096U, 1U << 20}) {
        const auto picture = picture_of(elements);
        CHECK(picture.width * picture.height == elements);
        CHECK(picture.width <= 4096);
        const State state{
            .sample = SampleType::u8, .elements = elements, .bins = 256, .layout = Layout::region};
        CHECK(place_of(0, state.layout, picture) == picture.x);
        CHECK(place_of(elements - 1, state.layout, picture) < stored_samples(state));
        CHECK(stored_samples(state) == picture.height * picture.pitch);
    }
    CHECK(place_of(7, Layout::single, picture_of(1000)) == 7);
    int counted = 0;
    for (std::uint64_t i = 0; i < 4096; ++i)
        counted += mask_of(i);
    CHECK(std::abs(counted - 2048) < 6 * 32);
}

TEST_CASE("check() distinguishes right counts, wrong counts, and samples that rounding moves past an edge") {
    using Counts = std::vector<std::uint32_t>;
    const Counts expected{1000, 2000, 3000};
    CHECK(check(expected, expected, false).verdict == Verdict::right);
    CHECK(check(expected, expected, true).message.empty());
    CHECK(check(Counts{1000, 2001, 2999}, expected, false).message == "counter 1 is 2001, not 2000");
    CHECK(check(Counts{1000, 2001, 2999}, expected, false).verdict == Verdict::wrong);
    const auto moved = check(Counts{1001, 1997, 3002}, expected, true);
    CHECK(moved.verdict == Verdict::right);
    CHECK(moved.message == "3 samples next to an edge are in the neighbouring bin");
    CHECK(check(Counts{1100, 1900, 3000}, expected, true).verdict == Verdict::wrong);
    CHECK(check(Counts{1000, 2000}, expected, true).message == "2 counters, not 3");
}

TEST_CASE("parses sizes: numbers, powers of two, lists and ranges") {
    const auto sizes = [](const char* text) { return parse_sizes("--elements", text, 1 << 30); };
    using Values = std::vector<std::uint64_t>;
    CHECK(sizes("7") == Values{7});
    CHECK(sizes("2^0,2^28,1000") == Values{1, 1 << 28, 1000});
    CHECK(sizes("2^16..2^28:4") == Values{1 << 16, 1 << 20, 1 << 24, 1 << 28});
    CHECK(sizes("2^4..2^7") == Values{16, 32, 64, 128});
    CHECK(sizes("3..20") == Values{3, 6, 12});
    CHECK(sizes("5..5:2") == Values{5});
    CHECK(sizes("1,2^4..32") == Values{1, 16, 32});
    CHECK(sizes("2^30") == Values{1 << 30});
    CHECK(sizes("1e6,1_000") == Values{1000000, 1000});
}

TEST_CASE("refuses what is not a size, and quotes it") {
    for (const char* const text :
         {"", "0", "x", "1,", ",1", "2^", "2^64", "-1", "1..", "..4", "8..4", "1..8:0", "1..8:64",
          "1..8:", "2^31", "1.5", "1e-1", "99999999999999999999", "4:1"}) {
        const auto message = usage_error_of([&] { (void)parse_sizes("--elements", text, 1 << 30); });
        CHECK(message.starts_with("--elements: '"));
        check_has(message, {"from 1 to 1073741824"});
    }
    // Parsing terminates even for the largest range.
    CHECK(parse_sizes("--bins", "1..18446744073709551615", ~std::uint64_t{0}).size() == 64);
}

TEST_CASE("parses the names of an axis, and refuses others") {
    CHECK(parse_samples("u8,f64") == std::vector{SampleType::u8, SampleType::f64});
    CHECK(parse_samples("float32,uint8") == std::vector{SampleType::f32, SampleType::u8});
    CHECK(parse_names("--entropy", "1.000,0.000", all_entropies) == std::vector{Entropy{1}, Entropy{0}});
    CHECK(parse_names("--layout", "single,multi", all_layouts) == std::vector{Layout::single, Layout::multi});
    CHECK(parse_names("--binning", "range", all_binnings) == std::vector{Binning::range});
    CHECK(usage_error_of([] { (void)parse_samples("f16"); }) ==
          "--samples: 'f16' is not one of i8, u8, i16, u16, i32, u32, i64, f32, f64");
    CHECK(usage_error_of([] { (void)parse_names("--entropy", "0.5", all_entropies); }) ==
          "--entropy: '0.5' is not one of 1.000, 0.811, 0.544, 0.337, 0.201, 0.000, walk, two, text, "
          "concentrated, power-law, zipf, zipf-scattered, phases, stride, sawtooth, sorted; did you mean "
          "0.544?");
    CHECK(usage_error_of([] { (void)preset_named("all"); }) ==
          "--preset: 'all' is not one of cub, full, cpu, shapes, partitions");
}

TEST_CASE("states are all combinations, each once, with states of the same samples side by side") {
    const Matrix matrix{.samples = {SampleType::f32, SampleType::i32},
                        .elements = {1 << 10, 1 << 12},
                        .bins = {32, 2048},
                        .entropies = {Entropy{1}, Entropy{5}},
                        .layouts = {Layout::single, Layout::multi},
                        .binnings = {Binning::even, Binning::range}};
    const auto states = states_of({matrix, matrix});
    CHECK(states.size() == 64);
    CHECK(std::set<State>(states.begin(), states.end()).size() == 64);
    for (std::size_t i = 2; i < states.size(); ++i) {
        const bool again = data_set_of(states[i]) == data_set_of(states[i - 2]);
        CHECK_MESSAGE((again || data_set_of(states[i]) != data_set_of(states[i - 1]) ||
                       data_set_of(states[i - 1]) != data_set_of(states[i - 2])),
                      to_string(states[i]));
    }
    std::set<DataSet> left;
    for (std::size_t i = 1; i < states.size(); ++i)
        if (data_set_of(states[i]) != data_set_of(states[i - 1])) {
            CHECK(left.insert(data_set_of(states[i - 1])).second);
            CHECK_FALSE(left.contains(data_set_of(states[i])));
        }
    CHECK(filtered(states, {.samples = {SampleType::f32}, .bins = {32}}).size() == 16);
    CHECK(filtered(states, {}).size() == 64);
}

TEST_CASE("the preset cub has the states of CUB's benchmark, and full has more") {
    auto cub = states_of(preset_named("cub"));
    CHECK(cub.size() == 6 * 4 * 4 * 2 * 2 * 2);
    std::erase_if(cub, [](const State& state) { return why_skipped(state).has_value(); });
    CHECK(cub.size() == (2 + 3 + 4 + 4 + 4 + 4) * 4 * 2 * 2 * 2);
    const auto full = states_of(preset_named("full"));
    const std::set<State> all(full.begin(), full.end());
    for (const auto& state : cub)
        CHECK(all.contains(state));
    for (const auto bins : {256U, 4096U, 8193U, 16384U, 65536U, 262144U})
        for (const auto entropy : {Entropy{1}, Entropy{3}, Entropy{5}, Entropy{0}})
            CHECK(all.contains({SampleType::f32, 1 << 28, bins, entropy, Layout::single, Binning::even}));
    CHECK(all.contains({SampleType::u8, 1 << 28, 256, Entropy{0}, Layout::single, Binning::range}));
}

TEST_CASE("ranges of values are those of CUB's benchmark, and bytes take all values") {
    CHECK(upper_bound({.sample = SampleType::i32, .elements = 1000, .bins = 32}) == 32);
    CHECK(upper_bound({.sample = SampleType::f32, .elements = 1000, .bins = 32}) == 1000);
    CHECK_FALSE(why_skipped({.sample = SampleType::i8, .bins = 128}));
    CHECK(why_skipped({.sample = SampleType::i8, .bins = 129}));
    CHECK_FALSE(why_skipped({.sample = SampleType::u8, .bins = 256}));
    CHECK(why_skipped({.sample = SampleType::u16, .bins = 65537}));
    CHECK_FALSE(why_skipped({.sample = SampleType::i64, .bins = 1 << 24}));
    CHECK_FALSE(why_skipped({.sample = SampleType::f32, .bins = 1 << 24}));
    CHECK(data_set_of({.sample = SampleType::i32, .bins = 32}).span == 33);
    CHECK(data_set_of({.sample = SampleType::u8, .bins = 256}).span == 256);
    CHECK(data_set_of({.sample = SampleType::i8, .bins = 128}).span == 128);
    CHECK(levels({.sample = SampleType::u8, .bins = 4}) == std::vector<double>{0, 1, 2, 3, 4});
    CHECK(levels({.sample = SampleType::f64, .elements = 2, .bins = 4}) ==
          std::vector<double>{0, 0.5, 1, 1.5, 2});
    const auto thirds = levels({.sample = SampleType::f32, .elements = 1, .bins = 3});
    CHECK(thirds[2] == static_cast<double>(2 * (1.0F / 3)));
    CHECK(levels({.sample = SampleType::f64, .elements = 1, .bins = 3})[2] == 2 * (1.0 / 3));
}

TEST_CASE("the bits of samples have the entropy that the name of the data says") {
    for (const auto entropy : drawn_entropies) {
        CAPTURE(name(entropy));
        const auto nominal = std::stod(std::string(name(entropy)));
        const State state{.sample = SampleType::u8, .bins = 256, .entropy = entropy};
        CHECK(entropy_per_bit(data_set_of(state), 8, 1 << 16) == doctest::Approx(nominal).epsilon(0.02));
        const State wide{.sample = SampleType::i32, .bins = (1 << 16) - 1, .entropy = entropy};
        CHECK(entropy_per_bit(data_set_of(wide), 16, 1 << 16) == doctest::Approx(nominal).epsilon(0.02));
    }
}

TEST_CASE("samples of lower entropy are those of higher entropy with some bits cleared, floats too") {
    for (const auto type : benchmark_samples) {
        State state{.sample = type, .elements = 1 << 20, .bins = 100};
        std::uint64_t all_of_five = 0;
        for (std::uint64_t i = 0; i < 1000; ++i)
            for (std::uint32_t draws = 2; draws <= 5; ++draws) {
                state.entropy.draws = draws - 1;
                const auto more = Samples(data_set_of(state))[i];
                state.entropy.draws = draws;
                const auto less = Samples(data_set_of(state))[i];
                CHECK((more & less) == less);
                if (draws == 5) all_of_five |= less;
            }
        CHECK(all_of_five != 0);
    }
}

TEST_CASE("uniform samples fill the bins evenly") {
    for (const auto type : benchmark_samples) {
        CAPTURE(name(type));
        const State state{.sample = type, .elements = 1 << 18, .bins = 64};
        const auto counts =
            tally(data_set_of(state), state.elements, state.layout, problem_of(state).edges(), 2)
                .counts.at(0);
        const auto share = 1.0 * (1 << 18) / (histo_cl::is_float(type) ? 64 : 65);
        for (const auto count : counts) // within six standard deviations
            CHECK(std::abs(count - share) < 6 * std::sqrt(share));
    }
}

TEST_CASE("floats are multiples of 2^-32, and f32 rounds them toward zero") {
    const Samples doubles({SampleType::f64, 3, Entropy{1}});
    const Samples singles({SampleType::f32, 3, Entropy{1}});
    double sum = 0;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const auto value = value_of(SampleType::f64, doubles[i]);
        CHECK(value >= 0);
        CHECK(value < 3);
        CHECK(value * 0x1p32 == std::floor(value * 0x1p32));
        const auto narrow = value_of(SampleType::f32, singles[i]);
        CHECK(narrow <= value);
        CHECK(narrow > value * (1 - 0x1p-23));
        sum += value;
    }
    CHECK(sum / 1000 == doctest::Approx(1.5).epsilon(0.1));
}

TEST_CASE("constant samples are in range, whatever the number of bins") {
    for (const std::uint32_t bins : {2U, 3U, 100U, 1U << 24})
        for (const auto type : {SampleType::i32, SampleType::f32}) {
            const State state{.sample = type, .elements = 1 << 10, .bins = bins, .entropy = Entropy{0}};
            const Samples samples(data_set_of(state));
            CHECK(samples[0] == samples[12345]);
            CHECK(value_of(type, samples[0]) < static_cast<double>(upper_bound(state)));
        }
}

TEST_CASE("the expected counts are those of the library's reference") {
    for (const auto type : benchmark_samples)
        for (const auto entropy : all_entropies)
            for (const auto layout : all_layouts)
                for (const auto binning : all_binnings) {
                    const State state{type, 3000, 77, entropy, layout, binning};
                    CAPTURE(to_string(state));
                    const auto problem = problem_of(state);
                    const auto data = data_set_of(state);
                    const auto samples = bytes_of(data, stored_samples(state));
                    const auto reference = reference_of(state, samples);
                    Expected expected(data, state.elements, layout, 2);
                    CHECK(std::ranges::equal(expected.counts(problem), reference));
                }
}

TEST_CASE("many threads count the same as one") {
    const State state{SampleType::f32, 300'000, 2000, Entropy{2}, Layout::multi, Binning::even};
    const auto edges = problem_of(state).edges();
    const auto one = tally(data_set_of(state), state.elements, state.layout, edges, 1);
    const auto many = tally(data_set_of(state), state.elements, state.layout, edges, 7);
    CHECK(one.counts == many.counts);
    CHECK(one.counts.at(0) != one.counts.at(1));
}

TEST_CASE("counts of coarse bins are sums of fine ones if every coarse edge is also a fine edge") {
    const Tally fine{.edges = {0, 1, 2, 3, 4}, .counts = {{1, 2, 3, 4}, {5, 6, 7, 8}}};
    using Counts = std::vector<std::vector<std::uint32_t>>;
    CHECK(folded(fine, std::vector<double>{0, 2, 4}) == Counts{{3, 7}, {11, 15}});
    CHECK(folded(fine, std::vector<double>{1, 2, 4}) == Counts{{2, 7}, {6, 15}});
    CHECK(folded(fine, fine.edges) == fine.counts);
    CHECK(folded(fine, std::vector<double>{0, 1.5, 4}).empty());

    const State state{SampleType::f64, 5000, 4096, Entropy{5}, Layout::single, Binning::even};
    Expected expected(data_set_of(state), state.elements, state.layout, 2);
    (void)expected.counts(problem_of(state));
    auto coarse = state;
    for (const auto bins : {64U, 63U}) { // the edges of 64 bins are also fine edges, those of 63 are not
        coarse.bins = bins;
        Expected alone(data_set_of(state), state.elements, state.layout, 2);
        CHECK(expected.counts(problem_of(coarse)) == alone.counts(problem_of(coarse)));
    }
}

TEST_CASE("a summary has the median, minimum, maximum and noise of the times") {
    const auto summary = summary_of({5, 1, 4, 2, 3});
    CHECK(summary.median == 3);
    CHECK(summary.min == 1);
    CHECK(summary.max == 5);
    CHECK(summary.noise == doctest::Approx(2.0 / 3));
    CHECK(summary.runs == 5);
    CHECK(summary_of({4, 1, 2, 3}).median == 2.5);
    CHECK(summary_of({7}).noise == 0);
    CHECK(common::quantile({1, 2}, 0.25) == 1.25);
    CHECK(geometric_mean({1, 4}) == doctest::Approx(2));
    CHECK(geometric_mean({0.5, 2, 8}) == doctest::Approx(2));
}

TEST_CASE("runs continue until there are enough") {
    const Pace pace{.runs = 10, .max_runs = 20, .min_seconds = 1, .max_seconds = 5};
    const auto runs = [&](std::size_t count, double each) { return enough(pace, std::vector(count, each)); };
    CHECK_FALSE(runs(9, 0.2));
    CHECK(runs(10, 0.2));
    CHECK_FALSE(runs(10, 0.01));
    CHECK(runs(20, 0.01));
    CHECK_FALSE(runs(1, 100));
    CHECK(runs(2, 100));
}

TEST_CASE("a comparison divides another program's time by histo_cl's") {
    const auto result = [](std::uint32_t bins, double ours, double other) {
        Result one;
        one.state.bins = bins;
        for (const auto& [label, seconds] : {std::pair("histo_cl", ours), std::pair("cub", other)}) {
            Outcome outcome;
            outcome.device = summary_of({seconds});
            outcome.wall = summary_of({seconds + 1});
            one.outcomes.emplace_back(label, outcome);
        }
        return one;
    };
    std::vector results{result(1, 1, 8), result(2, 2, 1), result(3, 1, 2)};
    results[2].outcomes[1].second.verdict = Verdict::wrong;
    auto failed = result(4, 1, 1);
    failed.outcomes[1].second = {
        .verdict = Verdict::failed, .message = "no memory", .device = {}, .wall = {}, .planned = {}};
    results.push_back(failed);

    Records records;
    for (const auto& one : results)
        records.push_back(record_of(one));
    const auto comparison = compare({"histo_cl", "histo_cl", records}, {"cub", "cub", records});
    REQUIRE(comparison.device.size() == 3);
    CHECK(comparison.device[0].value() == 8);
    CHECK(comparison.wall[0].value() == 4.5);
    CHECK(comparison.left_out.size() == 1);
    check_has(report(comparison, 2, 1000),
              {"geometric mean 2.00, slower in 1, from 0.50 to 8.00", "no memory", "cub_wrong"});
    const auto summary = summary_report(std::vector{comparison}, 1000);
    check_has(summary, {"\ncub        3   1.65   0.67   4.50  f32 0 bins 2 "});
    CHECK(compare({"B", "histo_cl", records}, {"A", "histo_cl", {}}).left_out.size() == 4);
}

TEST_CASE("results are printed within the given width") {
    Result result;
    result.state = {.sample = SampleType::u8, .elements = 1 << 16, .bins = 256};
    Outcome first;
    first.device = summary_of({1e-3});
    first.wall = summary_of({2e-3});
    first.planned = Planned{};
    auto other = first;
    other.device = summary_of({3e-3});
    other.planned.reset();
    Outcome failed;
    failed.verdict = Verdict::failed;
    failed.message = "no memory for this at all";
    result.outcomes = {{"histo_cl", first}, {"numpy", other}, {"cub", failed}};

    const auto wide = table_head(1000) + table_lines(record_of(result), 1000);
    check_has(wide,
              {"  device  noise %      wall", "\n 1.00 ms      0.0   2.00 ms ",
               "  u8 2^16 bins 256 entropy 1.000 single even: histo_cl ", ", plan 0.00 us, first 0.00 us\n",
               "\n 3.00 ms ", "     3.00      1.00  numpy\n", "  cub_failed: no memory for this at all\n"});
    for (const std::size_t width : {40U, 60U, 80U, 120U, 160U, 200U}) {
        CAPTURE(width);
        const auto text = table_head(width) + table_lines(record_of(result), width);
        check_has(text, {"2.00 ms", "numpy", "cub_failed:"}); // these parts of the text are never omitted
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            CHECK(line.size() <= width);
    }
    result.skipped = "too many bins";
    check_has(table_lines(record_of(result), 200), {to_string(result.state) + "  skipped: too many bins\n"});
}
