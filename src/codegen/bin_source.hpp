#pragma once

#include "binning/bin_rule.hpp"
#include "codegen/source_text.hpp"

#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Adds the files of kernels/ that find the bin on one axis, and their constants, which are undefined before
/// the next axis. The files define
///
///     uint bin_of_<axis>(SAMPLE x, ulong i, const problem *p)
///         returns its cell 0 … extent − 1, or NO_BIN
///     bool find_quickly_<axis>(uint *bin, SAMPLE x, ulong i, const problem *p)
///         finds the same without a branch; returns false if that takes one
///
/// Adds the numbers of the axis's rule to those of the kernel. The axis's thresholds begin with the KEY
/// `first_threshold` of the buffer. `in_place`: blocks are counted in place, by loops.
void add_bins(SourceText& text, const Problem& problem, std::size_t axis, const BinRule& rule,
              std::uint64_t first_threshold, bool in_place, Numbers& numbers);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
