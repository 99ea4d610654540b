#include "binning_args.hpp"

#include "usage_error.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace demo {

namespace {

using histo_cl::Number;
using histo_cl::SampleType;

/// The whole text as a T, or nothing.
template <class T, class... Format>
std::optional<T> whole(std::string_view text, Format... format) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format...);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

template <class T>
Range range_of() {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, std::uint64_t>)
        return {0, 0x1p64};
    else
        return {Limits::min(), static_cast<std::uint64_t>(Limits::max()) + 1};
}

bool is_integer(const Number& number) {
    return number.kind() != Number::Kind::f64 || number.f64() == std::trunc(number.f64());
}

} // namespace

Number parse_number(std::string_view text) {
    const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        if (const auto value = whole<std::uint64_t>(digits.substr(2), 16)) return *value;
    }
    if (const auto value = whole<std::int64_t>(digits)) return *value;
    if (const auto value = whole<std::uint64_t>(digits)) return *value;
    if (const auto value = whole<double>(digits); value && !std::isnan(*value)) return *value;
    throw UsageError("'" + std::string(text) + "' is not a number");
}

histo_cl::EdgeBins parse_edges(std::string_view text) {
    histo_cl::EdgeBins bins;
    for (;;) {
        const auto comma = text.find(',');
        bins.edges.push_back(parse_number(text.substr(0, comma)));
        if (comma == std::string_view::npos) return bins;
        text.remove_prefix(comma + 1);
    }
}

std::optional<Range> whole_range(SampleType type) {
    switch (type) {
    case SampleType::u8: return range_of<std::uint8_t>();
    case SampleType::i8: return range_of<std::int8_t>();
    case SampleType::u16: return range_of<std::uint16_t>();
    case SampleType::i16: return range_of<std::int16_t>();
    case SampleType::u32: return range_of<std::uint32_t>();
    case SampleType::i32: return range_of<std::int32_t>();
    case SampleType::u64: return range_of<std::uint64_t>();
    case SampleType::i64: return range_of<std::int64_t>();
    case SampleType::f32:
    case SampleType::f64: return std::nullopt;
    }
    return std::nullopt;
}

histo_cl::EvenBins even_bins_from(SampleType type, std::optional<std::uint32_t> bins,
                                  std::optional<Range> range) {
    if (!range) range = whole_range(type);
    if (!range)
        throw UsageError(std::string(histo_cl::name(type)) +
                         " samples need --range LO HI or --edges A,B,...");
    const auto& [lower, upper] = *range;
    if (!bins) {
        const double values = upper.to_double() - lower.to_double();
        const bool each = !histo_cl::is_float(type) && is_integer(lower) && is_integer(upper);
        bins = each && values >= 1 && values < 256 ? static_cast<std::uint32_t>(values) : 256;
    }
    return {*bins, lower, upper};
}

} // namespace demo
