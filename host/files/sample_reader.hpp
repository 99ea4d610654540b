#pragma once

#include "files/input_file.hpp"
#include "files/missing.hpp"
#include "files/range_reader.hpp"
#include "files/system.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <vector>

namespace files {

/// Reads the samples of files, one file after the other, in pieces for any number of threads. Several threads
/// read seekable files at the same time; other files are read by one thread at a time.
class SampleReader {
  public:
    /// Reads resolved files, which must hold whole elements. Once `stop` is requested, nothing more is read.
    /// Only a piece of a file that is read in order may still be completed.
    SampleReader(std::vector<InputFile> files, std::size_t sample_bytes, bool truncate,
                 std::stop_token stop = {}, Elements elements = {});
    SampleReader(const SampleReader&) = delete;
    SampleReader& operator=(const SampleReader&) = delete;

    /// Returns the number of bytes of an element.
    [[nodiscard]] std::size_t element_bytes() const noexcept { return element_bytes_; }

    /// Writes the next samples to `to`, in this machine's byte order, and returns the number of bytes: whole
    /// elements, or 0 at the end. `to` must have room for at least one element. Alpha and missing elements
    /// are left out as Elements says. Thread-safe. Throws Interrupted, and UsageError that names the file,
    /// also for a file that ends too early. After an exception nothing more is read: each further call, in
    /// any thread, rethrows it.
    [[nodiscard]] std::size_t read(std::span<std::byte> to, RangeReader& ranges);

    /// Call it when all has been read: throws UsageError that names a file whose size has changed.
    void require_same_sizes() const;

    /// The files. Their `dropped` is known when everything has been read.
    [[nodiscard]] std::span<const InputFile> files() const { return files_; }
    /// Returns the number of bytes of samples read so far, including left-out samples.
    [[nodiscard]] std::uint64_t bytes_read() const { return bytes_; }
    [[nodiscard]] LeftOut left_out() const { return {missing_, alpha_}; }
    /// With Elements::keep_missing, returns a byte for each element that has been read, which is 0 if the
    /// element is missing. Empty if no file marks missing samples.
    [[nodiscard]] const std::vector<std::byte>& present() const { return present_; }

  private:
    struct Piece;
    [[nodiscard]] std::vector<Piece> claim(std::span<std::byte> to);
    [[nodiscard]] std::vector<Piece> claim_next(std::span<std::byte> to);
    [[nodiscard]] std::size_t claim_in_order(InputFile& file, std::span<std::byte> to);
    void drop_rest(InputFile& file);
    void fill(const Piece& piece, RangeReader& ranges) const;
    void fill_or_fail(const Piece& piece, RangeReader& ranges);
    [[nodiscard]] std::size_t keep(const Piece& piece, std::byte* to);

    std::vector<InputFile> files_;
    std::size_t sample_bytes_;
    Elements elements_;
    std::size_t element_bytes_;
    bool reports_present_;
    bool truncate_;
    std::stop_token stop_;
    Wake wake_; ///< wake() is called when a stop is requested
    std::stop_callback<std::function<void()>> on_stop_;

    std::atomic<std::uint64_t> bytes_ = 0;
    std::atomic<std::uint64_t> missing_ = 0;
    std::atomic<std::uint64_t> alpha_ = 0;
    std::vector<std::byte> present_;

    std::mutex mutex_; // guards the members below; held while a file is read in order, which may take forever
    std::size_t file_ = 0;       ///< index of the file being read
    std::uint64_t done_ = 0;     ///< bytes of its samples that threads have claimed
    std::exception_ptr failure_; ///< a failure, after which nothing is read
};

/// Writes samples to memory, and returns the number of bytes; 0 if there are no more samples.
using Fill = std::function<std::uint64_t(std::span<std::byte>)>;

/// Passes memory of any size to a Fill, consumes the bytes that it has written, and returns their number.
/// Thread-safe.
using Push = std::function<std::uint64_t(const Fill&)>;

/// How samples are read.
struct ReadBy {
    unsigned threads = 1;
    std::function<std::unique_ptr<RangeReader>()> ranges = range_reader; ///< called by each thread
    /// Called with what has been read, to change or check it.
    std::function<void(std::span<std::byte>)> after = {};
};

/// The machine's number of hardware threads, but at most 16, because more are not faster.
[[nodiscard]] unsigned suitable_threads();

/// Reads all samples with several threads at once, into memory that `push` provides. If a thread fails,
/// requests a stop, waits for all threads, and rethrows the first exception.
void read_by_threads(SampleReader& reader, const ReadBy& by, const Push& push, std::stop_source stop);

} // namespace files
