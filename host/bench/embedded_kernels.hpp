#pragma once

#include <span>
#include <string_view>

namespace bench {

/// A file of host/bench/kernels/, embedded at build time.
struct EmbeddedKernel {
    std::string_view name; ///< the file's name, without ".cl"
    std::string_view source;
};

[[nodiscard]] std::span<const EmbeddedKernel> embedded_kernels() noexcept;

} // namespace bench
