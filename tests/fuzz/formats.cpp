// Files of all formats, as the programs read them: recognized by their content, with all samples that the
// header says, or refused with a message that names the file.

#include "common/usage_error.hpp"
#include "files/open_file.hpp"
#include "files/sample_reader.hpp"
#include "files/settle.hpp"
#include "fuzz/harness.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace histo_cl::fuzz {
namespace {

constexpr std::uint64_t enough = std::uint64_t{1} << 24U; // a header may say that samples go on for years

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

void read_all(const std::string& path) {
    std::vector<files::InputFile> inputs;
    inputs.push_back(files::open_file(path));
    (void)files::recognized(inputs.front());
    const auto sample_bytes = bytes(files::settle(inputs, {}));
    files::SampleReader reader(std::move(inputs), sample_bytes, true);
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

} // namespace

/// CFITSIO may ask for any amount of memory for a damaged table, and takes no for an answer.
extern "C" const char* __asan_default_options() { // NOLINT: the sanitizer's name
    return "allocator_may_return_null=1";
}

void fuzz(std::span<const std::byte> input) {
    const MemoryFile file(input);
    try {
        read_all(file.path());
    } catch (const common::UsageError& error) {
        require(std::string_view(error.what()).starts_with(file.path() + ": "), "the message names the file");
    }
}

} // namespace histo_cl::fuzz
