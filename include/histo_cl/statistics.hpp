#pragma once

// Statistics of histograms, on the host. Pure functions on any contiguous range of counts (std::vector,
// std::span, std::array); safe to call from several threads.
//
// Where Problem::out_of_range is `counted`, underflow, overflow and NaN follow the bins: leave them out, e.g.
// std::span(counts).first(bins).
//
// Totals are exact in 64 bits. Counts must be finite and not negative, and their total within their type, or
// else Error(invalid_argument), unless a function says that it takes negative ones. total() and
// cumulative_sum() take any, and wrap. If all counts are zero, or there are none, means are NaN and indices
// of bins are empty.

#include "histo_cl/statistics/clahe.hpp"
#include "histo_cl/statistics/compare.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/density.hpp"
#include "histo_cl/statistics/entropy.hpp"
#include "histo_cl/statistics/equalization.hpp"
#include "histo_cl/statistics/extents.hpp"
#include "histo_cl/statistics/information.hpp"
#include "histo_cl/statistics/matching.hpp"
#include "histo_cl/statistics/mode.hpp"
#include "histo_cl/statistics/moments.hpp"
#include "histo_cl/statistics/multi_otsu.hpp"
#include "histo_cl/statistics/otsu.hpp"
#include "histo_cl/statistics/percentiles.hpp"
#include "histo_cl/statistics/profile.hpp"
#include "histo_cl/statistics/project.hpp"
#include "histo_cl/statistics/rebin.hpp"
#include "histo_cl/statistics/slice.hpp"
#include "histo_cl/statistics/thresholds.hpp"
