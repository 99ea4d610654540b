#include "codegen/bin_source.hpp"

#include "codegen/constants.hpp"
#include "codegen/embedded_kernels.hpp"
#include "core/float_format.hpp"
#include "core/text.hpp"
#include "expression/parse.hpp"
#include "expression/print.hpp"
#include "problem/outside_cells.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::inline HISTO_CL_ABI::detail {
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

/// An integer's offset is its distance from FIRST, the least sample in range.
void define_first(Constants& constants, SampleType sample, std::uint64_t first_key) {
    const auto size = bytes(sample);
    const auto key_of_0 = is_signed(sample) ? 1ULL << (8 * size - 1) : 0;
    constants.set("FROM_0", first_key == key_of_0);
    constants.set_number("FIRST", first_key - key_of_0, size);
}

void define_range(Constants& constants, const BinRule& rule, std::size_t key_bytes) {
    constants.set_number("FIRST_KEY", rule.first_key, key_bytes);
    constants.set_number("LAST_OFFSET", rule.last_offset, key_bytes);
    constants.set_word("FIRST_NUMBER", rule.first_number, key_bytes);
    constants.set_word("LAST_NUMBER", rule.last_number, key_bytes);
    const auto greatest = ~std::uint64_t{0} >> (64 - 8 * key_bytes);
    constants.set("ALL_IN_RANGE", rule.first_key == 0 && rule.last_offset == greatest);
    constants.set("ALL_BELOW", rule.all_below);
    constants.set_number("LAST_BIN", rule.last_bin);
}

void define_line(Constants& constants, SampleType sample, const BinRule& rule) {
    const auto real = [&](const char* name, double value) { constants.set_real_number(name, value, sample); };
    constants.set("EXACT", rule.line == BinRule::Line::exact);
    constants.set("FINE", rule.line == BinRule::Line::fine);
    constants.set("NONNEGATIVE", rule.nonnegative);
    real("SCALE", rule.scale);
    if (rule.start == 0) // then it costs nothing
        constants.set_real("START", rule.start, sample);
    else
        real("START", rule.start);
    if (rule.line != BinRule::Line::exact) {
        real("LOWER", rule.lower);
        real("CLEAR", rule.clear);
    }
    if (rule.line == BinRule::Line::fine) {
        real("SCALE_LOW", rule.scale_low);
        real("START_LOW", rule.start_low);
    }
    if (rule.nonnegative) {
        constants.set("FROM_0", rule.least_bits == 0);
        constants.set_number("LEAST_BITS", rule.least_bits, bytes(sample));
        constants.set_number("SPAN", rule.span, bytes(sample));
    } else {
        real("LEAST", rule.least);
        real("GREATEST", rule.greatest);
    }
}

/// Whether the offset is the bin, and that of a sample out of range is past the last bin: of integers whose
/// keys have no more bits than a bin.
bool offset_is_bin(const Problem& problem, const BinRule& rule, const OutsideCells& outside,
                   std::uint64_t bins) {
    return !is_float(problem.sample) && bytes(problem.sample) <= 4 && rule.mode == BinRule::Mode::shift &&
           rule.shift == 0 && !rule.capped && rule.period == 0 && rule.last_offset == bins - 1 &&
           outside.below == no_cell && outside.above == no_cell;
}

void define_mode(Constants& constants, const Problem& problem, const BinRule& rule) {
    constants.set_choice("INDEXING", rule.mode);
    constants.set("CAPPED", rule.capped);
    switch (rule.mode) {
    case BinRule::Mode::none: break;
    case BinRule::Mode::shift:
        constants.set("ONE_VALUE_A_BIN", rule.shift == 0);
        constants.set_number("SHIFT", rule.shift);
        break;
    case BinRule::Mode::multiply: {
        const bool narrow = rule.product == BinRule::Product::bits_32;
        constants.set_choice("PRODUCT", std::array{"32", "64", "128"},
                             static_cast<std::size_t>(rule.product));
        constants.set_number("SHIFT", rule.shift);
        constants.set_number("RAISE", rule.raise);
        constants.set_number("MULTIPLIER", rule.multiplier, narrow ? 4 : 8);
        constants.set_number("ADDEND", rule.addend, narrow ? 4 : 8);
        constants.set("ROUNDED_DOWN", rule.near_next > 0);
        constants.set_number("NEAR_NEXT", rule.near_next);
        break;
    }
    case BinRule::Mode::scale: define_line(constants, problem.sample, rule); break;
    case BinRule::Mode::search:
        constants.set_number("SEARCH_STEP", std::bit_floor(rule.last_bin));
        constants.set_choice("GRID", rule.grid);
        constants.set_number("GRID_SHIFT", rule.grid_shift);
        constants.set_number("GRID_BITS", rule.grid_bits);
        constants.set_number("GRID_CELLS", rule.cells);
        if (rule.grid != BinRule::Grid::line) break;
        constants.set_real_number("LOWER", rule.lower, problem.sample);
        constants.set_real_number("SCALE", rule.scale, problem.sample);
        break;
    case BinRule::Mode::custom: break; // see define_custom()
    }
}

