#include "demo/command/analysis_args.hpp"

#include "common/checks.hpp"
#include "common/command_line.hpp"
#include "common/number.hpp"
#include "common/usage_error.hpp"

#include <histo_cl/statistics/multi_otsu.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace demo {

namespace {

constexpr std::array<std::pair<std::string_view, ThresholdRule>, 5> threshold_rules{
    {{"otsu", ThresholdRule::otsu},
     {"triangle", ThresholdRule::triangle},
     {"li", ThresholdRule::li},
     {"isodata", ThresholdRule::isodata},
     {"minimum_error", ThresholdRule::minimum_error}}};

} // namespace

bool is_asked(const AnalysisArgs& args) {
    return args.statistics || args.threshold || args.compared || args.equalized;
}

void parse_threshold(const std::string& text, AnalysisArgs& args) {
    const auto colon = std::min(text.find(':'), text.size());
    const auto rule = std::ranges::find(threshold_rules, std::string_view(text).substr(0, colon),
                                        [](const auto& one) { return one.first; });
    std::optional<std::uint64_t> classes = 2;
    if (colon < text.size())
        classes = common::whole_number_typed(std::string_view(text).substr(colon + 1), 2,
                                             histo_cl::max_otsu_classes);
    const bool several = colon < text.size();
    if (rule == threshold_rules.end() || !classes || (several && rule->second != ThresholdRule::otsu))
        throw common::UsageError("--threshold: give otsu, otsu:CLASSES with 2 to " +
                                 std::to_string(histo_cl::max_otsu_classes) +
                                 " classes, triangle, li, isodata or minimum_error, not '" + text + "'");
    args.threshold = rule->second;
    args.classes = static_cast<std::size_t>(*classes);
}

void add_analysis_options(CLI::App& app, AnalysisArgs& args, TypedAnalysis& typed) {
    constexpr const char* group = "Statistics";
    app.add_flag("--stats", args.statistics,
                 "Moments, percentiles, mode and entropy; of a joint\nhistogram its mutual information")
        ->group(group);
    app.add_option(
           "--threshold", typed.threshold,
           "The threshold by otsu, triangle, li, isodata or\nminimum_error; otsu:3 parts three classes")
        ->type_name("RULE")
        ->group(group);
    auto* const compared = app.add_option("--compare", args.compared,
                                          "Count FILE in the same way, and say how alike the\ncounts are")
                               ->type_name("FILE")
                               ->group(group);
    app.add_option("--metric", typed.metrics,
                   "How --compare measures, may be repeated (default all):\n" +
                       common::listed(histo_cl::all_metrics))
        ->type_name("METRIC")
        ->allow_extra_args(false)
        ->needs(compared)
        ->check(common::one_of(common::names_of(histo_cl::all_metrics)))
        ->group(group);
    app.add_option(
           "--equalize", args.equalized,
           "Write the image, of u8, with its levels used evenly as\nPNG; colours by the map of their luma")
        ->type_name("FILE")
        ->group(group);
}

void settle_analysis(const TypedAnalysis& typed, AnalysisArgs& args) {
    if (!typed.threshold.empty()) parse_threshold(typed.threshold, args);
    for (const auto metric : histo_cl::all_metrics)
        if (typed.metrics.empty() || std::ranges::count(typed.metrics, histo_cl::name(metric)) > 0)
            args.metrics.push_back(metric);
}

} // namespace demo
