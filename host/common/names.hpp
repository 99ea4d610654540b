#pragma once

#include "common/text.hpp"

#include <histo_cl/sample.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace common {

/// The candidates that `text` most likely misspells or abbreviates, ignoring case: at most four at the
/// smallest edit distance (insertions, deletions, replacements, swaps). Empty if all are too different.
[[nodiscard]] std::vector<std::string> nearest(std::string_view text,
                                               std::span<const std::string> candidates);

/// Returns the end of an error message, such as "; did you mean A or B?"; empty if there are no candidates.
[[nodiscard]] std::string did_you_mean(const std::vector<std::string>& candidates);

/// The names of enumerators, e.g. of histo_cl::all_variants.
template <class Values>
[[nodiscard]] std::vector<std::string> names_of(const Values& values) {
    std::vector<std::string> names;
    for (const auto value : values)
        names.emplace_back(name(value));
    return names;
}

/// The names of enumerators in one line, separated by commas.
template <class Values>
[[nodiscard]] std::string listed(const Values& values) {
    return joined(names_of(values), ", ");
}

/// Returns an error message such as "'locla' is not one of local_atomic, item_pairs; did you mean
/// local_atomic?"
[[nodiscard]] std::string not_one_of(std::string_view text, const std::vector<std::string>& allowed);

/// Returns the sample type with this name, ignoring case; empty for any other text. It accepts the names of
/// the library ("f32"), NumPy ("float32"), C and OpenCL C ("float", "uint8_t"). It also accepts NumPy's
/// codes, which are a letter for the kind and the number of bytes ("f4"). The exceptions are i8 and u8, which
/// are the library's types of 8 bits. A code that begins with "=", "|" or the mark of this machine's byte
/// order ("<" or ">") is always NumPy's: "=i8" has 64 bits.
[[nodiscard]] std::optional<histo_cl::SampleType> sample_type_typed(std::string_view text);

/// The error message for a name that is not `allowed`, e.g. "'float23' is not one of u8, f32; did you mean
/// f32?"
[[nodiscard]] std::string not_a_sample_type(std::string_view text,
                                            std::span<const histo_cl::SampleType> allowed);

} // namespace common
