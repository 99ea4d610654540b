#include "files/seekable_file.hpp"

#include "common/format.hpp"
#include "common/usage_error.hpp"
#include "files/descriptor_calls.hpp"
#include "files/range_reader.hpp"

#include <array>

namespace files {

namespace {

constexpr std::uint64_t most_spooled = std::uint64_t{16} << 30U;

Descriptor spooled(ByteSource& source) {
    auto file = make_temporary_file();
    std::array<std::byte, 1U << 16U> block{};
    std::uint64_t done = 0;
    while (const auto got = source.read(block, nullptr)) {
        done += got;
        if (done > most_spooled)
            throw common::UsageError("it unpacks to more than " + common::byte_size(most_spooled));
        write_all(file.get(), std::span(block).first(got));
    }
    return file;
}

} // namespace

SeekableFile::SeekableFile(int file)
    : file_(duplicate(file)), size_(status_of(file_.get()).size), is_temporary_(false) {}

SeekableFile::SeekableFile(ByteSource& source)
    : file_(spooled(source)), size_(status_of(file_.get()).size), is_temporary_(true) {}

std::string SeekableFile::path() const {
    return name_of(file_.get());
}

std::size_t SeekableFile::read(std::uint64_t offset, std::span<std::byte> to) const {
    return pread_reader()->read(file_.get(), offset, to);
}

} // namespace files
