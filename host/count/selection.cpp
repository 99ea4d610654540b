#include "count/selection.hpp"

#include "common/errors.hpp"
#include "common/number.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

namespace count {

using common::UsageError;

namespace {

constexpr std::array<std::string_view, 4> colours{"red", "green", "blue", "alpha"};

/// Returns the number of columns of a table, or of channels of an image or of sound. In other arrays of
/// several dimensions, each element is a run along the last dimension if that has at most max_arrays samples,
/// or at most max_channels if channels are requested. Otherwise an element is one sample.
std::uint32_t channels_of(const files::InputFile& file, bool requested) {
    if (file.columns) return static_cast<std::uint32_t>(file.columns->size());
    if (!file.array) return 1;
    if (file.array->channels != 0) return file.array->channels;
    if (file.array->shape.size() < 2) return 1;
    const auto last = file.array->shape.back();
    return last <= (requested ? histo_cl::max_channels : histo_cl::max_arrays)
               ? static_cast<std::uint32_t>(last)
               : 1;
}

bool has_alpha(const files::InputFile& file) {
    return file.array && file.array->has_alpha;
}

/// Returns the names of the channels: the names of a table's columns, colours for an image, otherwise
/// numbers.
std::vector<std::string> channel_names(const files::InputFile& file, std::uint32_t channels) {
    if (file.columns) {
        std::vector<std::string> names;
        for (const auto& column : *file.columns->found)
            names.push_back(column.name);
        return names;
    }
    if (channels == 2 && has_alpha(file)) return {"grey", "alpha"};
    std::vector<std::string> names;
    const bool coloured = channels >= 3 && channels <= colours.size() && file.array &&
                          file.array->shape.size() >= 3 && !file.array->other_colours;
    const auto named = !coloured ? 0U : has_alpha(file) ? channels : 3U;
    for (std::uint32_t channel = 0; channel < channels; ++channel)
        names.push_back(channel < named ? std::string(colours.at(channel))
                                        : "channel " + std::to_string(channel));
    return names;
}

[[noreturn]] void fail_as_channels(const std::string& text, const std::vector<std::string>& names) {
    std::string allowed;
    constexpr std::size_t max_listed = 8;
    for (std::size_t channel = 0; channel < std::min(names.size(), max_listed); ++channel)
        allowed += (channel == 0 ? "" : ", ") + std::to_string(channel) + " (" + names[channel] + ")";
    if (names.size() > max_listed) allowed += ", ...";
    throw UsageError("--channels " + text + ": the elements have " + common::plural(names.size(), "channel") +
                     ": " + allowed);
}

/// Returns the channel with that name or number, such as "r", "red" or "2"; empty if there is none.
std::optional<std::uint32_t> channel_named(std::string_view text, const std::vector<std::string>& names) {
    const auto number = common::whole_numbers_typed(text, ',');
    if (number && number->front() < names.size()) return static_cast<std::uint32_t>(number->front());
    for (std::size_t channel = 0; channel < names.size(); ++channel) {
        const bool letter = text.size() == 1 && names[channel].front() == text.front() &&
                            std::ranges::find(colours, names[channel]) != colours.end();
        if (letter || names[channel] == text) return static_cast<std::uint32_t>(channel);
    }
    return std::nullopt;
}

/// The parts of a list of channels; "rgb" means "r,g,b".
std::vector<std::string> parts_of(const std::string& text) {
    const bool letters = text.size() <= 4 && text.find_first_not_of("rgba") == std::string::npos;
    std::vector<std::string> parts;
    if (letters)
        for (const char letter : text)
            parts.emplace_back(1, letter);
    else
        for (std::size_t begin = 0; begin <= text.size();) {
            const auto end = std::min(text.find(',', begin), text.size());
            parts.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
    return parts;
}

std::vector<std::uint32_t> parse_channels(const std::string& text, const std::vector<std::string>& names) {
    std::vector<std::uint32_t> active;
    if (text == "all") {
        active.resize(names.size());
        std::iota(active.begin(), active.end(), 0U);
        return active;
    }
    for (const auto& part : parts_of(text)) {
        const auto channel = channel_named(part, names);
        if (!channel || std::ranges::find(active, *channel) != active.end()) fail_as_channels(text, names);
        active.push_back(*channel);
    }
    return active;
}

std::optional<Extent> frame_of(const files::InputFile& file, std::uint32_t channels) {
    if (!file.array) return std::nullopt;
    auto shape = file.array->shape;
    if (channels > 1 || (shape.size() == 3 && shape.back() == 1)) shape.pop_back();
    if (shape.size() != 2 || file.array->fortran_order) return std::nullopt;
    return Extent{.width = shape[1], .height = shape[0]};
}

/// Throws UsageError unless all files are tables, or none is.
void check_tables(std::span<const files::InputFile> files) {
    const bool is_table = files.front().columns.has_value();
    for (const auto& file : files)
        if (file.columns.has_value() != is_table)
            throw UsageError(common::printable(file.name) + (is_table ? " is not" : " is") +
                             " a table of text, but " + common::printable(files.front().name) +
                             (is_table ? " is" : " is not"));
}

/// Throws UsageError unless all files have interleaved elements with that number of channels.
void check_channels(std::span<const files::InputFile> files, std::uint32_t channels, bool requested) {
    for (const auto& file : files) {
        const auto name = common::printable(file.name);
        const auto own = channels_of(file, requested);
        if (own != channels)
            throw UsageError(name + ": its elements have " + common::plural(own, "channel") +
                             ", but those of the files before it have " + std::to_string(channels));
        if (channels > 1 && file.array && file.array->fortran_order)
            throw UsageError(name + ": it is in Fortran order, in which an element's channels are not side "
                                    "by side");
    }
}

Selection select_files(std::span<const files::InputFile> files) {
    Selection selection{.channels = static_cast<std::uint32_t>(files.size()), .active = {}, .names = {}};
    selection.joint = true;
    if (files.size() > 3) throw UsageError("--joint takes 2 or 3 files, not " + std::to_string(files.size()));
    for (const auto& file : files) {
        selection.active.push_back(static_cast<std::uint32_t>(selection.active.size()));
        selection.names.push_back(file.name);
        selection.files.push_back(file.name);
    }
    return selection;
}

void check_joint(const Selection& selection) {
    const auto axes = selection.active.size();
    if (selection.joint && (axes < 2 || axes > 3))
        throw UsageError("--joint takes 2 or 3 channels or files, not " + std::to_string(axes) +
                         (axes == 1 ? "" : " (--channels says which)"));
}

/// Throws UsageError if a column of texts is an axis of a joint histogram, or the weights.
void check_columns(const Selection& selection, std::span<const files::InputFile> files) {
    const auto check = [](const files::Column& column, const char* option) {
        if (column.kind == files::ColumnKind::text)
            throw UsageError(std::string(option) + " takes numbers, and column " +
                             common::printable(column.name) + " has texts");
    };
    for (const auto& file : files)
        if (is_separate(selection) && file.columns) check(file.columns->found->front(), "--joint");
    if (!selection.columns) return;
    if (selection.weights) check((*selection.columns)[*selection.weights], "--weights");
    for (const auto channel : selection.active)
        if (selection.joint) check((*selection.columns)[channel], "--joint");
}

void check_frame(const SelectionArgs& args, const Selection& selection,
                 std::span<const files::InputFile> files) {
    if (!args.region && !args.tile) return;
    const std::string option = args.region ? "--region" : "--tiles";
    if (files.size() != 1)
        throw UsageError(option + " takes one image, not " + common::plural(files.size(), "file"));
    const auto& frame = selection.frame;
    if (!frame)
        throw UsageError(option + ": " + common::printable(files.front().name) +
                         " is not an image of rows and columns (--shape says what raw samples are)");
    require_whole(option, files.front());
    const auto& region = args.region;
    if (region && (region->x > frame->width || region->width > frame->width - region->x ||
                   region->y > frame->height || region->height > frame->height - region->y))
        throw UsageError("--region: it reaches beyond the image, which is " + std::to_string(frame->width) +
                         " x " + std::to_string(frame->height));
}

} // namespace

void require_whole(const std::string& option, const files::InputFile& image) {
    if (image.max)
        throw UsageError("--count: " + option + " takes the whole image " + common::printable(image.name) +
                         ", of " + common::plural(files::samples_of(image.array.value()), "sample"));
}

Selection select(const SelectionArgs& args, std::span<const files::InputFile> files) {
    if (files.empty()) return {};
    Selection selection;
    const auto is_one = [](const files::InputFile& file) {
        return !file.columns || file.columns->size() == 1;
    };
    if (args.joint && files.size() > 1 && !args.channels && std::ranges::all_of(files, is_one))
        selection = select_files(files);
    selection.leaves_out_alpha = !args.channels && std::ranges::any_of(files, has_alpha);
    if (is_separate(selection)) {
        check_columns(selection, files);
        return selection;
    }
    check_tables(files);
    selection.joint = args.joint;
    const bool requested = args.channels.has_value();
    const auto channels = channels_of(files.front(), requested);
    const bool grey_alone = selection.leaves_out_alpha && channels == 2 && places_elements(args);
    const bool by_channel = args.channels || args.joint || files.front().columns || grey_alone;
    if (by_channel || places_elements(args)) {
        check_channels(files, channels, requested);
        selection.channels = channels;
        selection.frame = frame_of(files.front(), channels);
    }
    if (by_channel) {
        auto names = channel_names(files.front(), channels);
        if (const auto& table = files.front().columns) selection.columns = table->found;
        const auto pop_channel = [&] {
            names.pop_back();
            return static_cast<std::uint32_t>(names.size());
        };
        if (args.grouped) selection.group = pop_channel();
        if (args.weights_are_column) selection.weights = pop_channel();
        selection.luma = args.channels == "luma";
        if (selection.luma && channels < 3) fail_as_channels("luma", names);
        for (const auto& file : files)
            if (selection.luma && file.array && file.array->other_colours)
                throw UsageError("--channels luma: the colours of " + common::printable(file.name) +
                                 " are not red, green and blue");
        selection.active = selection.luma ? std::vector<std::uint32_t>{0}
                                          : parse_channels(args.channels.value_or("all"), names);
        if (selection.leaves_out_alpha) selection.active.pop_back();
        selection.names.clear();
        for (const auto channel : selection.active)
            selection.names.push_back(selection.luma ? "luma" : names[channel]);
    } else if (channels > 1 && places_elements(args)) {
        throw UsageError(common::printable(files.front().name) + ": its elements have " +
                         common::plural(channels, "channel") +
                         "; with --region, --tiles, --mask and --weights, --channels says which are counted");
    }
    check_joint(selection);
    check_columns(selection, files);
    check_frame(args, selection, files);
    return selection;
}

files::Elements elements_of(const Selection& selection) {
    files::Elements elements{.leave_out_alpha = selection.leaves_out_alpha && selection.channels == 1};
    if (is_separate(selection)) return {.leave_out_alpha = selection.leaves_out_alpha};
    elements.samples = selection.channels;
    elements.counted = selection.active;
    if (selection.luma) elements.counted = {0, 1, 2};
    return elements;
}

void lay_out(histo_cl::Problem& problem, const SelectionArgs& args, const Selection& selection) {
    problem.joint = selection.joint;
    problem.axes.resize(selection.active.size(), problem.axes.front());
    auto& layout = problem.layout;
    layout.channels = selection.luma ? 1 : selection.channels;
    layout.active = selection.active;
    if (is_separate(selection)) layout.order = histo_cl::Order::separate;
    layout.rows = args.region || args.tile;
    layout.mask = args.mask.has_value();
    if (args.tile) problem.batch = histo_cl::Batch::tiles;
}

} // namespace count
