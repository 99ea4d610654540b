#pragma once

#include "count/binning_args.hpp"
#include "count/input_args.hpp"
#include "files/input_file.hpp"
#include "files/sample_reader.hpp"

#include <histo_cl/default_problem.hpp>
#include <histo_cl/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <type_traits>
#include <vector>

namespace count {

/// The channels of the input, and which of them are counted. Plain data.
struct Selection {
    std::uint32_t channels = 1;              ///< number of samples per element
    std::vector<std::uint32_t> active = {0}; ///< the channel of each axis
    std::vector<std::string> names = {""};   ///< the names of the axes
    std::vector<std::string> files = {};     ///< the files' names if each file is a channel, else empty
    bool luma = false; ///< the only axis is the luma of the channels red, green and blue
    bool joint = false;
    bool leaves_out_alpha = false;             ///< alpha is left out because no channels are requested
    std::optional<std::uint32_t> group = {};   ///< the channel whose texts divide a table's rows into groups
    std::optional<std::uint32_t> weights = {}; ///< the channel of a table's weights
    /// The columns of the table that are read, with what is known of them so far. Null if the input is not a
    /// table.
    std::shared_ptr<std::vector<files::Column>> columns = {};
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

/// Throws UsageError if --count leaves out samples of an image that the option reads as a whole.
void require_whole(const std::string& option, const files::InputFile& image);

/// Sets the problem's axes and its layout: channels, rows, tiles and mask.
void lay_out(histo_cl::Problem& problem, const SelectionArgs& args, const Selection& selection);

/// The extremes of each axis's finite samples; empty for an axis without finite samples.
using Extremes = std::vector<std::optional<histo_cl::SampleExtremes>>;

/// The extremes of interleaved elements. If `positive`, only samples above 0 are considered.
[[nodiscard]] Extremes extremes_of(histo_cl::SampleType type, const Selection& selection,
                                   std::span<const std::byte> elements, bool positive = false);

/// Widens `all` to include `other`.
void widen(Extremes& all, const Extremes& other);

/// Finds the extremes of all samples that the reader reads, with several threads.
[[nodiscard]] Extremes find_extremes(files::SampleReader& reader, histo_cl::SampleType type,
                                     const Selection& selection, const std::stop_source& stop,
                                     bool positive = false);

/// Calls the function with each sample, as a double or an integer of 64 bits.
template <class Function>
void for_each_sample(histo_cl::SampleType type, std::span<const std::byte> samples, Function function) {
    histo_cl::with_sample_type(type, [&]<class Sample>(std::type_identity<Sample> /*sample*/) {
        for (std::size_t at = 0; at + sizeof(Sample) <= samples.size(); at += sizeof(Sample)) {
            Sample sample{};
            std::memcpy(&sample, samples.data() + at, sizeof sample);
            if constexpr (histo_cl::NarrowFloat<Sample>)
                function(double{histo_cl::to_float(sample)});
            else if constexpr (std::is_floating_point_v<Sample>)
                function(double{sample});
            else if constexpr (std::is_signed_v<Sample>)
                function(std::int64_t{sample});
            else
                function(std::uint64_t{sample});
        }
    });
}

/// The finite samples above 0, packed.
[[nodiscard]] std::vector<std::byte> positive_samples(histo_cl::SampleType type,
                                                      std::span<const std::byte> samples);

/// Even bins from the smallest to the largest sample, like those of histo_cl::default_problem() for 32-bit
/// types. By default there is one bin per value if integers range over at most 256 values. The bins need an
/// inclusive last edge.
[[nodiscard]] histo_cl::Binning bins_between(histo_cl::SampleType type,
                                             const std::optional<histo_cl::SampleExtremes>& extremes,
                                             std::optional<std::uint32_t> bins);

/// Whether the axes can be drawn over one range. Channels always can. Columns can if they are of one kind,
/// and the range of each is at least a 16th of the range of all.
[[nodiscard]] bool fit_one_axis(const Extremes& extremes, const Selection& selection);

/// Returns the bins of each axis after the samples have been read: the bins that the arguments give, or bins
/// between the extremes (logarithmic bins need positive extremes). Channels share the same bins, over the
/// samples of all channels. Axes of a joint histogram and columns of a table have separate bins, unless
/// `is_shared` is true and fit_one_axis() returns true.
[[nodiscard]] std::vector<histo_cl::Binning> bins_between(histo_cl::SampleType type, Extremes extremes,
                                                          const Selection& selection, const BinningArgs& args,
                                                          bool is_shared);

/// The column of an axis; null if the input is not a table.
[[nodiscard]] const files::Column* column_of(const Selection& selection, std::size_t axis);

/// Whether the bins of an axis can be known only after the samples have been read.
[[nodiscard]] bool follow_samples(histo_cl::SampleType type, const BinningArgs& args,
                                  const Selection& selection);

/// Returns the bins of a table's column. Texts have a bin each. Integers have a bin for each value if they
/// range over at most 64 values, or else even bins whose width is 1, 2 or 5 times a power of ten. Bins of
/// dates are whole units of the calendar or the clock, also within a range that the arguments give. Empty if
/// bins_between() determines the bins.
[[nodiscard]] std::optional<histo_cl::Binning>
column_bins(const files::Column& column, const std::optional<histo_cl::SampleExtremes>& extremes,
            const BinningArgs& args);

} // namespace count
