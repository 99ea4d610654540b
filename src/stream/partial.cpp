#include "histo_cl/partial.hpp"

#include "call/histogram.hpp"
#include "core/files.hpp"
#include "core/sha256.hpp"
#include "core/text.hpp"
#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/limits.h"
#include "histo_cl/problem.hpp"
#include "plan/partial_sums.hpp"
#include "problem/checked.hpp"
#include "problem/histogram.hpp"
#include "problem/weights.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace histo_cl::detail {
namespace {

/// Maximum number of words of a saved partial that Partial::from_bytes() reads for this problem. It is also
/// sufficient for partials of other problems, so that the error message can name the other problem: float
/// weights have three words per bin, in at most HISTO_CL_MAX_BINS bins.
std::uint64_t max_words_per_partial(const Problem& problem) noexcept {
    return std::max(std::uint64_t{HISTO_CL_MAX_BINS} * 3, partial_words(problem));
}
/// The text of a saved partial's problem is cut to this number of bytes.
constexpr std::uint64_t max_problem_text = 4096;
/// Maximum number of bytes of Partial::to_bytes() for `words` words.
constexpr std::uint64_t max_partial_bytes(std::uint64_t words) noexcept {
    return words * 8 + 176 + max_problem_text;
}

// Integers as 8 bytes, little-endian on every machine.

constexpr std::size_t integer_bytes = 8;

void append_integer(std::string& bytes, std::uint64_t value) {
    for (std::size_t i = 0; i < integer_bytes; ++i)
        bytes += static_cast<char>(value >> i * 8);
}

/// The integer that begins at `at`.
std::uint64_t integer_at(std::string_view bytes, std::size_t at) noexcept {
    std::uint64_t value = 0;
    for (std::size_t i = integer_bytes; i-- > 0;)
        value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

/// Builds the bytes that fingerprint() hashes.
class Message {
  public:
    Message& operator<<(std::uint64_t value) {
        append_integer(bytes_, value);
        return *this;
    }
    Message& operator<<(std::string_view text) {
        *this << std::uint64_t{text.size()};
        bytes_ += text;
        return *this;
    }
    Message& operator<<(const Number& number) {
        switch (number.kind()) {
        case Number::Kind::i64: return whole(number.i64() < 0, static_cast<std::uint64_t>(number.i64()));
        case Number::Kind::u64: return whole(false, number.u64());
        case Number::Kind::f64: break;
        }
        const auto value = number.f64();
        if (value == std::trunc(value) && value >= -0x1p63 && value < 0x1p64)
            return whole(value < 0, value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                                              : static_cast<std::uint64_t>(value));
        return *this << std::uint64_t{2} << std::bit_cast<std::uint64_t>(value);
    }

    Message& operator<<(const EvenBins& bins) { return *this << bins.count << bins.lower << bins.upper; }
    Message& operator<<(const EdgeBins& bins) {
        *this << std::uint64_t{bins.edges.size()};
        for (const auto& edge : bins.edges)
            *this << edge;
        return *this;
    }
    Message& operator<<(const LogBins& bins) { return *this << bins.count << bins.lower << bins.upper; }
    Message& operator<<(const CircularBins& bins) { return *this << bins.count << bins.lower << bins.period; }
    Message& operator<<(const CustomBins& bins) {
        return *this << bins.count << std::string_view(bins.expression);
    }
    Message& operator<<(const HalfWidths& /*bins*/) { return *this; }

    [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }

    Message& operator<<(std::uint32_t count) { return *this << std::uint64_t{count}; }

  private:
    Message& whole(bool negative, std::uint64_t bits) { return *this << std::uint64_t{negative} << bits; }

    std::string bytes_;
};

/// Partial::fingerprint() of a valid problem: the SHA-256 of
///
///     the names of sample, last_edge and out_of_range; joint as 0 or 1
///     the name of splitting
///     the name of Weights::type, or an empty one; squares as 0 or 1; vectors; the name of accumulator;
///     counts and narrow as 0 or 1
///     the exponent field and the elements of Weights::bound; 0 and 0 without a bound
///     the number of axes, and for each the name of its kind and its members, in order
///
/// A name or an expression is written as its length and its bytes; an integer, as 8 bytes, little-endian;
/// edges, as their number and each edge. A Number is written as two integers: 0 and a non-negative integer,
/// 1 and a negative integer, or 2 and the bits of a double that no 64-bit integer equals. So equal numbers
/// have the same bytes.
std::string fingerprint(const Problem& problem) {
    const auto flag = [](bool set) { return std::uint64_t{set}; };
    Message message;
    message << name(problem.sample) << name(problem.last_edge) << name(problem.out_of_range)
            << flag(problem.joint) << name(problem.splitting);
    const auto& weights = problem.weights;
    message << (weights.type ? name(*weights.type) : std::string_view()) << flag(weights.squares)
            << weights.vectors << name(weights.accumulator) << flag(weights.counts) << flag(weights.narrow);
    if (const auto& bound = weights.bound)
        message << std::uint64_t{exponent_field(*weights.type, bound->maximum)} << bound->elements;
    else
        message << std::uint64_t{0} << std::uint64_t{0};
    message << std::uint64_t{problem.axes.size()};
    for (const auto& binning : problem.axes) {
        message << name(kind_of(binning));
        std::visit([&](const auto& bins) { message << bins; }, binning);
    }
    return sha256(message.bytes());
}

} // namespace

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

/// Throws Error(invalid_argument) for more elements than the weight bound allows for all parts together.
void check_elements(const Problem& problem, std::uint64_t elements) {
    if (problem.weights.bound && elements > problem.weights.bound->elements)
        invalid(elements, " elements: the weights' bound allows at most ", problem.weights.bound->elements,
                " in all (weights.bound.elements)");
}

} // namespace

