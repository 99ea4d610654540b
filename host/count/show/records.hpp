#pragma once

#include "count/result.hpp"
#include "count/show/statistics.hpp"

#include <histo_cl/histo_cl.hpp>

#include <optional>
#include <span>
#include <string>

namespace count {

// JSON: one object and a line feed. Times are in seconds, null if unknown; infinite edges are the strings
// "-inf" and "inf", and custom bins' edges are null. underflow, overflow and nan are present if they are
// counted. "device" is the first of "devices"; it, "decision" and "timing" are null
// where saved counts were added up alone.

// For one histogram "edges" and "counts" are arrays. For several, "histograms" holds an object for each, with
// both. A joint histogram has "axes", an object with "edges" for each, and "counts" as nested arrays.
// "statistics" is an object beside "counts", where there are any.

[[nodiscard]] std::string json_of(const Source& source, const Result& result,
                                  std::span<const Histogram> histograms, const Statistics& statistics,
                                  bool explain);
[[nodiscard]] std::string json_of(const Source& source, const histo_cl::Device& device,
                                  const histo_cl::Problem& problem, std::span<const Trial> trials,
                                  const std::optional<histo_cl::Decision>& chosen, bool explain);
[[nodiscard]] std::string json_of(std::span<const histo_cl::Device> devices,
                                  const histo_cl::Device* preferred);

// CSV: a header line, then one line per bin or variant. Samples out of range, if they are counted, follow as
// the bins underflow, overflow and nan; missing edges are empty.

// Several histograms have a column with their names before; a joint one has the bin and the edges of each
// axis.
[[nodiscard]] std::string csv_of(const Source& source, const Result& result,
                                 std::span<const Histogram> histograms);
[[nodiscard]] std::string csv_of(const Source& source, std::span<const Trial> trials);

} // namespace count
