#include "common/environment.hpp"

#include "common/path.hpp"

#include <stdlib.h> // NOLINT(modernize-deprecated-headers): _wputenv_s

namespace common {

void set_variable(const char* name, const std::string& value) {
    ::_wputenv_s(path_of(name).c_str(), path_of(value).c_str()); // for the C library and for the system
}

} // namespace common
