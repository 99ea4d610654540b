#pragma once

// Statistics of histograms, computed on the host. The functions are pure, take any contiguous range of counts
// (std::vector, std::span, std::array), and are safe to call from several threads at once.
//
// With OutOfRange::counted, the counters of underflow, overflow and NaN follow the bins. Pass only the bins
// to these functions, e.g. std::span(counts).first(bins).
//
// Totals of integer counts are exact, in 64 bits. Functions throw Error(invalid_argument) unless the counts
// are finite and not negative, and their total fits the type Total. Functions that accept negative counts say
// so. total() and cumulative_sum() accept any counts; totals of integers wrap. If all counts are 0, or there
// are no counts, means are NaN and indices of bins are empty.

#include "histo_cl/statistics/compare.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/distribution.hpp"
#include "histo_cl/statistics/histogram.hpp"
#include "histo_cl/statistics/information.hpp"
#include "histo_cl/statistics/joint.hpp"
#include "histo_cl/statistics/maps.hpp"
#include "histo_cl/statistics/moments.hpp"
#include "histo_cl/statistics/multi_otsu.hpp"
#include "histo_cl/statistics/percentiles.hpp"
#include "histo_cl/statistics/thresholds.hpp"
