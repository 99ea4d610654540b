#pragma once

#include <histo_cl/stream.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace demo {

/// "1.20 GiB of 32.0 GiB, 5.20 GB/s, 6 s left"; without the size and the time if the `total` is unknown.
[[nodiscard]] std::string progress_text(const histo_cl::Progress& progress,
                                        std::optional<std::uint64_t> total);

} // namespace demo
