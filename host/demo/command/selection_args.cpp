#include "demo/command/selection_args.hpp"

#include "common/number.hpp"
#include "common/usage_error.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace demo {

using common::UsageError;

namespace {

[[noreturn]] void fail_as(const std::string& option, const std::string& form, const std::string& text) {
    throw UsageError(option + ": give " + form + ", not '" + text + "'");
}

} // namespace

bool places_elements(const SelectionArgs& args) {
    return args.region || args.tile || args.mask || args.weights;
}

histo_cl::Region parse_region(const std::string& text) {
    const auto numbers = common::whole_numbers_typed(text, ',');
    if (!numbers || numbers->size() != 4 || (*numbers)[2] == 0 || (*numbers)[3] == 0)
        fail_as("--region", "X,Y,WIDTH,HEIGHT in elements, a width and a height of at least 1", text);
    return {.x = (*numbers)[0], .y = (*numbers)[1], .width = (*numbers)[2], .height = (*numbers)[3]};
}

Tile parse_tile(const std::string& text) {
    const auto sides = common::whole_numbers_typed(text, 'x');
    if (!sides || sides->size() != 2 || std::ranges::count(*sides, 0) > 0)
        fail_as("--tiles", "WIDTHxHEIGHT in elements, each at least 1", text);
    return {.width = sides->front(), .height = sides->back()};
}

void add_selection_options(CLI::App& app, SelectionArgs& args, TypedSelection& typed) {
    constexpr const char* group = "What to count";
    app.add_option(
           "--channels", args.channels,
           "A histogram for each of these channels: rgb, r,b,\n0,2, all, or luma, their brightness by "
           "Rec. 601\n(default: one of all samples)")
        ->type_name("LIST")
        ->group(group);
    app.add_flag("--joint", args.joint,
                 "One histogram of two or three axes: the channels,\nor the files, element by element")
        ->group(group);
    app.add_option("--region", typed.region, "A rectangle of an image")->type_name("X,Y,W,H")->group(group);
    app.add_option("--tiles", typed.tiles, "A histogram for each tile of an image")
        ->type_name("WxH")
        ->group(group);
    app.add_option("--mask", args.mask, "Count elements whose byte in FILE is not 0")
        ->type_name("FILE")
        ->group(group);
    app.add_option("--weights", args.weights,
                   "Add up the elements' weights in FILE, of any type but\nu64 and i64, rather than count")
        ->type_name("FILE")
        ->group(group);
}

void settle_selection(const TypedSelection& typed, SelectionArgs& args) {
    if (!typed.region.empty()) args.region = parse_region(typed.region);
    if (!typed.tiles.empty()) args.tile = parse_tile(typed.tiles);
    if (args.tile && args.joint) throw UsageError("--tiles: each is a histogram of one axis, not --joint");
}

} // namespace demo
