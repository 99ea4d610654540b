#pragma once

#include "demo/count/result.hpp"

#include <histo_cl/histo_cl.hpp>

#include <optional>
#include <string>

namespace demo {

/// The decision in words, and how its kernels are built; nothing if there is none.
[[nodiscard]] std::string explanation(const Result& result);

/// Why the variant of a trial was chosen or passed over where `chosen` was decided, and how it ran.
[[nodiscard]] std::string explanation(const Trial& trial, const std::optional<histo_cl::Decision>& chosen);

} // namespace demo
