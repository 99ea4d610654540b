#include "files/byte_source.hpp"

#include "common/interrupted.hpp"
#include "files/range_reader.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace files {

namespace {

/// Waits until there is something to read. Throws Interrupted if there is something to wake up for.
void wait_for_input(int file, int wake) {
    std::array<pollfd, 2> both{pollfd{file, POLLIN, 0}, pollfd{wake, POLLIN, 0}};
    while (::poll(both.data(), both.size(), -1) < 0 && errno == EINTR) {
    }
    if (both[1].revents != 0) throw common::Interrupted();
}

class StreamSource : public ByteSource {
  public:
    explicit StreamSource(int file) : file_(file) {}

    [[nodiscard]] std::size_t read(std::span<std::byte> to, int wake) override {
        std::size_t done = 0;
        while (done < to.size()) {
            wait_for_input(file_, wake);
            const auto got = ::read(file_, to.data() + done, to.size() - done);
            if (got == 0) break;
            if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
            if (got < 0) throw std::system_error(errno, std::generic_category());
            done += static_cast<std::size_t>(got);
        }
        return done;
    }

  private:
    int file_;
};

class RangeSource : public ByteSource {
  public:
    RangeSource(int file, std::uint64_t offset) : file_(file), offset_(offset) {}

    [[nodiscard]] std::size_t read(std::span<std::byte> to, int /*wake*/) override {
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

    [[nodiscard]] std::size_t read(std::span<std::byte> to, int wake) override {
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
