#include "count/input_args.hpp"

#include "common/command_line.hpp"
#include "common/errors.hpp"
#include "common/number.hpp"
#include "common/options.hpp"
#include "files/columns/text_table.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <string_view>

namespace count {

using common::UsageError;

void add_reading_options(CLI::App& app, files::Reading& reading) {
    constexpr auto max = std::numeric_limits<std::uint64_t>::max();
    app.option_defaults()->group("Samples");
    app.add_option_function<std::string>(
           "--type", [&](const auto& type) { reading.type = histo_cl::sample_type_named(type); },
           "Sample type (default: that of the format,\nelse u8; for columns f64):\n" +
               common::listed(histo_cl::all_sample_types))
        ->type_name("TYPE")
        ->transform(common::sample_type());
    common::add_choice(app, "--byte-order", {"little", "big"}, "little|big",
                       "Byte order of the samples (default: that of the\nformat, else the machine's)",
                       [&](const auto& order) {
                           reading.byte_order = order == "big" ? std::endian::big : std::endian::little;
                       });
    app.add_option_function<std::string>(
           "--shape", [&](const auto& shape) { reading.shape = parse_shape(shape); },
           "The shape of raw samples, or another one for those of\na file: ROWSxCOLUMNS[xCHANNELS]")
        ->type_name("SHAPE");
    app.add_flag("--raw", reading.raw, "Count the bytes of files of all formats as they are");
    app.add_flag("--truncate", reading.truncate, "Ignore bytes after a file's last whole sample");
    app.add_option(
           "--skip", reading.skip,
           "Bytes left out at the start of each file without a\nformat, or with --raw, such as 512 or 1M")
        ->type_name("BYTES")
        ->transform(common::whole_number(0, max));
    app.add_option("--count", reading.count,
                   "The most samples of each file that are counted, or\nrows of a table")
        ->type_name("N")
        ->transform(common::whole_number(1, max));
    auto* const nodata =
        app.add_option_function<std::vector<std::string>>(
               "--nodata", [&](const auto& values) { reading.nodata = parse_nodata(values); },
               "The value of missing samples, in place of the one that\nthe format says; may be repeated")
            ->type_name("VALUE")
            ->allow_extra_args(false);
    app.add_flag_callback(
           "--no-nodata", [&] { reading.nodata.emplace(); }, "Count samples that the format marks as missing")
        ->excludes(nodata);
}

void add_table_options(CLI::App& app, files::Reading& reading) {
    app.option_defaults()->group("Tables of text");
    const auto add = [&](CLI::Option* option, const char* form) {
        option->type_name(form)->allow_extra_args(false)->excludes("--byte-order", "--shape", "--raw",
                                                                   "--skip");
    };
    add(app.add_option(
            "--column", reading.columns,
            "Count this column, by its name or its number from 1;\nmay be repeated (default: all, if "
            "the file looks like\na table)"),
        "NAME|N");
    add(app.add_option_function<std::vector<std::string>>(
            "--where",
            [&](const auto& texts) {
                for (const auto& text : texts)
                    reading.where.push_back(files::parse_condition(text));
            },
            "Count rows with this value, as in 'age >= 18': =, !=,\n<, <=, > or >=, and a number, date or "
            "text; "
            "may be\nrepeated, for rows that satisfy all"),
        "CONDITION");
    add(app.add_option("--group-by", reading.group_by,
                       "A histogram for each value of this column, the most\nfrequent ones apart"),
        "COLUMN");
    add(app.add_option_function<std::string>(
            "--separator", [&](const auto& text) { reading.separator = separator_named(text); },
            "What separates the fields, also tab or space (default:\ncomma, semicolon, tab or spaces, as the "
            "first lines\nhave it)"),
        "C");
    add(app.add_option_function<std::string>(
            "--numbers", [&](const auto& text) { reading.numbers = number_style_of(text); },
            "How numbers are written, by an example, such as\n1,234.5 or 1.234,5 (default 1234.5)"),
        "EXAMPLE");
    app.add_flag("--strict", reading.strict, "A field that is no number in a column of numbers is an\nerror");
}

files::NumberStyle number_style_of(const std::string& example) {
    std::string marks;
    for (const char symbol : example)
        if (symbol < '0' || symbol > '9') marks += symbol;
    const auto after =
        example.size() - 1 - std::min(example.find_last_not_of("0123456789"), example.size() - 1);
    const auto is_mark = [&](char symbol) {
        return std::string_view(".,' _").find(symbol) != std::string_view::npos;
    };
    const bool is_example = !marks.empty() && std::ranges::all_of(marks, is_mark) && after > 0 &&
                            example.front() >= '0' && example.front() <= '9';
    files::NumberStyle style;
    if (is_example && marks.size() == 1 && (marks == "." || marks == ",") && after != 3)
        style.decimal = marks.front();
    else if (is_example && marks.size() == 1 && after == 3)
        style = {.decimal = marks == "." ? ',' : '.', .thousands = marks.front()};
    else if (is_example && marks.size() == 2 && marks[0] != marks[1] && (marks[1] == '.' || marks[1] == ','))
        style = {.decimal = marks[1], .thousands = marks[0]};
    else
        throw UsageError("--numbers: give an example such as 1,234.5 or 1.234,5 or 1234,5, not '" + example +
                         "'");
    return style;
}

std::vector<std::uint64_t> parse_shape(const std::string& text) {
    const auto sides = common::whole_numbers_typed(text, 'x');
    if (!sides || std::ranges::count(*sides, 0) > 0 ||
        !files::fits_a_file({.type = histo_cl::SampleType::u8, .shape = *sides}))
        throw UsageError(
            "--shape: give ROWSxCOLUMNS or ROWSxCOLUMNSxCHANNELS, fewer than 2^63 samples, not '" + text +
            "'");
    return *sides;
}

std::vector<histo_cl::Number> parse_nodata(const std::vector<std::string>& texts) {
    std::vector<histo_cl::Number> values;
    for (const auto& text : texts) {
        const auto value =
            text == "nan" ? std::numeric_limits<double>::quiet_NaN() : common::number_typed(text);
        if (!value) throw UsageError("--nodata: '" + text + "' is neither a number nor nan");
        values.push_back(*value);
    }
    return values;
}

char separator_named(const std::string& text) {
    if (text == "tab" || text == "\\t") return '\t';
    if (text == "space") return ' ';
    constexpr std::string_view taken = "0123456789+-.\"\r\n";
    if (text.size() != 1 || taken.find(text.front()) != std::string_view::npos)
        throw UsageError(
            "--separator is tab, space, or one character that is in no number and no quote, not '" + text +
            "'");
    return text.front();
}

namespace {

constexpr std::array of_weights{Of::sum, Of::minimum, Of::maximum, Of::mean};

[[noreturn]] void fail_as(const std::string& option, const std::string& form, const std::string& text) {
    throw UsageError(option + ": give " + form + ", not '" + text + "'");
}

} // namespace

std::string_view name(Of of) {
    constexpr std::array<std::string_view, 5> names{"count", "sum", "minimum", "maximum", "mean"};
    return names.at(static_cast<std::size_t>(of));
}

bool places_elements(const SelectionArgs& args) {
    return args.region || args.tile || args.mask || args.weights;
}

histo_cl::Region parse_region(const std::string& text) {
    const auto numbers = common::whole_numbers_typed(text, ',');
    if (!numbers || numbers->size() != 4 || (*numbers)[2] == 0 || (*numbers)[3] == 0)
        fail_as("--region", "X,Y,WIDTH,HEIGHT in elements, a width and a height of at least 1", text);
    return {.x = (*numbers)[0], .y = (*numbers)[1], .width = (*numbers)[2], .height = (*numbers)[3]};
}

Extent parse_tile(const std::string& text) {
    const auto sides = common::whole_numbers_typed(text, 'x');
    if (!sides || sides->size() != 2 || std::ranges::count(*sides, 0) > 0)
        fail_as("--tiles", "WIDTHxHEIGHT in elements, each at least 1", text);
    return {.width = sides->front(), .height = sides->back()};
}

void add_selection_options(CLI::App& app, SelectionArgs& args) {
    app.option_defaults()->group("What to count");
    const auto parsed = [&](const char* option, auto& value, const auto& parse, const char* text) {
        return app.add_option_function<std::string>(
            option, [&value, parse](const auto& typed) { value = parse(typed); }, text);
    };
    app.add_option(
           "--channels", args.channels,
           "A histogram for each of these channels: rgb, r,b,\n0,2, all, or luma, their brightness by "
           "Rec. 601\n(default: one of all samples)")
        ->type_name("LIST");
    app.add_flag("--joint", args.joint,
                 "One histogram of two or three axes: the channels,\nor the files, element by element");
    parsed("--region", args.region, parse_region, "A rectangle of an image")->type_name("X,Y,W,H");
    parsed("--tiles", args.tile, parse_tile, "A histogram for each tile of an image")->type_name("WxH");
    app.add_option("--mask", args.mask, "Count elements whose byte in FILE is not 0")->type_name("FILE");
    auto* const weights =
        app.add_option("--weights", args.weights,
                       "Rather than count, add up the elements' weights: those\nin FILE, of any type but "
                       "u64 and i64, or with --column\nthose in another column")
            ->type_name("FILE|COLUMN");
    common::add_choice(app, "--of", common::names_of(of_weights), "WHAT",
                       "What a bin has of its --weights: " + common::listed(of_weights) +
                           "\n(default sum; a mean has its standard error, too)",
                       [&](const auto& typed) {
                           args.of = *std::ranges::find(of_weights, typed, [](Of of) { return name(of); });
                       })
        ->needs(weights);
    app.add_flag("--errors", args.errors,
                 "Show the standard error of each sum of weights, the\nroot of the sum of their squares")
        ->needs(weights);
}

} // namespace count
