#include "demo/count/samples.hpp"

#include "common/format.hpp"
#include "common/memory.hpp"
#include "common/usage_error.hpp"

#include <algorithm>

namespace demo {

namespace {

constexpr std::size_t first_room = std::size_t{1} << 20U; // for samples of which nobody knows how many

[[noreturn]] void fail_as_too_many(std::uint64_t most) {
    throw common::UsageError(
        "the files hold more than " + common::byte_size(most) +
        " of samples, too much to keep in memory (those of any size are counted in one pass, "
        "without --repeat, --all-variants, --custom and --merge host)");
}

} // namespace

std::uint64_t most_kept() {
    return common::physical_memory() / 2;
}

Bytes all_samples(files::SampleReader& reader, std::uint64_t most) {
    const auto known = files::known_bytes(reader.files());
    if (known.value_or(0) > most) fail_as_too_many(most);
    const auto ranges = files::range_reader();
    Bytes bytes(known ? static_cast<std::size_t>(*known) : first_room);
    for (std::size_t used = 0;;) {
        const auto got = reader.read(std::span(bytes).subspan(used), *ranges);
        used += got;
        if (used > most) fail_as_too_many(most);
        if (got == 0 || used == known) {
            bytes.resize(used);
            return bytes;
        }
        if (used == bytes.size()) bytes.resize(2 * used);
    }
}

std::vector<std::span<const std::byte>> split_chunks(std::span<const std::byte> samples,
                                                     std::size_t sample_bytes, std::uint64_t limit) {
    const auto most =
        static_cast<std::size_t>(std::max<std::uint64_t>(limit - limit % sample_bytes, sample_bytes));
    std::vector<std::span<const std::byte>> chunks;
    while (!samples.empty()) {
        chunks.push_back(samples.first(std::min(most, samples.size())));
        samples = samples.subspan(chunks.back().size());
    }
    return chunks;
}

} // namespace demo