Partial::Partial(Problem problem) : problem_(std::move(problem)) {
    static_cast<void>(CheckedProblem::with_wide_counters(problem_));
    check_mergeable(problem_);
    fingerprint_ = detail::fingerprint(problem_);
    words_.resize(partial_words(problem_));
}

void Partial::merge(const Partial& other) {
    if (fingerprint_ != other.fingerprint_)
        invalid("a partial of ", to_string(other.problem_), " cannot be merged with one of ",
                to_string(problem_));
    if (other.elements_ > std::numeric_limits<std::uint64_t>::max() - elements_)
        invalid(elements_, " and ", other.elements_, " elements are more than 2^64 - 1");
    check_elements(problem_, elements_ + other.elements_);
    merge_words(problem_, words_, other.words_);
    elements_ += other.elements_;
    on_calling_thread_ = on_calling_thread_ && other.on_calling_thread_;
}

Histogram Partial::histogram() const {
    auto result =
        histogram_of(problem_, elements_, saturated(problem_.counter, sums_of_words(problem_, words_)));
    result.on_calling_thread = on_calling_thread_;
    return result;
}

Partial Partial::from_words(const Problem& problem, std::span<const std::uint64_t> words,
                            std::uint64_t elements) {
    Partial made(problem);
    check_elements(problem, elements);
    check_words(problem, words, elements);
    made.words_.assign(words.begin(), words.end());
    normalize_words(problem, made.words_);
    made.elements_ = elements;
    return made;
}

Partial partial_histogram(const Problem& problem, const HostData& data, const Options& options,
                          const Device* device) {
    Partial counted(problem);
    const auto checked = CheckedProblem::with_wide_counters(counted.problem_);
    const auto all = check_data(checked, data);
    auto words = words_of_histogram(checked, all, options, device);
    counted.on_calling_thread_ = words.on_calling_thread;
    counted.words_ = std::move(words.values);
    counted.elements_ = all.shape.elements;
    return counted;
}

