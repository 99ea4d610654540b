#include "common/environment.hpp"

#include <cstdlib>

namespace common {

void set_variable(const char* name, const std::string& value) {
    constexpr int replace = 1;
    ::setenv(name, value.c_str(), replace);
}

} // namespace common
