#pragma once

#include "files/sample_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>

namespace files {

/// Writes samples to memory, and returns how many bytes; 0 if there are no more.
using Fill = std::function<std::uint64_t(std::span<std::byte>)>;

/// Lends memory to a Fill, any amount, takes what it has written, and returns how many bytes that is.
/// Thread-safe.
using Push = std::function<std::uint64_t(const Fill&)>;

/// How samples are read.
struct ReadBy {
    unsigned threads = 1;
    std::function<std::unique_ptr<RangeReader>()> ranges = range_reader; ///< called by each thread
    std::function<void(std::span<std::byte>)> after =
        {}; ///< called with what has been read, to change or check it
};

/// As many as the machine has, at most 16: more read no faster.
[[nodiscard]] unsigned suitable_threads();

/// Reads all samples by several threads at once, into memory that `push` lends. When one of them fails, the
/// stop is requested, all are awaited, and what the first one threw is thrown.
void read_by_threads(SampleReader& reader, const ReadBy& by, const Push& push, std::stop_source stop);

} // namespace files
