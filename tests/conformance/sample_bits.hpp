#pragma once

#include <histo_cl/sample.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

// Samples and weights of any type by the bits that they have in memory, the low ones of 64.
// The neighbours of a value, in an integer type as in a floating one, are one more and one less in their
// bits.

namespace histo_cl::test {

/// The value nearest to x; an integer type's limit if x is beyond it.
std::uint64_t nearest_bits(SampleType type, double x);

double to_double(SampleType type, std::uint64_t bits);

/// Writes it at the start of `memory`, in the host's byte order.
void store_bits(std::span<std::byte> memory, SampleType type, std::uint64_t bits);

/// Reads it there.
std::uint64_t bits_at(std::span<const std::byte> memory, SampleType type);

} // namespace histo_cl::test
