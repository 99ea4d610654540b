#pragma once

#include "histo_cl/sample.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The lines "#define NAME value" that the kernels are compiled for.
class Constants {
  public:
    void set(std::string_view name, std::string_view value) {
        text_.append("#define ").append(name).append(" ").append(value).append("\n");
        undefined_.append("#undef ").append(name).append("\n");
    }
    void set(std::string_view name, std::uint64_t value) { set(name, std::to_string(value)); }

    /// An unsigned literal of 32 bits, or of 64 for 8 bytes.
    void set_word(std::string_view name, std::uint64_t value, std::size_t bytes) {
        set(name, std::to_string(value) + (bytes == 8 ? "UL" : "u"));
    }

    /// A float or double literal with all its bits.
    void set_real(std::string_view name, double value, SampleType type) {
        std::array<char, 40> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::fabs(value),
                                       std::chars_format::hex);
        set(name, std::string("(") + (std::signbit(value) ? "-" : "") + "0x" +
                      std::string(digits.data(), end.ptr) + (bytes(type) == 8 ? ")" : "f)"));
    }

    /// A number of a problem, which programs of its kind get as an argument: `#define NAME` as what finds it
    /// among all numbers of the kernel, to the end of which it is added.
    void set_number(std::string_view name, std::uint64_t value, std::size_t bytes,
                    std::vector<std::uint64_t>& numbers) {
        set(name, std::string(bytes == 8 ? "(" : "((uint)") + next_of(numbers) + ")");
        numbers.push_back(value);
    }

    void set_real_number(std::string_view name, double value, SampleType type,
                         std::vector<std::uint64_t>& numbers) {
        const bool wide = bytes(type) == 8;
        set(name, wide ? "as_double(" + next_of(numbers) + ")" : "as_float((uint)" + next_of(numbers) + ")");
        numbers.push_back(wide ? std::bit_cast<std::uint64_t>(value)
                               : std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    }

    /// `#define KIND_A 0`, `#define KIND_B 1` … and `#define KIND KIND_<taken>`, for the preprocessor to
    /// compare.
    template <std::size_t N>
    void set_choice(const std::string& kind, const std::array<std::string_view, N>& names,
                    std::size_t taken) {
        for (std::size_t i = 0; i < N; ++i)
            set(kind + "_" + std::string(names[i]), i);
        set(kind, kind + "_" + std::string(names[taken]));
    }

    /// The lines "#undef NAME" for all of them.
    [[nodiscard]] const std::string& undefined() const noexcept { return undefined_; }

    [[nodiscard]] std::string text() && { return std::move(text_); }

  private:
    static std::string next_of(const std::vector<std::uint64_t>& numbers) {
        return "NUMBER(" + std::to_string(numbers.size()) + ")";
    }

    std::string text_;
    std::string undefined_;
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
