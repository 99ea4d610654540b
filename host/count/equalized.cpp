#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/text.hpp"
#include "count/counting.hpp"
#include "count/input.hpp"
#include "count/result.hpp"
#include "files/formats/format.hpp"
#include "files/input_file.hpp"

#include <histo_cl/statistics/maps.hpp>

namespace count {

using common::UsageError;

namespace {

/// Returns the equalized image: each sample is replaced by its level in histo_cl::equalization_map(). The map
/// is computed from the 256 counts of the samples, or of their luma for a colour image. Alpha is unchanged.
/// The samples are u8, in elements of `channels` channels. Elements whose `present` is 0 are missing: they
/// are not counted, and stay unchanged.
std::vector<std::byte> equalized(std::span<const std::byte> samples, std::uint32_t channels,
                                 const histo_cl::Options& options, std::span<const histo_cl::Device> devices,
                                 std::span<const std::byte> present) {
    const auto is_missing = [&](std::size_t element) {
        return !present.empty() && present[element] == std::byte{0};
    };
    const bool has_alpha = channels == 2 || channels == 4;
    std::vector<std::byte> levels(samples.begin(), samples.end());
    if (channels >= 3)
        levels.resize(to_luma(histo_cl::SampleType::u8, channels, levels));
    else if (channels == 2)
        levels = channel_of(samples, 1, channels, 0);
    std::size_t element = 0;
    std::erase_if(levels, [&](std::byte /*level*/) { return is_missing(element++); });
    const auto counts = histo_cl::partial_histogram({.axes = {histo_cl::identity_bins(256)}},
                                                    {.samples = levels}, options, first_of(devices))
                            .histogram();
    const auto map = histo_cl::equalization_map(counts);

    std::vector<std::byte> result(samples.begin(), samples.end());
    for (std::size_t i = 0; i < result.size(); ++i)
        if ((!has_alpha || i % channels != channels - 1) && !is_missing(i / channels))
            result[i] = static_cast<std::byte>(map[std::to_integer<std::size_t>(result[i])]);
    return result;
}

/// Throws UsageError unless a PNG image can have these channels. Its second and fourth channels are alpha.
/// Arrays whose channels are unknown may have alpha.
void check_channels(const files::InputFile& image, std::uint32_t channels) {
    const bool may_have_alpha = image.array->has_alpha || image.array->channels == 0;
    if (channels > 4 || (channels % 2 == 0 && !may_have_alpha) || image.array->other_colours)
        throw UsageError("--equalize writes grey or red, green and blue, with or without alpha: not the " +
                         common::plural(channels, "channel") + " of " + common::printable(image.name));
}

} // namespace

void write_equalized(const Command& command, std::span<const histo_cl::Device> devices) {
    auto inputs = open_files(command);
    const auto type = files::resolve(inputs, command.reading);
    if (inputs.size() != 1)
        throw UsageError("--equalize takes one image, not " + common::plural(inputs.size(), "file"));
    const auto name = common::printable(inputs.front().name);
    const auto selection = select({.channels = "all"}, inputs);
    if (type != histo_cl::SampleType::u8 || !selection.frame)
        throw UsageError("--equalize: " + name + " is not an image of u8 samples");
    require_whole("--equalize", inputs.front());
    check_channels(inputs.front(), selection.channels);
    auto elements = elements_of(selection);
    elements.keep_missing = true;
    files::SampleReader reader(std::move(inputs), 1, command.reading.truncate, {}, elements);
    const auto samples = all_samples(reader);
    const auto image =
        equalized(samples, selection.channels, options_for(command, devices), devices, reader.present());
    common::write_file(*command.analysis.equalized, files::png_of(image, {.width = selection.frame->width,
                                                                          .height = selection.frame->height,
                                                                          .channels = selection.channels}));
}

} // namespace count
