#pragma once

#include <exception>

namespace common {

/// The user has ended the program's work: reported by nothing but ExitCode::interrupted.
class Interrupted : public std::exception {
  public:
    [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

} // namespace common
