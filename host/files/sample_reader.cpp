#include "files/sample_reader.hpp"

#include "common/errors.hpp"
#include "common/text.hpp"
#include "files/array.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace files {

/// The part of one read() call that comes from one file.
struct SampleReader::Piece {
    const InputFile& file;
    std::span<std::byte> to;
    std::uint64_t offset;
    std::uint64_t done; ///< bytes of the file's samples before this piece
    bool is_there;      ///< the piece has been read
};

SampleReader::SampleReader(std::vector<InputFile> files, std::size_t sample_bytes, bool truncate,
                           std::stop_token stop, Elements elements)
    : files_(std::move(files)), sample_bytes_(sample_bytes), elements_(std::move(elements)),
      element_bytes_(sample_bytes * elements_.samples),
      reports_present_(
          elements_.keep_missing &&
          std::ranges::any_of(files_, [](const auto& file) { return !file.markers.bits.empty(); })),
      truncate_(truncate), stop_(std::move(stop)), on_stop_(stop_, [this] { wake_.wake(); }) {
    for (const auto& file : files_)
        if (const auto end = file.max ? file.max : file.bytes; end && *end % element_bytes_ != 0)
            fail_with(file, "it has " + common::plural(*end / sample_bytes_, "sample") +
                                ", not whole elements of " + std::to_string(elements_.samples));
}

std::size_t SampleReader::read(std::span<std::byte> to, RangeReader& ranges) {
    if (to.size() < element_bytes_) throw std::length_error("no room for an element of a file");
    for (;;) {
        if (stop_.stop_requested()) throw common::Interrupted();
        const auto pieces = claim(to.first(to.size() - to.size() % element_bytes_));
        std::size_t kept = 0;
        for (const auto& piece : pieces) {
            if (!piece.is_there) fill_or_fail(piece, ranges);
            if (piece.file.byte_order != std::endian::native) swap_bytes(piece.to, sample_bytes_);
            kept += keep(piece, to.data() + kept);
            bytes_ += piece.to.size();
        }
        if (kept > 0 || pieces.empty()) return kept;
    }
}

std::size_t SampleReader::keep(const Piece& piece, std::byte* to) {
    const auto& file = piece.file;
    const bool has_alpha = elements_.leave_out_alpha && file.array && file.array->has_alpha;
    if (file.markers.bits.empty() && !has_alpha && !reports_present_) {
        if (to != piece.to.data()) std::memmove(to, piece.to.data(), piece.to.size());
        return piece.to.size();
    }
    LeftOut left_out;
    const auto bytes =
        leave_out(piece.to, to,
                  {.markers = file.markers,
                   .elements = elements_,
                   .alpha_step = has_alpha ? static_cast<std::uint32_t>(file.array->shape.back()) : 0,
                   .first = piece.done / sample_bytes_,
                   .present = reports_present_ ? &present_ : nullptr},
                  left_out);
    missing_ += left_out.missing;
    alpha_ += left_out.alpha;
    return bytes;
}

void SampleReader::require_same_sizes() const {
    for (const auto& file : files_)
        require_same_size(file);
}

/// A file that failed may have been left in any state, so nothing is read after a failure.
std::vector<SampleReader::Piece> SampleReader::claim(std::span<std::byte> to) {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    try {
        return claim_next(to);
    } catch (...) {
        // After a stop, a format may report a damaged file, because its input has ended early.
        failure_ = stop_.stop_requested() ? std::make_exception_ptr(common::Interrupted())
                                          : std::current_exception();
        std::rethrow_exception(failure_);
    }
}

std::vector<SampleReader::Piece> SampleReader::claim_next(std::span<std::byte> to) {
    std::vector<Piece> pieces;
    while (!to.empty() && file_ < files_.size()) {
        auto& file = files_[file_];
        if (file.in_order && !pieces.empty()) break; // reading it may block for a long time
        const auto offset = file.begin + done_;
        const auto bytes =
            file.in_order ? claim_in_order(file, to)
                          : static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), *file.bytes - done_));
        if (bytes > 0) pieces.push_back({file, to.first(bytes), offset, done_, file.in_order});
        to = to.subspan(bytes);
        done_ += bytes;
        if (file.bytes == done_) {
            ++file_;
            done_ = 0;
        }
    }
    return pieces;
}

