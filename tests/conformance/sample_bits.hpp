#pragma once

#include <histo_cl/sample.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

// Samples and weights of any type as the low bits of a 64-bit integer. In integer and floating types alike,
// the neighbours of a value differ from it by one in these bits, except below a zero of a floating type.

namespace histo_cl::test {

/// The bits of the value nearest to x, which is the limit of an integer type if x is beyond it.
std::uint64_t nearest_bits(SampleType type, double x);

double to_double(SampleType type, std::uint64_t bits);

/// Writes a sample at the start of `memory`, in the host's byte order.
void store_bits(std::span<std::byte> memory, SampleType type, std::uint64_t bits);

/// Reads the sample at the start of `memory`.
std::uint64_t bits_at(std::span<const std::byte> memory, SampleType type);

} // namespace histo_cl::test
