#include "count/output_args.hpp"

#include "common/command_line.hpp"
#include "common/errors.hpp"
#include "common/number.hpp"
#include "common/options.hpp"
#include "plot/scene.hpp"

#include <histo_cl/statistics/multi_otsu.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

namespace count {

namespace {

constexpr std::array<std::pair<std::string_view, ThresholdRule>, 5> threshold_rules{
    {{"otsu", ThresholdRule::otsu},
     {"triangle", ThresholdRule::triangle},
     {"li", ThresholdRule::li},
     {"isodata", ThresholdRule::isodata},
     {"minimum_error", ThresholdRule::minimum_error}}};

} // namespace

bool is_asked(const AnalysisArgs& args) {
    return args.statistics || !args.percents.empty() || args.threshold || args.compared || args.equalized;
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

std::vector<double> parse_percents(const std::string& text) {
    std::vector<double> percents;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        const auto percent = common::entire<double>(std::string_view(text).substr(begin, end - begin));
        if (!percent || !(*percent >= 0 && *percent <= 100))
            throw common::UsageError(
                "--percentiles: give numbers from 0 to 100 with commas between them, not '" + text + "'");
        percents.push_back(*percent);
        begin = end + 1;
    }
    return percents;
}

void add_analysis_options(CLI::App& app, AnalysisArgs& args) {
    app.option_defaults()->group("Statistics");
    app.add_flag("--stats", args.statistics,
                 "Extremes, sum, moments, percentiles, mode and entropy;\nof a joint histogram its mutual "
                 "information");
    app.add_option_function<std::string>(
           "--percentiles", [&](const auto& text) { args.percents = parse_percents(text); },
           "These percentiles, such as 50,99,99.9")
        ->type_name("P,...");
    app.add_option_function<std::string>(
           "--threshold", [&](const auto& rule) { parse_threshold(rule, args); },
           "The threshold by otsu, triangle, li, isodata or\nminimum_error; otsu:3 separates three classes")
        ->type_name("RULE");
    auto* const compared =
        app.add_option("--compare", args.compared, "Count FILE in the same way, and compare the\ncounts")
            ->type_name("FILE");
    app.add_option_function<std::vector<std::string>>(
           "--metric",
           [&](const auto& names) {
               std::erase_if(args.metrics, [&](auto metric) {
                   return std::ranges::count(names, histo_cl::name(metric)) == 0;
               });
           },
           "How --compare measures, may be repeated (default all):\n" + common::listed(histo_cl::all_metrics))
        ->type_name("METRIC")
        ->allow_extra_args(false)
        ->needs(compared)
        ->check(common::one_of(common::names_of(histo_cl::all_metrics)));
    app.add_option(
           "--equalize", args.equalized,
           "Write the image, of u8, with its levels used evenly as\nPNG; colours by the map of their luma")
        ->type_name("FILE");
}

using common::UsageError;

namespace {

/// Sets the width and the height from a text such as "960x540". Throws UsageError for any other text, and for
/// sides that are too short or too long.
void set_size(plot::Look& look, const std::string& text) {
    const auto sides = common::whole_numbers_typed(text, 'x').value_or(std::vector<std::uint64_t>());
    const auto is_side = [&](std::size_t i, double min) {
        return static_cast<double>(sides[i]) >= min && static_cast<double>(sides[i]) <= plot::largest_side;
    };
    if (sides.size() != 2 || !is_side(0, plot::min_width) || !is_side(1, plot::min_height)) {
        const auto side = [](double pixels) { return std::to_string(static_cast<unsigned>(pixels)); };
        throw UsageError("--size: give WIDTHxHEIGHT in pixels, " + side(plot::min_width) + "x" +
                         side(plot::min_height) + " to " + side(plot::largest_side) + "x" +
                         side(plot::largest_side) + ", not " + text);
    }
    look.width = static_cast<double>(sides[0]);
    look.height = static_cast<double>(sides[1]);
}

} // namespace

PictureFile parse_picture(const std::string& text) {
    constexpr std::array<std::pair<std::string_view, PictureKind>, 5> kinds{{{"svg", PictureKind::svg},
                                                                             {"png", PictureKind::png},
                                                                             {"pdf", PictureKind::pdf},
                                                                             {"html", PictureKind::html},
                                                                             {"htm", PictureKind::html}}};
    if (text.empty()) throw UsageError("--picture: '' names no file");
    for (const auto& [name, kind] : kinds) {
        if (text.starts_with(std::string(name) + ":")) return {kind, text.substr(name.size() + 1)};
        if (text.ends_with("." + std::string(name))) return {kind, text};
    }
    throw UsageError(
        "--picture: give a FILE that ends in .svg, .png, .pdf or .html, or for another name such as "
        "svg:FILE, not '" +
        text + "'");
}

void add_picture_options(CLI::App& app, PictureArgs& args) {
    app.option_defaults()->group("Pictures");
    app.add_option_function<std::vector<std::string>>(
           "--picture",
           [&](const auto& texts) {
               std::ranges::transform(texts, std::back_inserter(args.files), parse_picture);
           },
           std::string(
               "Write the histogram as .svg, .png, .pdf, or .html, a\npage that shows the values under the "
               "pointer; may be\nrepeated") +
               (plot::has_cairo() ? "" : " (no PNG and PDF in this build: no cairo)"))
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.add_option("--title", args.title, "Title of these pictures (default: the files' names)")
        ->type_name("TEXT");
    app.add_option("--x-label", args.x_label,
                   "Label of their x axis (default: the column or\nchannel and its unit, if they are known)")
        ->type_name("TEXT");
    common::add_choice(
        app, "--theme", {"light", "dark"}, "light|dark",
        "Colours of these pictures (default: SVG and HTML as\nthe reader prefers, PNG and PDF light)",
        [&](const auto& theme) { args.theme = theme == "dark" ? plot::Theme::dark : plot::Theme::light; });
    app.add_option_function<std::string>(
           "--size",
           [&](const auto& size) {
               set_size(args.look, size);
               args.sized = true;
           },
           "Size of these pictures in pixels (default 960x540)")
        ->type_name("WxH");
    app.add_flag("--log-y", args.look.log_y, "Logarithmic bars, on the terminal as well");
    app.add_flag(
        "--overlay", args.look.together,
        "Draw several files, each counted apart, or channels\nor columns in one chart, over the same bins");
    app.add_flag("--density", args.look.density,
                 "Bars per unit of the axis, with an area of 1; with --cumulative, shares of all");
    app.add_flag("--cumulative", args.look.cumulative, "Each bar with those of the bins before");
}

void check_pictures(const PictureArgs& args) {
    if (args.files.empty() && (args.title || args.x_label || args.theme || args.sized))
        throw UsageError("--title, --x-label, --theme and --size are those of --picture, which is not given");
    const bool needs_cairo = std::ranges::any_of(args.files, [](const PictureFile& file) {
        return file.kind == PictureKind::png || file.kind == PictureKind::pdf;
    });
    if (needs_cairo && !plot::has_cairo())
        throw UsageError("--picture: this build draws SVG and HTML only, because it was built without cairo "
                         "(Debian package libcairo2-dev)");
}

} // namespace count
