#include "scale/partial_bytes.hpp"

#include "core/invalid.hpp"
#include "core/sha256.hpp"
#include "histo_cl/partial.hpp"
#include "scale/little_endian.hpp"

#include <cstring>
#include <string>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

// Where what begins; docs/scale.md has the format. The checksum follows the words.
constexpr std::string_view magic = "histo_cl partial";
constexpr std::uint64_t version = 1;
constexpr std::size_t version_at = magic.size();
constexpr std::size_t fingerprint_at = version_at + integer_bytes;
constexpr std::size_t digest_bytes = 64;
constexpr std::size_t elements_at = fingerprint_at + digest_bytes;
constexpr std::size_t word_count_at = elements_at + integer_bytes;
constexpr std::size_t words_at = word_count_at + integer_bytes;

/// A saved partial, of which all but the problem is known to be right.
struct Saved {
    std::string_view fingerprint;
    std::uint64_t elements;
    std::string_view words;
};

[[noreturn]] void truncated(std::uint64_t have, std::uint64_t needed) {
    invalid("a saved partial is truncated: it has ", have, " B of ", needed);
}

/// From the outside to the inside, so that each kind of damage is called by its name.
Saved check_saved(std::string_view bytes, std::uint64_t most_words) {
    if (!bytes.starts_with(magic.substr(0, bytes.size())) || bytes.empty())
        invalid("no saved partial: it does not begin with \"", magic, "\"");
    if (bytes.size() < fingerprint_at) truncated(bytes.size(), words_at + digest_bytes);
    if (const auto given = integer_at(bytes, version_at); given != version)
        invalid("a saved partial of version ", given, "; this library reads version ", version);
    if (bytes.size() < words_at + digest_bytes) truncated(bytes.size(), words_at + digest_bytes);
    const auto count = integer_at(bytes, word_count_at);
    if (count > most_words)
        invalid("a saved partial of ", count, " words is damaged: there are at most ", most_words);
    const auto end = words_at + count * integer_bytes;
    if (bytes.size() < end + digest_bytes) truncated(bytes.size(), end + digest_bytes);
    if (bytes.size() > end + digest_bytes)
        invalid("a saved partial of ", end + digest_bytes, " B is followed by ",
                bytes.size() - end - digest_bytes, " B");
    if (sha256(bytes.substr(0, end)) != bytes.substr(end))
        invalid("a saved partial is damaged: its checksum is wrong");
    return {bytes.substr(fingerprint_at, digest_bytes), integer_at(bytes, elements_at),
            bytes.substr(words_at, end - words_at)};
}

} // namespace

static_assert(words_at + integer_bytes + digest_bytes == bytes_of_a_partial(1));

std::vector<std::byte> Partial::save() const {
    std::string bytes(magic);
    bytes.reserve(words_at + words_.size() * integer_bytes + digest_bytes);
    append_integer(bytes, version);
    bytes += fingerprint_;
    append_integer(bytes, elements_);
    append_integer(bytes, words_.size());
    for (const auto word : words_)
        append_integer(bytes, word);
    bytes += sha256(bytes);
    std::vector<std::byte> saved(bytes.size());
    std::memcpy(saved.data(), bytes.data(), bytes.size());
    return saved;
}

Partial Partial::load(const Problem& problem, std::span<const std::byte> bytes) {
    Partial loaded(problem);
    const auto saved = check_saved({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                   most_words_of_a_partial(problem));
    if (saved.fingerprint != loaded.fingerprint_)
        invalid("a saved partial of another problem than ", to_string(problem), ": its fingerprint is ",
                saved.fingerprint, ", not ", loaded.fingerprint_);
    std::vector<std::uint64_t> words(saved.words.size() / integer_bytes);
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = integer_at(saved.words, i * integer_bytes);
    return from_words(problem, words, saved.elements);
}

} // namespace histo_cl::inline HISTO_CL_ABI
