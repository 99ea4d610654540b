#include "bin_rule.hpp"
#include "histo_cl/reference.hpp"
#include "random_problems.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

// kernels/bin.cl once more in C++, expression by expression, against the reference.

using namespace histo_cl;
using detail::Indexing;
using detail::indexing;

namespace {

__extension__ using UInt128 = unsigned __int128;

constexpr std::int64_t none = -1;

template <class T>
using KeyOf = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;

/// A device's arithmetic on floats: with denormals, or with each operand and result of an operation flushed
/// to zero.
struct Gradual {
    template <class T>
    static T kept(T x) {
        return x;
    }
};
struct Flushing {
    template <class T>
    static T kept(T x) {
        return std::fabs(x) < std::numeric_limits<T>::min() ? std::copysign(T{0}, x) : x;
    }
};

template <class T, class Arithmetic = Gradual>
class Kernel {
  public:
    explicit Kernel(const Indexing& rule) : rule_(rule), last_bin_(rule.last_bin) {
        for (const std::uint64_t threshold : rule.thresholds)
            thresholds_.push_back(static_cast<Key>(threshold));
        REQUIRE(std::equal(thresholds_.begin(), thresholds_.end(), rule.thresholds.begin()));
        REQUIRE(rule.first_key <= std::numeric_limits<Key>::max());
        REQUIRE(rule.last_offset <= std::numeric_limits<Key>::max());
        // OpenCL takes a shift modulo the operand's width, so a shift that is as wide would go unnoticed.
        if (rule.mode == Indexing::Mode::shift) REQUIRE(rule.shift < 8 * sizeof(Key));
        if (rule.mode == Indexing::Mode::multiply && rule.shift < 64) {
            const UInt128 most = UInt128{rule.last_offset} * rule.multiplier + rule.addend_low;
            REQUIRE(rule.last_offset <= std::numeric_limits<std::uint32_t>::max());
            REQUIRE(most <= std::numeric_limits<std::uint64_t>::max());
            REQUIRE(rule.addend_high == 0);
        }
    }

    std::int64_t bin_of(T x) const {
        if (rule_.mode == Indexing::Mode::none) return none;
        const Key offset = static_cast<Key>(key_of(x) - static_cast<Key>(rule_.first_key));
        return offset <= static_cast<Key>(rule_.last_offset) ? std::int64_t{bin_at(x, offset)} : none;
    }

  private:
    using Key = KeyOf<T>;

    static Key key_of(T x) {
        constexpr Key sign = Key{1} << (8 * sizeof(T) - 1);
        if constexpr (std::is_floating_point_v<T>) {
            const auto bits = std::bit_cast<Key>(x);
            return bits ^ ((bits >> (8 * sizeof(Key) - 1)) != 0 ? ~Key{0} : sign);
        } else {
            const Key bits = static_cast<std::make_unsigned_t<T>>(x);
            return std::is_signed_v<T> ? bits ^ sign : bits;
        }
    }

    std::uint32_t bin_at(T x, Key offset) const {
        switch (rule_.mode) {
        case Indexing::Mode::shift: return static_cast<std::uint32_t>(offset >> rule_.shift);
        case Indexing::Mode::multiply: return rule_.shift < 64 ? multiplied(offset) : multiplied_wide(offset);
        case Indexing::Mode::scale:
            if constexpr (std::is_floating_point_v<T>) return scaled(x, offset);
            break;
        case Indexing::Mode::search: return searched(offset);
        case Indexing::Mode::none: break;
        }
        FAIL("a mode that this sample type has not");
        return 0;
    }

    std::uint32_t next_if(bool near_next, std::uint32_t bin, Key offset) const {
        return near_next && bin < last_bin_ && thresholds_.at(bin + 1) <= offset ? bin + 1 : bin;
    }

    std::uint32_t multiplied(Key offset) const {
        const std::uint64_t narrow = static_cast<std::uint32_t>(offset);
        const std::uint64_t position = narrow * rule_.multiplier + rule_.addend_low;
        const auto bin = static_cast<std::uint32_t>(position >> rule_.shift);
        const std::uint64_t rest = (std::uint64_t{1} << rule_.shift) - 1;
        return next_if(((position & rest) + narrow + 1) >> rule_.shift != 0, bin, offset);
    }

    std::uint32_t multiplied_wide(std::uint64_t offset) const {
        const std::uint32_t shift = rule_.shift - 64;
        const std::uint64_t product = offset * rule_.multiplier;
        const std::uint64_t low = product + rule_.addend_low;
        const auto product_high = static_cast<std::uint64_t>((UInt128{offset} * rule_.multiplier) >> 64U);
        const std::uint64_t high = product_high + rule_.addend_high + (low < product ? 1 : 0);
        const std::uint64_t rest = (std::uint64_t{1} << shift) - 1;
        const auto bin = static_cast<std::uint32_t>(high >> shift);
        return next_if((high & rest) == rest && low >= ~offset, bin, static_cast<Key>(offset));
    }