namespace {

// The offsets of the fields; docs/notes/scale.md has the format. The checksum follows the words.
constexpr std::string_view magic = "histo_cl partial";
constexpr std::uint64_t version = 1;
constexpr std::size_t version_at = magic.size();
constexpr std::size_t fingerprint_at = version_at + integer_bytes;
constexpr std::size_t digest_bytes = 64;
constexpr std::size_t elements_at = fingerprint_at + digest_bytes;
constexpr std::size_t word_count_at = elements_at + integer_bytes;
constexpr std::size_t text_bytes_at = word_count_at + integer_bytes;
constexpr std::size_t words_at = text_bytes_at + integer_bytes;

/// The content of a saved partial. Everything except the fingerprint has been checked. `text` is only for
/// messages.
struct Saved {
    std::string_view fingerprint;
    std::uint64_t elements;
    std::string_view words;
    std::string_view text;
};

[[noreturn]] void truncated(std::uint64_t have, std::uint64_t needed) {
    invalid("a saved partial is truncated: it has ", have, " B of ", needed);
}

/// Checks a saved partial field by field, so that messages name the kind of damage. `max_words`: see
/// max_words_per_partial().
Saved check_saved(std::string_view bytes, std::uint64_t max_words) {
    if (!bytes.starts_with(magic.substr(0, bytes.size())) || bytes.empty())
        invalid("not a saved partial: it does not begin with \"", magic, "\"");
    if (bytes.size() < fingerprint_at) truncated(bytes.size(), words_at + digest_bytes);
    if (const auto given = integer_at(bytes, version_at); given != version)
        invalid("a saved partial of version ", given, "; this library reads version ", version);
    if (bytes.size() < words_at + digest_bytes) truncated(bytes.size(), words_at + digest_bytes);
    const auto count = integer_at(bytes, word_count_at);
    if (count > max_words)
        invalid("a saved partial of ", count, " words is damaged: there are at most ", max_words);
    const auto text_bytes = integer_at(bytes, text_bytes_at);
    if (text_bytes > max_problem_text)
        invalid("a saved partial with ", text_bytes, " B of text is damaged: there are at most ",
                max_problem_text);
    const auto text_at = words_at + count * integer_bytes;
    const auto end = text_at + text_bytes;
    if (bytes.size() < end + digest_bytes) truncated(bytes.size(), end + digest_bytes);
    if (bytes.size() > end + digest_bytes)
        invalid("a saved partial of ", end + digest_bytes, " B is followed by ",
                bytes.size() - end - digest_bytes, " B");
    if (sha256(bytes.substr(0, end)) != bytes.substr(end))
        invalid("a saved partial is damaged: its checksum is wrong");
    return {bytes.substr(fingerprint_at, digest_bytes), integer_at(bytes, elements_at),
            bytes.substr(words_at, text_at - words_at), bytes.substr(text_at, text_bytes)};
}

[[noreturn]] void fail(const std::string& file, const FileRefusal& refusal) {
    throw Error(Status::file_error, concat(file, ": ", refusal.reason));
}

} // namespace

static_assert(words_at + integer_bytes + max_problem_text + digest_bytes == max_partial_bytes(1));

std::vector<std::byte> Partial::to_bytes() const {
    const auto text = to_string(problem_).substr(0, max_problem_text);
    std::string bytes(magic);
    bytes.reserve(words_at + words_.size() * integer_bytes + text.size() + digest_bytes);
    append_integer(bytes, version);
    bytes += fingerprint_;
    append_integer(bytes, elements_);
    append_integer(bytes, words_.size());
    append_integer(bytes, text.size());
    for (const auto word : words_)
        append_integer(bytes, word);
    bytes += text;
    bytes += sha256(bytes);
    std::vector<std::byte> saved(bytes.size());
    std::memcpy(saved.data(), bytes.data(), bytes.size());
    return saved;
}

Partial Partial::from_bytes(const Problem& problem, std::span<const std::byte> bytes) {
    Partial loaded(problem);
    const auto saved = check_saved({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                   max_words_per_partial(problem));
    if (saved.fingerprint != loaded.fingerprint_)
        invalid("a saved partial of another problem, ", saved.text, ", than ", to_string(problem));
    std::vector<std::uint64_t> words(saved.words.size() / integer_bytes);
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = integer_at(saved.words, i * integer_bytes);
    return from_words(problem, words, saved.elements);
}

void save(const Partial& partial, const std::string& file) {
    const auto bytes = partial.to_bytes();
    if (const auto refusal =
            write_file(path_of_text(file), {reinterpret_cast<const char*>(bytes.data()), bytes.size()}))
        fail(file, *refusal);
}

Partial load(const Problem& problem, const std::string& file) {
    static_cast<void>(Partial(problem)); // throws for an invalid problem; the errors below name the file
    const auto read = read_file(path_of_text(file), max_partial_bytes(max_words_per_partial(problem)));
    if (const auto* const refusal = std::get_if<FileRefusal>(&read)) fail(file, *refusal);
    try {
        return Partial::from_bytes(problem, std::as_bytes(std::span(std::get<std::string>(read))));
    } catch (const Error& error) {
        throw Error(error.status(), concat(file, ": ", error.what()));
    }
}

} // namespace histo_cl::inline HISTO_CL_ABI
