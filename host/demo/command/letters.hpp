#pragma once

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <span>

namespace demo {

/// The letters of a text, a–z in seven bins of four: a-d, e-h, …, y-z. Other bytes are out of range.
[[nodiscard]] histo_cl::Problem letters_problem();

/// Makes A–Z of the text a–z.
void to_lower_case(std::span<std::byte> text);

} // namespace demo
