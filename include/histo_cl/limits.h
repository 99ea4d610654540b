#pragma once

#include <stdint.h> // NOLINT(modernize-deprecated-headers): for C too

// The limits of problems, for C and C++.

/// Maximum number of bins of one axis, and of cells (see Problem::cells()) that one pass counts: 2^24.
#define HISTO_CL_MAX_BINS (UINT32_C(1) << 24)
/// Maximum number of bins that a rule for automatic bins (histo_cl/auto_bins.hpp) makes: 2^20. A caller that
/// passes the number of bins may request more.
#define HISTO_CL_MAX_BINS_BY_RULE (UINT32_C(1) << 20)
/// Maximum number of counters of one histogram, over all passes: 2^28.
#define HISTO_CL_MAX_COUNTERS (UINT32_C(1) << 28)
/// Maximum number of channels of an element, and of axes of a problem: 2^16.
#define HISTO_CL_MAX_CHANNELS (UINT32_C(1) << 16)
/// Maximum number of channels of an image, and of channels that are stored in separate arrays.
#define HISTO_CL_MAX_ARRAYS UINT32_C(4)
/// Maximum number of weights per element.
#define HISTO_CL_MAX_WEIGHT_VECTORS UINT32_C(4)
/// Maximum number of histograms in one batch: 2^31.
#define HISTO_CL_MAX_HISTOGRAMS (UINT64_C(1) << 31)
