#pragma once

#include <histo_cl/sample.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace demo {

/// The samples of one channel of elements that lie side by side.
[[nodiscard]] std::vector<std::byte> channel_of(std::span<const std::byte> elements, std::size_t sample_bytes,
                                                std::uint32_t channels, std::uint32_t channel);

/// Replaces elements by their brightness, one sample each, and returns the bytes of these: 0.299 of the first
/// channel, 0.587 of the second and 0.114 of the third (Rec. 601, the weights of Pillow's "L" and OpenCV's
/// grey), of integers rounded to the nearest. Throws UsageError for integers of 64 bits and floats of 16.
[[nodiscard]] std::size_t to_luma(histo_cl::SampleType type, std::uint32_t channels,
                                  std::span<std::byte> elements);

} // namespace demo