    std::uint32_t scaled(T x, Key offset) const {
        const auto kept = [](T value) { return Arithmetic::kept(value); };
        const auto constant = [&](double value) { return kept(static_cast<T>(value)); };
        const T position = kept(kept(kept(x) - constant(rule_.lower)) * constant(rule_.scale));
        const T whole = std::floor(position);
        const T part = kept(position - whole);
        const T margin =
            kept(kept(position * constant(rule_.relative_margin)) + constant(rule_.absolute_margin));
        std::uint32_t bin = std::min(static_cast<std::uint32_t>(whole), last_bin_);
        if (part < margin || part > 1 - margin) {
            while (thresholds_.at(bin) > offset)
                --bin;
            while (bin < last_bin_ && thresholds_.at(bin + 1) <= offset)
                ++bin;
        }
        return bin;
    }

    std::uint32_t searched(Key offset) const {
        std::uint32_t bin = 0;
        for (std::uint32_t step = std::bit_floor(last_bin_); step > 0; step >>= 1U) {
            const std::uint32_t probe = bin + step;
            if (probe <= last_bin_ && thresholds_.at(probe) <= offset) bin = probe;
        }
        return bin;
    }

    const Indexing& rule_;
    std::uint32_t last_bin_;
    std::vector<Key> thresholds_;
};

/// Whether a sample is below the first bin.
template <class T>
bool below_range(const Binning& binning, T x) {
    if (const auto* edges = std::get_if<EdgeBins>(&binning)) return Number(x) < edges->edges.front();
    const Number& lower = std::get<EvenBins>(binning).lower;
    if constexpr (std::is_floating_point_v<T>) return x < static_cast<T>(lower.to_double());
    return Number(x) < lower;
}

/// The reference's bin of each of the rising samples, from one call: bins rise with the samples, so the
/// counts tell.
template <class T>
std::vector<std::int64_t> reference_bins(const Problem& problem, const std::vector<T>& rising) {
    const auto counts = reference_histogram(problem, std::span(rising));
    const auto in_range = std::partition_point(rising.begin(), rising.end(),
                                               [&](T x) { return below_range(problem.binning, x); });
    std::vector<std::int64_t> bins(static_cast<std::size_t>(in_range - rising.begin()), none);
    for (std::size_t bin = 0; bin < counts.size(); ++bin)
        bins.insert(bins.end(), counts[bin], static_cast<std::int64_t>(bin));
    REQUIRE(bins.size() <= rising.size());
    bins.resize(rising.size(), none);
    return bins;
}

template <class T>
std::vector<T> every_value() {
    std::vector<T> values;
    for (int x = std::numeric_limits<T>::min(); x <= std::numeric_limits<T>::max(); ++x)
        values.push_back(static_cast<T>(x));
    return values;
}

template <class T, class Arithmetic>
void check(const Problem& problem, const Indexing& rule, const std::vector<T>& rising) {
    const Kernel<T, Arithmetic> kernel(rule);
    const auto expected = reference_bins(problem, rising);
    for (std::size_t i = 0; i < rising.size(); ++i)
        if (const auto bin = kernel.bin_of(rising[i]); bin != expected[i]) {
            CAPTURE(static_cast<int>(rule.mode));
            CAPTURE(Number(rising[i]).to_string());
            REQUIRE(bin == expected[i]);
        }
}

/// Checks the samples next to `edges` of the edges and `others` more (8 and 16 bits: every value).
template <class T>
void check(RandomProblems& random, const Problem& problem, std::size_t edges, std::size_t others) {
    INFO("seed ", random.seed(), ": ", to_string(problem));
    const Indexing rule = indexing(problem);
    std::vector<T> samples;
    if constexpr (sizeof(T) <= 2)
        samples = every_value<T>();
    else
        samples = random.samples<T>(problem, edges, others);
    if constexpr (std::is_floating_point_v<T>) {
        for (const T sign : {T{1}, T{-1}})
            CHECK(Kernel<T>(rule).bin_of(std::copysign(std::numeric_limits<T>::quiet_NaN(), sign)) == none);
        std::erase_if(samples, [](T x) { return std::isnan(x); });
    }
    std::sort(samples.begin(), samples.end());
    check<T, Gradual>(problem, rule, samples);
    if constexpr (std::is_floating_point_v<T>) check<T, Flushing>(problem, rule, samples);
}

template <class T>
Problem problem_of(const Binning& binning) {
    return {.sample = sample_type_of<T>(), .binning = binning};
}

} // namespace

