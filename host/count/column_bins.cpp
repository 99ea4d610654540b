#include "common/date.hpp"
#include "count/selection.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace count {

namespace {

using histo_cl::Number;

constexpr double max_bins = 64;

/// Returns a bin for each text, and a bin for all others if there are too many texts; at least one bin.
histo_cl::Binning text_bins(const files::Column& column) {
    const auto texts = column.texts.size();
    const auto bins = static_cast<std::uint32_t>(std::max<std::size_t>(texts + (column.others ? 1 : 0), 1));
    return histo_cl::even_bins(bins, 0, bins);
}

/// Returns at most max_bins bins whose edges are multiples of the width. The width is the smallest of 1, 2,
/// 5, 10, 20, ... for which these bins include `minimum` and `maximum`.
std::optional<histo_cl::Binning> integer_bins(double minimum, double maximum) {
    constexpr double max_exact = 0x1p52;
    if (minimum < -max_exact || maximum > max_exact) return std::nullopt;
    for (double power = 1;; power *= 10)
        for (const double factor : {1, 2, 5}) {
            const double width = factor * power;
            const double first = std::floor(minimum / width);
            const double count = std::floor(maximum / width) - first + 1;
            if (count > max_bins) continue;
            const auto lower = static_cast<std::int64_t>(first * width);
            const auto upper = static_cast<std::int64_t>((first + count) * width);
            return histo_cl::even_bins(static_cast<std::uint32_t>(count), lower, upper);
        }
}

/// Returns bins of the shortest step for which max_bins bins are enough. If `is_given`, the first edge is
/// `minimum` and the last edge is `maximum`. Otherwise the bins begin at the last multiple of the step up to
/// `minimum`, and end at the first multiple above `maximum`.
histo_cl::Binning date_bins(double minimum, double maximum, bool is_given) {
    std::vector<Number> edges;
    for (const auto step : common::time_steps) {
        const double first = common::step_at(minimum, step);
        edges = {Number(is_given ? minimum : first)};
        double next = common::step_after(first, step);
        for (bool ended = false; !ended && static_cast<double>(edges.size()) <= max_bins + 1;
             next = common::step_after(next, step)) {
            ended = is_given ? next >= maximum : next > maximum;
            edges.emplace_back(is_given ? std::min(next, maximum) : next);
        }
        if (static_cast<double>(edges.size()) <= max_bins + 1) break;
    }
    return histo_cl::EdgeBins{std::move(edges)};
}

} // namespace

std::optional<histo_cl::Binning> column_bins(const files::Column& column,
                                             const std::optional<histo_cl::SampleExtremes>& extremes,
                                             const BinningArgs& args) {
    if (column.kind == files::ColumnKind::text) return text_bins(column);
    const bool is_free = has_default_count(args) && !args.log && !args.circular && !args.log_from_samples;
    const bool is_date = column.kind == files::ColumnKind::date;
    if (is_free && is_date && args.range && args.range->first < args.range->second)
        return date_bins(args.range->first.to_double(), args.range->second.to_double(), true);
    if (!is_free || args.range || !extremes) return std::nullopt;
    if (is_date) return date_bins(extremes->minimum.to_double(), extremes->maximum.to_double(), false);
    return column.whole ? integer_bins(extremes->minimum.to_double(), extremes->maximum.to_double())
                        : std::nullopt;
}

} // namespace count
