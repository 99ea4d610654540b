#pragma once

#include "core/enum_table.hpp"
#include "core/text.hpp"
#include "histo_cl/sample.hpp"
#include "problem/expression/type.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace histo_cl::detail {

/// 32-bit words that a kernel gets as one argument. A 64-bit number has two words, the lower half first.
using Numbers = std::vector<std::uint32_t>;

/// The constants that kernels are compiled with: lines "#define NAME value".
class Constants {
  public:
    Constants() = default;
    /// `numbers`: the list that set_number() appends to.
    explicit Constants(Numbers& numbers) : numbers_(&numbers) {}

    void set(std::string_view name, std::string_view value) {
        all_.push_back({std::string(name), std::string(value)});
    }
    /// Defines an integer, or a bool as 0 or 1.
    template <std::integral T>
    void set(std::string_view name, T value) {
        set(name, std::string_view(std::to_string(+value)));
    }

    /// Defines an unsigned literal of 4 or 8 bytes.
    void set_word(std::string_view name, std::uint64_t value, std::size_t bytes = 4) {
        set(name, concat(value, bytes == 8 ? "UL" : "u"));
    }

    /// Defines an exact float or double literal.
    void set_real(std::string_view name, double value, SampleType type) {
        std::array<char, 40> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::fabs(value),
                                       std::chars_format::hex);
        set(name, concat(std::signbit(value) ? "(-0x" : "(0x", std::string_view(digits.data(), end.ptr),
                         bytes(type) == 8 ? ")" : "f)"));
    }

    /// Appends a number of the problem to the kernel's numbers, and defines `name` as an expression that
    /// reads it from the argument.
    void set_number(std::string_view name, std::uint64_t value, std::size_t bytes = 4) {
        add_number(name, "(", value, bytes == 8);
    }

    /// Like set_number(), but defines a literal if the number is 0, so that adding it costs nothing.
    void set_start(std::string_view name, std::uint64_t value, std::size_t bytes = 4) {
        if (value == 0)
            set(name, "0u");
        else
            set_number(name, value, bytes);
    }

    void set_real_number(std::string_view name, double value, SampleType type) {
        if (bytes(type) == 8)
            add_number(name, "as_double(", std::bit_cast<std::uint64_t>(value), true);
        else
            add_number(name, "as_float(", std::bit_cast<std::uint32_t>(static_cast<float>(value)), false);
    }

    /// Defines KIND_A as 0, KIND_B as 1 … for the values of an enumeration, and KIND as the chosen one, for
    /// comparisons in the kernels.
    template <class Enum>
    requires std::is_enum_v<Enum>
    void set_choice(std::string_view kind, Enum taken) {
        for (const auto& row : enum_table<Enum>) {
            auto name = concat(kind, "_", row.name);
            std::ranges::transform(name, name.begin(), upper);
            set(name, static_cast<std::size_t>(row.value));
            if (row.value == taken) set(kind, name);
        }
    }

    struct Constant {
        std::string name; ///< includes a macro's parameters, e.g. "EACH_AXIS(DO)"
        std::string value;
    };
    [[nodiscard]] const std::vector<Constant>& all() const noexcept { return all_; }

  private:
    void add_number(std::string_view name, std::string_view as, std::uint64_t value, bool wide) {
        set(name, concat(as, wide ? "WIDE_NUMBER(" : "NUMBER(", numbers_->size(), "))"));
        numbers_->push_back(static_cast<std::uint32_t>(value));
        if (wide) numbers_->push_back(static_cast<std::uint32_t>(value >> 32U));
    }

    Numbers* numbers_ = nullptr;
    std::vector<Constant> all_;
};

/// The names of OpenCL C types for a sample and for its bits.
struct TypeNames {
    /// The type of a sample; for floats that are read as their bits, the type of those bits.
    std::string_view sample;
    std::string_view bits; ///< the unsigned integer of the same width
};

/// The names for a type. `f64_as_bits`: whether f64 samples are read as their bits, i.e. !Decision::doubles.
[[nodiscard]] inline TypeNames type_names(SampleType type, bool f64_as_bits = false) {
    constexpr std::array<std::string_view, 4> unsigned_names{"uchar", "ushort", "uint", "ulong"};
    const auto bits = unsigned_names.at(static_cast<std::size_t>(std::countr_zero(bytes(type))));
    const bool as_bits = is_narrow_float(type) || (type == SampleType::f64 && f64_as_bits);
    return {as_bits ? bits : expression::c_name(type), bits};
}

/// The numbers from 0 to count − 1, each between two texts, e.g. "DO(0), DO(1)".
[[nodiscard]] inline std::string numbered(std::uint64_t count, std::string_view before,
                                          std::string_view after, std::string_view separator) {
    std::string text;
    for (std::uint64_t i = 0; i < count; ++i)
        text += concat(i == 0 ? "" : separator, before, i, after);
    return text;
}

/// The name of a vector of `size` elements, e.g. "float4"; the type itself for one element.
[[nodiscard]] inline std::string vector_name(std::string_view type, std::uint64_t size) {
    return size > 1 ? concat(type, size) : std::string(type);
}

/// Number of samples per 32-bit word, for samples of 8 and 16 bits, which are loaded as words; 1 for wider
/// samples. `samples`: the number loaded at once. If these do not fill a word, the result is also 1.
[[nodiscard]] inline std::uint64_t samples_per_word(SampleType type, std::uint64_t samples) noexcept {
    const auto per_word = std::max<std::uint64_t>(1, 4 / bytes(type));
    return samples >= per_word ? per_word : 1;
}

/// OpenCL C for the value of an f16 or bf16 whose bits are x. OpenCL C 1.2 has neither type.
[[nodiscard]] inline std::string_view value_of_narrow(SampleType type) {
    return type == SampleType::f16 ? "float_of_half(x)" : "as_float((uint)(x) << 16)";
}

/// The type of a vector into which samples are loaded, e.g. "uint4" for 16 samples of u8.
[[nodiscard]] inline std::string load_name(SampleType type, bool f64_as_bits, std::uint64_t samples) {
    const auto per_word = samples_per_word(type, samples);
    return vector_name(per_word > 1 ? "uint" : type_names(type, f64_as_bits).sample, samples / per_word);
}

/// The name of the OpenCL C function that reinterprets bits as a type, e.g. "as_float".
[[nodiscard]] inline std::string as(std::string_view type) {
    return concat("as_", type);
}

} // namespace histo_cl::detail
