#include "input.hpp"

#include "common/usage_error.hpp"
#include "format.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace demo {

using common::UsageError;

namespace {

[[noreturn]] void fail(const std::string& name, int code) {
    throw UsageError(printable(name) + ": " + std::generic_category().message(code));
}

class Descriptor {
  public:
    explicit Descriptor(int value) : value_(value) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (value_ > STDERR_FILENO) ::close(value_);
    }
    [[nodiscard]] int get() const { return value_; }

  private:
    int value_;
};

/// For what cannot be mapped: pipes, terminals, devices, files of some file systems.
Bytes read_all(int descriptor, const std::string& name) {
    Bytes bytes(1U << 16);
    for (std::size_t used = 0;;) {
        const auto got = ::read(descriptor, bytes.data() + used, bytes.size() - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(name, errno);
        used += static_cast<std::size_t>(got);
        if (got == 0) {
            bytes.resize(used);
            return bytes;
        }
        if (used == bytes.size()) bytes.resize(2 * used);
    }
}

/// Empty if it cannot be mapped. If another process truncates the file while it is mapped, reading past its
/// new end raises SIGBUS.
std::optional<Input> map_file(int descriptor, const std::string& name, std::size_t size) {
    void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (start == MAP_FAILED) return std::nullopt;
    // Only advice: failure does not matter.
    ::posix_madvise(start, size, POSIX_MADV_SEQUENTIAL);
    ::posix_madvise(start, size, POSIX_MADV_WILLNEED);
    return Input{name,
                 {static_cast<const std::byte*>(start), size},
                 std::shared_ptr<void>(start, [size](void* address) { ::munmap(address, size); })};
}

} // namespace

Input open_input(const std::string& path) {
    const bool standard = path == "-";
    const std::string name = standard ? "standard input" : path;
    const Descriptor file(standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) fail(name, errno);

    struct stat status {};
    if (::fstat(file.get(), &status) != 0) fail(name, errno);
    if (S_ISDIR(status.st_mode)) fail(name, EISDIR);
    // Files under /proc report 0 bytes but have more; standard input may have been read in part already.
    if (!standard && S_ISREG(status.st_mode) && status.st_size > 0)
        if (auto mapped = map_file(file.get(), name, static_cast<std::size_t>(status.st_size)))
            return *mapped;
    return input_of(name, read_all(file.get(), name));
}

Input input_of(std::string name, Bytes bytes) {
    auto owner = std::make_shared<const Bytes>(std::move(bytes));
    const std::span<const std::byte> view(*owner);
    return {std::move(name), view, std::move(owner)};
}

std::size_t drop_tail(Input& input, std::size_t sample_bytes) {
    const std::size_t tail = input.bytes.size() % sample_bytes;
    input.bytes = input.bytes.first(input.bytes.size() - tail);
    return tail;
}

void require_whole_samples(const Input& input, std::size_t sample_bytes) {
    const std::size_t tail = input.bytes.size() % sample_bytes;
    if (tail == 0) return;
    throw UsageError(printable(input.name) + ": " + grouped(input.bytes.size()) +
                     " bytes are not a whole number of " + std::to_string(sample_bytes) +
                     "-byte samples: " + std::to_string(tail) + " left over (--truncate ignores them)");
}

Bytes byte_swapped(std::span<const std::byte> bytes, std::size_t sample_bytes) {
    Bytes swapped(bytes.begin(), bytes.end());
    const auto size = static_cast<std::ptrdiff_t>(sample_bytes);
    for (auto sample = swapped.begin(); sample != swapped.end(); sample += size)
        std::reverse(sample, sample + size);
    return swapped;
}

Input joined(std::span<const Input> inputs) {
    Bytes bytes;
    for (const Input& input : inputs)
        bytes.insert(bytes.end(), input.bytes.begin(), input.bytes.end());
    return input_of(inputs.front().name, std::move(bytes));
}

std::vector<std::span<const std::byte>> split_chunks(std::span<const Input> inputs, std::size_t sample_bytes,
                                                     std::uint64_t limit) {
    const auto most =
        static_cast<std::size_t>(std::max<std::uint64_t>(limit - limit % sample_bytes, sample_bytes));
    std::vector<std::span<const std::byte>> chunks;
    for (const Input& input : inputs) {
        for (auto rest = input.bytes; !rest.empty();) {
            chunks.push_back(rest.first(std::min(most, rest.size())));
            rest = rest.subspan(chunks.back().size());
        }
    }
    return chunks;
}

} // namespace demo
