#include "bench/matrix.hpp"

#include "bench/data.hpp"
#include "common/errors.hpp"
#include "common/names.hpp"
#include "common/number.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace bench {

using common::UsageError;

namespace {

using histo_cl::SampleType;

template <class T>
bool has(const std::vector<T>& values, const T& value) {
    return values.empty() || std::ranges::find(values, value) != values.end();
}

std::vector<Matrix> cpu_preset() {
    using enum SampleType;
    const std::vector uniform{Entropy{1}};
    const std::vector flat{Layout::single};
    const std::vector even{Binning::even};
    const auto of = [&](SampleType sample, std::uint64_t elements, std::vector<std::uint32_t> bins,
                        std::vector<Entropy> entropies, std::vector<Layout> layouts) {
        return Matrix{{sample}, {elements}, std::move(bins), std::move(entropies), std::move(layouts), even};
    };
    constexpr std::uint64_t bytes = std::uint64_t{256} << 20;
    std::vector<Matrix> all{
        of(u8, bytes, {256}, {Entropy{1}, Entropy{3}, Entropy{0}, walk, two_values, english_text}, flat),
        of(f32, bytes / 4, {256, 2048, 65536, 1 << 21}, {Entropy{1}, Entropy{0}, walk}, flat),
        of(i8, bytes, {128}, uniform, flat),
        of(u16, bytes / 2, {256, 65536}, uniform, flat),
    };
    for (const auto sample : {i16, i32, u32, i64, f64})
        all.push_back(of(sample, bytes / histo_cl::bytes(sample), {256, 2048}, uniform, flat));
    for (const auto sample : {u8, f32}) {
        const auto elements = bytes / histo_cl::bytes(sample);
        all.push_back(of(sample, elements / 4, {256}, uniform, {Layout::multi}));
        all.push_back(of(sample, elements, {256}, uniform, {Layout::region, Layout::mask}));
        for (const std::uint64_t small : {4U << 10, 64U << 10, 1U << 20})
            all.push_back(of(sample, small / histo_cl::bytes(sample), {256}, uniform, flat));
    }
    return all;
}

Matrix shapes_preset() {
    return {.samples = {SampleType::i32, SampleType::f32},
            .elements = {1 << 28},
            .bins = {33, 2048, 16384, 100'000, 2'000'003},
            .entropies = {all_shapes.begin(), all_shapes.end()},
            .layouts = {Layout::single},
            .binnings = {Binning::even}};
}

/// The states of floats in many bins, with sizes around the threshold above which the library counts in
/// partitions.
Matrix partitions_preset() {
    return {.samples = {SampleType::f32},
            .elements = {1 << 22, 1 << 24, 1 << 26, 1 << 28},
            .bins = {1 << 18, 1 << 19, 1 << 21},
            .entropies = {Entropy{1}, Entropy{5}},
            .layouts = {Layout::single},
            .binnings = {Binning::even}};
}

} // namespace

std::vector<Matrix> preset_named(std::string_view name) {
    using enum SampleType;
    if (name == "cpu") return cpu_preset();
    if (name == "shapes") return {shapes_preset()};
    if (name == "partitions") return {partitions_preset()};
    const Matrix cub{.samples = {i8, i16, i32, i64, f32, f64},
                     .elements = {1 << 16, 1 << 20, 1 << 24, 1 << 28},
                     .bins = {32, 128, 2048, 2097152},
                     .entropies = {Entropy{1}, Entropy{5}},
                     .layouts = {Layout::single, Layout::multi},
                     .binnings = {Binning::even, Binning::range}};
    if (name == "cub") return {cub};
    if (name != "full")
        throw UsageError("--preset: " + common::not_one_of(name, {preset_names.begin(), preset_names.end()}));

    auto more = cub;
    more.elements = {1 << 28};
    more.bins = {32, 128, 256, 2048, 4096, 8192, 8193, 16384, 65536, 262144, 2097152};
    more.entropies = {Entropy{1}, Entropy{3}, Entropy{5}, Entropy{0}};
    more.layouts = {Layout::single};
    auto bytes = more;
    bytes.samples = {u8};
    bytes.bins = {256};
    auto skewed_multi = cub;
    skewed_multi.elements = more.elements;
    skewed_multi.entropies = {Entropy{3}, Entropy{0}};
    skewed_multi.layouts = {Layout::multi};
    return {cub, more, bytes, skewed_multi};
}

std::vector<std::string_view> list_parts(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0;;) {
        const auto end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        if (end == text.size()) return parts;
        begin = end + 1;
    }
}

std::vector<SampleType> parse_samples(std::string_view text) {
    std::vector<SampleType> types;
    for (const auto part : list_parts(text)) {
        const auto type = common::sample_type_typed(part);
        if (!type || std::ranges::find(benchmark_samples, *type) == benchmark_samples.end())
            throw UsageError("--samples: " + common::not_a_sample_type(part, benchmark_samples));
        types.push_back(*type);
    }
    return types;
}

std::vector<std::uint64_t> parse_sizes(std::string_view option, std::string_view text, std::uint64_t max) {
    std::vector<std::uint64_t> values;
    for (const auto part : list_parts(text)) {
        const auto dots = part.find("..");
        const auto colon = dots == std::string_view::npos ? dots : part.find(':', dots);
        const auto size = [&](std::string_view number) { return common::whole_number_typed(number, 1, max); };
        const auto first = size(part.substr(0, dots));
        const auto last =
            dots == std::string_view::npos ? first : size(part.substr(dots + 2, colon - dots - 2));
        const auto step = colon == std::string_view::npos
                              ? std::optional(std::uint64_t{1})
                              : common::whole_number_typed(part.substr(colon + 1), 1, 63);
        if (!first || !last || !step || *first > *last)
            throw UsageError(std::string(option) + ": " + common::not_whole(part, 1, max) +
                             ", nor a range A..B or A..B:S of them");
        for (auto value = *first;; value <<= *step) {
            values.push_back(value);
            if (value > *last >> *step) break;
        }
    }
    return values;
}

std::vector<State> states_of(const std::vector<Matrix>& matrices) {
    std::vector<State> all;
    for (const auto& matrix : matrices)
        for (const auto sample : matrix.samples)
            for (const auto elements : matrix.elements)
                for (const auto bins : matrix.bins)
                    for (const auto entropy : matrix.entropies)
                        for (const auto layout : matrix.layouts)
                            for (const auto binning : matrix.binnings)
                                all.push_back({sample, elements, bins, entropy, layout, binning});
    const auto order = [](const State& state) {
        return std::tuple(state.sample, data_set_of(state), state.elements, state.layout, ~state.bins,
                          state.binning);
    };
    std::ranges::sort(all, {}, order);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

std::vector<State> filtered(std::vector<State> states, const Matrix& filter) {
    std::erase_if(states, [&](const State& state) {
        return !has(filter.samples, state.sample) || !has(filter.elements, state.elements) ||
               !has(filter.bins, state.bins) || !has(filter.entropies, state.entropy) ||
               !has(filter.layouts, state.layout) || !has(filter.binnings, state.binning);
    });
    return states;
}

} // namespace bench
