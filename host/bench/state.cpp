#include "state.hpp"

#include <bit>
#include <limits>

namespace bench {

using histo_cl::SampleType;

std::string_view name(Entropy entropy) noexcept {
    constexpr std::array<std::string_view, 6> names{"0.000", "1.000", "0.811", "0.544", "0.337", "0.201"};
    return entropy.draws < names.size() ? names[entropy.draws] : "?";
}

std::string_view name(Channels channels) noexcept {
    return channels == Channels::single ? "single" : "multi";
}

std::string_view name(Binning binning) noexcept {
    return binning == Binning::even ? "even" : "range";
}

std::string short_number(std::uint64_t value) {
    if (value < 1024 || !std::has_single_bit(value)) return std::to_string(value);
    return "2^" + std::to_string(std::countr_zero(value));
}

std::string to_string(const State& state) {
    std::string text(name(state.sample));
    text += " " + short_number(state.elements) + " bins " + std::to_string(state.bins) + " entropy ";
    text += name(state.entropy);
    text += " ";
    text += name(state.channels);
    text += " ";
    text += name(state.binning);
    return text;
}

std::uint32_t stored_channels(Channels channels) noexcept {
    return channels == Channels::single ? 1 : 4;
}

std::uint32_t counted_channels(Channels channels) noexcept {
    return channels == Channels::single ? 1 : 3;
}

std::uint64_t stored_samples(const State& state) noexcept {
    return state.elements * stored_channels(state.channels);
}

std::uint64_t stored_bytes(const State& state) noexcept {
    return stored_samples(state) * histo_cl::bytes(state.sample);
}

std::uint64_t upper_bound(const State& state) noexcept {
    return histo_cl::is_float(state.sample) ? state.elements : state.bins;
}

double greatest(SampleType type) noexcept {
    if (histo_cl::is_float(type)) return std::numeric_limits<double>::max();
    const auto bits = static_cast<int>(8 * histo_cl::bytes(type)) - (histo_cl::is_signed(type) ? 1 : 0);
    return static_cast<double>(std::numeric_limits<std::uint64_t>::max() >> (64 - bits));
}

std::optional<std::string> why_skipped(const State& state) {
    if (state.bins - 1 <= greatest(state.sample)) return std::nullopt;
    return std::string(name(state.sample)) + " has fewer values from 0 on than " +
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

histo_cl::Problem problem_of(const State& state) {
    const auto binning = state.binning == Binning::even
                             ? histo_cl::Binning(histo_cl::even_bins(state.bins, 0, upper_bound(state)))
                             : histo_cl::Binning(histo_cl::edge_bins(levels(state)));
    return {.sample = state.sample,
            .axes = std::vector(counted_channels(state.channels), binning),
            .layout = {.channels = stored_channels(state.channels)}};
}

} // namespace bench
