#include "common/names.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace common {

namespace {

using Distances = std::vector<std::size_t>;

/// The optimal string alignment distances of `text` to each prefix of `candidate`, from the empty prefix to
/// the whole candidate. Keeps only three rows of the matrix of distances.
Distances distances_to_prefixes(std::string_view text, std::string_view candidate) {
    Distances before(candidate.size() + 1);
    Distances above(before.size());
    Distances row(before.size());
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= text.size(); ++i) {
        before = std::exchange(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= candidate.size(); ++j) {
            const bool same = text[i - 1] == candidate[j - 1];
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && text[i - 1] == candidate[j - 2] && text[i - 2] == candidate[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row;
}

/// The first four candidates at the smallest distance, if that is at most `limit`.
std::vector<std::string> at_smallest_distance(std::span<const std::string> candidates,
                                              const Distances& distances, std::size_t limit) {
    constexpr std::size_t max = 4;
    std::vector<std::string> found;
    const auto min = distances.empty() ? limit + 1 : *std::ranges::min_element(distances);
    for (std::size_t i = 0; i < candidates.size() && min <= limit && found.size() < max; ++i)
        if (distances[i] == min) found.push_back(candidates[i]);
    return found;
}

} // namespace

std::vector<std::string> nearest(std::string_view text, std::span<const std::string> candidates) {
    const auto typed = lower(text);
    Distances to_whole;
    Distances to_prefix;
    for (const auto& candidate : candidates) {
        const auto distances = distances_to_prefixes(typed, lower(candidate));
        to_whole.push_back(distances.back());
        to_prefix.push_back(*std::ranges::min_element(distances));
    }
    auto found = at_smallest_distance(candidates, to_whole, (typed.size() + 1) / 3);
    if (found.empty() && typed.size() > 1)
        found = at_smallest_distance(candidates, to_prefix, typed.size() / 3);
    return found;
}

std::string did_you_mean(const std::vector<std::string>& candidates) {
    if (candidates.empty()) return {};
    const std::vector<std::string> but_last(candidates.begin(), candidates.end() - 1);
    return "; did you mean " + joined(but_last, ", ") + (but_last.empty() ? "" : " or ") + candidates.back() +
           "?";
}

std::string not_one_of(std::string_view text, const std::vector<std::string>& allowed) {
    return "'" + std::string(text) + "' is not one of " + joined(allowed, ", ") +
           did_you_mean(nearest(text, allowed));
}

namespace {

using histo_cl::SampleType;

/// Names of a type in other libraries and languages, in lower case. NumPy's codes are not among them: coded()
/// derives them from sample_traits.
struct OtherNames {
    SampleType type;
    const char* names;
};

constexpr std::array other_names{
    OtherNames{SampleType::u8, "uint8 uchar ubyte"},     OtherNames{SampleType::i8, "int8 char"},
    OtherNames{SampleType::u16, "uint16 ushort"},        OtherNames{SampleType::i16, "int16 short"},
    OtherNames{SampleType::u32, "uint32 uint"},          OtherNames{SampleType::i32, "int32 int"},
    OtherNames{SampleType::u64, "uint64 ulong"},         OtherNames{SampleType::i64, "int64 long"},
    OtherNames{SampleType::f16, "float16 half"},         OtherNames{SampleType::bf16, "bfloat16"},
    OtherNames{SampleType::f32, "float32 float single"}, OtherNames{SampleType::f64, "float64 double"}};

char kind_letter(histo_cl::SampleKind kind) {
    switch (kind) {
    case histo_cl::SampleKind::unsigned_integer: return 'u';
    case histo_cl::SampleKind::signed_integer: return 'i';
    case histo_cl::SampleKind::floating_point: return 'f';
    }
    return '?';
}

/// The type that a NumPy code such as "f4" means; empty for any other text. bf16 has no code.
std::optional<SampleType> coded(std::string_view code) {
    for (const auto& [type, name, kind, bytes, exponent_bits] : histo_cl::sample_traits)
        if (type != SampleType::bf16 && code == kind_letter(kind) + std::to_string(bytes)) return type;
    return std::nullopt;
}

/// Whether `mark`, the first character of a NumPy code, means this machine's byte order, or none ("|").
bool is_native_mark(char mark) {
    return mark == '=' || mark == '|' || mark == (std::endian::native == std::endian::little ? '<' : '>');
}

/// A name that sample_type_typed() accepts, and the type that it means.
struct Spelling {
    std::string text;
    SampleType type;
};

std::vector<Spelling> spellings() {
    std::vector<Spelling> all;
    for (const auto type : histo_cl::all_sample_types)
        all.push_back({std::string(histo_cl::name(type)), type});
    for (const auto& [type, names] : other_names)
        for (const auto& one : words(names))
            all.push_back({one, type});
    return all;
}

} // namespace

std::optional<SampleType> sample_type_typed(std::string_view text) {
    auto typed = lower(text);
    if (!typed.empty() && is_native_mark(typed.front())) return coded(std::string_view(typed).substr(1));
    if (typed.ends_with("_t")) typed.resize(typed.size() - 2);
    for (const auto& [spelling, type] : spellings())
        if (spelling == typed) return type;
    return coded(typed);
}

std::string not_a_sample_type(std::string_view text, std::span<const SampleType> allowed) {
    auto message = "'" + std::string(text) + "' is not one of " + listed(allowed);
    if (sample_type_typed(text)) return message; // a correct name of a type that is not allowed
    std::vector<std::string> candidates;
    const auto all = spellings();
    for (const auto& [spelling, type] : all)
        if (std::ranges::find(allowed, type) != allowed.end()) candidates.push_back(spelling);
    std::vector<std::string> meant;
    for (const auto& spelling : nearest(text, candidates)) {
        const auto house_name = std::string(histo_cl::name(sample_type_typed(spelling).value()));
        if (std::ranges::find(meant, house_name) == meant.end()) meant.push_back(house_name);
    }
    return message + did_you_mean(meant);
}

} // namespace common
