#pragma once

#include "count/command.hpp"
#include "count/input.hpp"
#include "count/result.hpp"
#include "count/selection.hpp"
#include "files/input_file.hpp"
#include "files/sample_reader.hpp"

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/stream.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace count {

/// The input, in memory.
struct InMemory {
    Bytes samples;
    /// The samples of each file, in place of `samples`, if each file is a channel.
    std::vector<Bytes> arrays = {};
    Bytes mask = {}; ///< a byte per element: 0 if it is masked out, or missing but not removed
    Bytes weights = {};
    std::optional<histo_cl::SampleType> weight_type = {};
    std::uint64_t elements = 0; ///< number of all elements, including those outside the region and the mask
    histo_cl::Shape shape = {};
    Source source;
};

/// Reads files whose types are resolved, with the mask and the weights. Throws UsageError like SampleReader,
/// for samples of more than half of the machine's memory, and for a mask or weights without exactly one value
/// per element.
[[nodiscard]] InMemory read_all(const Command& command, const Selection& selection, histo_cl::SampleType type,
                                std::vector<files::InputFile> inputs);

/// The bins of each axis, derived from the counted samples.
[[nodiscard]] std::vector<histo_cl::Binning> bins_of(const InMemory& memory, const Selection& selection,
                                                     const Command& command, histo_cl::SampleType type);

/// The counted samples of one axis.
[[nodiscard]] std::vector<std::byte> counted_samples(const InMemory& memory, const Selection& selection,
                                                     const SelectionArgs& args, histo_cl::SampleType type,
                                                     std::size_t axis);

/// The Exact of each axis's samples; empty unless the command requests percentiles, and for --letters, --add,
/// custom or circular bins, weights, joint histograms and batches.
[[nodiscard]] std::vector<Exact> exact_of(const Command& command, const histo_cl::Problem& problem,
                                          const Selection& selection, const InMemory& memory);

/// Like the function above, but in another pass over the files, after they have been counted. Percentiles are
/// computed from the samples in the bins that contain the percentiles, if these samples fit in memory.
[[nodiscard]] std::vector<Exact> exact_of(const Command& command, const histo_cl::Problem& problem,
                                          const Selection& selection, std::span<const Histogram> counted,
                                          files::SampleReader& reader);

/// Counts each group of rows separately. The result has the histograms of the first group, then those of the
/// second, and so on. Source::parts lists the groups: one for each of the most frequent texts of the group
/// column, and one for all other texts.
[[nodiscard]] Result count_groups(const Command& command, const histo_cl::Problem& problem,
                                  std::span<const histo_cl::Device> devices, const Selection& selection,
                                  InMemory& memory);

/// Whether counts of the problem can be merged with others as partials: false for tiles, and for float
/// weights without a bound.
[[nodiscard]] bool has_partial(const histo_cl::Problem& problem);

/// Counts on the first device, or on the calling thread if there is no device. Counts --repeat times (default
/// 1). One run to warm up comes first, if there is a device or --repeat.
[[nodiscard]] Counted count_in_memory(const Command& command, histo_cl::Problem problem,
                                      std::span<const histo_cl::Device> devices, const InMemory& memory);

/// The progress in words, e.g. "1.20 GiB of 32.0 GiB, 5.20 GB/s, 6 s left"; without the size and the time
/// left if the `total` is unknown.
[[nodiscard]] std::string progress_text(const histo_cl::Progress& progress,
                                        std::optional<std::uint64_t> total);

/// Counts the samples of the reader's files in one pass, in bounded memory. All devices count at once.
/// Without a device, the threads that read also count. On a terminal a line shows the progress. `stop`: the
/// stop source of the reader, which ends the counting; `by`: how samples are read. Throws histo_cl::Error and
/// UsageError. Throws Interrupted if a stop was requested before anything was counted.
[[nodiscard]] Counted count_in_one_pass(const Command& command, const histo_cl::Problem& problem,
                                        std::span<const histo_cl::Device> devices,
                                        files::SampleReader& reader, const std::stop_source& stop,
                                        files::ReadBy by = {.threads = files::suitable_threads()});

/// Reads the command's only file, a u8 image, and writes the equalized image as PNG. Throws UsageError for
/// several files, and for a file that is not a u8 image.
void write_equalized(const Command& command, std::span<const histo_cl::Device> devices);

} // namespace count
