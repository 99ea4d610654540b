#include "core/float_format.hpp"
#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/expression/expression.hpp"
#include "problem/splitting.hpp"
#include "program/define.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::detail {
namespace {

void define_outside(Constants& constants, const OutsideCells& outside) {
    const auto set = [&constants](const char* name, std::uint32_t cell) {
        if (cell == no_cell)
            constants.set(name, "NO_BIN");
        else
            constants.set_start(name, cell);
    };
    set("UNDERFLOW_CELL", outside.below);
    set("OVERFLOW_CELL", outside.above);
    set("NAN_CELL", outside.nan);
}

bool has_all_in_range(SampleType sample, const BinRule& rule) {
    return rule.first_key == 0 && rule.last_offset == ~std::uint64_t{0} >> (64 - 8 * bytes(sample));
}

void define_range(Constants& constants, SampleType sample, const BinRule& rule) {
    const auto key_bytes = bytes(sample);
    // The smallest sample in range. The offset of an integer is x - FIRST, or x if FIRST is 0.
    const auto key_of_0 = is_signed(sample) ? 1ULL << (8 * key_bytes - 1) : 0;
    constants.set_start("FIRST", is_float(sample) ? 0 : rule.first_key - key_of_0, key_bytes);
    constants.set_number("FIRST_KEY", rule.first_key, key_bytes);
    constants.set_number("LAST_OFFSET", rule.last_offset, key_bytes);
    constants.set_word("FIRST_NUMBER", rule.first_number, key_bytes);
    constants.set_word("LAST_NUMBER", rule.last_number, key_bytes);
    constants.set("ALL_BELOW", rule.all_below);
    constants.set_number("LAST_BIN", rule.last_bin);
}

void define_line(Constants& constants, SampleType sample, const BinRule& rule) {
    const auto real = [&](const char* name, double value, bool used = true) {
        if (used)
            constants.set_real_number(name, value, sample);
        else
            constants.set(name, 0);
    };
    const bool exact = rule.line == BinRule::Line::exact;
    const bool fine = rule.line == BinRule::Line::fine;
    constants.set("EXACT", exact);
    constants.set("FINE", fine);
    real("SCALE", rule.scale);
    if (rule.start == 0) // a literal, because adding a literal 0 costs nothing
        constants.set_real("START", rule.start, sample);
    else
        real("START", rule.start);
    real("LOWER", rule.lower, !exact);
    real("CLEAR", rule.clear, !exact);
    real("SCALE_LOW", rule.scale_low, fine);
    real("START_LOW", rule.start_low, fine);
    constants.set("NONNEGATIVE", rule.nonnegative);
    constants.set_start("MIN_BITS", rule.nonnegative ? rule.min_bits : 0, bytes(sample));
    constants.set_start("SPAN", rule.nonnegative ? rule.span : 0, bytes(sample));
    real("MIN_VALUE", rule.min_value, !rule.nonnegative);
    real("MAX_VALUE", rule.max_value, !rule.nonnegative);
}

/// Defines constants of fixed_point.cl.
void define_fixed_point(Constants& constants, const FixedPoint& fixed) {
    constants.set("FIXED", fixed.bits == 32 ? "uint" : "ulong");
    constants.set("FIXED_BITS", fixed.bits);
    constants.set_number("FIXED_TOP", fixed.top);
    constants.set_number("FIXED_FIRST", static_cast<std::uint64_t>(fixed.first), fixed.bits / 8);
}

void define_product(Constants& constants, const BinRule& rule) {
    if (rule.fixed.bits != 0) define_fixed_point(constants, rule.fixed);
    const bool narrow = rule.product == BinRule::Product::bits_32;
    constants.set("POSITION", narrow ? "uint" : rule.fixed.bits != 0 ? "long" : "ulong");
    constants.set("WIDE_PRODUCT", rule.product == BinRule::Product::bits_128);
    constants.set_number("SHIFT", rule.shift);
    constants.set_number("RAISE", rule.raise);
    constants.set_number("MULTIPLIER", rule.multiplier, narrow ? 4 : 8);
    constants.set_number("ADDEND", rule.addend, narrow ? 4 : 8);
    constants.set("ROUNDED_DOWN", rule.near_next > 0);
    constants.set_number("NEAR_NEXT", rule.near_next);
}

void define_search(Constants& constants, SampleType sample, const BinRule& rule) {
    if (rule.grid == BinRule::Grid::fixed) {
        define_fixed_point(constants, rule.fixed);
        constants.set_number("FIXED_SCALE", rule.fixed_scale);
    }
    constants.set_number("SEARCH_STEP", std::bit_floor(rule.last_bin));
    constants.set_choice("GRID", rule.grid);
    constants.set_number("GRID_SHIFT", rule.grid_shift);
    constants.set_number("GRID_BITS", rule.grid_bits);
    constants.set_number("GRID_CELLS", rule.cells);
    const bool line = rule.grid == BinRule::Grid::line;
    for (const auto& [name, value] : {std::pair{"LOWER", rule.lower}, std::pair{"SCALE", rule.scale}})
        if (line)
            constants.set_real_number(name, value, sample);
        else
            constants.set(name, 0);
}

/// Whether the offset of each sample in range is its bin, and the offsets of all other samples, which are
/// dropped, are past the last bin. This is possible only for integers of up to 32 bits, the size of a bin
/// number.
bool offset_is_bin(const Problem& problem, const BinRule& rule, const OutsideCells& outside,
                   std::uint64_t bins) {
    return !is_float(problem.sample) && bytes(problem.sample) <= 4 && rule.mode == BinRule::Mode::shift &&
           rule.shift == 0 && !rule.capped && rule.period == 0 && rule.last_offset == bins - 1 &&
           outside.below == no_cell && outside.above == no_cell;
}

void define_mode(Constants& constants, const Problem& problem, const BinRule& rule) {
    constants.set("CAPPED", rule.capped);
    switch (rule.mode) {
    case BinRule::Mode::none: break;
    case BinRule::Mode::shift:
        constants.set("ONE_VALUE_PER_BIN", rule.shift == 0);
        constants.set_number("SHIFT", rule.shift);
        break;
    case BinRule::Mode::multiply: define_product(constants, rule); break;
    case BinRule::Mode::scale: define_line(constants, problem.sample, rule); break;
    case BinRule::Mode::search: define_search(constants, problem.sample, rule); break;
    case BinRule::Mode::custom: break; // see define_custom()
    }
}

/// Defines constants of bin_circular.cl and bin_circular_float.cl.
void define_period(Constants& constants, SampleType sample, const BinRule& rule) {
    constants.set_word("PERIOD", rule.period, bytes(sample));
    constants.set_number("TURN", rule.turn, bytes(sample));
    if (!is_float(sample)) return;
    const auto mantissa_bits = static_cast<std::uint64_t>(fraction_bits(sample));
    const auto exponent = rule.period >> mantissa_bits;
    const auto leading = std::uint64_t{1} << mantissa_bits;
    const auto fraction = rule.period & (leading - 1);
    constants.set("MANTISSA_BITS", mantissa_bits);
    constants.set_word("PERIOD_MANTISSA", exponent > 0 ? fraction | leading : fraction, 8);
    constants.set_word("PERIOD_EXPONENT", std::max<std::uint64_t>(exponent, 1));
}

void define_custom(Constants& constants, SampleType sample, const CustomBins& bins) {
    constants.set("VALUE_OF(x)", is_narrow_float(sample) ? value_of_narrow(sample) : "(x)");
    const auto tree = expression::parsed(bins.expression, sample);
    const auto type = tree.value().type;
    const auto text = expression::printed(tree);
    // If an expression for f64 samples contains no double, it does not use x, so a device without doubles can
    // evaluate it. The type of x is then SAMPLE, which may be an integer type that holds the sample's bits.
    constants.set("CUSTOM_X", sample == SampleType::f64 && !expression::uses_doubles(tree)
                                  ? "SAMPLE"
                                  : expression::c_name(expression::type_of_sample(sample)));
    constants.set("CUSTOM_TYPE", expression::c_name(type));
    constants.set("CUSTOM_IS_NAN(v)", is_float(type) ? "isnan(v)" : "false");
    constants.set("CUSTOM_WHOLE", is_float(type) ? "uint" : expression::c_name(type));
    constants.set("CUSTOM_TO_WHOLE(v)",
                  is_float(type) ? concat(expression::c_name(type), "_to_uint(v)") : "(v)");
    constants.set_number("CUSTOM_ZERO", 0);
    constants.set("CUSTOM_PARTS", text.parts);
    constants.set("CUSTOM_VALUE", text.value);
}

/// Adds the files of kernels/ that define bin_at(), which finds the bin of an offset.
void add_bin_at_files(SourceText& text, const BinRule& rule) {
    if (rule.mode == BinRule::Mode::shift) return text.add_files({"bin_shift"});
    const bool fixed = rule.fixed.bits != 0;
    if (fixed) text.add_files({"fixed_point"});
    if (rule.mode == BinRule::Mode::search)
        text.add_files({fixed ? "grid_fixed_point" : "grid_cell", "bin_search"});
    else
        text.add_files({fixed ? "distance_fixed_point" : "distance_offset", "bin_multiply"});
}

/// Adds the files of kernels/ that define bin_of() and find_quickly().
void add_bin_files(SourceText& text, const Problem& problem, const BinRule& rule, bool offset_is_bin) {
    using enum BinRule::Mode;
    const bool real = is_float(problem.sample);
    if (rule.mode == custom) return text.add_files({"bin_custom", "find_bin"});
    if (rule.mode == none) return text.add_files({"bin_outside", "bin_none", "find_bin"});
    if (rule.mode == scale)
        return text.add_files(
            {"bin_outside", rule.line == BinRule::Line::exact ? "line_exact" : "line_near", "bin_line"});
    const bool all = rule.period == 0 && has_all_in_range(problem.sample, rule);
    if (rule.period == 0 && !all) text.add_files({"bin_outside"});
    add_bin_at_files(text, rule);
    if (rule.period != 0) return text.add_files({real ? "bin_circular_float" : "bin_circular", "find_bin"});
    text.add_files({real ? "bin_offset_of_key" : "bin_offset", all ? "bin_all_in_range" : "bin_by_offset",
                    offset_is_bin ? "find_offset" : "find_bin"});
}

} // namespace

