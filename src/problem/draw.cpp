#include "core/text.hpp"
#include "histo_cl/result.hpp"
#include "problem/histogram.hpp"
#include "problem/splitting.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// A histogram as text.

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

constexpr std::uint32_t min_columns = 40;

std::string text_of(double value, int digits) {
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits);
    return {text.data(), end.ptr};
}

std::string text_of(const Number& number, int digits) {
    return number.kind() == Number::Kind::f64 ? text_of(number.f64(), digits) : number.to_string();
}

/// The texts of the edges. All have the same number of digits: the fewest, but at least six, for which
/// neighbouring texts differ.
std::vector<std::string> texts_of(const std::vector<Number>& edges) {
    std::vector<std::string> texts(edges.size());
    for (int digits = 6; digits <= std::numeric_limits<double>::max_digits10; ++digits) {
        std::ranges::transform(edges, texts.begin(),
                               [&](const Number& edge) { return text_of(edge, digits); });
        if (std::ranges::adjacent_find(texts) == texts.end()) break;
    }
    return texts;
}

std::string padded(std::string_view text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + std::string(text);
}

std::size_t width_of(const std::vector<std::string>& texts) {
    return std::ranges::max(texts, {}, &std::string::size).size();
}

/// Divides an axis into parts, which are rows or characters. Each part stands for some neighbouring bins.
struct Divided {
    std::size_t bins;
    std::size_t each; ///< bins per part; the last part may have fewer

    Divided(std::size_t all, std::size_t room) : bins(all), each((all + room - 1) / room) {}

    [[nodiscard]] std::size_t parts() const noexcept { return (bins + each - 1) / each; }
    [[nodiscard]] std::size_t end_of(std::size_t part) const noexcept {
        return std::min(bins, (part + 1) * each);
    }
};

/// The labels of the rows: the range of each row, or the number of its first bin if the bins have no edges.
std::vector<std::string> labels(const Problem& problem, std::size_t axis, const Divided& rows) {
    std::vector<std::string> all;
    if (kind_of(problem.axes[axis]) == BinningKind::custom) {
        for (std::size_t row = 0; row < rows.parts(); ++row)
            all.push_back(concat("bin ", row * rows.each));
        return all;
    }
    const auto edges = problem.edge_numbers(axis);
    std::vector<Number> ends;
    for (std::size_t row = 0; row < rows.parts(); ++row)
        ends.push_back(edges[row * rows.each]);
    ends.push_back(edges.back());
    const auto texts = texts_of(ends);
    const auto width = width_of(texts);
    for (std::size_t row = 0; row < rows.parts(); ++row)
        all.push_back(concat("[", padded(texts[row], width), ", ", padded(texts[row + 1], width), ")"));
    const bool circular = kind_of(problem.axes[axis]) == BinningKind::circular;
    if (problem.last_edge == LastEdge::inclusive && !circular) all.back().back() = ']';
    return all;
}

/// The counts of one histogram, or its first sums if it has no counts.
std::vector<double> values_of(const Histogram& histogram, std::uint64_t number) {
    const auto cells = histogram.problem.cells();
    const auto take = [&](const auto& all, std::uint64_t per_histogram) {
        const auto own = std::span(all).subspan(first_value(number, all.size(), per_histogram), cells);
        return std::vector<double>(own.begin(), own.end());
    };
    if (!histogram.counts.empty()) return take(histogram.counts, cells);
    return take(histogram.sums, sums_per_histogram(histogram.problem));
}

