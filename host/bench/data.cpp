#include "bench/data.hpp"

#include "bench/draw.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <thread>
#include <vector>

namespace bench {

using histo_cl::SampleType;

namespace {

/// The rule that computes a sample from its index, for data that devices generate.
draw::ShapeRule rule_of(Kind kind) noexcept {
    switch (kind) {
    case Kind::drawn: return draw::bits_drawn;
    case Kind::phases: return draw::bin_phases;
    case Kind::stride: return draw::bin_stride;
    case Kind::sawtooth: return draw::bin_sawtooth;
    case Kind::sorted: return draw::bin_sorted;
    default: return draw::bin_drawn;
    }
}

} // namespace

DataSet data_set_of(const State& state) noexcept {
    const auto upper = upper_bound(state);
    if (state.entropy.kind == Kind::text) return {state.sample, 0, state.entropy};
    if (is_shape(state.entropy)) {
        const auto rule = rule_of(state.entropy.kind);
        const bool begins_again = rule == draw::bin_phases || rule == draw::bin_sorted;
        return {state.sample, upper, state.entropy, state.bins, begins_again ? stored_samples(state) : 0};
    }
    if (state.entropy.kind != Kind::drawn) return {state.sample, upper, state.entropy};
    if (histo_cl::is_float(state.sample)) return {state.sample, upper, state.entropy};
    const auto last = std::min(static_cast<double>(upper), max_sample(state.sample));
    return {state.sample, static_cast<std::uint64_t>(last) + 1, state.entropy};
}

std::uint32_t mantissa_bits(SampleType type) noexcept {
    return type == SampleType::f32 ? 23 : type == SampleType::f64 ? 52 : 0;
}

draw::DataShape data_shape_of(const DataSet& data) noexcept {
    return {.span = data.span,
            .bins = data.bins,
            .count = data.count,
            .rule = static_cast<std::uint32_t>(rule_of(data.entropy.kind)),
            .draws = data.entropy.draws,
            .mantissa_bits = mantissa_bits(data.sample)};
}

std::vector<std::uint64_t> table_of(const DataSet& data) {
    if (!is_shape(data.entropy) || rule_of(data.entropy.kind) != draw::bin_drawn) return {};
    return alias_table(bin_weights(data.entropy.kind, data.bins));
}

std::uint64_t Samples::operator[](std::uint64_t index) const noexcept {
    const auto mantissa = mantissa_bits(data_.sample);
    switch (data_.entropy.kind) {
    case Kind::walk: return draw::bits_of_fixed(walk_at(index, mantissa == 0 ? 8 : 12, data_.span), mantissa);
    case Kind::two: {
        const auto maximum = (data_.span << 32) - (mantissa == 0 ? 1 : data_.span << 23);
        return draw::bits_of_fixed(draw::scrambled(index) >> 63 == 0 ? 0 : maximum, mantissa);
    }
    case Kind::text: return static_cast<unsigned char>(text_at(index));
    default: return draw::shape_bits(shape_, index, table_.data());
    }
}

bool is_generated_on_device(const DataSet& data) noexcept {
    return data.entropy.kind == Kind::drawn || is_shape(data.entropy);
}

void fill(const DataSet& data, std::uint64_t first, std::span<std::byte> bytes, unsigned threads) {
    const auto size = histo_cl::bytes(data.sample);
    const auto lowest = std::endian::native == std::endian::little ? 0 : sizeof(std::uint64_t) - size;
    const auto samples = bytes.size() / size;
    const auto share = samples / std::max(threads, 1U) + 1;
    const Samples made(data);
    std::vector<std::jthread> workers;
    for (std::uint64_t begin = 0; begin < samples; begin += share)
        workers.emplace_back([=, &made] {
            for (auto i = begin; i < std::min(begin + share, samples); ++i) {
                const auto bits = made[first + i];
                std::memcpy(&bytes[i * size], reinterpret_cast<const std::byte*>(&bits) + lowest, size);
            }
        });
}

double value_of(SampleType type, std::uint64_t bits) noexcept {
    if (type == SampleType::f32)
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (type == SampleType::f64) return std::bit_cast<double>(bits);
    return static_cast<double>(bits);
}

} // namespace bench