/// Defines constants of split.cl.
void define_splitting(Constants& constants, const Problem& problem) {
    const auto axes = counted_axes(problem);
    constants.set("EACH_SPLIT_AXIS(DO)", numbered(axes, "DO(", ")", " "));
    constants.set("LINEAR", problem.splitting == Splitting::linear);
    constants.set("SHARE_BITS", share_bits(problem));
    constants.set("SHARE_BITS_OF_ELEMENT", share_bits_of_element(problem));
    constants.set("CLAMPED", problem.out_of_range == OutOfRange::clamped ? 1 : 0);
    constants.set("OUTSIDE_COUNTED", problem.out_of_range == OutOfRange::counted);
    const FloatFormat format(problem.sample);
    constants.set("SAMPLE_MANTISSA", format.stored);
    constants.set("SAMPLE_BIAS", format.bias);
    const auto of_axis = [](std::string_view name, std::size_t axis) { return concat(name, axis); };
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto& bins = std::get<EvenBins>(problem.axes[axis]);
        const auto scale = bin_scale(bins);
        constants.set_number(of_axis("SPLIT_BINS_", axis), bins.count);
        constants.set_number(of_axis("SPLIT_UNIT_", axis), static_cast<std::uint32_t>(scale.unit));
        constants.set_number(of_axis("SPLIT_LOWER_", axis), static_cast<std::uint64_t>(scale.lower), 8);
        constants.set_number(of_axis("SPLIT_MULTIPLIER_", axis), scale.multiplier, 8);
        constants.set_number(of_axis("SPLIT_SHIFT_", axis), scale.shift);
        constants.set(of_axis("HALF_WIDTH_", axis),
                      problem.splitting == Splitting::linear ? axis : axis + axes);
    }
}

