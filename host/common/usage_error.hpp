#pragma once

#include <stdexcept>

namespace common {

/// Options, input or output that cannot be used: reported in one line, ExitCode::usage.
class UsageError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace common
