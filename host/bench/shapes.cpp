#include "bench/data.hpp"
#include "bench/draw.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench {

namespace {

/// The weights exp(-steepness * energy). If the energies are logarithms of ranks, this is a power law.
std::vector<double> weights_of(const std::vector<double>& energies, double steepness) {
    std::vector<double> weights(energies.size());
    std::ranges::transform(energies, weights.begin(),
                           [&](double energy) { return std::exp(-steepness * energy); });
    return weights;
}

/// The entropy of bins with the shares exp(-steepness * energy) / sum.
double entropy_of(const std::vector<double>& energies, double steepness) {
    double sum = 0;
    double sum_of_energies = 0;
    for (const auto energy : energies) {
        const auto weight = std::exp(-steepness * energy);
        sum += weight;
        sum_of_energies += weight * energy;
    }
    return std::log(sum) + steepness * sum_of_energies / sum;
}

/// The weights with half the entropy of equal weights. The entropy decreases with steepness.
std::vector<double> half_entropy_weights(const std::vector<double>& energies) {
    constexpr double steepest = 1024;
    const auto half = std::log(static_cast<double>(energies.size())) / 2;
    const auto is_above = [&](double steepness) { return entropy_of(energies, steepness) > half; };
    double low = 0;
    double high = 1;
    while (high < steepest && is_above(high))
        low = std::exchange(high, 2 * high);
    for (int halving = 0; halving < 14; ++halving)
        (is_above((low + high) / 2) ? low : high) = (low + high) / 2;
    return weights_of(energies, high);
}

std::vector<double> logarithms_of_ranks(std::uint32_t bins) {
    std::vector<double> logarithms(bins);
    for (std::uint32_t bin = 0; bin < bins; ++bin)
        logarithms[bin] = std::log(bin + 1.0);
    return logarithms;
}

/// The distances of normally distributed numbers from their maximum.
std::vector<double> normal_energies(std::uint32_t bins) {
    std::vector<double> numbers(bins);
    for (std::uint32_t bin = 0; bin < bins; ++bin) { // Box and Muller's method
        const auto draws = draw::scrambled(bin + 1);
        const auto radius = std::sqrt(-2 * std::log((static_cast<double>(draws >> 32) + 1) * 0x1p-32));
        const auto angle = static_cast<double>(draws & 0xffffffff) * 0x1p-31 * std::numbers::pi;
        numbers[bin] = radius * std::cos(angle);
    }
    const auto maximum = *std::ranges::max_element(numbers);
    for (auto& number : numbers)
        number = maximum - number;
    return numbers;
}

/// Shuffles the values, in the same order in every run.
std::vector<double> scattered(std::vector<double> values) {
    for (auto left = values.size(); left > 1; --left)
        std::swap(values[left - 1], values[draw::scrambled(left) % left]);
    return values;
}

} // namespace

std::vector<double> bin_weights(Kind kind, std::uint32_t bins) {
    if (kind == Kind::concentrated) return half_entropy_weights(normal_energies(bins));
    const auto ranks = logarithms_of_ranks(bins);
    if (kind == Kind::power_law) return scattered(half_entropy_weights(ranks));
    return kind == Kind::zipf ? weights_of(ranks, 1) : scattered(weights_of(ranks, 1));
}

std::vector<std::uint64_t> alias_table(const std::vector<double>& weights) {
    const auto bins = weights.size();
    const auto scale = static_cast<double>(bins) / std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<double> shares(bins); // the weights not yet assigned, in units of their average
    std::vector<std::uint64_t> table(bins);
    std::vector<std::size_t> under;
    std::vector<std::size_t> over;
    for (std::size_t bin = 0; bin < bins; ++bin) {
        shares[bin] = weights[bin] * scale;
        table[bin] = std::uint64_t{bin} << 32; // the bin itself is its alias
        (shares[bin] < 1 ? under : over).push_back(bin);
    }
    while (!under.empty() && !over.empty()) {
        const auto poor = under.back();
        const auto rich = over.back();
        under.pop_back();
        table[poor] = std::uint64_t{rich} << 32 | static_cast<std::uint64_t>(shares[poor] * 0x1p32);
        shares[rich] -= 1 - shares[poor];
        if (shares[rich] >= 1) continue;
        over.pop_back();
        under.push_back(rich);
    }
    return table;
}

