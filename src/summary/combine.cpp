#include "summary/combine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace histo_cl::detail {

SampleSummary combine(SampleType sample, std::span<const PassNumbers> partials) {
    const auto groups = partials.size() / summary_passes;
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    PassNumbers range{infinity, -infinity, 0};
    for (const auto& group : partials.first(groups))
        range = {std::min(range.a, group.a), std::max(range.b, group.b), range.c + group.c};
    double squares = 0;
    double cubes = 0;
    for (const auto& group : partials.last(groups)) {
        squares += group.a;
        cubes += group.b;
    }

    SampleSummary summary{.interquartile_range = std::numeric_limits<double>::quiet_NaN(),
                          .min_width = is_float(sample) ? 0.0 : 1.0};
    if (range.c == 0) return summary;
    summary.count = static_cast<std::uint64_t>(range.c);
    summary.least = range.a;
    summary.greatest = range.b;
    const auto width = range.b - range.a;
    if (!(width > 0)) return summary;
    const auto deviation = std::sqrt(squares / range.c);
    summary.standard_deviation = std::ldexp(deviation, std::ilogb(width));
    if (deviation > 0) summary.skewness = cubes / range.c / (deviation * deviation * deviation);
    return summary;
}

} // namespace histo_cl::detail
