#include "plot/page.hpp"

#include "plot/figure.hpp"
#include "plot/svg.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace plot {

namespace {

constexpr double max_min_width = 560; ///< narrower windows scroll, so that texts stay legible
constexpr double narrow_width = 380;  ///< width of the pictures for windows that page_style calls narrow
constexpr double narrow_height = 380;
constexpr std::size_t max_bins = std::size_t{1} << 16U; ///< maximum number of bins whose values a page has

using Json = nlohmann::json;

/// Returns the number as JSON: an integer if it is whole. The JSON library writes infinities and NaN, which
/// JSON does not have, as null.
Json number(double value) {
    if (value == std::trunc(value) && std::abs(value) < 0x1p53) return static_cast<std::int64_t>(value);
    return value;
}

Json numbers(const std::vector<double>& values) {
    auto json = Json::array();
    for (const double value : values)
        json.push_back(number(value));
    return json;
}

/// The axis as JSON. `texts` has a text per edge, or is empty if the edges' numbers are shown. `name`: the
/// text before the bin under the pointer; may be empty.
Json axis_json(const std::string& name, const std::vector<double>& edges,
               const std::vector<std::string>& texts) {
    return {{"name", valid_text(name)}, {"edges", numbers(edges)}, {"texts", texts}};
}

Json series_json(const std::string& name, const std::vector<double>& values,
                 const std::vector<double>& errors) {
    return {{"name", valid_text(name)}, {"values", numbers(values)}, {"errors", numbers(errors)}};
}

/// The text as the content of a script element; `<` is escaped, because it could end the element.
std::string embedded(const Json& json) {
    std::string text;
    for (const char c : json.dump())
        c == '<' ? text += "\\u003c" : text += c;
    return text;
}

/// An option that the reader can switch on and off.
struct Option {
    char key;
    const char* text;
    bool Look::*member;
};

/// The pictures of all combinations of the options, as wide as `look` says. A picture's key has a digit per
/// option, in the order x, y, d, c, which the script uses too. `kind`: the class of the pictures, "wide" or
/// "narrow".
template <class Draw>
std::string views_of(const std::string& kind, Look look, const std::vector<Option>& options,
                     const Draw& draw) {
    std::string text;
    const auto combinations = 1U << options.size();
    const auto first = look;
    for (unsigned bits = 0; bits < combinations; ++bits) {
        std::string key = "0000";
        bool shown = true;
        for (std::size_t i = 0; i < options.size(); ++i) {
            const bool on = (bits >> i & 1U) != 0;
            look.*options[i].member = on;
            if (on) key[std::string_view("xydc").find(options[i].key)] = '1';
            shown = shown && on == first.*options[i].member;
        }
        const Scene scene = draw(look);
        const auto min = "style=\"min-width:" + coordinate(std::min(look.width, max_min_width)) + "px\"";
        const auto& [frame, x, y] = scene.panels.front();
        text += R"(<div class="view )" + kind + R"(" data-view=")" + key + "\" data-panel=\"" +
                coordinate(frame.x) + " " + coordinate(frame.y) + " " + coordinate(frame.width) + " " +
                coordinate(frame.height) + "\" data-scales=\"" +
                escaped(Json{{x.lower, x.upper, x.log}, {y.lower, y.upper, y.log}}.dump()) + "\"" +
                (shown ? "" : " hidden") + ">\n" + svg_element(scene, min) + "</div>\n";
    }
    return text;
}

/// All pictures, wide and narrow. The style sheet shows one of the two kinds, depending on the window's
/// width.
template <class Draw>
std::string views(Look look, const std::vector<Option>& options, const Draw& draw) {
    auto narrow = look;
    narrow.width = std::min(look.width, narrow_width);
    narrow.height = std::min(look.height, narrow_height);
    return views_of("wide", look, options, draw) + views_of("narrow", narrow, options, draw);
}

