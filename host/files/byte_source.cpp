#include "files/byte_source.hpp"

#include "common/errors.hpp"
#include "common/text.hpp"
#include "files/range_reader.hpp"
#include "files/system.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace files {

namespace {

class StreamSource : public ByteSource {
  public:
    explicit StreamSource(int file) : file_(file) {}

    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* wake) override {
        std::size_t done = 0;
        while (done < to.size()) {
            try {
                const auto got = read_next(file_, to.subspan(done), wake);
                if (got == 0) break;
                done += got;
            } catch (const common::Interrupted&) {
                if (done == 0) throw;
                break;
            }
        }
        return done;
    }

  private:
    int file_;
};

class RangeSource : public ByteSource {
  public:
    RangeSource(int file, std::uint64_t offset) : file_(file), offset_(offset) {}

    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* /*wake*/) override {
        const auto got = reader_->read(file_, offset_, to);
        offset_ += got;
        return got;
    }

  private:
    int file_;
    std::uint64_t offset_;
    std::unique_ptr<RangeReader> reader_ = pread_reader();
};

class JoinedSource : public ByteSource {
  public:
    JoinedSource(std::vector<std::byte> start, std::unique_ptr<ByteSource> rest)
        : start_(std::move(start)), rest_(std::move(rest)) {}

    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* wake) override {
        const auto ahead = std::min(to.size(), start_.size() - used_);
        std::copy_n(start_.begin() + static_cast<std::ptrdiff_t>(used_), ahead, to.begin());
        used_ += ahead;
        return ahead + (rest_ ? rest_->read(to.subspan(ahead), wake) : 0);
    }

  private:
    std::vector<std::byte> start_;
    std::size_t used_ = 0;
    std::unique_ptr<ByteSource> rest_;
};

} // namespace

std::unique_ptr<ByteSource> stream_source(int file) {
    return std::make_unique<StreamSource>(file);
}

std::unique_ptr<ByteSource> range_source(int file, std::uint64_t offset) {
    return std::make_unique<RangeSource>(file, offset);
}

std::unique_ptr<ByteSource> joined_source(std::vector<std::byte> start, std::unique_ptr<ByteSource> rest) {
    return std::make_unique<JoinedSource>(std::move(start), std::move(rest));
}

namespace {

constexpr std::uint64_t max_spooled = std::uint64_t{16} << 30U;

Descriptor spooled(ByteSource& source) {
    auto file = make_temporary_file();
    std::array<std::byte, 1U << 16U> block{};
    std::uint64_t done = 0;
    while (const auto got = source.read(block, nullptr)) {
        done += got;
        if (done > max_spooled)
            throw common::UsageError("it unpacks to more than " + common::byte_size(max_spooled));
        write_all(file.get(), std::span(block).first(got));
    }
    return file;
}

} // namespace

SeekableFile::SeekableFile(int file) : file_(duplicate(file)), size_(status_of(file_.get()).size) {}

SeekableFile::SeekableFile(ByteSource& source) : file_(spooled(source)), size_(status_of(file_.get()).size) {}

std::string SeekableFile::path() const {
    return name_of(file_.get());
}

std::size_t SeekableFile::read(std::uint64_t offset, std::span<std::byte> to) const {
    return pread_reader()->read(file_.get(), offset, to);
}

} // namespace files
