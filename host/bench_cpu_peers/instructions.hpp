#pragma once

// Which vector instructions `tables` uses, detected at run time.

#include <span>
#include <string_view>

namespace bench_cpu_peers {

enum class Instructions { avx512, avx2, plain };

[[nodiscard]] std::string_view name(Instructions instructions) noexcept;

/// Those that this processor supports, best first, plain C++ last.
[[nodiscard]] std::span<const Instructions> available_instructions();

} // namespace bench_cpu_peers
