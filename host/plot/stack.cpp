#include "plot/axes.hpp"
#include "plot/figure.hpp"
#include "plot/page.hpp"
#include "plot/svg.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace plot {

namespace {

constexpr double min_chart_height = 120; ///< in units of the zoom, which may be below 1 to keep this height

void move_down(Mark& mark, double by) {
    const auto move = [by](auto& one) {
        using Kind = std::remove_reference_t<decltype(one)>;
        if constexpr (std::is_same_v<Kind, Boxes>)
            for (auto& box : one.boxes)
                box.y += by;
        else if constexpr (std::is_same_v<Kind, Curve>)
            for (auto& point : one.points)
                point.y += by;
        else
            one.at.y += by;
    };
    std::visit(move, mark);
}

} // namespace

Scene stacked(std::span<const Figure> figures, const Look& given) {
    const auto count = static_cast<double>(figures.size());
    const double zoom = std::min(zoom_of(given), given.height / (count * min_chart_height));
    const auto look = in_units(given, zoom);
    auto part = look;
    part.height = look.height / count;
    Scene scene{look.width, look.height, figures.front().title, "", {}, {}, zoom};
    for (std::size_t i = 0; i < figures.size(); ++i) {
        auto figure = figures[i];
        if (i > 0) figure.title.clear();
        auto one = chart(figure, part);
        const double down = static_cast<double>(i) * part.height;
        for (auto& panel : one.panels) {
            panel.frame.y += down;
            scene.panels.push_back(panel);
        }
        for (auto& layer : one.layers) {
            for (auto& mark : layer.marks)
                move_down(mark, down);
            scene.layers.push_back(std::move(layer));
        }
        scene.description += (i > 0 ? " " : "") + figure.x_title + ": " + one.description;
    }
    return scene;
}

std::string page(std::span<const Figure> figures, const Look& look, std::optional<Theme> theme) {
    const auto scene = stacked(figures, look);
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
           "style-src 'unsafe-inline'\">\n<title>" +
           escaped(scene.title.empty() ? "Histograms" : scene.title) +
           "</title>\n<style>svg{max-width:100%;height:auto}</style>\n</head>\n<body>\n" + svg(scene, theme) +
           "</body>\n</html>\n";
}

} // namespace plot
