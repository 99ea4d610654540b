#pragma once

#include "core/text.hpp"
#include "histo_cl/sample.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace histo_cl::detail {

/// The names of OpenCL C for how a sample is kept, and for its bits.
struct TypeNames {
    std::string_view sample; ///< narrow floats are kept as their bits
    std::string_view bits;   ///< the unsigned integer of the same width
};

[[nodiscard]] inline TypeNames type_names(SampleType type) {
    constexpr std::array<std::string_view, 4> unsigned_names{"uchar", "ushort", "uint", "ulong"};
    const auto bits = unsigned_names.at(static_cast<std::size_t>(std::countr_zero(bytes(type))));
    if (is_narrow_float(type)) return {bits, bits};
    switch (traits_of(type).kind) {
    case SampleKind::unsigned_integer: return {bits, bits};
    case SampleKind::signed_integer: return {bits.substr(1), bits};
    case SampleKind::floating_point: break;
    }
    return {bytes(type) == 4 ? "float" : "double", bits};
}

/// "float" or, for several at once, "float4".
[[nodiscard]] inline std::string vector_name(std::string_view type, std::uint64_t size) {
    return size > 1 ? concat(type, size) : std::string(type);
}

/// Narrow samples are loaded as words of 32 bits: how many are in one, if so many are loaded at once; else 1.
[[nodiscard]] inline std::uint64_t samples_per_word(SampleType type, std::uint64_t samples) noexcept {
    const auto a_word = std::max<std::uint64_t>(1, 4 / bytes(type));
    return samples >= a_word ? a_word : 1;
}

/// The vector that samples are loaded in, e.g. "uint4" for 16 of u8.
[[nodiscard]] inline std::string load_name(SampleType type, std::uint64_t samples) {
    const auto a_word = samples_per_word(type, samples);
    return vector_name(a_word > 1 ? "uint" : type_names(type).sample, samples / a_word);
}

/// The function that reinterprets bits as a type.
[[nodiscard]] inline std::string as(std::string_view type) {
    return concat("as_", type);
}

} // namespace histo_cl::detail
