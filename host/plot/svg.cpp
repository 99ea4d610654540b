#include "plot/svg.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace plot {

namespace {

using Role = Paint::Role;

std::string class_of(Paint paint) {
    switch (paint.role) {
    case Role::paper: return "paper";
    case Role::ink: return "ink";
    case Role::muted: return "muted";
    case Role::grid: return "grid";
    case Role::series: return "s" + std::to_string(paint.index % hues);
    case Role::heat: return "h" + std::to_string(paint.index);
    }
    return {};
}

std::string hexadecimal(Rgb rgb) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "#%02x%02x%02x", rgb.red, rgb.green, rgb.blue);
    return text.data();
}

std::vector<Paint> all_paints() {
    std::vector<Paint> paints{{Role::paper}, {Role::ink}, {Role::muted}, {Role::grid}};
    for (unsigned i = 0; i < hues; ++i)
        paints.push_back({Role::series, i});
    for (unsigned i = 0; i < heat_levels; ++i)
        paints.push_back({Role::heat, i});
    return paints;
}

/// The style rules of a theme. A colour is a fill; lines use it as their stroke.
std::string rules(Theme theme) {
    std::string text;
    for (const auto paint : all_paints()) {
        const auto name = class_of(paint);
        const auto value = hexadecimal(colour(paint, theme));
        text += ".plot ." + name + "{fill:" + value + "}";
        if (paint.role != Role::heat && paint.role != Role::paper)
            text += ".plot .line." + name + "{stroke:" + value + "}";
        text += "\n";
    }
    return text;
}

std::string quoted(const char* name, double value) {
    return std::string(" ") + name + "=\"" + coordinate(value) + "\"";
}

std::string opacity(double value) {
    return value < 1 ? quoted("opacity", value) : "";
}

/// Writes marks as SVG. A box with a hint is a separate element; boxes without hints form one path.
struct Writer {
    bool hints;

    std::string operator()(const Boxes& boxes) const {
        std::string path;
        std::string rects;
        for (const auto& box : boxes.boxes) {
            // Both edges are rounded, not the width, so that neighbours meet.
            const double width = rounded(box.x + box.width) - rounded(box.x);
            const double height = rounded(box.y + box.height) - rounded(box.y);
            if (!hints || box.hint.empty()) {
                path += "M" + coordinate(box.x) + " " + coordinate(box.y) + "h" + coordinate(width) + "v" +
                        coordinate(height) + "h" + coordinate(-width) + "z";
            } else {
                rects += "<rect" + quoted("x", box.x) + quoted("y", box.y) + quoted("width", width) +
                         quoted("height", height) + "><title>" + escaped(box.hint) + "</title></rect>\n";
            }
        }
        if (!path.empty()) path = "<path d=\"" + path + "\"/>\n";
        return R"(<g shape-rendering="crispEdges" class=")" + class_of(boxes.paint) + "\"" +
               opacity(boxes.opacity) + ">\n" + path + rects + "</g>\n";
    }

    std::string operator()(const Curve& curve) const {
        std::string path;
        for (const auto& point : curve.points)
            path += (path.empty() ? "M" : "L") + coordinate(point.x) + " " + coordinate(point.y);
        return "<path class=\"line " + class_of(curve.paint) + "\"" +
               (curve.width == 1 ? "" : quoted("stroke-width", curve.width)) + " d=\"" + path + "\"/>\n";
    }

    std::string operator()(const Label& label) const {
        static constexpr std::array anchors{"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
        const auto place = quoted("x", label.at.x) + quoted("y", label.at.y);
        const auto turn = label.upwards ? " transform=\"rotate(-90 " + coordinate(label.at.x) + " " +
                                              coordinate(label.at.y) + ")\""
                                        : "";
        return "<text class=\"" + class_of(label.paint) + "\"" + place + quoted("font-size", label.size) +
               anchors.at(static_cast<std::size_t>(label.anchor)) +
               (label.bold ? " font-weight=\"600\"" : "") + turn + ">" + escaped(label.text) + "</text>\n";
    }
};