/// Circular bins; see fold() in kernels/bin.cl.
void define_period(Constants& constants, SampleType sample, const BinRule& rule) {
    constants.set("PERIODIC", rule.period != 0);
    if (rule.period == 0) return;
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

/// What makes a float of the bits of a narrow one; see value_of() in kernels/bin.cl.
void define_narrow_float(Constants& constants, SampleType sample) {
    constants.set("NARROW_FLOATS", is_narrow_float(sample));
    if (!is_narrow_float(sample)) return;
    const FloatFormat narrow(sample);
    const FloatFormat wide(SampleType::f32);
    const auto exponents = [&](int count) { // added to the bits of a float
        return std::uint64_t{static_cast<unsigned>(count)} << wide.stored;
    };
    constants.set("FRACTION_SHIFT", wide.stored - narrow.stored);
    constants.set("WIDE_EXPONENT", narrow.bias == wide.bias);
    constants.set_word("LEAST_NORMAL", std::uint64_t{1} << narrow.stored, 4);
    constants.set_word("INFINITE", narrow.infinity, 4);
    constants.set_real("LEAST_DENORMAL", narrow.value_of(1), SampleType::f32);
    constants.set_word("REBIAS", exponents(wide.bias - narrow.bias), 4);
    constants.set_word("REBIAS_INFINITE", exponents(2 * (wide.bias - narrow.bias)), 4);
}

void define_custom(Constants& constants, SampleType sample, const CustomBins& bins) {
    define_narrow_float(constants, sample);
    const auto tree = expression::parsed(bins.expression, sample);
    const auto type = tree.value().type;
    const auto text = expression::printed(tree);
    constants.set("CUSTOM_X", expression::c_name(expression::type_of_sample(sample)));
    constants.set("CUSTOM_TYPE", expression::c_name(type));
    constants.set("CUSTOM_IS_FLOAT", is_float(type));
    if (is_float(type)) constants.set("CUSTOM_TO_UINT", concat(expression::c_name(type), "_to_uint"));
    constants.set_number("CUSTOM_ZERO", 0);
    constants.set("CUSTOM_PARTS", text.parts);
    constants.set("CUSTOM_VALUE", text.value);
}

} // namespace

std::string bin_source(const Problem& problem, std::size_t axis, const BinRule& rule,
                       std::uint64_t first_threshold, Numbers& numbers) {
    const auto& binning = problem.axes.at(axis);
    const auto bins = bin_count(binning);
    Constants constants(numbers);
    constants.set("AXIS", axis);
    constants.set_number("AXIS_BINS", bins);
    constants.set_start("FIRST_THRESHOLD", first_threshold, 8);
    const auto outside = outside_cells(problem.out_of_range, static_cast<std::uint32_t>(bins));
    define_outside(constants, outside);
    if (!is_float(problem.sample)) define_first(constants, problem.sample, rule.first_key);
    define_range(constants, rule, bytes(problem.sample));
    define_mode(constants, problem, rule);
    constants.set("OFFSET_IS_BIN", offset_is_bin(problem, rule, outside, bins));
    define_period(constants, problem.sample, rule);

    if (const auto* custom = std::get_if<CustomBins>(&binning))
        define_custom(constants, problem.sample, *custom);
    const auto undefined = constants.undefined();
    return concat(std::move(constants).text(), "#line 1 \"bin.cl\"\n", kernel_text("bin"), undefined);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
