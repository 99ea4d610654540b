#pragma once

#include <histo_cl/sample.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace common {

/// The type that is meant by a name as typed, in upper or lower case: the library's ("f32"), that of NumPy
/// ("float32"), C and OpenCL C ("float", "uint8_t"), or NumPy's code of kind and bytes ("f4"), but i8 and u8
/// have 8 bits. A code that begins with "<" where that is the machine's byte order, "=" or "|" is always
/// NumPy's: "<i8" has 64 bits.
[[nodiscard]] std::optional<histo_cl::SampleType> sample_type_typed(std::string_view text);

/// The library's names of all types.
[[nodiscard]] std::vector<std::string> sample_type_names();

/// What to say of a name that is none of those `allowed`, e.g. "'float23' is not one of u8, f32; did you mean
/// f32?"
[[nodiscard]] std::string not_a_sample_type(std::string_view text,
                                            std::span<const histo_cl::SampleType> allowed);

} // namespace common
