#pragma once

#include <string_view>

namespace histo_cl::test {

/// Whether a call before MPI is initialized, or after it is finalized, throws an Error whose message begins
/// with `message`. If not, prints the difference.
bool is_refused(std::string_view message);

} // namespace histo_cl::test
