#pragma once

#include <string_view>

namespace histo_cl::test {

/// Whether a call before MPI's beginning, or after its end, throws an Error whose message begins so; else it
/// is printed.
bool is_refused(std::string_view message);

} // namespace histo_cl::test
