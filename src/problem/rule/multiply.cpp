#include "core/exact.hpp"
#include "problem/rule/bin_rule.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

// Mode multiply of kernels/bin/bin_multiply.cl: integers in nearly even bins. The position of an offset,
//
//     offset · multiplier + addend,
//
// increases with the offset, and its bits above the lowest `shift` are the bin. So the bin is correct for
// every offset if, for all i, it is at least i at threshold i and less than i just before that threshold.
// Each threshold thus gives two bounds of the addend. If no addend is within all bounds, the constants are
// rounded down from the true slope and start, so that the bin is at worst one too low. Then, if the bits
// below `shift` are so high that the true position may be in the next bin, the next threshold decides.
//
// For f64 samples on machines without doubles, the distance in fixed point replaces the offset. A greater
// sample never has a smaller distance, so it suffices to check the samples at and just before the thresholds.
// If no bin is too high just before a threshold, no bin is too high. The error of a position that is too low
// is greatest at a threshold. If a position is below the next bin by less than this maximum error, the next
// threshold decides. Positions have a sign, because the first samples of bin 0 may be in bin −1 before the
// threshold is compared.

namespace histo_cl::detail {
namespace {

using Product = BinRule::Product;

/// A part of a bin, in units of 2^-32 bins. If at most this part of each bin is near the next bin, few
/// samples are compared with a threshold.
constexpr std::uint32_t seldom = 1U << 20U;

/// How positions are computed.
struct Form {
    Product product;
    int shift;
    /// Left shift of the offset before the product, so that the high word has all bits of a position.
    int raise = 0;

