#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace histo_cl::test {

/// Sets an environment variable, or unsets it if `value` is null. The destructor restores the earlier state.
class Environment {
  public:
    Environment(const char* variable, const char* value) : variable_(variable) {
        if (const char* const before = std::getenv(variable)) before_ = before;
        set(value);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment() { set(before_ ? before_->c_str() : nullptr); }

  private:
    void set(const char* value) const {
#ifdef _WIN32
        ::_putenv_s(variable_, value != nullptr ? value : ""); // on Windows, "" removes the variable
#else
        if (value != nullptr) {
            ::setenv(variable_, value, 1);
        } else {
            ::unsetenv(variable_);
        }
#endif
    }

    const char* variable_;
    std::optional<std::string> before_;
};

} // namespace histo_cl::test