std::string bars(const Histogram& histogram, const Drawing& drawing) {
    const auto& problem = histogram.problem;
    if (drawing.axis >= counted_axes(problem))
        invalid("axis ", drawing.axis, ": there are ", counted_axes(problem));
    const auto values = values_of(histogram, drawing.histogram);
    const auto first = cells_before(problem, drawing.axis);
    const Divided rows(bin_count(problem.axes[drawing.axis]), drawing.max_rows);
    const auto names = labels(problem, drawing.axis, rows);
    std::vector<double> sums;
    std::vector<std::string> numbers;
    for (std::size_t row = 0; row < rows.parts(); ++row) {
        double sum = 0;
        for (std::size_t bin = row * rows.each; bin < rows.end_of(row); ++bin)
            sum += values[first + bin];
        sums.push_back(sum);
        const bool is_count = !histogram.counts.empty();
        numbers.push_back(is_count ? concat(static_cast<std::uint64_t>(sum)) : text_of(sum, 6));
    }
    const auto maximum = std::max(std::ranges::max(sums), 0.0);
    const auto name_width = width_of(names);
    const auto number_width = width_of(numbers);
    const auto used = name_width + number_width + 4;
    const auto room = drawing.columns > used ? drawing.columns - used : 1;
    std::string text;
    for (std::size_t row = 0; row < sums.size(); ++row) {
        const bool has_bar = sums[row] > 0 && std::isfinite(maximum);
        const auto length =
            has_bar ? static_cast<std::size_t>(std::ceil(sums[row] / maximum * static_cast<double>(room)))
                    : 0;
        text += concat(padded(names[row], name_width), "  ", padded(numbers[row], number_width),
                       has_bar ? "  " + std::string(length, '#') : "", "\n");
    }
    return text;
}

/// A line that says which histogram and which axis the drawing shows. Empty if there is only one of each.
std::string heading(const Histogram& histogram, const Drawing& drawing) {
    const auto& problem = histogram.problem;
    std::string text;
    if (problem.batch != Batch::one)
        text = concat("histogram ", drawing.histogram, " of ", histogram.histograms());
    if (!problem.joint && counted_axes(problem) > 1)
        text += concat(text.empty() ? "" : ", ", "axis ", drawing.axis, " of ", counted_axes(problem));
    return text.empty() ? text : text + ":\n";
}

std::string map(const Histogram& histogram, const Drawing& drawing) {
    constexpr std::string_view shades = " .:-=+*#%@";
    const auto& problem = histogram.problem;
    const auto values = values_of(histogram, drawing.histogram);
    const bool is_3d = counted_axes(problem) == 3;
    const auto inner = is_3d ? problem.extent(2) : 1;
    const std::size_t projected = is_3d ? bin_count(problem.axes[2]) : 1;
    const Divided rows(bin_count(problem.axes[0]), drawing.max_rows);
    const auto names = labels(problem, 0, rows);
    const auto name_width = width_of(names);
    const auto room = drawing.columns > name_width + 12 ? drawing.columns - name_width - 2 : 10;
    const Divided characters(bin_count(problem.axes[1]), room);
    std::vector<double> sums;
    for (std::size_t row = 0; row < rows.parts(); ++row)
        for (std::size_t column = 0; column < characters.parts(); ++column) {
            double sum = 0;
            for (auto y = row * rows.each; y < rows.end_of(row); ++y)
                for (auto x = column * characters.each; x < characters.end_of(column); ++x)
                    for (std::size_t z = 0; z < projected; ++z)
                        sum += values[(y * problem.extent(1) + x) * inner + z];
            sums.push_back(sum);
        }
    const auto maximum = std::max(std::ranges::max(sums), 0.0);
    std::string text;
    for (std::size_t row = 0; row < rows.parts(); ++row) {
        text += padded(names[row], name_width) + "  ";
        for (std::size_t column = 0; column < characters.parts(); ++column) {
            const auto share = sums[row * characters.parts() + column] / maximum;
            text +=
                share > 0 ? shades[std::min<std::size_t>(9, 1 + static_cast<std::size_t>(share * 9))] : ' ';
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text;
}

} // namespace

std::string draw(const Histogram& histogram, const Drawing& drawing) {
    if (drawing.columns < min_columns)
        invalid(drawing.columns, " columns: at least ", min_columns, " are needed");
    if (drawing.max_rows == 0) invalid("0 rows: at least 1 is needed");
    return heading(histogram, drawing) +
           (histogram.problem.joint ? map(histogram, drawing) : bars(histogram, drawing));
}

std::ostream& operator<<(std::ostream& stream, const Histogram& histogram) {
    stream << to_string(histogram) << '\n';
    return histogram.histograms() == 0 ? stream : stream << draw(histogram);
}

} // namespace histo_cl::inline HISTO_CL_ABI
