#pragma once

#include "count/command.hpp"
#include "count/input.hpp"
#include "count/result.hpp"
#include "count/selection.hpp"
#include "files/input_file.hpp"

#include <histo_cl/histo_cl.hpp>

#include <optional>
#include <vector>

namespace count {

/// What is counted, in memory.
struct InMemory {
    Bytes samples;
    std::vector<Bytes> arrays = {}; ///< in place of `samples`, where each file is a channel
    Bytes mask = {};                ///< also where elements are missing, whose places count
    Bytes weights = {};
    std::optional<histo_cl::SampleType> weight_type = {};
    histo_cl::Shape shape = {};
    Source source;
};

/// Reads files, that are resolved, with the mask and the weights. Throws UsageError, like SampleReader for
/// more than half of the machine's memory, and for a mask or weights that are not one for each element.
[[nodiscard]] InMemory read_all(const Command& command, const Selection& selection, histo_cl::SampleType type,
                                std::vector<files::InputFile> inputs);

/// The bins of each axis, which follow from the samples that are counted.
[[nodiscard]] std::vector<histo_cl::Binning> bins_of(const InMemory& memory, const Selection& selection,
                                                     const Command& command, histo_cl::SampleType type);

/// Whether counts of the problem can be added to others as partials: not those of tiles, and of weights that
/// are floats.
[[nodiscard]] bool has_partial(const histo_cl::Problem& problem);

/// Counts on one device, as often as the command says; once to warm up.
[[nodiscard]] Counted count_in_memory(const Command& command, histo_cl::Problem problem,
                                      const histo_cl::Device& device, const InMemory& memory);

} // namespace count