std::string check_box(const std::string& attribute, const std::string& label, bool checked) {
    return "<label><input type=\"checkbox\" " + attribute + (checked ? " checked" : "") + ">" + label +
           "</label>\n";
}

std::string controls(const Look& look, const std::vector<Option>& options,
                     const std::vector<Series>& series) {
    std::string text = "<div class=\"options\">\n";
    for (const auto& option : options)
        text +=
            check_box(std::string("data-option=\"") + option.key + "\"", option.text, look.*option.member);
    for (std::size_t i = 0; i < series.size() && series.size() > 1; ++i)
        text +=
            check_box("data-series=\"" + std::to_string(i) + "\"",
                      R"(<svg class="plot swatch"><rect class="s)" + std::to_string(series[i].hue % hues) +
                          R"(" width="12" height="12"/></svg>)" + escaped(series[i].name),
                      true);
    return text + "</div>\n";
}

std::string document(const std::string& title, const std::string& body, const Json& data,
                     std::optional<Theme> theme) {
    const auto scheme = !theme                  ? ""
                        : *theme == Theme::dark ? ":root{color-scheme:dark}\n"
                                                : ":root{color-scheme:light}\n";
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
           "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>" +
           escaped(title.empty() ? "Histogram" : title) + "</title>\n<style>" +
           themed(page_style + style_sheet(), theme) + scheme + "</style>\n</head>\n<body>\n<main>\n" + body +
           "</main>\n<script type=\"application/json\" id=\"data\">" + embedded(data) +
           "</script>\n<script>" + page_script + "</script>\n</body>\n</html>\n";
}

std::string body_of(const std::string& controls, const std::string& views) {
    return controls + "<div class=\"views\" tabindex=\"0\">\n" + views +
           "<div class=\"cursor\" hidden></div>\n<div class=\"tip\" role=\"status\" hidden></div>\n</div>\n";
}

} // namespace

std::string page(const Figure& given, Look look, std::optional<Theme> theme) {
    const auto figure = coarser(given, max_bins);
    look.together = true;
    std::vector<Option> options{{'y', "log y", &Look::log_y}};
    if (figure.adds_up)
        options.insert(options.end(),
                       {{'d', "density", &Look::density}, {'c', "cumulative", &Look::cumulative}});
    const bool all_positive = figure.edges.front() > 0;
    look.log_x = look.log_x && all_positive;
    if (figure.labels.empty() && all_positive) options.insert(options.begin(), {'x', "log x", &Look::log_x});
    Json data{{"x", axis_json("", figure.edges, figure.edge_texts)},
              {"y", nullptr},
              {"labels", Json::array()},
              {"unit", valid_text(figure.unit)},
              {"series", Json::array()}};
    data["x"]["closed"] = figure.closed;
    data["adds_up"] = figure.adds_up;
    for (const auto& label : figure.labels)
        data["labels"].push_back(valid_text(label));
    for (const auto& series : figure.series)
        data["series"].push_back(series_json(series.name, series.values, series.errors));
    const auto draw = [&](const Look& each) { return chart(figure, each); };
    return document(figure.title, body_of(controls(look, options, figure.series), views(look, options, draw)),
                    data, theme);
}

std::string page(const JointFigure& figure, Look look, std::optional<Theme> theme) {
    const std::vector<Option> options{{'y', "log colours", &Look::log_y}};
    Json data{{"x", axis_json(figure.x_title, figure.x_edges, figure.x_edge_texts)},
              {"y", axis_json(figure.y_title, figure.y_edges, figure.y_edge_texts)},
              {"labels", Json::array()},
              {"unit", valid_text(figure.unit)},
              {"series", Json::array({series_json("", figure.values, {})})}};
    data["adds_up"] = true;
    const auto draw = [&](Look each) {
        each.log_x = look.log_x;
        return heat_map(figure, each);
    };
    return document(figure.title, body_of(controls(look, options, {}), views(look, options, draw)), data,
                    theme);
}

} // namespace plot
