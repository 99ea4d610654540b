#pragma once

#include <cstdint>

namespace bench {

/// Character `index` of an endless text in ASCII: English words as often as in print, in sentences, lines and
/// paragraphs. It is the same megabyte again and again.
[[nodiscard]] char text_at(std::uint64_t index) noexcept;

} // namespace bench
