#pragma once

#include "count/input_args.hpp"
#include "files/input_file.hpp"
#include "files/sample_reader.hpp"

#include <histo_cl/default_problem.hpp>
#include <histo_cl/problem.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace count {

/// The rows of an image, in elements.
struct Frame {
    std::uint64_t width;
    std::uint64_t height;
};

/// The channels of an element of the input, and those that are counted. Plain data.
struct Selection {
    std::uint32_t channels = 1;              ///< samples of an element
    std::vector<std::uint32_t> active = {0}; ///< the channel of each axis
    std::vector<std::string> names = {""};   ///< of the axes
    std::vector<std::string> files = {};     ///< where each is a channel: their names
    bool luma = false;                       ///< the one axis is made of the channels red, green and blue
    bool joint = false;
    bool leaves_out_alpha = false;   ///< alpha is left out because no argument names it
    std::optional<Frame> frame = {}; ///< of the only file, if it is an image
};

/// Whether files are the channels.
[[nodiscard]] inline bool is_separate(const Selection& selection) {
    return !selection.files.empty();
}

/// The elements to read for a selection.
[[nodiscard]] files::Elements elements_of(const Selection& selection);

/// Resolves a selection against the content of the files. Throws UsageError that names what the arguments
/// request and the files do not have.
[[nodiscard]] Selection select(const SelectionArgs& args, std::span<const files::InputFile> files);

/// Sets the problem's layout: its channels, rows, tiles and mask.
void lay_out(histo_cl::Problem& problem, const SelectionArgs& args, const Selection& selection);

/// The extremes of each axis's finite samples; empty for an axis without one.
using Extremes = std::vector<std::optional<histo_cl::SampleExtremes>>;

/// The extremes of elements side by side.
[[nodiscard]] Extremes extremes_of(histo_cl::SampleType type, const Selection& selection,
                                   std::span<const std::byte> elements);

/// Widens `all` so that it holds the other, too.
void widen(Extremes& all, const Extremes& other);

/// The extremes of all that the reader reads, by several threads.
[[nodiscard]] Extremes find_extremes(files::SampleReader& reader, histo_cl::SampleType type,
                                     const Selection& selection, const std::stop_source& stop);

/// Even bins from the least to the greatest sample, as histo_cl::default_problem() makes them of types of 32
/// bits; by default one per value for integers of fewer than 256 values. The last edge is to be inclusive.
[[nodiscard]] histo_cl::Binning bins_between(histo_cl::SampleType type,
                                             const std::optional<histo_cl::SampleExtremes>& extremes,
                                             std::optional<std::uint32_t> bins);

/// One for each axis. Those of channels are the same for all, over the samples of all; those of a joint
/// histogram are their own.
[[nodiscard]] std::vector<histo_cl::Binning> bins_between(histo_cl::SampleType type, Extremes extremes,
                                                          const Selection& selection,
                                                          std::optional<std::uint32_t> bins);

} // namespace count
