#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/auto_bins.hpp"
#include "histo_cl/export.h"
#include "histo_cl/host_data.hpp"
#include "histo_cl/number.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/sample.hpp"

#include <cstdint>
#include <optional>

namespace histo_cl::inline HISTO_CL_ABI {

/// The default problem for samples whose bins are not given. It has u64 counters and these bins:
///
/// - for integers of 8 and 16 bits, a bin for each of the 256 or 65,536 values;
/// - for wider integers and floats, 256 even bins from the smallest to the largest finite sample. As in
///   numpy.histogram, the last edge is inclusive. If all finite samples are equal, the range extends 0.5 to
///   either side (or about the distance to the neighbouring numbers of the type, if that is larger). Without
///   a finite sample the range is [0, 1].
///
/// Samples of type std::byte are treated as u8. Problem::edges() returns the edges. If the range of f64
/// samples is wider than the largest double, or so narrow that a bin is below the smallest normal double,
/// Problem::validate() rejects the result. Throws Error(invalid_argument) if the bytes are not a whole number
/// of samples, and for an invalid SampleType.
[[nodiscard]] HISTO_CL_API Problem default_problem(const HostArray& samples);

/// The smallest and the largest sample, as Numbers: i64 for signed integers, u64 for unsigned integers, f64
/// for floats.
struct SampleExtremes {
    Number minimum; ///< the smallest sample
    Number maximum; ///< the largest sample

    friend bool operator==(const SampleExtremes&, const SampleExtremes&) = default;
};

/// The extremes of the finite samples; empty if no sample is finite. Samples of type std::byte are treated as
/// u8. Throws Error(invalid_argument) if the bytes are not a whole number of samples, and for an invalid
/// SampleType.
[[nodiscard]] HISTO_CL_API std::optional<SampleExtremes> sample_extremes(const HostArray& samples);

/// Returns what default_problem(samples) returns for samples with these extremes. Use it for samples in
/// several arrays: pass the smallest and the largest sample of all arrays. Throws Error(invalid_argument) for
/// extremes that are not finite, beyond the range of the type, or doubles for an integer type; for a minimum
/// above the maximum; and for an invalid SampleType.
[[nodiscard]] HISTO_CL_API Problem default_problem(SampleType type,
                                                   const std::optional<SampleExtremes>& extremes);

/// A problem with u64 counters and even bins from the smallest to the largest finite sample, also for
/// integers of 8 and 16 bits. The rule determines the number of bins. The last edge is inclusive. The bins
/// are those of numpy.histogram_bin_edges in NumPy 1.24, except that bins of integers are at least 1 wide, as
/// in NumPy 2.
///
/// With a range, the bins cover the range, and the rule uses only the samples in the range, both ends
/// included, like numpy.histogram_bin_edges(range=).
///
/// Copies the samples, and sorts them as doubles. The memory for this is the size of the samples plus 8 bytes
/// per sample. Throws Error(invalid_argument) for an invalid BinRule or SampleType; without a range, for
/// bytes that are not a whole number of samples; for a range that is empty or infinite; for f64 samples whose
/// range is wider than the largest double; and for more than max_bins_by_rule bins (see bins_by_rule()).
[[nodiscard]] HISTO_CL_API Problem default_problem(const HostArray& samples, BinRule rule,
                                                   const std::optional<SampleExtremes>& range = {});

/// Like the function above, with a number of bins instead of a rule. Does not copy the samples.
/// Problem::validate() rejects a range whose bounds the sample's type does not allow (see EvenBins). Throws
/// Error(invalid_argument) for no bins or more than max_bins; for an invalid SampleType; without a range, for
/// bytes that are not a whole number of samples; and for a range that is empty or infinite.
[[nodiscard]] HISTO_CL_API Problem default_problem(const HostArray& samples, std::uint64_t bins,
                                                   const std::optional<SampleExtremes>& range = {});

/// Like default_problem(samples, rule), but from a summary of the samples, e.g. one that a SummaryPlan
/// computes on a device. The bounds are the summary's extremes. Integers of 2^53 and beyond may be rounded in
/// a summary, so their bounds are the next doubles outwards, and no sample is out of range.
///
/// Throws Error(invalid_argument) like bins_by_rule(), and for an invalid SampleType.
[[nodiscard]] HISTO_CL_API Problem default_problem(SampleType type, const SampleSummary& summary,
                                                   BinRule rule);

} // namespace histo_cl::inline HISTO_CL_ABI
