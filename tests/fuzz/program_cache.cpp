// Entries of the program cache: whatever happens to its file, an entry is loaded as it was stored or not at
// all.

#include "program/program_cache.hpp"

#include "fuzz/harness.hpp"
#include "fuzz/input.hpp"
#include "support/folder.hpp"

namespace histo_cl::fuzz {
namespace {

namespace fs = std::filesystem;
using detail::ProgramCache;

/// The one file of a folder.
fs::path entry_in(const fs::path& folder) {
    require(!fs::is_empty(folder), "what is stored has a file");
    return fs::directory_iterator(folder)->path();
}

std::string text_of(Input& input) {
    const auto bytes = input.take_bytes(input.take<std::uint8_t>());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Damages an entry: changes, removes, adds or replaces bytes.
std::string damaged(Input& input, std::string entry) {
    switch (input.below(4)) {
    case 0: return entry.substr(0, input.size() % (entry.size() + 1));
    case 1: return entry + text_of(input);
    case 2: return text_of(input);
    default: break;
    }
    for (auto n = 1 + input.below(4); n > 0; --n)
        entry[input.size() % entry.size()] ^= static_cast<char>(input.take<std::int8_t>());
    return entry;
}

} // namespace

void fuzz(std::span<const std::byte> bytes) {
    Input input(bytes);
    const test::Folder folder;
    const ProgramCache cache(folder.path() / "cache");
    const auto key = text_of(input);
    const auto code = text_of(input);
    const ProgramCache::Binary binary(code.begin(), code.end());
    cache.store(key, binary);
    require(cache.load(key) == binary, "what is stored is loaded");
    require(!cache.load(key + "x"), "no other key's program is loaded");

    const auto file = entry_in(cache.directory());
    const auto entry = test::content(file);
    const auto other = damaged(input, entry);
    test::write(file, other);
    const auto loaded = cache.load(key);
    require(other == entry ? loaded == binary : !loaded, "a damaged entry is not loaded");
}

} // namespace histo_cl::fuzz
