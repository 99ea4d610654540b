#include "common/sample_names.hpp"

#include "common/suggestion.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <bit>

namespace common {

namespace {

using histo_cl::SampleType;

/// What others call a type, in lower case. Codes of NumPy follow from sample_traits.
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

/// The type of NumPy's code, such as "f4"; there is none for bf16.
std::optional<SampleType> coded(std::string_view code) {
    for (const auto& [type, name, kind, bytes, exponent_bits] : histo_cl::sample_traits)
        if (type != SampleType::bf16 && code == kind_letter(kind) + std::to_string(bytes)) return type;
    return std::nullopt;
}

/// The mark of the machine's byte order, or that there is none.
bool is_native_mark(char mark) {
    return mark == '=' || mark == '|' || mark == (std::endian::native == std::endian::little ? '<' : '>');
}

/// All that is understood, with what it means.
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

std::vector<std::string> names_of_types(std::span<const SampleType> types) {
    std::vector<std::string> names;
    for (const auto type : types)
        names.emplace_back(histo_cl::name(type));
    return names;
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

std::vector<std::string> sample_type_names() {
    return names_of_types(histo_cl::all_sample_types);
}

std::string not_a_sample_type(std::string_view text, std::span<const SampleType> allowed) {
    auto message = "'" + std::string(text) + "' is not one of " + joined(names_of_types(allowed), ", ");
    if (sample_type_typed(text)) return message; // no misspelling
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
