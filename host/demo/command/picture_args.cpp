#include "demo/command/picture_args.hpp"

#include "common/number.hpp"
#include "common/usage_error.hpp"
#include "plot/png.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <string_view>

namespace demo {

using common::UsageError;

namespace {

/// A side in pixels.
std::optional<unsigned> side_typed(std::string_view text, double least) {
    const auto pixels = common::whole_number_typed(text, static_cast<std::uint64_t>(least),
                                                   static_cast<std::uint64_t>(plot::largest_side));
    return pixels ? std::optional(static_cast<unsigned>(*pixels)) : std::nullopt;
}

std::string side(double pixels) {
    return std::to_string(static_cast<unsigned>(pixels));
}

} // namespace

bool writes_files(const PictureArgs& args) {
    return args.svg || args.png || args.html;
}

void set_size(plot::Look& look, const std::string& text) {
    const auto cross = std::min(text.find('x'), text.size());
    const auto width = side_typed(std::string_view(text).substr(0, cross), plot::least_width);
    const auto height =
        side_typed(std::string_view(text).substr(std::min(cross + 1, text.size())), plot::least_height);
    if (!width || !height)
        throw UsageError("--size: give WIDTHxHEIGHT in pixels, " + side(plot::least_width) + "x" +
                         side(plot::least_height) + " to " + side(plot::largest_side) + "x" +
                         side(plot::largest_side) + ", not " + text);
    look.width = *width;
    look.height = *height;
}

void add_picture_options(CLI::App& app, PictureArgs& args, std::string& size) {
    constexpr const char* group = "Pictures";
    const auto file = [&](const char* option, std::optional<std::string>& path, const char* text) {
        app.add_option(option, path, text)->type_name("FILE")->group(group);
    };
    file("--svg", args.svg, "Write the histogram as SVG, light or dark as the reader prefers");
    file("--png", args.png,
         plot::draws_png() ? "Write it as PNG" : "Write it as PNG (not in this build, which has no cairo)");
    file("--html", args.html, "Write a self-contained page that shows the values under the pointer");
    app.add_option("--title", args.title, "Title of these pictures (default: the files' names)")
        ->type_name("TEXT")
        ->group(group);
    app.add_option("--size", size, "Size of these pictures in pixels (default 960x540)")
        ->type_name("WxH")
        ->group(group);
    app.add_flag("--log-y", args.look.log_y, "Logarithmic bars, on the terminal as well")->group(group);
    app.add_flag("--density", args.look.density,
                 "Bars per unit of the axis, with an area of 1; with --cumulative, shares of all")
        ->group(group);
    app.add_flag("--cumulative", args.look.cumulative, "Each bar with those of the bins before")
        ->group(group);
}

void settle_pictures(PictureArgs& args, const std::string& size) {
    if (!writes_files(args) && (args.title || !size.empty()))
        throw UsageError("--title and --size are those of --svg, --png and --html, none of which is given");
    if (args.png && !plot::draws_png())
        throw UsageError("--png: this build draws no PNG, for it was built without cairo (Debian package "
                         "libcairo2-dev); --svg and --html need none");
    if (!size.empty()) set_size(args.look, size);
}

} // namespace demo
