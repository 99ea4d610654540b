#pragma once

#include "common/manual.hpp"
#include "plot/figure.hpp"

#include <histo_cl/statistics/compare.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace count {

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
void resolve_analysis(const TypedAnalysis& typed, AnalysisArgs& args);

/// The pictures that are requested, and how they look. Plain data.
struct PictureArgs {
    std::optional<std::string> svg;
    std::optional<std::string> png;
    std::optional<std::string> html;
    std::optional<std::string> title; ///< of all of them; by default the files' names
    plot::Look look;                  ///< also of the terminal's, without the sizes
};

/// Whether pictures are written to files.
[[nodiscard]] bool writes_files(const PictureArgs& args);

/// "960x540". Throws UsageError for another text, and for a side that is too short or too long.
void set_size(plot::Look& look, const std::string& text);

/// Adds the options to the command line. --size is typed to `size`; for the others nothing is left to
/// resolve.
void add_picture_options(CLI::App& app, PictureArgs& args, std::string& size);

/// Throws UsageError for a picture that this build does not draw, and for options that apply to no file.
void resolve_pictures(PictureArgs& args, const std::string& size);

} // namespace count
