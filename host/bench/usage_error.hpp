#pragma once

#include <stdexcept>

namespace bench {

/// Options or input that cannot be used: reported in one line, ExitCode::usage.
class UsageError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace bench
