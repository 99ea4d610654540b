#pragma once

#include <stdexcept>

namespace tune {

/// Options or a table that cannot be used: reported in one line, ExitCode::usage.
class UsageError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace tune
