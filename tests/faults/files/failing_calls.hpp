#pragma once

#include <string>
#include <string_view>

namespace histo_cl::test {

/// A fault of file operations.
struct Fault {
    enum class Kind {
        error,    ///< operations fail with `code`
        one_byte, ///< reads and writes transfer one byte
        nothing,  ///< reads and writes transfer nothing: the end of the file, or a full device
        crash,    ///< the process ends
    };
    Kind kind = Kind::error;
    int code = 0;
    int calls = 1; ///< how many calls in a row are faulty
};

[[nodiscard]] std::string to_string(const Fault& fault);

/// Makes file operations of this thread fail during the object's lifetime, starting with operation number
/// `first`, counted from 1. failing_calls.cpp replaces the C library's functions in the whole program, and
/// forwards the calls that do not fail.
class FailingCalls {
  public:
    FailingCalls(const Fault& fault, int first);
    FailingCalls(const FailingCalls&) = delete;
    FailingCalls& operator=(const FailingCalls&) = delete;
    ~FailingCalls();

    /// Whether there was an operation to fail.
    [[nodiscard]] bool reached() const noexcept { return calls_ >= first_; }
    /// How many operations failed.
    [[nodiscard]] int failed() const noexcept { return failed_; }
    /// The name of the first operation that failed, e.g. "openat".
    [[nodiscard]] std::string_view first_failed() const noexcept { return first_failed_; }

    /// The fault of a call, or null. Ends the process for a crash, and after so many calls that they must
    /// be an endless loop.
    [[nodiscard]] const Fault* next(std::string_view call) noexcept;

  private:
    Fault fault_;
    int first_;
    int calls_ = 0;
    int failed_ = 0;
    std::string_view first_failed_;
};

/// The exit code of a process that a Fault::Kind::crash ended.
inline constexpr int crashed = 86;

} // namespace histo_cl::test
