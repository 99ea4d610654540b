#include "files/seekable_file.hpp"

#include "common/format.hpp"
#include "common/usage_error.hpp"
#include "files/range_reader.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <stdlib.h> // NOLINT(modernize-deprecated-headers): mkostemp
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace files {

namespace {

constexpr std::uint64_t most_spooled = std::uint64_t{16} << 30U;

[[noreturn]] void fail_with_errno() {
    throw std::system_error(errno, std::generic_category());
}

std::uint64_t size_of(int file) {
    struct stat status {};
    if (::fstat(file, &status) != 0) fail_with_errno();
    return static_cast<std::uint64_t>(status.st_size);
}

void write_all(int file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto put = ::write(file, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) fail_with_errno();
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
}

Descriptor temporary_file() {
    auto path = (std::filesystem::temp_directory_path() / "histo_cl_XXXXXX").string();
    Descriptor file(::mkostemp(path.data(), O_CLOEXEC));
    if (file.get() < 0) fail_with_errno();
    ::unlink(path.c_str());
    return file;
}

Descriptor spooled(ByteSource& source) {
    auto file = temporary_file();
    std::array<std::byte, 1U << 16U> block{};
    std::uint64_t done = 0;
    while (const auto got = source.read(block, -1)) {
        done += got;
        if (done > most_spooled)
            throw common::UsageError("it unpacks to more than " + common::byte_size(most_spooled));
        write_all(file.get(), std::span(block).first(got));
    }
    return file;
}

Descriptor duplicate(int file) {
    Descriptor other(::fcntl(file, F_DUPFD_CLOEXEC, 0));
    if (other.get() < 0) fail_with_errno();
    return other;
}

} // namespace

SeekableFile::SeekableFile(int file)
    : file_(duplicate(file)), size_(size_of(file_.get())), is_temporary_(false) {}

SeekableFile::SeekableFile(ByteSource& source)
    : file_(spooled(source)), size_(size_of(file_.get())), is_temporary_(true) {}

std::string SeekableFile::path() const {
    return "/proc/self/fd/" + std::to_string(file_.get());
}

std::size_t SeekableFile::read(std::uint64_t offset, std::span<std::byte> to) const {
    return pread_reader()->read(file_.get(), offset, to);
}

} // namespace files
