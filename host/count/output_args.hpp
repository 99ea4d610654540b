#pragma once

#include "common/manual.hpp"
#include "plot/figure.hpp"
#include "plot/scene.hpp"

#include <histo_cl/statistics/compare.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace count {

/// The threshold rules of statistics.hpp.
enum class ThresholdRule : std::uint8_t { otsu, triangle, li, isodata, minimum_error };

/// The percentiles of --stats.
inline constexpr std::array<double, 7> default_percents{1, 5, 25, 50, 75, 95, 99};

/// The requested analysis of the counts. Plain data.
struct AnalysisArgs {
    bool statistics = false;
    std::vector<double> percents = {}; ///< percentiles, 0 to 100; empty: if `statistics`, default_percents
    std::optional<ThresholdRule> threshold = {};
    std::size_t classes = 2;                  ///< number of classes for ThresholdRule::otsu
    std::optional<std::string> compared = {}; ///< a file to compare with, which is counted like the others
    /// The metrics to compare by.
    std::vector<histo_cl::Metric> metrics{histo_cl::all_metrics.begin(), histo_cl::all_metrics.end()};
    std::optional<std::string> equalized = {}; ///< the PNG file of the equalized image
};

/// Whether any analysis is requested.
[[nodiscard]] bool is_asked(const AnalysisArgs& args);

/// Sets the rule and the classes from "otsu", "otsu:3" (three classes) or "li". Throws UsageError for any
/// other text.
void parse_threshold(const std::string& text, AnalysisArgs& args);

/// Parses percents such as "50,99,99.9". Throws UsageError for any other text, and for numbers outside 0 to
/// 100.
[[nodiscard]] std::vector<double> parse_percents(const std::string& text);

/// Adds the options; parsing writes them to `args`, and throws UsageError for invalid values.
void add_analysis_options(CLI::App& app, AnalysisArgs& args);

enum class PictureKind : std::uint8_t { svg, png, pdf, html };

struct PictureFile {
    PictureKind kind;
    std::string path;
};

/// The pictures that are requested, and how they look. Plain data.
struct PictureArgs {
    std::vector<PictureFile> files;
    std::optional<std::string> title; ///< the title of all pictures; by default the files' names
    /// The title of the x axis. Default: what is counted, and its unit if it is known.
    std::optional<std::string> x_label;
    /// The theme of the pictures. Default: light for PNG and PDF; SVG and HTML follow the viewer's settings.
    std::optional<plot::Theme> theme;
    bool sized = false;  ///< whether an option gave the size
    bool merges = false; ///< draws few samples in fewer bins; set if the number of bins is the default
    plot::Look look;     ///< also used for the picture on the terminal, except for its sizes
};

/// Parses the name of a picture file: "photo.svg", whose ending is the format, or "svg:FILE" with any FILE.
/// Throws UsageError if the format is neither SVG, PNG, PDF nor HTML.
[[nodiscard]] PictureFile parse_picture(const std::string& text);

/// Adds the options, like add_analysis_options().
void add_picture_options(CLI::App& app, PictureArgs& args);

/// Throws UsageError for a picture that this build cannot draw, and for options of pictures without a picture
/// file.
void check_pictures(const PictureArgs& args);

} // namespace count
