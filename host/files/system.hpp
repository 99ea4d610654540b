#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

// System calls on open files. They throw std::system_error on failure, except announce_reading(), and are
// repeated if a signal interrupts them.

namespace files {

inline constexpr int standard_input = 0;

/// An open file, closed by the destructor unless it is a standard stream. On Windows it is a descriptor of
/// the C library.
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

enum class FileKind { regular, folder, pipe, other };

struct FileStatus {
    FileKind kind;
    std::uint64_t size; ///< size of a regular file, in bytes
};

[[nodiscard]] FileStatus status_of(int file);

/// Opens an existing file of any kind for reading.
[[nodiscard]] Descriptor open_to_read(const std::string& name);

/// Duplicates a descriptor; both share the position in the file.
[[nodiscard]] Descriptor duplicate(int file);

/// Creates a temporary file for writing and reading, which no other process sees; it is deleted when it is
/// closed.
[[nodiscard]] Descriptor make_temporary_file();

/// A name by which libraries can open the file, valid while the descriptor is open.
[[nodiscard]] std::string name_of(int file);

/// Advises the system that all of the file will be read in order; tries to enlarge the buffer of a pipe.
void announce_reading(int file, FileKind kind);

/// Returns the position of a regular file and moves it to the end, as if everything had been read.
[[nodiscard]] std::uint64_t take_rest(int file);

/// Reads by one system call: at least one byte, possibly fewer than requested; 0 at the end.
[[nodiscard]] std::size_t read_at(int file, std::uint64_t offset, std::span<std::byte> to);

void write_all(int file, std::span<const std::byte> bytes);

/// Lets one thread end another thread's wait for input. At most one thread may wait at a time.
class Wake {
  public:
    Wake();
    Wake(const Wake&) = delete;
    Wake& operator=(const Wake&) = delete;
    ~Wake();

    /// Ends the current wait for input and all later ones.
    void wake() noexcept;
    [[nodiscard]] bool is_awake() const noexcept { return awake_; }

    struct State;
    [[nodiscard]] State& state() const { return *state_; }

  private:
    std::unique_ptr<State> state_;
    std::atomic<bool> awake_ = false; ///< set by wake()
};

/// Reads from a file's current position, and waits for at least one byte; returns 0 at the end. Throws
/// Interrupted if wake->wake() was called, and std::system_error. `wake` may be null.
[[nodiscard]] std::size_t read_next(int file, std::span<std::byte> to, const Wake* wake);

} // namespace files
