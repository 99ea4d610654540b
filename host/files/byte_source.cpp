#include "files/byte_source.hpp"

#include "files/range_reader.hpp"
#include "files/wake.hpp"

#include <algorithm>
#include <utility>

namespace files {

namespace {

class StreamSource : public ByteSource {
  public:
    explicit StreamSource(int file) : file_(file) {}

    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* wake) override {
        std::size_t done = 0;
        while (done < to.size()) {
            const auto got = read_next(file_, to.subspan(done), wake);
            if (got == 0) break;
            done += got;
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

} // namespace files
