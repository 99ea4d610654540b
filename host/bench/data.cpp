#include "data.hpp"

#include "draw.hpp"

#include <algorithm>
#include <bit>

namespace bench {

using histo_cl::SampleType;

DataSet data_set_of(const State& state) noexcept {
    const auto upper = upper_bound(state);
    if (histo_cl::is_float(state.sample)) return {state.sample, upper, state.entropy};
    const auto last = std::min(static_cast<double>(upper), greatest(state.sample));
    return {state.sample, static_cast<std::uint64_t>(last) + 1, state.entropy};
}

std::uint32_t mantissa_bits(SampleType type) noexcept {
    return type == SampleType::f32 ? 23 : type == SampleType::f64 ? 52 : 0;
}

std::uint64_t sample_bits(const DataSet& data, std::uint64_t index) noexcept {
    return draw::sample_bits(index, data.entropy.draws, data.span, mantissa_bits(data.sample));
}

double value_of(SampleType type, std::uint64_t bits) noexcept {
    if (type == SampleType::f32)
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (type == SampleType::f64) return std::bit_cast<double>(bits);
    return static_cast<double>(bits);
}

} // namespace bench
