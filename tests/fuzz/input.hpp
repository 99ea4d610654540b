#pragma once

#include "core/float_format.hpp"
#include "histo_cl/problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace histo_cl::fuzz {

/// Reads values from the bytes of an input, one after the other. After the last byte, all values are 0.
class Input {
  public:
    explicit Input(std::span<const std::byte> bytes) : bytes_(bytes) {}

    [[nodiscard]] bool empty() const noexcept { return bytes_.empty(); }

    template <class T>
    requires std::is_arithmetic_v<T> T take() {
        T value{};
        const auto taken = take_bytes(sizeof value);
        if (!taken.empty()) std::memcpy(&value, taken.data(), taken.size());
        return value;
    }
    bool flag() { return (take<std::uint8_t>() & 1U) != 0; }
    /// A number from 0 to end − 1.
    std::uint32_t below(std::uint32_t end) {
        return (end <= 256 ? take<std::uint8_t>() : take<std::uint32_t>()) % end;
    }
    template <class Range>
    const auto& one_of(const Range& range) {
        return range[below(static_cast<std::uint32_t>(std::size(range)))];
    }
    template <class Enum, std::size_t n>
    Enum one_of(const std::array<Enum, n>& values) {
        return values[below(n)];
    }
    /// Takes `size` bytes, or all remaining ones if there are fewer.
    std::span<const std::byte> take_bytes(std::size_t size) {
        const auto taken = bytes_.first(std::min(size, bytes_.size()));
        bytes_ = bytes_.subspan(taken.size());
        return taken;
    }
    std::span<const std::byte> rest() { return take_bytes(bytes_.size()); }

    /// A whole number that a caller might pass: often a small one, often one at which computations wrap.
    std::uint64_t size() {
        const auto kind = take<std::uint8_t>();
        if (kind < 160) return kind % 32;
        if (kind < 200) return take<std::uint16_t>();
        if (kind < 240)
            return (std::uint64_t{1} << kind % 64) + static_cast<std::uint64_t>(take<std::int8_t>());
        return take<std::uint64_t>();
    }
    Number number() {
        switch (below(6)) {
        case 0: return take<std::int8_t>();
        case 1: return take<std::int64_t>();
        case 2: return take<std::uint64_t>();
        case 3: return static_cast<double>(take<std::int16_t>()) / 16;
        case 4: return std::ldexp(take<std::int8_t>(), take<std::int8_t>() * 9);
        default: return take<double>();
        }
    }

  private:
    std::span<const std::byte> bytes_;
};

} // namespace histo_cl::fuzz
