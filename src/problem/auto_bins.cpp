#include "histo_cl/auto_bins.hpp"

#include "core/enum_table.hpp"
#include "core/text.hpp"
#include "problem/sample_summary.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

// NumPy computes cube roots as powers with this exponent. The results may differ from cbrt() in the last
// digit.
constexpr double third = 1.0 / 3;

bool needs_quartiles(BinRule rule) {
    return rule == BinRule::automatic || rule == BinRule::fd;
}

void check(BinRule rule, const SampleSummary& summary) {
    const auto finite = [](std::string_view what, double value) {
        if (!std::isfinite(value))
            detail::invalid("the summary's ", what, " is ", value, "; it must be finite");
    };
    const auto not_negative = [](std::string_view what, double value) {
        if (!(value >= 0 && std::isfinite(value)))
            detail::invalid("the summary's ", what, " is ", value, "; it must be finite and not negative");
    };
    finite("least", summary.least);
    finite("greatest", summary.greatest);
    if (summary.least > summary.greatest)
        detail::invalid("the summary's least, ", summary.least, ", is above its greatest, ",
                        summary.greatest);
    not_negative("standard_deviation", summary.standard_deviation);
    if (needs_quartiles(rule)) not_negative("interquartile_range", summary.interquartile_range);
    not_negative("min_width", summary.min_width);
    if (summary.standard_deviation > 0) finite("skewness", summary.skewness);
}

double freedman_diaconis(const SampleSummary& summary) {
    return 2 * summary.interquartile_range * std::pow(static_cast<double>(summary.count), -third);
}

double sturges(const SampleSummary& summary, double range) {
    return range / (std::log2(static_cast<double>(summary.count)) + 1);
}

double doane(const SampleSummary& summary, double range) {
    const auto n = static_cast<double>(summary.count);
    if (summary.count <= 2 || summary.standard_deviation == 0) return 0;
    const auto deviation = std::sqrt(6 * (n - 2) / ((n + 1) * (n + 3)));
    return range / (1 + std::log2(n) + std::log2(1 + std::fabs(summary.skewness) / deviation));
}

double automatic(const SampleSummary& summary, double range) {
    const auto width = freedman_diaconis(summary);
    return width > 0 ? std::min(width, sturges(summary, range)) : sturges(summary, range);
}

double width_of(BinRule rule, const SampleSummary& summary) {
    const auto n = static_cast<double>(summary.count);
    const auto range = summary.greatest - summary.least;
    switch (rule) {
    case BinRule::automatic: return automatic(summary, range);
    case BinRule::fd: return freedman_diaconis(summary);
    case BinRule::doane: return doane(summary, range);
    case BinRule::scott:
        return std::pow(24 * std::sqrt(std::numbers::pi) / n, third) * summary.standard_deviation;
    case BinRule::stone: detail::invalid("the rule stone needs the samples: see default_problem()");
    case BinRule::rice: return range / (2 * std::pow(n, third));
    case BinRule::sturges: return sturges(summary, range);
    case BinRule::sqrt: return range / std::sqrt(n);
    }
    detail::invalid("bin rule ", static_cast<int>(rule), ": there are 0 to ",
                    static_cast<int>(BinRule::sqrt));
}

/// The advice in the error message for too many bins.
std::string advice(const detail::RuleRange& range) {
    if (range.is_given) return "Give a narrower range";
    const auto without = [](std::string_view which, const Number& sample) {
        return detail::concat("The ", which, " sample, ", sample,
                              ", is far from the others: give a range without it");
    };
    if (range.skewness > 0) return without("greatest", range.greatest);
    if (range.skewness < 0) return without("least", range.least);
    return "The least and the greatest sample are far from the others: give a range without them";
}

} // namespace

std::string_view name(BinRule rule) noexcept {
    return detail::name_of(rule);
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

double width_by_rule(BinRule rule, const SampleSummary& summary) {
    check(rule, summary);
    return width_of(rule, summary.count > 0 ? summary : SampleSummary{.count = 1});
}

std::uint32_t bins_of_width(BinRule rule, double width, double min_width, const RuleRange& range) {
    if (!(width > 0 && range.width > 0)) return 1;
    const auto used = std::max(width, min_width);
    const auto bins = std::ceil(range.width / used);
    if (bins <= max_bins_by_rule) return static_cast<std::uint32_t>(bins);
    const auto count =
        bins < 0x1p63 ? std::to_string(static_cast<std::uint64_t>(bins)) : Number(bins).to_string();
    invalid("the rule ", rule, " makes ", count, " bins of width ", Number(used), " from ", range.least,
            " to ", range.greatest, ": rules make up to ", max_bins_by_rule, " (2^20). ", advice(range),
            ", or the number of bins");
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

std::uint32_t bins_by_rule(BinRule rule, const SampleSummary& summary) {
    return detail::bins_of_width(rule, detail::width_by_rule(rule, summary), summary.min_width,
                                 {.width = summary.greatest - summary.least,
                                  .least = summary.least,
                                  .greatest = summary.greatest,
                                  .skewness = summary.skewness});
}

} // namespace histo_cl::inline HISTO_CL_ABI
