#pragma once

#include "demo/count/bytes.hpp"
#include "demo/count/session.hpp"
#include "files/sample_reader.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace demo {

/// The most samples that are kept in memory, in bytes: half of this machine's.
[[nodiscard]] std::uint64_t most_kept();

/// All samples in memory, for what reads them several times. Throws UsageError where there are more bytes
/// than `most`, and like SampleReader.
[[nodiscard]] Bytes all_samples(files::SampleReader& reader, std::uint64_t most = most_kept());

/// The samples in order, in chunks that are no longer than `limit` bytes (at least one sample).
[[nodiscard]] std::vector<std::span<const std::byte>>
split_chunks(std::span<const std::byte> samples, std::size_t sample_bytes, std::uint64_t limit);

} // namespace demo
