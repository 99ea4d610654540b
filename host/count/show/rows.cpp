#include "common/date.hpp"
#include "common/number.hpp"
#include "common/text.hpp"
#include "count/binning_args.hpp"
#include "count/show/picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace count {

using common::pad_left;

namespace {

using histo_cl::Number;

/// Returns an integer for a double that is whole, and any other number unchanged. Used for the edges of bins.
Number whole_if_whole(const Number& edge) {
    const double value = edge.to_double();
    const bool whole =
        edge.kind() == Number::Kind::f64 && value == std::trunc(value) && std::abs(value) <= 0x1p53;
    return whole ? Number(static_cast<std::int64_t>(value)) : edge;
}

std::string shortened(const Number& number, int digits) {
    if (number.kind() != Number::Kind::f64) return number.to_string();
    if (number == 0x1p64) return common::fixed(0x1p64, 0); // 2^64, an edge of u64 samples
    return common::significant(number.f64(), digits);
}

} // namespace

std::vector<std::string> distinct_texts(const std::vector<Number>& numbers) {
    std::vector<std::string> texts(numbers.size());
    for (int digits = 6; digits <= std::numeric_limits<double>::max_digits10; ++digits) {
        std::ranges::transform(numbers, texts.begin(), [&](const Number& n) { return shortened(n, digits); });
        if (std::ranges::adjacent_find(texts) == texts.end()) break;
    }
    return texts;
}

namespace {

std::size_t widest(const std::vector<std::string>& texts) {
    std::size_t width = 0;
    for (const auto& text : texts)
        width = std::max(width, text.size());
    return width;
}

// The following functions return rows with labels, to which rows() adds the counts.

std::vector<Row> range_rows(const std::vector<Number>& edges, bool closed) {
    const auto texts = distinct_texts(edges);
    const auto width = widest(texts);
    std::vector<Row> rows;
    for (std::size_t row = 0; row + 1 < texts.size(); ++row) {
        auto start = pad_left(texts[row], width);
        auto label = '[' + start + ", " + pad_left(texts[row + 1], width) + ')';
        rows.push_back({.label = std::move(label), .count = 0, .start = std::move(start)});
    }
    if (closed) rows.back().label.back() = ']';
    return rows;
}

/// Rows of `each` bins. A label has the lower edges of the row's first and last bins: "5", "1 to 5".
std::vector<Row> start_rows(const std::vector<Number>& edges, std::uint32_t each, Labels labels) {
    const auto bins = edges.size() - 1;
    const auto last_of = [&](std::size_t bin) { return std::min<std::size_t>(bin + each, bins) - 1; };
    // The lower edge of each row's first bin, and of its last bin if that is another one.
    std::vector<Number> ends;
    for (std::size_t bin = 0; bin < bins; bin += each) {
        ends.push_back(edges[bin]);
        if (last_of(bin) > bin) ends.push_back(edges[last_of(bin)]);
    }
    std::vector<std::string> texts(ends.size());
    if (labels == Labels::dates)
        std::ranges::transform(ends, texts.begin(),
                               [](const Number& edge) { return common::date_text(edge.to_double()); });
    else
        texts = distinct_texts(ends);
    const auto width = labels == Labels::dates ? 0 : widest(texts);
    std::vector<Row> rows;
    auto text = texts.begin();
    for (std::size_t bin = 0; bin < bins; bin += each) {
        rows.push_back({.label = pad_left(*text++, width), .count = 0});
        if (last_of(bin) > bin) rows.back().label += " to " + pad_left(*text++, width);
    }
    return rows;
}

std::string hexadecimal(std::uint32_t byte) {
    static constexpr std::string_view digits = "0123456789abcdef";
    return {digits[byte >> 4 & 15], digits[byte & 15]};
}

/// Returns the label of a row of bytes, such as "61 a" or "60-67 `abcdefg", or only the bytes if the row has
/// too many characters.
std::string byte_label(std::uint32_t first, std::uint32_t last, std::size_t characters) {
    std::string label = hexadecimal(first);
    if (characters > 1) label += first == last ? "   " : '-' + hexadecimal(last);
    if (characters > 16) return label;
    label += ' ';
    for (std::uint32_t byte = first; byte <= last; ++byte)
        label += byte > 0x20 && byte < 0x7f ? static_cast<char>(byte) : ' ';
    return label;
}

std::string letter_label(std::uint32_t first, std::uint32_t last) {
    return {static_cast<char>(first), '-', static_cast<char>(last)};
}

std::string number_label(std::size_t first, std::size_t last) {
    return std::to_string(first) + (first == last ? "" : "-" + std::to_string(last));
}

std::uint32_t byte_value(const Number& edge) {
    return static_cast<std::uint32_t>(edge.to_double());
}

} // namespace

bool is_closed(const histo_cl::Problem& problem, std::size_t axis) {
    return problem.last_edge == histo_cl::LastEdge::inclusive &&
           !std::holds_alternative<histo_cl::CircularBins>(problem.axes[axis]);
}

