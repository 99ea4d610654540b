#pragma once

#include "codegen/constants.hpp"
#include "problem/rule/bin_rule.hpp"

#include <cstdint>
#include <string>

namespace histo_cl::detail {

/// The files of kernels/ that find the bin on one axis, between their constants and the lines that undefine
/// these, so that several axes can follow one another. They define
///
///     uint bin_of_<axis>(SAMPLE x, ulong i, const problem *p)                  its cell 0 … extent − 1, or
///     NO_BIN bool find_quickly_<axis>(uint *bin, SAMPLE x, ulong i, const problem *p)  the same without a
///     branch; false
///                                                                              if it takes one
///
/// Adds the numbers of the axis's rule to those of the kernel. The axis's thresholds begin with the KEY
/// `first_threshold` of the buffer. `in_place`: blocks are counted in place, by loops.
[[nodiscard]] std::string bin_source(const Problem& problem, std::size_t axis, const BinRule& rule,
                                     std::uint64_t first_threshold, bool in_place, Numbers& numbers);

} // namespace histo_cl::detail
