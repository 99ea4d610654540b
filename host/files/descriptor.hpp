#pragma once

#include <unistd.h>
#include <utility>

namespace files {

/// An open file, closed at the end unless it is one of the standard streams.
class Descriptor {
  public:
    explicit Descriptor(int value) : value_(value) {}
    Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    ~Descriptor() {
        if (value_ > STDERR_FILENO) ::close(value_);
    }
    [[nodiscard]] int get() const { return value_; }

  private:
    int value_;
};

} // namespace files
