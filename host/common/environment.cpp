#include "common/environment.hpp"

#include <cstdlib>

namespace common {

void prepare_environment() {
    // PoCL then keeps each of its threads on a core of its own. Else short runs often have two on one core,
    // and take twice as long.
    constexpr int keep_what_is_set = 0;
    ::setenv("POCL_AFFINITY", "1", keep_what_is_set);
}

} // namespace common
