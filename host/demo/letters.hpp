#pragma once

#include "bytes.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <span>

namespace demo {

/// The letters of a text, a–z in seven bins of four: a-d, e-h, …, y-z. Other bytes are out of range.
[[nodiscard]] histo_cl::Problem letters_problem();

/// A copy of the text with A–Z as a–z.
[[nodiscard]] Bytes lower_case(std::span<const std::byte> text);

} // namespace demo
