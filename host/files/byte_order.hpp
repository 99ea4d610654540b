#pragma once

#include <cstddef>
#include <span>

namespace files {

/// Reverses the bytes of each sample in place. The bytes hold whole samples of 1, 2, 4 or 8 bytes.
void swap_bytes(std::span<std::byte> bytes, std::size_t sample_bytes);

} // namespace files
