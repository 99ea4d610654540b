#include "data.hpp"

#include "draw.hpp"
#include "english.hpp"
#include "walk.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <thread>
#include <vector>

namespace bench {

using histo_cl::SampleType;

DataSet data_set_of(const State& state) noexcept {
    const auto upper = upper_bound(state);
    if (state.entropy.kind == Kind::text) return {state.sample, 0, state.entropy};
    if (state.entropy.kind != Kind::drawn) return {state.sample, upper, state.entropy};
    if (histo_cl::is_float(state.sample)) return {state.sample, upper, state.entropy};
    const auto last = std::min(static_cast<double>(upper), greatest(state.sample));
    return {state.sample, static_cast<std::uint64_t>(last) + 1, state.entropy};
}

std::uint32_t mantissa_bits(SampleType type) noexcept {
    return type == SampleType::f32 ? 23 : type == SampleType::f64 ? 52 : 0;
}

std::uint64_t sample_bits(const DataSet& data, std::uint64_t index) noexcept {
    const auto mantissa = mantissa_bits(data.sample);
    switch (data.entropy.kind) {
    case Kind::drawn: break;
    case Kind::walk: return draw::bits_of_fixed(walk_at(index, mantissa == 0 ? 8 : 12, data.span), mantissa);
    case Kind::two: {
        const auto greatest = (data.span << 32) - (mantissa == 0 ? 1 : data.span << 23);
        return draw::bits_of_fixed(draw::scrambled(index) >> 63 == 0 ? 0 : greatest, mantissa);
    }
    case Kind::text: return static_cast<unsigned char>(text_at(index));
    }
    return draw::sample_bits(index, data.entropy.draws, data.span, mantissa);
}

void fill(const DataSet& data, std::uint64_t first, std::span<std::byte> bytes, unsigned threads) {
    static_assert(std::endian::native == std::endian::little);
    const auto size = histo_cl::bytes(data.sample);
    const auto samples = bytes.size() / size;
    const auto share = samples / std::max(threads, 1U) + 1;
    std::vector<std::jthread> workers;
    for (std::uint64_t begin = 0; begin < samples; begin += share)
        workers.emplace_back([=, &data] {
            for (auto i = begin; i < std::min(begin + share, samples); ++i) {
                const auto bits = sample_bits(data, first + i);
                std::memcpy(&bytes[i * size], &bits, size);
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
