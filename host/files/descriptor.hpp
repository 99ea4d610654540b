#pragma once

#include <utility>

namespace files {

inline constexpr int standard_input = 0;

/// An open file, closed at the end unless it is one of the standard streams. On Windows the C library has
/// descriptors as well.
class Descriptor {
  public:
    explicit Descriptor(int value) : value_(value) {}
    Descriptor(Descriptor&& other) noexcept : value_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    ~Descriptor();

    [[nodiscard]] int get() const { return value_; }
    [[nodiscard]] int release() { return std::exchange(value_, -1); }
    [[nodiscard]] bool is_standard() const { return value_ >= standard_input && value_ <= 2; }

  private:
    int value_;
};

} // namespace files
