#pragma once

#include "binning/bin_rule.hpp"
#include "histo_cl/binning.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

// The list of binnings. Each has a file of its name in this folder, which works out the rule of an axis with
// such bins, and the most iterations that it can take (see most_iterations()). Of the problem, the sample's
// type and the last edge matter, and whether the axis is one of several.

[[nodiscard]] BinRule rule_of(const EvenBins& bins, const Problem& problem);
[[nodiscard]] std::uint64_t iterations_of(const EvenBins& bins, SampleType sample) noexcept;

[[nodiscard]] BinRule rule_of(const EdgeBins& bins, const Problem& problem);
[[nodiscard]] std::uint64_t iterations_of(const EdgeBins& bins, SampleType sample) noexcept;

[[nodiscard]] BinRule rule_of(const LogBins& bins, const Problem& problem);
[[nodiscard]] std::uint64_t iterations_of(const LogBins& bins, SampleType sample) noexcept;

[[nodiscard]] BinRule rule_of(const CircularBins& bins, const Problem& problem);
[[nodiscard]] std::uint64_t iterations_of(const CircularBins& bins, SampleType sample) noexcept;

[[nodiscard]] BinRule rule_of(const CustomBins& bins, const Problem& problem);
[[nodiscard]] std::uint64_t iterations_of(const CustomBins& bins, SampleType sample) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI::detail
