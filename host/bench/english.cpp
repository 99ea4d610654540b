#include "english.hpp"

#include "draw.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

namespace {

constexpr std::size_t book_bytes = std::size_t{1} << 20;
constexpr std::size_t line_width = 76;

/// Most frequent first.
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

/// Zipf's law, flattened at the first ranks: the word of rank r has frequency 1 / (r + 6).
std::size_t drawn_word(std::uint32_t draw, const std::vector<double>& sums) {
    const auto wanted = sums.back() * draw / 0x1p32;
    std::size_t word = 0;
    while (sums[word] < wanted)
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
    std::uint32_t words_left = 0; // of a sentence
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

} // namespace bench