std::vector<Number> edge_numbers(const histo_cl::Problem& problem, std::size_t axis) {
    if (std::holds_alternative<histo_cl::CustomBins>(problem.axes[axis])) return {};
    auto numbers = problem.edge_numbers(axis);
    std::ranges::transform(numbers, numbers.begin(), whole_if_whole);
    return numbers;
}

Labels suitable_labels(const histo_cl::Problem& problem) {
    if (std::holds_alternative<histo_cl::CustomBins>(problem.axes.front())) return Labels::numbers;
    const auto* even = std::get_if<histo_cl::EvenBins>(&problem.axes.front());
    if (even == nullptr || problem.sample != histo_cl::SampleType::u8 || is_closed(problem, 0))
        return Labels::ranges;
    const double lower = even->lower.to_double();
    const double upper = even->upper.to_double();
    const bool unit =
        lower == std::trunc(lower) && lower >= 0 && upper <= 256 && upper - lower == even->count;
    return unit ? Labels::bytes : Labels::ranges;
}

std::string text_of(const Number& value) {
    if (value.kind() == Number::Kind::f64) return shortened(value, 6);
    const bool negative = value < 0;
    // The magnitude of -2^63 fits only an unsigned number.
    const auto magnitude = value.kind() == Number::Kind::u64 ? value.u64()
                           : negative                        ? 0 - static_cast<std::uint64_t>(value.i64())
                                                             : static_cast<std::uint64_t>(value.i64());
    return (negative ? "-" : "") + common::grouped(magnitude);
}

std::uint32_t bins_per_row(std::uint32_t bins, std::uint32_t max_rows) {
    const std::uint32_t min = bins / max_rows + (bins % max_rows != 0 ? 1 : 0);
    for (std::uint32_t even = min; even / 2 < min; ++even)
        if (bins % even == 0) return even;
    return min;
}

namespace {

std::vector<Row> edge_rows(const std::vector<Number>& edges, Labels labels, std::uint32_t each, bool closed) {
    if (labels == Labels::dates || labels == Labels::values) return start_rows(edges, each, labels);
    std::vector<Number> row_edges;
    for (std::size_t bin = 0; bin + 1 < edges.size(); bin += each)
        row_edges.push_back(edges[bin]);
    row_edges.push_back(edges.back());
    if (labels == Labels::ranges) return range_rows(row_edges, closed);

    std::vector<Row> rows;
    for (std::size_t row = 0; row + 1 < row_edges.size(); ++row) {
        const auto first = byte_value(row_edges[row]);
        const auto last = byte_value(row_edges[row + 1]) - 1;
        const bool letters = labels == Labels::letters;
        rows.push_back(
            {.label = letters ? letter_label(first, last) : byte_label(first, last, each), .count = 0});
    }
    return rows;
}

std::vector<Row> number_rows(std::size_t bins, std::uint32_t each) {
    std::vector<Row> rows;
    for (std::size_t bin = 0; bin < bins; bin += each)
        rows.push_back({.label = number_label(bin, std::min<std::size_t>(bin + each, bins) - 1), .count = 0});
    return rows;
}

constexpr std::size_t max_text_columns = 40;

} // namespace

std::vector<Row> text_rows(const Histogram& histogram, std::uint32_t max_rows) {
    const auto bins = histogram.bits.size();
    const auto alone = bins > max_rows && max_rows > 1 ? max_rows - 1 : std::min<std::size_t>(bins, max_rows);
    std::vector<Row> rows;
    const auto add = [&](const std::string& label, std::size_t bin, std::size_t count) {
        Row row{.label = label, .count = {}};
        if (const auto all = value(histogram, bin, count)) {
            row.count = all->number;
            row.error = all->error;
        }
        rows.push_back(std::move(row));
    };
    for (std::size_t bin = 0; bin < alone; ++bin)
        add(common::shortened(common::printable(histogram.texts[bin]), max_text_columns, false), bin, 1);
    if (alone < bins) add(common::grouped(bins - alone) + " others", alone, bins - alone);
    return rows;
}

std::vector<Row> rows(const histo_cl::Problem& problem, const Histogram& histogram, Labels labels,
                      std::uint32_t each) {
    const auto axis = histogram.axes.front();
    const auto bins = histogram.bits.size();
    const auto edges = edge_numbers(problem, axis);
    auto rows = labels == Labels::numbers ? number_rows(bins, each)
                                          : edge_rows(edges, labels, each, is_closed(problem, axis));
    std::size_t bin = 0;
    for (auto& row : rows) {
        const auto here = std::min<std::size_t>(each, bins - bin);
        if (const auto all = value(histogram, bin, here)) {
            row.count = all->number;
            row.error = all->error;
        } else {
            row.count.reset();
        }
        row.width =
            edges.empty() ? static_cast<double>(here) : histo_cl::distance(edges[bin], edges[bin + here]);
        bin += here;
    }
    return rows;
}

std::vector<Row> letter_rows(const histo_cl::Problem& problem, const Histogram& histogram,
                             std::string_view letters) {
    if (letters == all_letters) return rows(problem, histogram, Labels::letters, 1);
    auto all = rows(problem, histogram, Labels::numbers, 1);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].label = letters.substr(i, 1);
    return all;
}

} // namespace count
