#pragma once

#include "handle.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

namespace histo_cl::detail {

/// The arguments of one kernel, set from the first on. Numbers that are what they were the last time are not
/// set again: that is most of them, and takes as long as a launch does. Buffers always are, because a handle
/// may have become another buffer's.
class KernelArguments {
  public:
    /// Sets them anew from the first.
    class Setter {
      public:
        Setter(cl_kernel kernel, KernelArguments& known) noexcept : kernel_(kernel), known_(known) {}

        Setter& operator<<(cl_mem buffer) {
            set(sizeof buffer, &buffer);
            ++next_;
            return *this;
        }
        Setter& operator<<(std::uint64_t value) { return number(value, static_cast<cl_ulong>(value)); }
        Setter& operator<<(std::uint32_t value) { return number(value, static_cast<cl_uint>(value)); }
        Setter& operator<<(bool value) { return *this << std::uint32_t{value}; }

      private:
        template <class T>
        Setter& number(std::uint64_t value, const T& argument) {
            auto& last = known_.numbers_.at(next_);
            if (last != value) {
                last.reset(); // in case that it cannot be set
                set(sizeof argument, &argument);
                last = value;
            }
            ++next_;
            return *this;
        }
        void set(size_t size, const void* value) {
            check(clSetKernelArg(kernel_, next_, size, value), "clSetKernelArg");
        }

        cl_kernel kernel_;
        KernelArguments& known_;
        cl_uint next_ = 0;
    };

    [[nodiscard]] Setter of(cl_kernel kernel) noexcept { return {kernel, *this}; }

  private:
    std::array<std::optional<std::uint64_t>, 40> numbers_;
};

} // namespace histo_cl::detail
