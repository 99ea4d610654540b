#pragma once

#include "common/manual.hpp"
#include "files/input_file.hpp"

#include <histo_cl/problem.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace count {

/// Adds the options for reading files as samples to the command line; parsing writes them to `reading`, and
/// throws UsageError for invalid values.
void add_reading_options(CLI::App& app, files::Reading& reading);

/// Adds the options for tables of text, in the same way.
void add_table_options(CLI::App& app, files::Reading& reading);

/// Parses a shape such as "480x640x3", whose last side is contiguous. Throws UsageError for any other text, a
/// side of 0, and 2^63 samples or more.
[[nodiscard]] std::vector<std::uint64_t> parse_shape(const std::string& text);

/// Parses numbers and "nan". Throws UsageError for any other text.
[[nodiscard]] std::vector<histo_cl::Number> parse_nodata(const std::vector<std::string>& texts);

/// Returns the separator that a text names: "tab", or any one character except digits, signs, the point, the
/// double quote and line ends. Throws UsageError for any other text.
[[nodiscard]] char separator_named(const std::string& text);

/// Returns how numbers are written, from an example with separators between thousands, a decimal mark, or
/// both, such as "1,234.5" or "1.234,5". Throws UsageError for any other text.
[[nodiscard]] files::NumberStyle number_style_of(const std::string& example);

/// The extent of an image or a tile, in elements.
struct Extent {
    std::uint64_t width;
    std::uint64_t height;
};

/// What a bin holds: the number of its elements, or the sum, the minimum, the maximum or the mean of their
/// weights. A mean has a standard error.
enum class Of : std::uint8_t { count, sum, minimum, maximum, mean };

/// Returns the name of a value, such as "count" or "minimum".
[[nodiscard]] std::string_view name(Of of);

/// Whether the values of several bins can be added up.
[[nodiscard]] constexpr bool adds_up(Of of) {
    return of == Of::count || of == Of::sum;
}

/// The selection of elements to count, their channels and weights. Plain data, which select() checks against
/// the open files.
struct SelectionArgs {
    std::optional<std::string> channels = {}; ///< "rgb", "r,b", "0,2", "all", "luma"; default: see --help
    bool joint = false;
    std::optional<histo_cl::Region> region = {};
    std::optional<Extent> tile = {};
    std::optional<std::string> mask = {};    ///< a file
    std::optional<std::string> weights = {}; ///< a file; or the name of a column, which is then read last
    bool weights_are_column = false;
    bool grouped = false; ///< the last column divides the rows into groups
    Of of = Of::sum;      ///< what is computed from the weights
    bool errors = false;  ///< computes the standard errors of sums; those of means are always computed
};

/// Whether bins need the sums of the squared weights.
[[nodiscard]] constexpr bool needs_squares(const SelectionArgs& args) {
    return args.of == Of::mean || args.errors;
}

/// Whether elements are selected or weighted by their positions, so that all samples must be kept in memory.
[[nodiscard]] bool places_elements(const SelectionArgs& args);

/// Parses "X,Y,WIDTH,HEIGHT". Throws UsageError for text of another form, and for a region of no elements.
[[nodiscard]] histo_cl::Region parse_region(const std::string& text);
/// Parses "WIDTHxHEIGHT". Throws UsageError for text of another form, and for a side of 0.
[[nodiscard]] Extent parse_tile(const std::string& text);
/// Adds the options that select what is counted, like add_reading_options().
void add_selection_options(CLI::App& app, SelectionArgs& args);

} // namespace count
