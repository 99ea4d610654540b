#include "common/environment.hpp"

#include <cstdlib>

namespace common {

void prepare_environment() {
    // PoCL then pins each of its threads to its own core. Otherwise two threads often share a core in short
    // runs, which then take twice as long.
    constexpr const char* affinity = "POCL_AFFINITY";
    if (std::getenv(affinity) == nullptr) set_variable(affinity, "1");
}

} // namespace common