TEST_CASE("each kind of problem gets the fastest mode that is exact for it") {
    using Mode = Indexing::Mode;
    const auto mode = [](SampleType sample, const Binning& binning) {
        return indexing({.sample = sample, .binning = binning}).mode;
    };
    CHECK(mode(SampleType::u8, even_bins(256, 0, 256)) == Mode::shift);
    CHECK(mode(SampleType::i8, even_bins(16, -128, 128)) == Mode::shift);
    CHECK(mode(SampleType::u64, even_bins(max_bins, 0, 0x1p64)) == Mode::shift);
    CHECK(mode(SampleType::i32, even_bins(3, -0.5, 2.5)) == Mode::multiply);
    CHECK(mode(SampleType::u8, even_bins(7, 0, 12)) == Mode::multiply);
    CHECK(mode(SampleType::u64, even_bins(3, 0, 0x1p64)) == Mode::multiply);
    CHECK(mode(SampleType::f32, even_bins(128, 0, 255)) == Mode::scale);
    CHECK(mode(SampleType::f64, even_bins(10, -0.1, 0.7)) == Mode::scale);
    CHECK(mode(SampleType::f32, even_bins(64, 1, 1 + 0x1p-20)) == Mode::search); // more bins than floats
    CHECK(mode(SampleType::u16, edge_bins({1, 2, 4})) == Mode::search);
    CHECK(mode(SampleType::f32, edge_bins({1, 2, 4})) == Mode::search);
    CHECK(mode(SampleType::u8, even_bins(4, 256, 300)) == Mode::none);
    CHECK(mode(SampleType::i8, edge_bins({0.25, 0.5, 0.75})) == Mode::none);
}

#define ALL_SAMPLES                                                                                          \
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t,      \
        std::int64_t, float, double

TEST_CASE_TEMPLATE("the kernels' bin is the reference's, few bins", T, ALL_SAMPLES) {
    RandomProblems random(1234);
    for (int round = 0; round < (sizeof(T) == 2 ? 60 : 600); ++round)
        check<T>(random, random.problem<T>(64), 65, 50);
}

TEST_CASE_TEMPLATE("the kernels' bin is the reference's, up to 2^16 bins", T, ALL_SAMPLES) {
    RandomProblems random(99);
    for (int round = 0; round < 12; ++round)
        check<T>(random, random.problem<T>(1 << 16), 1 << 16, 1000);
}

TEST_CASE_TEMPLATE("the kernels' bin is the reference's, the most bins", T, std::uint32_t, std::int64_t,
                   float, double) {
    RandomProblems random(5);
    check<T>(random, problem_of<T>(even_bins(max_bins, 0, max_bins)), 20000, 20000);
    check<T>(random, problem_of<T>(even_bins(max_bins - 1, -1, 4e9)), 20000, 20000);
}

TEST_CASE_TEMPLATE("the kernels' bin is the reference's, whole ranges", T, ALL_SAMPLES) {
    using Limits = std::numeric_limits<T>;
    RandomProblems random(7);
    const auto lower = static_cast<double>(Limits::lowest());
    const double upper =
        std::is_floating_point_v<T> ? static_cast<double>(Limits::max()) : std::ldexp(1.0, Limits::digits);
    for (const std::uint32_t count : {1U, 2U, 3U, 7U, 255U, 256U, 257U, 1000U, 65535U, 65536U})
        for (const double part : {1.0, 0.5, 0.25, 0.1875}) {
            if (std::isinf(upper * part - lower * part)) continue; // wider than a double can say
            check<T>(random, problem_of<T>(even_bins(count, lower * part, upper * part)), 1 << 16, 1000);
        }
}

TEST_CASE_TEMPLATE("the kernels' bin is the reference's, bins of 2^n samples wider than the type", T,
                   std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
                   std::uint64_t, std::int64_t) {
    RandomProblems random(8);
    for (int bits = 0; bits <= 64; ++bits)
        for (const std::uint32_t count : {1U, 4U})
            if (const double upper = std::ldexp(count, bits); upper <= 0x1p64)
                check<T>(random, problem_of<T>(even_bins(count, 0, upper)), 100, 100);
}

TEST_CASE("a float range of denormals") {
    RandomProblems random(11);
    for (const double width : {0x1p-147, 0x1p-130, 0x1.8p-126, 0x1p-120})
        for (const double lower : {0.0, -0x1p-149, -0x1p-131, 0x1p-127, -0x1.8p-126, 0x1p-110})
            for (const std::uint32_t count : {1U, 4U, 10U, 1000U})
                if (static_cast<float>(lower) < static_cast<float>(lower + width))
                    check<float>(random, problem_of<float>(even_bins(count, lower, lower + width)), 1000,
                                 100);
}
