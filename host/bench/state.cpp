#include "bench/state.hpp"

#include "bench/draw.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace bench {

using histo_cl::SampleType;

std::string_view name(Entropy entropy) noexcept {
    constexpr std::array<std::string_view, 6> drawn{"0.000", "1.000", "0.811", "0.544", "0.337", "0.201"};
    constexpr std::array<std::string_view, 11> others{
        "walk",           "two",    "text",   "concentrated", "power-law", "zipf",
        "zipf-scattered", "phases", "stride", "sawtooth",     "sorted"};
    return entropy.kind == Kind::drawn ? drawn.at(entropy.draws)
                                       : others.at(static_cast<std::size_t>(entropy.kind) - 1);
}

std::string_view name(Layout layout) noexcept {
    constexpr std::array<std::string_view, 4> names{"single", "multi", "region", "mask"};
    return names.at(static_cast<std::size_t>(layout));
}

std::string_view name(Binning binning) noexcept {
    return binning == Binning::even ? "even" : "range";
}

namespace {

/// Returns a power of two from 2^10 on in the form "2^28", other numbers in decimal.
std::string short_number(std::uint64_t value) {
    if (value < 1024 || !std::has_single_bit(value)) return std::to_string(value);
    return "2^" + std::to_string(std::countr_zero(value));
}

} // namespace

std::string state_text(const std::string& sample, std::uint64_t elements, std::uint32_t bins,
                       const std::string& data, const std::string& layout, const std::string& binning) {
    const bool is_number = !data.empty() && data.front() <= '9';
    return sample + " " + short_number(elements) + " bins " + std::to_string(bins) +
           (is_number ? " entropy " : " ") + data + " " + layout + " " + binning;
}

std::string to_string(const State& state) {
    const auto text = [](const auto& value) { return std::string(name(value)); };
    return state_text(text(state.sample), state.elements, state.bins, text(state.entropy), text(state.layout),
                      text(state.binning));
}

std::uint32_t stored_channels(Layout layout) noexcept {
    return layout == Layout::multi ? 4 : 1;
}

std::uint32_t counted_channels(Layout layout) noexcept {
    return layout == Layout::multi ? 3 : 1;
}

Picture picture_of(std::uint64_t elements) noexcept {
    constexpr std::uint64_t widest = 4096;
    constexpr std::uint64_t left = 16;
    constexpr std::uint64_t right = 48;
    const auto width = std::max<std::uint64_t>(std::gcd(elements, widest), 1);
    return {.width = width, .height = elements / width, .x = left, .pitch = left + width + right};
}

std::uint64_t place_of(std::uint64_t element, Layout layout, const Picture& picture) noexcept {
    if (layout != Layout::region) return element;
    return element / picture.width * picture.pitch + picture.x + element % picture.width;
}

std::uint8_t mask_of(std::uint64_t element) noexcept {
    return static_cast<std::uint8_t>(draw::scrambled(~element) >> 63);
}

std::uint64_t stored_samples(const State& state) noexcept {
    if (state.layout == Layout::region) {
        const auto picture = picture_of(state.elements);
        return picture.height * picture.pitch;
    }
    return state.elements * stored_channels(state.layout);
}

std::uint64_t stored_bytes(const State& state) noexcept {
    return stored_samples(state) * histo_cl::bytes(state.sample);
}

std::uint64_t upper_bound(const State& state) noexcept {
    return histo_cl::is_float(state.sample) ? state.elements : state.bins;
}

double max_sample(SampleType type) noexcept {
    if (histo_cl::is_float(type)) return std::numeric_limits<double>::max();
    const auto bits = static_cast<int>(8 * histo_cl::bytes(type)) - (histo_cl::is_signed(type) ? 1 : 0);
    return static_cast<double>(std::numeric_limits<std::uint64_t>::max() >> (64 - bits));
}

std::optional<std::string> why_skipped(const State& state) {
    if (state.entropy.kind == Kind::text && histo_cl::bytes(state.sample) != 1)
        return "text is only for u8 and i8, not " + std::string(name(state.sample));
    if (state.bins - 1 <= max_sample(state.sample)) return std::nullopt;
    return std::string(name(state.sample)) + " has fewer values from 0 up than " +
           std::to_string(state.bins) + " bins";
}

namespace {

template <class T>
std::vector<double> levels_as(double upper, std::uint32_t bins) {
    const T step = static_cast<T>(upper) / static_cast<T>(bins);
    std::vector<double> edges;
    edges.reserve(std::size_t{bins} + 1);
    for (std::uint32_t i = 0; i <= bins; ++i)
        edges.push_back(static_cast<double>(static_cast<T>(i) * step));
    return edges;
}

} // namespace

std::vector<double> levels(const State& state) {
    const auto upper = static_cast<double>(upper_bound(state));
    if (state.sample == SampleType::f32) return levels_as<float>(upper, state.bins);
    return levels_as<double>(upper, state.bins); // integers: a step of 1
}

histo_cl::Shape shape_of(const State& state) {
    if (state.layout != Layout::region) return {.count = state.elements};
    const auto picture = picture_of(state.elements);
    return {.region = {.x = picture.x, .y = 0, .width = picture.width, .height = picture.height},
            .pitch = picture.pitch * histo_cl::bytes(state.sample)};
}

histo_cl::Problem problem_of(const State& state) {
    const auto binning = state.binning == Binning::even
                             ? histo_cl::Binning(histo_cl::even_bins(state.bins, 0, upper_bound(state)))
                             : histo_cl::Binning(histo_cl::edge_bins(levels(state)));
    return {.sample = state.sample,
            .axes = std::vector(counted_channels(state.layout), binning),
            .layout = {.channels = stored_channels(state.layout),
                       .rows = state.layout == Layout::region,
                       .mask = state.layout == Layout::mask}};
}

} // namespace bench
