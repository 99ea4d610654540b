#pragma once

#include "count/in_memory.hpp"
#include "count/selection.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <vector>

namespace count {

/// The image with its levels used evenly: each sample becomes the level that histo_cl::equalization_map() of
/// the 256 counts gives it; those of a colour image are the counts of its luma, and alpha stays. The counts
/// are the device's. The samples are u8, in elements of that many channels; those of `present` 0 are missing,
/// and stay as they are.
[[nodiscard]] std::vector<std::byte> equalized(std::span<const std::byte> samples, std::uint32_t channels,
                                               const histo_cl::Options& options,
                                               const histo_cl::Device& device,
                                               std::span<const std::byte> present = {});

/// Reads the one file, an image of u8, and writes it equalized as PNG. Throws UsageError for what is none.
void write_equalized(const Command& command, const histo_cl::Device& device);

} // namespace count