namespace {

constexpr std::size_t book_bytes = std::size_t{1} << 20;
constexpr std::size_t line_width = 76;

/// The words, the most frequent first.
constexpr std::array<std::string_view, 160> words{
    "the",      "of",      "and",      "to",      "in",       "a",         "is",        "that",    "for",
    "it",       "as",      "was",      "with",    "be",       "by",        "on",        "not",     "he",
    "his",      "but",     "at",       "are",     "this",     "have",      "from",      "or",      "had",
    "an",       "they",    "which",    "one",     "you",      "were",      "all",       "her",     "she",
    "there",    "would",   "their",    "we",      "him",      "been",      "has",       "when",    "who",
    "will",     "no",      "more",     "if",      "out",      "so",        "up",        "said",    "what",
    "its",      "about",   "than",     "into",    "them",     "can",       "only",      "other",   "time",
    "new",      "some",    "could",    "these",   "two",      "may",       "first",     "then",    "do",
    "man",      "any",     "my",       "now",     "over",     "such",      "our",       "me",      "even",
    "most",     "made",    "after",    "also",    "well",     "did",       "many",      "before",  "must",
    "years",    "back",    "through",  "much",    "where",    "your",      "down",      "way",     "should",
    "because",  "long",    "each",     "just",    "state",    "those",     "people",    "too",     "little",
    "very",     "good",    "world",    "make",    "great",    "house",     "against",   "work",    "public",
    "children", "quite",   "water",    "morning", "always",   "number",    "question",  "several", "between",
    "father",   "history", "light",    "nothing", "together", "important", "following", "country", "usually",
    "evening",  "window",  "journey",  "example", "measure",  "knowledge", "beautiful", "expect",  "village",
    "mountain", "quickly", "existing", "jacket",  "amazed",   "zealous",   "frequency", "weather", "perhaps",
    "moment",   "turned",  "thought",  "silence", "whole",    "certain",   "kindly"};

/// The index of a randomly drawn word. Frequencies follow Zipf's law, flattened at the first ranks: the
/// frequency of the word of rank r, counted from 0, is proportional to 1 / (r + 6).
std::size_t drawn_word(std::uint32_t draw, const std::vector<double>& sums) {
    const auto requested = sums.back() * draw / 0x1p32;
    std::size_t word = 0;
    while (sums[word] < requested)
        ++word;
    return word;
}

std::vector<double> summed_frequencies() {
    std::vector<double> sums;
    for (std::size_t rank = 0; rank < words.size(); ++rank)
        sums.push_back((sums.empty() ? 0 : sums.back()) + 1 / (static_cast<double>(rank) + 6));
    return sums;
}

std::string written_book() {
    const auto sums = summed_frequencies();
    std::string book;
    std::size_t line_begin = 0;
    std::uint32_t words_left = 0; // words left in the sentence
    std::uint32_t sentences_left = 4;
    for (std::uint64_t counter = 0; book.size() < book_bytes; ++counter) {
        const auto draws = draw::scrambled(counter);
        std::string word(words[drawn_word(static_cast<std::uint32_t>(draws), sums)]);
        if (words_left == 0) {
            words_left = 5 + static_cast<std::uint32_t>(draws >> 32 & 15);
            word.front() = static_cast<char>(word.front() - 'a' + 'A');
        }
        const auto coin = draws >> 40 & 15;
        if (--words_left == 0) {
            word += coin == 0 ? "?" : coin == 1 ? "!" : ".";
            --sentences_left;
        } else if (coin == 0) {
            word += ",";
        }
        if (book.size() + word.size() - line_begin > line_width) {
            book.back() = '\n'; // was a space
            line_begin = book.size();
        }
        book += word + " ";
        if (sentences_left == 0) {
            book.back() = '\n';
            book += '\n';
            line_begin = book.size();
            sentences_left = 3 + static_cast<std::uint32_t>(draws >> 48 & 7);
        }
    }
    book.resize(book_bytes);
    return book;
}

} // namespace

char text_at(std::uint64_t index) noexcept {
    static const auto book = written_book();
    return book[index % book_bytes];
}

namespace {

constexpr unsigned fraction = 16; // fractional bits of a position
/// Number of levels of bridges. A step of a level lasts 64 steps of the level below, and is 8 times as large.
constexpr unsigned bridge_levels = 4;

/// Position `step` of a walk of 64 steps of +1 or -1, minus the straight line between the walk's ends. Each
/// bridge thus begins and ends at 0, so any position of a walk of bridges can be computed without the
/// previous ones.
std::int64_t bridge(std::uint64_t coins, unsigned step) {
    const auto up = [&](unsigned steps) {
        const auto tossed = steps == 64 ? coins : coins & ((std::uint64_t{1} << steps) - 1);
        return 2 * std::popcount(tossed) - static_cast<int>(steps);
    };
    return (std::int64_t{up(step)} << fraction) - ((std::int64_t{up(64)} << fraction) * step >> 6);
}

} // namespace

std::uint64_t walk_at(std::uint64_t index, unsigned steps, std::uint64_t span) noexcept {
    std::int64_t place = std::int64_t{1} << (steps + fraction - 1);
    std::int64_t between = 0; // position of `index` between two steps of the level
    for (unsigned level = 0; level < bridge_levels; ++level) {
        const auto at = index >> (6 * level);
        const auto coins = draw::scrambled((at >> 6) * bridge_levels + level);
        const auto step = static_cast<unsigned>(at & 63);
        const auto here = bridge(coins, step);
        place += (here + ((bridge(coins, step + 1) - here) * between >> fraction)) * (1 << (3 * level));
        const auto passed = index & ((std::uint64_t{1} << (6 * (level + 1))) - 1);
        between = static_cast<std::int64_t>(passed << fraction >> (6 * (level + 1)));
    }
    const auto range = std::uint64_t{1} << (steps + fraction);
    const auto there = static_cast<std::uint64_t>(place) & (2 * range - 1);
    const auto folded = there < range ? there : 2 * range - 1 - there;
    const auto share = folded << (32 - steps - fraction); // position / range, in units of 2^-32
    return share * span;
}

} // namespace bench
