#include "common/environment.hpp"

#include <cstdlib>

namespace common {

void prepare_environment() {
    // PoCL then pins each of its threads to its own core. Otherwise two threads often share a core in short
    // runs, which then take twice as long.
    constexpr int keep_what_is_set = 0;
    ::setenv("POCL_AFFINITY", "1", keep_what_is_set);
}

} // namespace common
