#include "common/arguments.hpp"

namespace common {

void use_utf8_arguments(int& /*argc*/, char**& /*argv*/) {
    // They are the bytes that the user has typed, as file names are.
}

} // namespace common
