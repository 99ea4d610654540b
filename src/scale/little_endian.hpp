#pragma once

#include "histo_cl/abi.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// Integers as bytes that are the same on every machine.

namespace histo_cl::inline HISTO_CL_ABI::detail {

inline constexpr std::size_t integer_bytes = 8;

inline void append_integer(std::string& bytes, std::uint64_t value) {
    for (std::size_t i = 0; i < integer_bytes; ++i)
        bytes += static_cast<char>(value >> i * 8);
}

/// The one that begins at `at`.
[[nodiscard]] inline std::uint64_t integer_at(std::string_view bytes, std::size_t at) noexcept {
    std::uint64_t value = 0;
    for (std::size_t i = integer_bytes; i-- > 0;)
        value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
