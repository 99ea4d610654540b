// Saved partials. Any bytes are loaded or rejected. Saved partials are loaded unchanged. Damaged partials are
// rejected unless their checksum is adapted. No variance is negative, whatever the sums are.

#include "core/sha256.hpp"
#include "fuzz/harness.hpp"
#include "fuzz/input.hpp"
#include "fuzz/problems.hpp"
#include "histo_cl/partial.hpp"

#include <cstring>
#include <optional>
#include <string_view>

namespace histo_cl::fuzz {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t digest_bytes = 64;

/// Sets the checksum to that of the content, so that the damaged fields are parsed.
void check(Bytes& saved) {
    if (saved.size() < digest_bytes) return;
    const auto end = saved.size() - digest_bytes;
    const auto digest = detail::sha256({reinterpret_cast<const char*>(saved.data()), end});
    std::memcpy(saved.data() + end, digest.data(), digest_bytes);
}

/// Damages bytes: changes some, or removes or adds some at the end.
Bytes damaged(Input& input, Bytes saved) {
    switch (input.below(4)) {
    case 0: saved.resize(input.size() % saved.size()); return saved;
    case 1: saved.resize(saved.size() + 1 + input.below(16)); return saved;
    default: break;
    }
    for (auto n = 1 + input.below(4); n > 0; --n)
        saved[input.size() % saved.size()] ^= std::byte{input.take<std::uint8_t>()};
    return saved;
}

std::optional<Partial> some_partial(Input& input, const Problem& problem) {
    std::optional<Partial> partial;
    gives_or_refuses([&] {
        std::vector<std::uint64_t> words(Partial(problem).words().size());
        for (auto& word : words)
            word = input.flag() ? input.size() : 0;
        partial = Partial::from_words(problem, words, input.size());
    });
    return partial;
}

} // namespace

void fuzz(std::span<const std::byte> bytes) {
    Input input(bytes);
    const auto problem = some_problem(input, 8);
    const auto partial = some_partial(input, problem);
    if (partial) {
        const auto saved = partial->to_bytes();
        require(Partial::from_bytes(problem, saved) == *partial, "what is saved is loaded");
        auto other = damaged(input, saved);
        if (other != saved)
            require(!gives_or_refuses([&] { (void)Partial::from_bytes(problem, other); }),
                    "a damaged partial is refused");
        gives_or_refuses([&] {
            for (const auto variance : variances(*partial, 0, input.below(3)))
                require(!(variance < 0), "no variance is negative");
            (void)profile(*partial);
        });
        check(other);
        gives_or_refuses([&] { (void)Partial::from_bytes(problem, other); });
        gives_or_refuses([&] {
            auto twice = *partial;
            twice.merge(*partial);
            require(twice.elements() == 2 * partial->elements(), "elements add up");
        });
    }
    gives_or_refuses([&] { (void)Partial::from_bytes(problem, input.rest()); });
}

} // namespace histo_cl::fuzz
