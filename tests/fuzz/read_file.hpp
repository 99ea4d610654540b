#pragma once

#include "common/errors.hpp"
#include "files/input_file.hpp"
#include "files/sample_reader.hpp"
#include "fuzz/harness.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

// Files whose content is the fuzzer's input, read as the programs read files.

namespace histo_cl::fuzz {

// Functions that the sanitizers call, defined once in each harness.
// NOLINTBEGIN
extern "C" {
/// Makes allocations that are too large return null. CFITSIO may request any amount of memory for a damaged
/// table, and handles failure.
const char* __asan_default_options() {
    return "allocator_may_return_null=1";
}
/// Ignores leaks of libraries. CFITSIO 4.2 does not free a tile's compressed bytes if they cannot be
/// decompressed, nor does HDF5 1.10 free object headers that it rejects.
const char* __lsan_default_suppressions() {
    return "leak:imcomp_decompress_tile\nleak:libhdf5";
}
const char* __lsan_default_options() {
    return "print_suppressions=0";
}
}
// NOLINTEND

/// Maximum bytes of samples to read, because a header may claim any amount.
inline constexpr std::uint64_t enough = std::uint64_t{1} << 24U;

/// A file in memory, at /proc/self/fd.
class MemoryFile {
  public:
    explicit MemoryFile(std::span<const std::byte> content) : file_(::memfd_create("input", MFD_CLOEXEC)) {
        const auto written = ::write(file_.get(), content.data(), content.size());
        require(written == static_cast<ssize_t>(content.size()), "a file in memory is written");
    }
    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(file_.get()); }

  private:
    files::Descriptor file_;
};

inline void read_all(const std::string& path, const files::Reading& reading) {
    std::vector<files::InputFile> inputs;
    inputs.push_back(files::open_file(path, reading));
    (void)files::recognized(inputs.front());
    const auto sample_bytes = bytes(files::resolve(inputs, reading));
    files::SampleReader reader(std::move(inputs), sample_bytes, reading.truncate);
    const auto known = files::known_bytes(reader.files());
    const auto ranges = files::pread_reader();
    std::vector<std::byte> room(std::size_t{1} << 16U);
    while (reader.bytes_read() < enough) {
        const auto got = reader.read(room, *ranges);
        require(got <= room.size() && got % sample_bytes == 0, "whole samples are read");
        if (got > 0) continue;
        require(!known || reader.bytes_read() == *known, "all samples are read");
        return;
    }
}

/// Checks that a file is read completely or up to the limit `enough`, or that it is rejected with a message
/// that names it.
inline void read_or_refuse(std::span<const std::byte> content, const files::Reading& reading) {
    const MemoryFile file(content);
    try {
        read_all(file.path(), reading);
    } catch (const common::UsageError& error) {
        require(std::string_view(error.what()).starts_with(file.path() + ": "), "the message names the file");
    }
}

} // namespace histo_cl::fuzz