    [[nodiscard]] int position_bits() const { return product == Product::bits_32 ? 32 : 64; }
    [[nodiscard]] UInt128 position(std::uint64_t offset, std::uint64_t multiplier) const {
        if (product == Product::bits_128) return (UInt128{offset << raise} * multiplier) >> 64U;
        return UInt128{offset} * multiplier;
    }
    /// The multiplier: the integer part of slope · 2^shift, or of slope · 2^(shift + 64 − raise) for
    /// bits_128. Empty if it has too many bits.
    [[nodiscard]] std::optional<std::uint64_t> multiplier(const Slope& slope) const {
        const auto value =
            shifted_div(slope.bins, slope.samples, shift + (product == Product::bits_128 ? 64 - raise : 0));
        if ((value >> position_bits()) != 0) return std::nullopt;
        return static_cast<std::uint64_t>(value);
    }
};

/// The forms for offsets up to last_offset and for the rule's bins, the cheapest on a device first.
/// `position_bits`: maximum number of bits of a position: 64, or 63 if positions have a sign.
std::vector<Form> forms(const BinRule& rule, std::uint64_t last_offset, const Slope& slope,
                        int position_bits = 64) {
    const auto bits = [](std::uint64_t value) { return static_cast<int>(std::bit_width(value)); };
    const int max_shift = position_bits - bits(rule.last_bin + std::uint64_t{1});
    // A raised offset reaches 2^63, so the multiplier for the shift `max_shift` has at most 65 bits, and the
    // one for `max_shift - 1` fits in 64.
    if (last_offset >> 32U != 0) {
        const int raise = 64 - bits(last_offset);
        return {{Product::bits_128, max_shift, raise}, {Product::bits_128, max_shift - 1, raise}};
    }
    std::vector<Form> forms;
    if (max_shift > 32) forms.push_back({Product::bits_32, max_shift - 32});
    // Multipliers below 2^32: first with the bin in the high word, which needs no shift, then with maximum
    // precision. The last form has a multiplier of up to 64 bits.
    const auto narrow = [&](int shift) {
        return shift <= max_shift && (shifted_div(slope.bins, slope.samples, shift) >> 32U) == 0;
    };
    if (narrow(32)) forms.push_back({Product::bits_64, 32});
    int shift = 32;
    while (narrow(shift + 1))
        ++shift;
    if (shift > 32) forms.push_back({Product::bits_64, shift});
    if (shift < max_shift) forms.push_back({Product::bits_64, max_shift});
    return forms;
}

/// The smallest addend with which every offset gets the correct bin. With `capped`, results above last_bin
/// count as last_bin. Empty if there is no such addend.
std::optional<std::uint64_t> exact_addend(const BinRule& rule, const Form& form, std::uint64_t multiplier,
                                          bool capped) {
    const auto limit = UInt128{1} << form.position_bits();
    const auto position = [&](std::uint64_t offset) {
        return static_cast<Int128>(form.position(offset, multiplier));
    };
    const auto last_position = position(rule.last_offset);
    Int128 min_addend = 0;
    Int128 max_addend = static_cast<Int128>(limit) - 1 - last_position;
    const auto before = [&](std::uint64_t bin, std::uint64_t offset) {
        max_addend = std::min(max_addend, (Int128{bin} << form.shift) - 1 - position(offset));
    };
    if (!capped) before(std::uint64_t{rule.last_bin} + 1, rule.last_offset);
    for (std::uint32_t i = 1; i <= rule.last_bin && min_addend <= max_addend; ++i) {
        const auto threshold = rule.thresholds[i];
        min_addend = std::max(min_addend, (Int128{i} << form.shift) - position(threshold));
        if (threshold > 0) before(i, threshold - 1);
    }
    if (min_addend > max_addend) return std::nullopt;
    return static_cast<std::uint64_t>(min_addend);
}

void set_form(BinRule& rule, const Form& form, std::uint64_t multiplier, std::uint64_t addend) {
    rule.mode = BinRule::Mode::multiply;
    rule.product = form.product;
    rule.raise = static_cast<std::uint32_t>(form.raise);
    rule.shift = static_cast<std::uint32_t>(form.shift);
    rule.multiplier = multiplier;
    rule.addend = addend;
}

/// Sets a multiplication that is exact without thresholds, if it finds one. Returns whether it does.
bool set_exact(BinRule& rule, const Slope& slope) {
    for (const auto& form : forms(rule, rule.last_offset, slope))
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

/// A slope within the bounds that some pairs of edges give; empty if there is none. The distance between two
/// edges has two bounds. It is more than the distance from the first sample after the lower edge to the last
/// sample before the upper edge. It is less than the distance from the last sample before the lower edge to
/// the first sample after the upper edge.
std::optional<Slope> slope_between_edges(const BinRule& rule) {
    double min_slope = 0;
    double max_slope = HUGE_VAL;
    const auto at = [&](std::uint64_t i) {
        return static_cast<double>(i <= rule.last_bin ? rule.thresholds[i] : rule.last_offset + 1);
    };
    const auto see = [&](std::uint64_t i, std::uint64_t j) {
        const auto bins = static_cast<double>(j - i);
        const double samples = at(j) - at(i);
        if (samples > 1) max_slope = std::min(max_slope, bins / (samples - 1));
        if (i > 0 && j <= rule.last_bin) min_slope = std::max(min_slope, bins / (samples + 1));
    };
    const std::uint64_t end = std::uint64_t{rule.last_bin} + 1;
    for (std::uint64_t j = 1; j <= end && min_slope < max_slope; ++j) {
        see(0, j);
        if (j > 1) see(1, j);
        if (j < rule.last_bin) see(j, rule.last_bin);
    }
    if (!(min_slope < max_slope && std::isfinite(max_slope))) return std::nullopt;
    int exponent = 0;
    const double fraction = std::frexp(min_slope + (max_slope - min_slope) / 2, &exponent);
    return Slope{static_cast<UInt128>(std::ldexp(fraction, 53)), UInt128{1} << (53 - exponent)};
}

/// A multiplication of distances in fixed point. Its bins are never too high, but may be too low.
struct Fit {
    FixedPoint fixed;
    Form form;
    std::uint64_t multiplier = 0;
    Int128 addend = 0;
    std::uint64_t near = 0; ///< maximum by which a position is too low, in units of 2^-32 bins
    bool capped = false;
};

/// Returns the multiplication of this form. Empty if a position is too low by an eighth of a bin or more,
/// because then a search is as fast. Also empty if the form has no multiplier for the slope, or has 32-bit
/// positions.
std::optional<Fit> fit(const BinRule& rule, const FixedPoint& fixed, const Form& form, const Slope& slope) {
    const auto multiplier = form.multiplier(slope);
    if (!multiplier || form.product == Product::bits_32) return std::nullopt;
    const auto position = [&](std::uint64_t offset) {
        const auto distance = fixed.distance(FixedPoint::sample(rule.first_key + offset));
        return static_cast<Int128>(form.position(distance, *multiplier));
    };
    const auto start = [&](std::uint32_t bin) { return Int128{bin} << form.shift; };
    auto addend = (Int128{1} << 63U) - 1 - position(rule.last_offset);
    for (std::uint32_t i = 1; i <= rule.last_bin; ++i)
        if (rule.thresholds[i] > 0)
            addend = std::min(addend, start(i) - 1 - position(rule.thresholds[i] - 1));
    Int128 missing = 0;
    for (std::uint32_t i = 0; i <= rule.last_bin; ++i)
        missing = std::max(missing, start(i) - addend - position(rule.thresholds[i]));
    if (missing >> (form.shift - 3) != 0) return std::nullopt;
    const auto near = missing == 0 ? 0 : static_cast<std::uint64_t>(missing >> (form.shift - 32)) + 1;
    return Fit{fixed,  form, *multiplier,
               addend, near, (position(rule.last_offset) + addend) >> form.shift > rule.last_bin};
}

/// The multiplication with the smallest `near`; empty if there is none. `bits`: the bits of a number in fixed
/// point, 32 or 64.
std::optional<Fit> best_fit(const BinRule& rule, std::uint32_t bits) {
    const auto fixed = fixed_point(rule.first_key, rule.first_key + rule.last_offset, bits);
    if (!fixed) return std::nullopt;
    const auto distance = [&](std::uint64_t offset) {
        return fixed->distance(FixedPoint::sample(rule.first_key + offset));
    };
    const auto width = distance(rule.thresholds[rule.last_bin]) - distance(rule.thresholds[0]);
    if (width == 0) return std::nullopt;
    const Slope slope{rule.last_bin, width};
    std::optional<Fit> best;
    for (const auto& form : forms(rule, distance(rule.last_offset), slope, 63))
        if (auto found = fit(rule, *fixed, form, slope); found && (!best || found->near < best->near))
            best = found;
    return best;
}

} // namespace

void set_multiply(BinRule& rule, const Slope& slope, UInt128 start, LastEdge last_edge) {
    if (set_exact(rule, rule.last_offset == 0 ? Slope{0, 1} : slope)) return;
    const auto all = forms(rule, rule.last_offset, slope);
    for (const auto& form : all) {
        const auto multiplier = form.multiplier(slope);
        if (!multiplier || form.product == Product::bits_32) continue;
        const auto error = UInt128{1} + (form.product == Product::bits_128 ? 2 : rule.last_offset);
        const auto near = (error >> (form.shift - 32)) + 1; // in units of 2^-32 bins
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

void set_fixed_point(BinRule& rule) {
    if (rule.last_bin == 0) return;
    auto best = best_fit(rule, 32);
    if (!best || best->near > seldom)
        if (auto wide = best_fit(rule, 64); wide && (!best || wide->near < best->near)) best = wide;
    if (!best) return;
    set_form(rule, best->form, best->multiplier, static_cast<std::uint64_t>(best->addend));
    rule.fixed = best->fixed;
    rule.capped = best->capped;
    rule.near_next = static_cast<std::uint32_t>((UInt128{1} << 32U) - best->near); // 0 if it is exact
    if (best->near == 0) rule.thresholds.clear();
}

} // namespace histo_cl::detail