void add_bins(SourceText& text, const Problem& problem, std::size_t axis, const BinRule& rule,
              std::uint64_t first_threshold, bool in_place, Numbers& numbers) {
    const auto& binning = problem.axes.at(axis);
    const auto bins = bin_count(binning);
    Constants constants(numbers);
    constants.set("AXIS", axis);
    constants.set_number("AXIS_BINS", bins);
    constants.set_start("FIRST_THRESHOLD", first_threshold, 8);
    const auto outside = outside_cells(problem.out_of_range, static_cast<std::uint32_t>(bins));
    define_outside(constants, outside);
    define_range(constants, problem.sample, rule);
    define_mode(constants, problem, rule);
    if (rule.period != 0) define_period(constants, problem.sample, rule);
    if (const auto* custom = std::get_if<CustomBins>(&binning))
        define_custom(constants, problem.sample, *custom);
    text.add_line(concat("\n// ---- axis ", axis, " ----"));
    text.add(constants);
    const bool one_cell =
        // With several separate axes, an offset past the last bin of an axis could be a cell of the next
        // axis.
        problem.axes.size() == 1 || problem.joint;
    add_bin_files(text, problem, rule, !in_place && one_cell && offset_is_bin(problem, rule, outside, bins));
    if (axis + 1 < problem.axes.size()) text.undefine(constants);
}

} // namespace histo_cl::detail
