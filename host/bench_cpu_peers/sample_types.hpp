#pragma once

#include "host_contender.hpp"

#include <cstdint>

namespace bench_cpu_peers {

/// Calls visit(Sample{}) with the C++ type of a sample. Rejects types that the benchmark does not support.
template <class Visit>
auto with_type(histo_cl::SampleType type, const Visit& visit) {
    using histo_cl::SampleType;
    switch (type) {
    case SampleType::i8: return visit(std::int8_t{});
    case SampleType::u8: return visit(std::uint8_t{});
    case SampleType::i16: return visit(std::int16_t{});
    case SampleType::u16: return visit(std::uint16_t{});
    case SampleType::i32: return visit(std::int32_t{});
    case SampleType::u32: return visit(std::uint32_t{});
    case SampleType::i64: return visit(std::int64_t{});
    case SampleType::f32: return visit(float{});
    case SampleType::f64: return visit(double{});
    default: refuse("samples of " + std::string(name(type)));
    }
}

} // namespace bench_cpu_peers
