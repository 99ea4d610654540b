#pragma once

#include <histo_cl/sample.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace files {

/// Whether text says that there is no value: nothing, NA, N/A, NaN, null or None, in either case.
[[nodiscard]] bool is_missing(std::string_view text);

/// Whether text is a number: an integer, or a decimal fraction with or without an exponent, or inf.
[[nodiscard]] bool is_number(std::string_view text);

/// Throws UsageError for a type that numbers are not read as: f16 and bf16.
void require_text_type(histo_cl::SampleType type);

/// Writes the number that the text is as a sample of the type, whose bytes `to` has: integers exactly (3.0
/// and 1e3 are some), floats rounded once; what is missing as NaN. Throws UsageError, which says the text,
/// for all else.
void write_number(std::string_view text, histo_cl::SampleType type, std::span<std::byte> to);

} // namespace files
