#include "files/range_reader.hpp"

#include "files/system.hpp"

#ifdef HISTO_CL_HAS_LIBURING
#include <algorithm>
#include <array>
#include <cerrno>
#include <liburing.h>
#include <system_error>
#endif

namespace files {

namespace {

class PreadReader : public RangeReader {
  public:
    [[nodiscard]] std::size_t read(int file, std::uint64_t offset, std::span<std::byte> to) override {
        std::size_t done = 0;
        while (done < to.size()) {
            const auto got = read_at(file, offset + done, to.subspan(done));
            if (got == 0) break;
            done += got;
        }
        return done;
    }
};

} // namespace

std::unique_ptr<RangeReader> pread_reader() {
    return std::make_unique<PreadReader>();
}

#ifdef HISTO_CL_HAS_LIBURING

namespace {

constexpr unsigned max_in_flight = 16;
constexpr std::size_t block_bytes = std::size_t{1} << 20U;

/// The part of a block that has not been read.
struct Block {
    std::span<std::byte> to;
    std::uint64_t offset = 0;
};

bool can_read(io_uring& ring) {
    auto* const probe = ::io_uring_get_probe_ring(&ring);
    const bool can = probe != nullptr && ::io_uring_opcode_supported(probe, IORING_OP_READ) != 0;
    ::io_uring_free_probe(probe);
    return can;
}

/// One call of read(). It submits blocks to the ring until all are read, the file ends or one fails. Then it
/// waits for the blocks in flight.
class Transfer {
  public:
    Transfer(io_uring& ring, int file, std::uint64_t offset, std::span<std::byte> to)
        : ring_(ring), file_(file), begin_(offset), end_(offset + to.size()), rest_{to, offset} {}

    [[nodiscard]] std::size_t run() {
        for (auto& block : blocks_)
            start_next(block);
        while (in_flight_ > 0)
            complete_one();
        if (error_ != 0) throw std::system_error(error_, std::generic_category());
        return static_cast<std::size_t>(end_ - begin_);
    }

  private:
    void start_next(Block& block) {
        if (rest_.to.empty() || error_ != 0 || rest_.offset >= end_) return;
        const auto bytes = std::min(rest_.to.size(), block_bytes);
        block = {rest_.to.first(bytes), rest_.offset};
        rest_ = {rest_.to.subspan(bytes), rest_.offset + bytes};
        start(block);
    }

    void start(Block& block) {
        auto* const entry = ::io_uring_get_sqe(&ring_); // never null: the ring has an entry for each block
        ::io_uring_prep_read(entry, file_, block.to.data(), static_cast<unsigned>(block.to.size()),
                             block.offset);
        ::io_uring_sqe_set_data(entry, &block);
        ++in_flight_;
    }

    void complete_one() {
        io_uring_cqe* done = nullptr;
        // Entries that cannot be submitted now stay in the ring for the next call.
        while (::io_uring_submit_and_wait(&ring_, 1) < 0 || ::io_uring_peek_cqe(&ring_, &done) != 0) {
        }
        auto& block = *static_cast<Block*>(::io_uring_cqe_get_data(done));
        const int result = done->res;
        ::io_uring_cqe_seen(&ring_, done);
        --in_flight_;
        resolve(block, result);
    }

    void resolve(Block& block, int result) {
        if (result == -EINTR || result == -EAGAIN) return start(block);
        if (result < 0) {
            error_ = error_ != 0 ? error_ : -result;
        } else if (result == 0) {
            end_ = std::min(end_, block.offset);
        } else if (const auto got = static_cast<std::size_t>(result); got < block.to.size()) {
            block = {block.to.subspan(got), block.offset + got};
            start(block);
        } else {
            start_next(block);
        }
    }

    io_uring& ring_;
    int file_;
    std::uint64_t begin_;
    std::uint64_t end_; ///< the end of the requested range, or of the file if that comes first
    Block rest_;        ///< the part that is not yet in flight
    std::array<Block, max_in_flight> blocks_;
    unsigned in_flight_ = 0;
    int error_ = 0;
};

class UringReader : public RangeReader {
  public:
    UringReader() : code_(::io_uring_queue_init(max_in_flight, &ring_, 0)) {}
    UringReader(const UringReader&) = delete;
    UringReader& operator=(const UringReader&) = delete;
    ~UringReader() override {
        if (code_ == 0) ::io_uring_queue_exit(&ring_);
    }
    [[nodiscard]] bool works() { return code_ == 0 && can_read(ring_); }

    [[nodiscard]] std::size_t read(int file, std::uint64_t offset, std::span<std::byte> to) override {
        return Transfer(ring_, file, offset, to).run();
    }

  private:
    io_uring ring_{};
    int code_;
};

} // namespace

std::unique_ptr<RangeReader> uring_reader() {
    auto reader = std::make_unique<UringReader>();
    return reader->works() ? std::move(reader) : nullptr;
}

#else

std::unique_ptr<RangeReader> uring_reader() {
    return nullptr;
}

#endif

std::unique_ptr<RangeReader> range_reader() {
    auto reader = uring_reader();
    return reader ? std::move(reader) : pread_reader();
}

} // namespace files
