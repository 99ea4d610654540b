#include "problem/rule/scale.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

// Mode multiply of kernels/bin_multiply.cl: integers in nearly even bins. The position of an offset,
//
//     offset · multiplier + addend,
//
// increases with the offset, and position >> shift is the bin. This is correct for every offset if, for all
// i, the result is at least i at threshold i and less than i just before it, which gives two bounds on the
// addend for each threshold. If no addend satisfies all of them, the constants are the true slope and start
// rounded down. The bin is then at most one too low, and the next threshold decides if the bits below `shift`
// are so high that the true position may be in the next bin.

namespace histo_cl::detail {
namespace {

using Product = BinRule::Product;

/// A way to compute positions.
struct Form {
    Product product;
    int shift;
    int raise =
        0; ///< what the offset is shifted up first, so that the high word of the product has all of its bits

    [[nodiscard]] int position_bits() const { return product == Product::bits_32 ? 32 : 64; }
    [[nodiscard]] UInt128 position(std::uint64_t offset, std::uint64_t multiplier) const {
        if (product == Product::bits_128) return (UInt128{offset << raise} * multiplier) >> 64U;
        return UInt128{offset} * multiplier;
    }
    /// The multiplier: the integer part of slope · 2^shift; empty if it has too many bits.
    [[nodiscard]] std::optional<std::uint64_t> multiplier(const Slope& slope) const {
        const auto value =
            shifted_div(slope.bins, slope.samples, shift + (product == Product::bits_128 ? 64 - raise : 0));
        if ((value >> position_bits()) != 0) return std::nullopt;
        return static_cast<std::uint64_t>(value);
    }
};

/// The forms for a rule's offsets and bins, the cheapest for a device first.
std::vector<Form> forms(const BinRule& rule, const Slope& slope) {
    const auto bits = [](std::uint64_t value) { return static_cast<int>(std::bit_width(value)); };
    const int most = 64 - bits(rule.last_bin + std::uint64_t{1});
    if (rule.last_offset >> 32U != 0) { // raised offsets reach 2^63, so the multiplier fits with one bit less
        const int raise = 64 - bits(rule.last_offset);
        return {{Product::bits_128, most, raise}, {Product::bits_128, most - 1, raise}};
    }
    std::vector<Form> forms;
    if (most > 32) forms.push_back({Product::bits_32, most - 32});
    // Multipliers below 2^32: first with the bin in the high word, which needs no shift, then with maximum
    // precision.
    const auto narrow = [&](int shift) {
        return shift <= most && (shifted_div(slope.bins, slope.samples, shift) >> 32U) == 0;
    };
    if (narrow(32)) forms.push_back({Product::bits_64, 32});
    int shift = 32;
    while (narrow(shift + 1))
        ++shift;
    if (shift > 32) forms.push_back({Product::bits_64, shift});
    if (shift < most) forms.push_back({Product::bits_64, most});
    return forms;
}

/// The smallest addend with which every offset gets the correct bin; with `capped`, every offset whose result
/// is at most last_bin. Empty if there is none.
std::optional<std::uint64_t> exact_addend(const BinRule& rule, const Form& form, std::uint64_t multiplier,
                                          bool capped) {
    const auto limit = UInt128{1} << form.position_bits();
    const auto position = [&](std::uint64_t offset) {
        return static_cast<Int128>(form.position(offset, multiplier));
    };
    const auto greatest = position(rule.last_offset);
    Int128 least = 0;
    Int128 most = static_cast<Int128>(limit) - 1 - greatest;
    const auto before = [&](std::uint64_t bin, std::uint64_t offset) {
        most = std::min(most, (Int128{bin} << form.shift) - 1 - position(offset));
    };
    if (!capped) before(std::uint64_t{rule.last_bin} + 1, rule.last_offset);
    for (std::uint32_t i = 1; i <= rule.last_bin && least <= most; ++i) {
        const auto threshold = rule.thresholds[i];
        least = std::max(least, (Int128{i} << form.shift) - position(threshold));
        if (threshold > 0) before(i, threshold - 1);
    }
    if (least > most) return std::nullopt;
    return static_cast<std::uint64_t>(least);
}

void set_form(BinRule& rule, const Form& form, std::uint64_t multiplier, std::uint64_t addend) {
    rule.mode = BinRule::Mode::multiply;
    rule.product = form.product;
    rule.raise = static_cast<std::uint32_t>(form.raise);
    rule.shift = static_cast<std::uint32_t>(form.shift);
    rule.multiplier = multiplier;
    rule.addend = addend;
}

/// Sets a multiplication that is exact without thresholds, if there is one. Returns whether there is.
bool set_exact(BinRule& rule, const Slope& slope) {
    for (const auto& form : forms(rule, slope))
        if (const auto below = form.multiplier(slope))
            for (const bool capped : {false, true})
                for (const auto multiplier : {*below, *below + 1})
                    if (const auto addend = exact_addend(rule, form, multiplier, capped)) {
                        set_form(rule, form, multiplier, *addend);
                        rule.capped = capped;
                        rule.thresholds.clear();
                        return true;
                    }
    return false;
}

/// A slope within the bounds that each pair of edges gives: the distance from the first sample of one bin to
/// the last sample before another bin is less than that between the edges; from the last sample before one
/// edge to the first after the other it is greater.
std::optional<Slope> slope_between_edges(const BinRule& rule) {
    double least = 0;
    double most = HUGE_VAL;
    const auto at = [&](std::uint64_t i) {
        return static_cast<double>(i <= rule.last_bin ? rule.thresholds[i] : rule.last_offset + 1);
    };
    const auto see = [&](std::uint64_t i, std::uint64_t j) {
        const auto bins = static_cast<double>(j - i);
        const double samples = at(j) - at(i);
        if (samples > 1) most = std::min(most, bins / (samples - 1));
        if (i > 0 && j <= rule.last_bin) least = std::max(least, bins / (samples + 1));
    };
    const std::uint64_t end = std::uint64_t{rule.last_bin} + 1;
    for (std::uint64_t j = 1; j <= end && least < most; ++j) {
        see(0, j);
        if (j > 1) see(1, j);
        if (j < rule.last_bin) see(j, rule.last_bin);
    }
    if (!(least < most && std::isfinite(most))) return std::nullopt;
    int exponent = 0;
    const double fraction = std::frexp(least + (most - least) / 2, &exponent);
    return Slope{static_cast<UInt128>(std::ldexp(fraction, 53)), UInt128{1} << (53 - exponent)};
}

} // namespace

void set_multiply(BinRule& rule, const Slope& slope, UInt128 start, LastEdge last_edge) {
    if (set_exact(rule, rule.last_offset == 0 ? Slope{0, 1} : slope)) return;
    const auto all = forms(rule, slope);
    for (const auto& form : all) {
        const auto multiplier = form.multiplier(slope);
        if (!multiplier || form.product == Product::bits_32) continue;
        const auto error = UInt128{1} + (form.product == Product::bits_128 ? 2 : rule.last_offset);
        const auto near = (error >> (form.shift - 32)) + 1; // in units of 2^-32 bins
        constexpr std::uint32_t seldom = 1U << 20U;
        if (near > seldom && &form != &all.back()) continue;
        set_form(rule, form, *multiplier,
                 static_cast<std::uint64_t>(shifted_div(start, slope.samples, form.shift)));
        rule.capped = last_edge == LastEdge::inclusive;
        rule.near_next = static_cast<std::uint32_t>((UInt128{1} << 32U) - near);
        return;
    }
}

void set_nearly_even(BinRule& rule) {
    if (rule.last_bin == 0) return;
    const auto width = rule.thresholds[1];
    bool even = std::has_single_bit(width);
    for (std::uint32_t i = 2; i <= rule.last_bin && even; ++i)
        even = rule.thresholds[i] == i * width;
    if (even) {
        rule.mode = BinRule::Mode::shift;
        rule.shift = static_cast<std::uint32_t>(std::countr_zero(width));
        rule.capped = rule.last_offset >> rule.shift > rule.last_bin;
        rule.thresholds.clear();
        return;
    }
    if (const auto slope = slope_between_edges(rule)) set_exact(rule, *slope);
}

} // namespace histo_cl::detail
