#pragma once

#include "histo_cl/problem.hpp"

#include <string>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// What to say of kernels that did not compile. With custom bins, the likely culprits: their axis, their
/// expression, and the compiler's first error in them, or else its first error anywhere; without any, the
/// whole log. `where` names the device and the failure.
[[nodiscard]] std::string build_failure(const Problem& problem, std::string_view source,
                                        const std::string& where, std::string_view log);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