std::string content(const Scene& scene, bool hints) {
    std::string text = "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
    for (const auto& layer : scene.layers) {
        text += "<g class=\"" + escaped(layer.name) + "\">\n";
        for (const auto& mark : layer.marks)
            text += std::visit(Writer{hints}, mark);
        text += "</g>\n";
    }
    return text;
}

std::string title_of(const Scene& scene) {
    return escaped(scene.title.empty() ? "Histogram" : scene.title);
}

std::string start(const Scene& scene, const std::string& attributes) {
    return R"(<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img")" +
           quoted("width", scene.width * scene.zoom) + quoted("height", scene.height * scene.zoom) +
           " viewBox=\"0 0 " + coordinate(scene.width) + " " + coordinate(scene.height) + "\"" + attributes +
           ">\n";
}

} // namespace

std::string style_sheet() {
    return ".plot{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"DejaVu "
           "Sans\",sans-serif}\n"
           ".plot text{font-variant-numeric:tabular-nums}\n" +
           rules(Theme::light) + "@media (prefers-color-scheme:dark){\n" + rules(Theme::dark) +
           "}\n"
           ".plot .line.line{fill:none}\n";
}

std::string themed(std::string style, std::optional<Theme> theme) {
    static constexpr std::string_view if_preferred = "(prefers-color-scheme:dark)";
    if (!theme) return style;
    for (auto at = style.find(if_preferred); at != std::string::npos; at = style.find(if_preferred, at))
        style.replace(at, if_preferred.size(), *theme == Theme::dark ? "all" : "not all");
    return style;
}

std::string svg(const Scene& scene, std::optional<Theme> theme) {
    return start(scene, "") + "<title>" + title_of(scene) + "</title>\n<desc>" + escaped(scene.description) +
           "</desc>\n<style>\n" + themed(style_sheet(), theme) + "</style>\n" + content(scene, true) +
           "</svg>\n";
}

std::string svg_element(const Scene& scene, const std::string& attributes) {
    const auto label = " aria-label=\"" + title_of(scene) + ". " + escaped(scene.description) + "\" ";
    return start(scene, label + attributes) + content(scene, false) + "</svg>\n";
}

namespace {

/// The length of the valid UTF-8 character at the start, or 0 if there is none.
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto lead = byte(0);
    const std::size_t size = lead < 0x80        ? 1
                             : lead >> 5U == 6  ? 2
                             : lead >> 4U == 14 ? 3
                             : lead >> 3U == 30 ? 4
                                                : 0;
    if (size == 0 || size > text.size()) return 0;
    constexpr std::array<std::uint32_t, 5> lead_bits{0, 0x7f, 0x1f, 0x0f, 0x07};
    constexpr std::array<std::uint32_t, 5> min{0, 0, 0x80, 0x800, 0x10000};
    std::uint32_t code = lead & lead_bits.at(size);
    for (std::size_t i = 1; i < size; ++i) {
        if (byte(i) >> 6U != 2) return 0;
        code = code << 6U | (byte(i) & 0x3fU);
    }
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    const bool control = code < 0x20 && code != '\n' && code != '\t';
    const bool no_character = code == 0xfffe || code == 0xffff || code > 0x10ffff;
    return code < min.at(size) || surrogate || control || no_character || code == 0x7f ? 0 : size;
}

} // namespace

std::string valid_text(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto size = character_bytes(text);
        result += size == 0 ? "\xef\xbf\xbd" : text.substr(0, size);
        text.remove_prefix(size == 0 ? 1 : size);
    }
    return result;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : valid_text(text))
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        case '\'': result += "&#39;"; break;
        default: result += c;
        }
    return result;
}

double rounded(double value) {
    return std::round(value * 100) / 100;
}

std::string coordinate(double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.2f", rounded(value) + 0.0);
    std::string result = text.data();
    result.erase(result.find_last_not_of('0') + 1);
    if (result.back() == '.') result.pop_back();
    return result;
}

} // namespace plot
