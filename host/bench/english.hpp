#pragma once

#include <cstdint>

namespace bench {

/// Character `index` of an endless ASCII text: English words about as frequent as in print, in sentences,
/// lines and paragraphs. One MiB, repeated.
[[nodiscard]] char text_at(std::uint64_t index) noexcept;

} // namespace bench
