#pragma once

#include "common/cli_names.hpp"

#include <histo_cl/statistics/compare.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace demo {

/// The rules of statistics.hpp that part the bins of a histogram.
enum class ThresholdRule : std::uint8_t { otsu, triangle, li, isodata, minimum_error };

/// What is computed from the counts. Plain data.
struct AnalysisArgs {
    bool statistics = false;
    std::optional<ThresholdRule> threshold = {};
    std::size_t classes = 2;                    ///< of ThresholdRule::otsu
    std::optional<std::string> compared = {};   ///< a file, which is counted like the others
    std::vector<histo_cl::Metric> metrics = {}; ///< to compare by
    std::optional<std::string> equalized = {};  ///< the PNG file of the equalized image
};

/// Whether anything is.
[[nodiscard]] bool is_asked(const AnalysisArgs& args);

/// The options' values as typed.
struct TypedAnalysis {
    std::string threshold;
    std::vector<std::string> metrics;
};

/// "otsu", "otsu:3" for three classes, "li". Throws UsageError for another text.
void parse_threshold(const std::string& text, AnalysisArgs& args);

void add_analysis_options(CLI::App& app, AnalysisArgs& args, TypedAnalysis& typed);
/// Throws UsageError for values that are none.
void settle_analysis(const TypedAnalysis& typed, AnalysisArgs& args);

} // namespace demo
