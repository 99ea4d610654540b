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

/// The channels of the input, and those that are counted. Plain data.
struct Selection {
    std::uint32_t channels = 1;              ///< number of samples per element
    std::vector<std::uint32_t> active = {0}; ///< the channel of each axis
    std::vector<std::string> names = {""};   ///< the names of the axes
    std::vector<std::string> files = {};     ///< the files' names if each file is a channel, else empty
    bool luma = false;                       ///< the one axis is made of the channels red, green and blue
    bool joint = false;
    bool leaves_out_alpha = false; ///< alpha is left out because no channels are requested
    /// The extent of the first file, if it is an image and channels or positions are selected.
    std::optional<Extent> frame = {};
};

/// Whether each file is a channel.
[[nodiscard]] inline bool is_separate(const Selection& selection) {
    return !selection.files.empty();
}

/// The elements to read for a selection.
[[nodiscard]] files::Elements elements_of(const Selection& selection);

/// Resolves a selection against the content of the files. Throws UsageError that names what the arguments
/// request but the files do not have.
[[nodiscard]] Selection select(const SelectionArgs& args, std::span<const files::InputFile> files);

/// Sets the problem's axes and its layout: channels, rows, tiles and mask.
void lay_out(histo_cl::Problem& problem, const SelectionArgs& args, const Selection& selection);

/// The extremes of each axis's finite samples; empty for an axis without one.
using Extremes = std::vector<std::optional<histo_cl::SampleExtremes>>;

/// The extremes of interleaved elements.
[[nodiscard]] Extremes extremes_of(histo_cl::SampleType type, const Selection& selection,
                                   std::span<const std::byte> elements);

/// Widens `all` to include `other`.
void widen(Extremes& all, const Extremes& other);

/// The extremes of everything that the reader reads, found by several threads.
[[nodiscard]] Extremes find_extremes(files::SampleReader& reader, histo_cl::SampleType type,
                                     const Selection& selection, const std::stop_source& stop);

/// Even bins from the smallest to the largest sample, like those of histo_cl::default_problem() for 32-bit
/// types; by default one per value if integers range over at most 256 values. The last edge must be
/// inclusive.
[[nodiscard]] histo_cl::Binning bins_between(histo_cl::SampleType type,
                                             const std::optional<histo_cl::SampleExtremes>& extremes,
                                             std::optional<std::uint32_t> bins);

/// The bins of each axis. Channels share the same bins, over the samples of all channels; the axes of a joint
/// histogram have separate bins.
[[nodiscard]] std::vector<histo_cl::Binning> bins_between(histo_cl::SampleType type, Extremes extremes,
                                                          const Selection& selection,
                                                          std::optional<std::uint32_t> bins);

} // namespace count
