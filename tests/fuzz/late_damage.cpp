// Files of all formats, several blocks long and damaged, often near the end. Some are also truncated after
// they are opened. Several threads read them.

#include "files/formats/long_files.hpp"
#include "fuzz/input.hpp"
#include "fuzz/read_file.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unistd.h>
#include <vector>

namespace histo_cl::fuzz {

using files::test::bytes_of;

namespace {

struct Original {
    files::test::LongFile file;
    files::test::Outcome whole;
};

const std::vector<Original>& originals() {
    static const auto all = [] {
        std::vector<Original> made;
        for (auto& file : files::test::long_files()) {
            auto whole = files::test::read_by_four(MemoryFile(bytes_of(file.bytes)).path(), file.reading);
            made.push_back({std::move(file), std::move(whole)});
        }
        return made;
    }();
    return all;
}

/// A random position: anywhere, in the second half, or among the last bytes, where some formats have their
/// directory.
std::size_t place(Input& input, std::size_t size) {
    constexpr std::size_t end = 256;
    const std::array<std::size_t, 4> begins{0, size / 2, size / 2, size - std::min(size, end)};
    const auto begin = input.one_of(begins);
    return begin + input.take<std::uint32_t>() % (size - begin);
}

void damage(std::string& bytes, Input& input) {
    constexpr unsigned max_places = 8;
    for (unsigned i = 0; i < max_places && !input.empty() && !bytes.empty(); ++i) {
        const auto kind = input.below(8);
        const auto at = place(input, bytes.size());
        if (kind == 0) {
            bytes.resize(at);
        } else if (kind < 4) {
            bytes[at] = static_cast<char>(bytes[at] ^ 1 << input.below(8));
        } else {
            const auto length = std::min<std::size_t>(1 + input.size() % 5000, bytes.size() - at);
            const auto value = input.take<char>();
            // Overwrites a range with one value, or with a copy of another range.
            bytes.replace(at, length, kind < 6 ? std::string(length, value) : bytes.substr(at / 2, length));
        }
    }
}

} // namespace

void fuzz(std::span<const std::byte> bytes) {
    Input input(bytes);
    const auto& [file, whole] = input.one_of(originals());
    const bool stop = input.flag();
    const bool shrinks = input.below(4) == 0;
    auto damaged = file.bytes;
    damage(damaged, input);
    const MemoryFile memory(bytes_of(damaged));
    const auto shrink = [&] {
        if (shrinks)
            require(::truncate(memory.path().c_str(), static_cast<off_t>(damaged.size() * 3 / 4)) == 0,
                    "a file in memory is cut");
    };
    const auto outcome =
        files::test::read_by_four(memory.path(), file.reading, {.stop = stop, .once_open = shrink});
    const auto fault = files::test::fault_of(outcome, memory.path(), file, whole);
    require(fault.empty(), file.name + ": " + fault);
}

} // namespace histo_cl::fuzz