/// Reads until `to` is full or the file ends. At the file's end it sets the number of bytes, so that
/// claim_next() continues with the next file.
std::size_t SampleReader::claim_in_order(InputFile& file, std::span<std::byte> to) {
    const bool known = file.bytes.has_value();
    const auto end = known ? file.bytes : file.max;
    if (end) to = to.first(static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), *end - done_)));
    auto bytes = std::min(to.size(), file.ahead.size());
    std::copy_n(file.ahead.begin(), bytes, to.begin());
    file.ahead.erase(file.ahead.begin(), file.ahead.begin() + static_cast<std::ptrdiff_t>(bytes));
    if (!file.ended) bytes += read_in_order(file, to.subspan(bytes), &wake_);

    if (known) {
        if (bytes < to.size() && stop_.stop_requested()) return bytes - bytes % element_bytes_;
        if (bytes < to.size()) fail_as_short(file, done_ + bytes);
        if (done_ + bytes == *file.bytes && !file.max) drop_rest(file);
    } else if (bytes < to.size()) {
        file.dropped = bytes % element_bytes_;
        if (file.dropped != 0 && !truncate_ && !stop_.stop_requested())
            fail_as_ragged(file, done_ + bytes, element_bytes_);
        bytes -= static_cast<std::size_t>(file.dropped);
        file.bytes = done_ + bytes;
    } else if (done_ + bytes == end) {
        file.bytes = end;
    }
    return bytes;
}

/// Reads and drops what follows the samples of a file that is read in order, if its format declares the
/// number of samples. Without --truncate, fails if anything follows.
void SampleReader::drop_rest(InputFile& file) {
    if (file.ended) return; // resolve() has already checked it
    if (!file.ahead.empty() && !truncate_) fail_as_long(file);
    file.dropped = file.ahead.size();
    std::array<std::byte, 1U << 16U> rest{};
    while (const auto more = read_in_order(file, rest, &wake_)) {
        if (!truncate_) fail_as_long(file);
        file.dropped += more;
    }
}

void SampleReader::fill_or_fail(const Piece& piece, RangeReader& ranges) try {
    fill(piece, ranges);
} catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    throw;
}

void SampleReader::fill(const Piece& piece, RangeReader& ranges) const try {
    if (ranges.read(piece.file.file.get(), piece.offset, piece.to) == piece.to.size()) return;
    require_same_size(piece.file);
    throw common::UsageError(common::printable(piece.file.name) + ": it ends before its size of " +
                             common::plural(*piece.file.size, "byte"));
} catch (const std::system_error& error) {
    fail(piece.file, error.code());
}

namespace {

void read_all(SampleReader& reader, const ReadBy& by, const Push& push) {
    const auto ranges = by.ranges();
    const auto fill = [&](std::span<std::byte> to) -> std::uint64_t {
        const auto bytes = reader.read(to, *ranges);
        if (by.after && bytes > 0) by.after(to.first(bytes));
        return bytes;
    };
    while (push(fill) > 0) {
    }
}

} // namespace

unsigned suitable_threads() {
    return std::clamp(std::thread::hardware_concurrency(), 1U, 16U);
}

void read_by_threads(SampleReader& reader, const ReadBy& by, const Push& push, std::stop_source stop) {
    std::mutex mutex;
    std::exception_ptr failure; // the first failure
    const auto work = [&] {
        try {
            read_all(reader, by, push);
        } catch (...) {
            {
                const std::lock_guard lock(mutex);
                if (!failure) failure = std::current_exception();
            }
            stop.request_stop();
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            while (others.size() + 1 < by.threads)
                others.emplace_back(work);
        } catch (const std::system_error&) { // a thread could not be started: fewer threads do the work
        }
        work();
    } // joins the threads
    if (failure) std::rethrow_exception(failure);
}

} // namespace files
